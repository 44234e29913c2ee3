"""User installs of the app: where it can be used, and its permissions there."""

from collections.abc import Sequence
from typing import Any

import pytest

from playground.values.errors import MISSING_ACCESS
from playground.world.commands import DEFAULTS
from playground.world.installs import Installs
from tests.playground.raw import Rest
from tests.playground.stage import Stage
from tests.pocket import (
    ANNA,
    BEN,
    BOARD_GAMES,
    BOT,
    BRETTSPIELE,
    CLARA,
    DAVID,
    GAME_NIGHT,
    SPIELEABEND,
    Pocket,
    Refused,
)

Json = dict[str, Any]
GLOBAL = f"/applications/{BOT}/commands"
EPHEMERAL = 1 << 6
GUILD, BOT_DM, PRIVATE_CHANNEL = 0, 1, 2
ROW = {"type": 1, "components": [{"type": 2, "style": 1, "label": "x", "custom_id": "x"}]}


def command(installs: Sequence[int], contexts: Sequence[int] = (0, 1, 2)) -> Json:
    return {"name": "x", "description": "x", "integration_types": installs, "contexts": contexts}


async def register(stage: Stage, installs: Sequence[int], contexts: Sequence[int] = (0, 1, 2)) -> None:
    assert (await stage.rest.ask("PUT", GLOBAL, [command(installs, contexts)])).status == 200


async def is_refused(stage: Stage, channel: str) -> bool:
    """Return whether Anna's client or Discord keeps /x from the bot in a channel."""
    try:
        return (await stage.pocket.anna.command(channel, "x"))["id"] is None
    except Refused:
        return True


async def elsewhere(pocket: Pocket) -> str:
    """Add a server without the bot; return a channel of it."""
    server = await pocket.control.add_guild("Elsewhere", "de", community=True, present=False)
    return await pocket.control.add_channel(server, "here")


@pytest.mark.assumes("installs-of-people", "install-owners")
async def test_user_installed_app_works_in_a_server_without_the_bot(stage: Stage) -> None:
    channel = await elsewhere(stage.pocket)
    await register(stage, [0, 1])
    assert await is_refused(stage, channel), "Anna has not installed it"
    await stage.pocket.control.install(ANNA)
    interaction = await stage.begin(channel)
    assert interaction["authorizing_integration_owners"] == {"1": ANNA}
    assert (interaction["context"], interaction["channel_id"]) == (GUILD, channel)
    assert interaction["member"]["user"]["id"] == ANNA
    assert (interaction["guild"]["id"], interaction["guild_locale"]) == (interaction["guild_id"], "de")
    answered = (await stage.answer(interaction, 4, {"content": "x"}, "?with_response=1")).body
    metadata = answered["resource"]["message"]["interaction_metadata"]
    assert metadata["authorizing_integration_owners"] == {"1": ANNA}
    await stage.pocket.control.install(ANNA, installed=False)
    assert await is_refused(stage, channel)


@pytest.mark.assumes("install-owners")
async def test_authorizing_owners_list_server_and_user_installs(stage: Stage) -> None:
    await register(stage, [0, 1])
    await stage.pocket.control.install(ANNA)
    assert (await stage.begin())["authorizing_integration_owners"] == {"0": SPIELEABEND, "1": ANNA}
    alone = await stage.begin(BOARD_GAMES, stage.pocket.ben)
    assert alone["authorizing_integration_owners"] == {"0": GAME_NIGHT}
    dm = await stage.pocket.anna.open_dm()
    interaction = await stage.begin(dm)
    assert (interaction["authorizing_integration_owners"], interaction["context"]) == (
        {"0": "0", "1": ANNA},
        BOT_DM,
    )
    await register(stage, [1])
    assert (await stage.begin())["authorizing_integration_owners"] == {"1": ANNA}
    await register(stage, [0])
    assert (await stage.begin())["authorizing_integration_owners"] == {"0": SPIELEABEND}


@pytest.mark.assumes("command-installs")
async def test_installs_and_contexts_decide_where_a_command_appears(pocket: Pocket) -> None:
    await pocket.control.install(ANNA)
    private = await pocket.control.add_private_channel(ANNA, BEN)
    places = {
        "server": BRETTSPIELE,
        "elsewhere": await elsewhere(pocket),
        "dm": await pocket.anna.open_dm(),
        "private": private,
    }
    world = pocket.playground.world
    for installs, contexts, where in (
        ([0], [0], {"server"}),
        ([0], [0, 1, 2], {"server", "dm"}),
        ([1], [0, 1, 2], {"server", "elsewhere", "dm", "private"}),
        ([1], [2], {"private"}),
        ([0, 1], [0], {"server", "elsewhere"}),
        ([0, 1], None, {"server", "elsewhere", "dm", "private"}),
    ):
        labels = {
            name
            for name, channel in places.items()
            if Installs(world).for_command(
                DEFAULTS | command(installs) | {"contexts": contexts},
                world.users[ANNA],
                world.channels[channel],
            )
        }
        assert labels == where, (installs, contexts)


