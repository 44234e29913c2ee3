"""Interactions by hand: their tokens and answers."""

import asyncio
from typing import Any

import pytest

from tests.playground.raw import Rest
from tests.playground.stage import Stage
from tests.pocket import ANNA, BOT, BRETTSPIELE, SPIELEABEND, Pocket

Json = dict[str, Any]


async def test_interaction_payload_matches_discord(stage: Stage) -> None:
    interaction = await stage.begin()
    assert (interaction["type"], interaction["version"], interaction["application_id"]) == (2, 1, BOT)
    assert (interaction["locale"], interaction["guild_locale"], interaction["context"]) == ("de", "en-US", 0)
    assert interaction["guild"] == {"id": interaction["guild_id"], "locale": "en-US", "features": []}
    assert interaction["member"]["user"]["id"] == ANNA
    assert "user" not in interaction
    assert interaction["channel"]["id"] == interaction["channel_id"] == BRETTSPIELE
    assert int(interaction["app_permissions"]) & 1 << 11
    assert interaction["authorizing_integration_owners"] == {"0": interaction["guild_id"]}
    assert interaction["data"]["name"] == "x"


async def test_second_answer_is_refused(stage: Stage) -> None:
    interaction = await stage.begin()
    assert (await stage.answer(interaction, 4, {"content": "a"})).status == 204
    assert (await stage.answer(interaction, 4, {"content": "b"})).code == 40060
    assert [m["content"] for m in await stage.pocket.anna.messages(BRETTSPIELE)] == ["a"]


async def test_refused_answer_can_be_corrected(stage: Stage) -> None:
    interaction = await stage.begin()
    refused = await stage.answer(interaction, 4, {"content": "x" * 2001})
    assert refused.faults() == {"data.content": "BASE_TYPE_MAX_LENGTH"}
    assert (await stage.answer(interaction, 6)).faults() == {"type": "BASE_TYPE_CHOICES"}
    assert (await stage.answer(interaction, 4, {"content": ""})).code == 50006
    assert (await stage.answer(interaction, 4, {"content": "x"}, "?with_response=true")).status == 200


async def test_answer_is_due_within_three_seconds(stage: Stage) -> None:
    interaction = await stage.begin()
    stage.pocket.clock.pass_by(3.1)
    late = await stage.answer(interaction, 4, {"content": "x"})
    assert (late.status, late.code) == (404, 10062)
    assert (await stage.answer(interaction | {"id": "5"}, 4, {"content": "x"})).code == 10062
    assert (await stage.rest.ask("POST", stage.hook(interaction), {"content": "x"})).code == 10015


async def test_token_expires_after_fifteen_minutes(stage: Stage) -> None:
    interaction = await stage.begin()
    await stage.answer(interaction, 4, {"content": "x"})
    stage.pocket.clock.pass_by(890)
    original = stage.hook(interaction, "/messages/@original")
    assert (await stage.rest.ask("PATCH", original, {"content": "y"})).body["content"] == "y"
    stage.pocket.clock.pass_by(20)
    stale = await stage.rest.ask("PATCH", original, {"content": "z"})
    assert (stale.status, stale.code) == (401, 50027)


@pytest.mark.assumes("tokens-end-early")
async def test_an_expired_token_is_an_invalid_request(stage: Stage) -> None:
    interaction = await stage.begin()
    await stage.answer(interaction, 4, {"content": "x"})
    stage.pocket.clock.pass_by(910)
    before = (await stage.pocket.control.limits())["invalid_requests"]
    assert (await stage.rest.ask("POST", stage.hook(interaction), {"content": "y"})).code == 50027
    assert (await stage.pocket.control.limits())["invalid_requests"] == before + 1


@pytest.mark.assumes("follow-ups-limited")
@pytest.mark.parametrize("counts", [True, False])
async def test_follow_ups_share_a_limit_per_channel(stage: Stage, *, counts: bool) -> None:
    control = stage.pocket.control
    await control.strictness(shared_refusals_count=counts)
    await control.limits(follow_ups=2)
    first, second = await stage.begin(), await stage.begin()
    for payload in (first, second):
        await stage.answer(payload, 4, {"content": "x"})
    sent_in_turn = [
        await stage.rest.ask("POST", stage.hook(payload), {"content": "more"})
        for payload in (first, second, first)
    ]
    refused = sent_in_turn[-1]
    assert [answer.status for answer in sent_in_turn] == [200, 200, 429]
    assert (refused.headers["X-RateLimit-Scope"], refused.body["global"]) == ("shared", False)
    assert 50 < refused.body["retry_after"] <= 60
    assert (await control.limits())["invalid_requests"] == int(counts)
    stage.pocket.clock.pass_by(60)
    assert (await stage.rest.ask("POST", stage.hook(first), {"content": "more"})).status == 200