@pytest.mark.assumes("private-channels")
async def test_user_installed_app_works_in_private_channels(stage: Stage) -> None:
    await register(stage, [0, 1])
    await stage.pocket.control.install(ANNA)
    two = await stage.pocket.control.add_private_channel(ANNA, BEN)
    group = await stage.pocket.control.add_private_channel(ANNA, BEN, CLARA)
    for channel, kind in ((two, 1), (group, 3)):
        interaction = await stage.begin(channel)
        assert (interaction["context"], interaction["channel"]["type"]) == (PRIVATE_CHANNEL, kind)
        assert interaction["user"]["id"] == ANNA
        assert not {"member", "guild", "guild_id", "guild_locale"} & set(interaction)
        assert interaction["authorizing_integration_owners"] == {"1": ANNA}
        assert interaction["app_permissions"] == str(1 << 15 | 1 << 14 | 1 << 17)
        assert (await stage.answer(interaction, 4, {"content": "x"})).status == 204
        assert [m["content"] for m in await stage.pocket.ben.messages(channel)] == ["x"]
        with pytest.raises(Refused):
            await stage.pocket.person(DAVID).messages(channel)
        with pytest.raises(Refused):
            await stage.pocket.ben.command(channel, "x")


@pytest.mark.assumes("no-bot-no-channel")
async def test_bot_cannot_reach_channels_it_is_not_in(stage: Stage) -> None:
    await register(stage, [0, 1])
    await stage.pocket.control.install(ANNA)
    private = await stage.pocket.control.add_private_channel(ANNA, BEN)
    for channel in (await elsewhere(stage.pocket), private):
        interaction = await stage.begin(channel)
        answered = (await stage.answer(interaction, 4, {"content": "x"}, "?with_response=1")).body
        message = answered["resource"]["message"]["id"]
        for method, path in (
            ("GET", f"/channels/{channel}"),
            ("GET", f"/channels/{channel}/messages"),
            ("POST", f"/channels/{channel}/messages"),
            ("PATCH", f"/channels/{channel}/messages/{message}"),
            ("DELETE", f"/channels/{channel}/messages/{message}"),
            ("POST", f"/channels/{channel}/messages/{message}/threads"),
        ):
            body = {"content": "y", "name": "y"} if method in {"POST", "PATCH"} else None
            refused = await stage.rest.ask(method, path, body)
            assert (refused.status, refused.code) == (403, MISSING_ACCESS.code), path
        own = stage.hook(interaction, f"/messages/{message}")
        assert (await stage.rest.ask("PATCH", own, {"content": "z"})).body["content"] == "z"


@pytest.mark.assumes("five-follow-ups")
async def test_user_install_alone_allows_five_follow_ups(stage: Stage) -> None:
    await register(stage, [0, 1])
    await stage.pocket.control.install(ANNA)
    there, here = await stage.begin(await elsewhere(stage.pocket)), await stage.begin()
    for payload in (there, here):
        await stage.answer(payload, 4, {"content": "x"})
        for _ in range(5):
            assert (await stage.rest.ask("POST", stage.hook(payload), {"content": "y"})).status == 200
    refused = await stage.rest.ask("POST", stage.hook(there), {"content": "y"})
    assert (refused.status, refused.code) == (400, 40094)
    original = stage.hook(there, "/messages/@original")
    assert (await stage.rest.ask("PATCH", original, {"content": "z"})).status == 200
    assert (await stage.rest.ask("POST", stage.hook(here), {"content": "y"})).status == 200


@pytest.mark.assumes("external-apps")
async def test_answers_are_private_without_use_external_apps(stage: Stage) -> None:
    await register(stage, [0, 1])
    await stage.pocket.control.install(BEN)
    channel = await elsewhere(stage.pocket)
    for denied in ((), ("USE_EXTERNAL_APPS",)):
        await stage.pocket.control.deny_people(channel, *denied)
        interaction = await stage.begin(channel, stage.pocket.ben)
        assert bool(int(interaction["member"]["permissions"]) & 1 << 50) is not bool(denied)
        answered = (await stage.answer(interaction, 4, {"content": "x"}, "?with_response=1")).body
        further = (await stage.rest.ask("POST", stage.hook(interaction), {"content": "y"})).body
        for message in (answered["resource"]["message"], further):
            assert bool(message["flags"] & EPHEMERAL) is bool(denied)
    assert len(await stage.pocket.anna.messages(channel)) == 2, "those of before"
    await stage.pocket.control.deny_people(BRETTSPIELE, "USE_EXTERNAL_APPS")
    interaction = await stage.begin(BRETTSPIELE, stage.pocket.ben)
    answered = (await stage.answer(interaction, 4, {"content": "x"}, "?with_response=1")).body
    assert not answered["resource"]["message"]["flags"] & EPHEMERAL, "it is installed to that server, too"