async def test_follow_ups_and_their_messages_can_be_managed(stage: Stage) -> None:
    interaction = await stage.begin()
    answered = (await stage.answer(interaction, 5, {"flags": 64}, "?with_response=1")).body
    assert answered["interaction"]["id"] == interaction["id"]
    assert answered["interaction"]["response_message_loading"] is True
    assert answered["interaction"]["response_message_ephemeral"] is True
    message = answered["resource"]["message"]
    assert message["flags"] == 64 | 128
    filled = (await stage.rest.ask("POST", stage.hook(interaction, "?wait=true"), {"content": "a"})).body
    assert (filled["id"], filled["flags"]) == (message["id"], 64)
    second = (await stage.rest.ask("POST", stage.hook(interaction), {"content": "b"})).body
    assert (second["flags"], second["type"]) == (0, 19)
    place = stage.hook(interaction, f"/messages/{second['id']}")
    assert (await stage.rest.ask("GET", place)).body["content"] == "b"
    assert (await stage.rest.ask("PATCH", place, {"content": "c"})).body["content"] == "c"
    assert (await stage.rest.ask("DELETE", place)).status == 204
    assert (await stage.rest.ask("GET", place)).code == 10008
    original = stage.hook(interaction, "/messages/@original")
    assert (await stage.rest.ask("GET", original)).body["content"] == "a"
    assert (await stage.rest.ask("DELETE", original)).status == 204
    assert await stage.pocket.anna.messages(BRETTSPIELE) == []


async def test_token_reaches_only_its_own_messages(stage: Stage) -> None:
    mine = await stage.begin()
    await stage.answer(mine, 4, {"content": "mine"})
    other = await stage.begin()
    answered = (await stage.answer(other, 4, {"content": "other"}, "?with_response=1")).body
    foreign = answered["resource"]["message"]["id"]
    place = stage.hook(mine, f"/messages/{foreign}")
    assert (await stage.rest.ask("PATCH", place, {"content": "x"})).code == 10008


def form_with_field(**part: object) -> Json:
    """Return the parts of a form with one field."""
    return {"components": [{"type": 18, "label": "A", "component": {"custom_id": "a"} | part}]}


@pytest.mark.assumes("custom-id-unique")
@pytest.mark.parametrize(
    ("modal", "path"),
    [
        ({"title": "x" * 46}, "data.title"),
        ({"title": ""}, "data.title"),
        ({"custom_id": ""}, "data.custom_id"),
        ({"custom_id": "x" * 101}, "data.custom_id"),
        ({"components": []}, "data.components"),
        ({"components": [{"type": 10, "content": "x"}] * 6}, "data.components"),
        ({"components": [{"type": 1, "components": [{"type": 2}]}]}, "data.components.0.components.0.type"),
        (
            {
                "components": [
                    {"type": 18, "label": "x" * 46, "component": {"type": 4, "custom_id": "a", "style": 1}}
                ]
            },
            "data.components.0.label",
        ),
        (form_with_field(type=4, style=1, max_length=3, value="long"), "data.components.0.component.value"),
        (form_with_field(type=4, style=1, min_length=3, value="x"), "data.components.0.component.value"),
        (form_with_field(type=5, disabled=True), "data.components.0.component.disabled"),
        (form_with_field(type=5, min_values=0), "data.components.0.component.min_values"),
    ],
)
async def test_invalid_modals_are_refused(stage: Stage, modal: Json, path: str) -> None:
    interaction = await stage.begin()
    good = {"title": "t", "custom_id": "c", "components": [{"type": 10, "content": "x"}]}
    assert path in (await stage.answer(interaction, 9, good | modal)).faults()
    assert (await stage.answer(interaction, 9, good)).status == 204
    outcome = await stage.acts[0]
    assert (outcome["callback_type"], outcome["modal"]["title"]) == (9, "t")


@pytest.mark.parametrize(
    ("choices", "path"),
    [
        ([{"name": f"{n}", "value": f"{n}"} for n in range(26)], "data.choices"),
        ([{"name": "x" * 101, "value": "v"}], "data.choices.0.name"),
        ([{"name": "x", "value": "v" * 101}], "data.choices.0.value"),
        ([{"name": "x", "value": 5}], "data.choices.0.value"),
    ],
)
async def test_invalid_autocomplete_choices_are_refused(stage: Stage, choices: list[Json], path: str) -> None:
    act = asyncio.create_task(stage.pocket.anna.complete(BRETTSPIELE, "y", "o", o="1"))
    interaction = (await stage.wire.until("INTERACTION_CREATE"))["d"]
    assert interaction["data"]["options"] == [{"name": "o", "type": 3, "value": "1", "focused": True}]
    assert path in (await stage.answer(interaction, 8, {"choices": choices})).faults()
    assert (await stage.answer(interaction, 4, {"content": "x"})).code == 50035
    assert (await stage.answer(interaction, 8, {"choices": []})).status == 204
    assert await act == []