@pytest.mark.parametrize("strict", [True, False])
async def test_people_without_send_permission_get_a_private_answer_or_none(
    stage: Stage, strict: bool
) -> None:
    await stage.pocket.control.strictness(public_answers_refused=strict)
    await register(stage, [0, 1])
    await stage.pocket.control.install(BEN)
    channel = await elsewhere(stage.pocket)
    thread = await stage.pocket.ben.open_thread(channel, "t")
    for place, needed, bit in ((channel, "SEND_MESSAGES", 11), (thread, "SEND_MESSAGES_IN_THREADS", 38)):
        await stage.pocket.control.deny_people(channel, needed)
        interaction = await stage.begin(place, stage.pocket.ben)
        assert not int(interaction["app_permissions"]) & 1 << bit
        answer = await stage.answer(interaction, 4, {"content": "x"}, "?with_response=1")
        if strict:
            assert answer.code == 50013
            assert (await stage.answer(interaction, 4, {"content": "x", "flags": EPHEMERAL})).status == 204
        else:
            assert answer.body["resource"]["message"]["flags"] & EPHEMERAL


async def test_button_press_names_the_installer_of_its_message(stage: Stage) -> None:
    await register(stage, [0, 1])
    await stage.pocket.control.install(ANNA)
    group = await stage.pocket.control.add_private_channel(ANNA, BEN, CLARA)
    interaction = await stage.begin(group)
    await stage.answer(interaction, 4, {"content": "x", "components": [ROW]})
    (message,) = await stage.pocket.ben.messages(group)
    pressed = await stage.press(message, "x", stage.pocket.ben)
    assert pressed["user"]["id"] == BEN
    assert pressed["authorizing_integration_owners"] == {"1": ANNA}
    modal = {"title": "t", "custom_id": "c", "components": [{"type": 10, "content": "x"}]}
    await stage.answer(pressed, 9, modal)


@pytest.mark.assumes("installs-supported")
async def test_portal_switch_controls_user_installs(pocket: Pocket, stage: Stage) -> None:
    rest = Rest(pocket)
    assert (await rest.ask("GET", "/applications/@me")).body["integration_types_config"] == {"0": {}, "1": {}}
    (bare,) = (await rest.ask("PUT", GLOBAL, [{"name": "x", "description": "x"}])).body
    assert bare["integration_types"] == [0, 1]
    await pocket.control.allow_installs(allowed=False)
    assert (await rest.ask("GET", "/applications/@me")).body["integration_types_config"] == {"0": {}}
    refused = await rest.ask("PUT", GLOBAL, [command([0]), command([0, 1]) | {"name": "y"}])
    assert list(refused.faults()) == ["1.integration_types"]
    assert (await rest.ask("POST", GLOBAL, command([1]))).code == 50035
    (bare,) = (await rest.ask("PUT", GLOBAL, [{"name": "x", "description": "x"}])).body
    assert bare["integration_types"] == [0]
    await pocket.control.install(ANNA)
    assert await is_refused(stage, await elsewhere(pocket))


@pytest.mark.assumes("installs-supported")
async def test_app_can_forgo_guild_installs(pocket: Pocket) -> None:
    rest = Rest(pocket)
    await pocket.control.change_application(guild_installs=False)
    assert (await rest.ask("GET", "/applications/@me")).body["integration_types_config"] == {"1": {}}
    refused = await rest.ask("PUT", GLOBAL, [command([1]), command([0, 1]) | {"name": "y"}])
    assert list(refused.faults()) == ["1.integration_types"]
    assert (await rest.ask("PUT", GLOBAL, [command([1])])).status == 200
    (bare,) = (await rest.ask("PUT", GLOBAL, [{"name": "x", "description": "x"}])).body
    assert bare["integration_types"] == [1]
    with pytest.raises(Refused):
        await pocket.control.change_application(no_such_switch=True)


async def test_private_channel_needs_two_people_and_no_bot(pocket: Pocket) -> None:
    with pytest.raises(Refused):
        await pocket.control.add_private_channel(ANNA)
    with pytest.raises(Refused):
        await pocket.control.add_private_channel(ANNA, BOT)


async def test_page_names_private_channels_after_their_people(pocket: Pocket) -> None:
    dm = await pocket.anna.open_dm()
    two = await pocket.control.add_private_channel(ANNA, BEN)
    names = {channel["id"]: channel["name"] for channel in (await pocket.anna.state())["dms"]}
    assert names == {dm: "", two: "Anna, Ben"}
    assert (await pocket.person(CLARA).state())["dms"] == []