async def test_strict_deferral_accepts_only_the_ephemeral_flag(stage: Stage) -> None:
    interaction = await stage.begin()
    refused = await stage.answer(interaction, 5, {"flags": 1 << 15})
    assert (refused.status, refused.code, list(refused.faults())) == (400, 50035, ["data.flags"])
    await stage.pocket.control.strictness(deferral_flags_refused=False)
    assert (await stage.answer(interaction, 5, {"flags": 1 << 15 | 64})).status == 204
    original = stage.hook(interaction, "/messages/@original")
    text = {"components": [{"type": 10, "content": "x"}]}
    assert (await stage.rest.ask("PATCH", original, text)).code == 50035
    filled = await stage.rest.ask("PATCH", original, text | {"flags": 1 << 15})
    assert filled.body["flags"] == 1 << 15 | 64


async def test_only_a_community_shows_its_language(stage: Stage) -> None:
    await stage.pocket.control.change_guild(SPIELEABEND, community=True)
    interaction = await stage.begin()
    assert interaction["guild_locale"] == "de"
    assert interaction["guild"] == {"id": SPIELEABEND, "locale": "de", "features": ["COMMUNITY"]}
    guild = (await stage.rest.ask("GET", f"/guilds/{SPIELEABEND}")).body
    assert (guild["preferred_locale"], guild["features"]) == ("de", ["COMMUNITY"])
    (mine, *_) = (await stage.rest.ask("GET", "/users/@me/guilds")).body
    assert (mine["id"], mine["features"]) == (SPIELEABEND, ["COMMUNITY"])
    await stage.pocket.control.change_guild(SPIELEABEND, community=False)
    event = (await stage.wire.until("GUILD_UPDATE"))["d"]
    event = (await stage.wire.until("GUILD_UPDATE"))["d"] if event["features"] else event
    assert (event["preferred_locale"], event["features"]) == ("en-US", [])


async def test_bot_cannot_answer_commands_in_a_locked_thread(stage: Stage) -> None:
    thread = await stage.pocket.anna.open_thread(BRETTSPIELE, "t")
    for archived in (False, True):
        await stage.pocket.control.lock(thread, archived=archived)
        interaction = await stage.begin(thread)
        assert (await stage.answer(interaction, 4, {"content": "y", "flags": 64})).code == 50083


async def test_new_guild_can_be_a_community(pocket: Pocket) -> None:
    plain = await pocket.control.add_guild("Plain", "de")
    community = await pocket.control.add_guild("Open", "de", community=True)
    rest = Rest(pocket)
    for guild, locale in ((plain, "en-US"), (community, "de")):
        assert (await rest.ask("GET", f"/guilds/{guild}")).body["preferred_locale"] == locale


async def test_select_defaults_must_exist(pocket: Pocket) -> None:
    rest = Rest(pocket)
    channel = await pocket.control.add_channel(SPIELEABEND, "gone")

    def body(kind: int, what: str, reference: str) -> Json:
        defaults = [{"id": reference, "type": what}]
        select = {"type": kind, "custom_id": "s", "default_values": defaults}
        return {"components": [{"type": 1, "components": [select]}]}

    async def post(kind: int, what: str, reference: str) -> Any:
        return await rest.ask("POST", f"/channels/{BRETTSPIELE}/messages", body(kind, what, reference))

    place = "components.0.components.0.default_values.0"
    message = await post(8, "channel", channel)
    assert message.status == 200
    assert (await post(5, "user", ANNA)).status == 200
    assert (await post(5, "channel", ANNA)).faults() == {f"{place}.type": "BASE_TYPE_CHOICES"}
    await pocket.control.delete_channel(channel)
    refused = await post(8, "channel", channel)
    assert (refused.status, list(refused.faults())) == (400, [f"{place}.id"])
    # A message that already has the default can still be edited.
    edit = f"/channels/{BRETTSPIELE}/messages/{message.body['id']}"
    assert (await rest.ask("PATCH", edit, {"content": "x"})).status == 200
    await pocket.control.strictness(gone_defaults_refused=False)
    assert (await post(8, "channel", channel)).status == 200
