"""Mentions: highlights, notifications, thread membership, and the effect of edits."""

from typing import Any

import pytest

from tests.playground.raw import Rest
from tests.playground.stage import Stage
from tests.pocket import ANNA, BEN, BOT, BRETTSPIELE, CLARA, SPIELEABEND, Pocket

Json = dict[str, Any]
V2 = 1 << 15
HERE = f"/channels/{BRETTSPIELE}/messages"
BOTH = f"<@{ANNA}> and <@!{BEN}> and <@1>"


@pytest.fixture
def rest(pocket: Pocket) -> Rest:
    return Rest(pocket)


def v2(text: str) -> Json:
    return {"flags": V2, "components": [{"type": 17, "components": [{"type": 10, "content": text}]}]}


def mentioned_ids(message: Json) -> list[str]:
    return [user["id"] for user in message["mentions"]]


@pytest.mark.parametrize("body", [v2(BOTH), {"content": BOTH}])
async def test_allowed_mentions_limit_mentioned_people(rest: Rest, body: Json) -> None:
    for allowed, expected in (
        (None, [ANNA, BEN]),
        ({"parse": []}, []),
        ({"parse": [], "users": [BEN]}, [BEN]),
        ({"parse": [], "users": [BEN, CLARA]}, [BEN]),
        ({"parse": ["users"]}, [ANNA, BEN]),
    ):
        answer = await rest.ask("POST", HERE, body | {"allowed_mentions": allowed})
        assert mentioned_ids(answer.body) == expected


async def test_allowed_mentions_list_at_most_a_hundred(rest: Rest) -> None:
    body = {"content": "x", "allowed_mentions": {"users": [str(n) for n in range(101)]}}
    assert (await rest.ask("POST", HERE, body)).code == 50035
    body["allowed_mentions"] = {"users": [str(n) for n in range(100)]}
    assert (await rest.ask("POST", HERE, body)).status == 200


@pytest.mark.parametrize("body", [v2(BOTH), {"content": BOTH}])
async def test_edit_replaces_mentions_and_pings_nobody(pocket: Pocket, rest: Rest, body: Json) -> None:
    created = (await rest.ask("POST", HERE, body | {"allowed_mentions": {"users": [BEN]}})).body
    place = f"{HERE}/{created['id']}"
    assert mentioned_ids(created) == [BEN]
    assert [push["user_id"] for push in await pocket.control.pushes()] == [BEN]
    assert mentioned_ids((await rest.ask("PATCH", place, body)).body) == [ANNA, BEN]
    closed = body | {"allowed_mentions": {"parse": []}}
    assert mentioned_ids((await rest.ask("PATCH", place, closed)).body) == []
    again = body | {"allowed_mentions": {"users": [ANNA]}}
    assert mentioned_ids((await rest.ask("PATCH", place, again)).body) == [ANNA]
    assert len(await pocket.control.pushes()) == 1


async def test_strict_edit_without_content_recomputes_mentions(pocket: Pocket, rest: Rest) -> None:
    body = {"content": BOTH, "allowed_mentions": {"users": [BEN]}}
    place = f"{HERE}/{(await rest.ask('POST', HERE, body)).body['id']}"
    other = {"attachments": [], "allowed_mentions": {"parse": []}}
    await pocket.control.strictness(every_edit_remakes_mentions=False)
    assert mentioned_ids((await rest.ask("PATCH", place, other)).body) == [BEN]
    await pocket.control.strictness(every_edit_remakes_mentions=True)
    assert mentioned_ids((await rest.ask("PATCH", place, other)).body) == []


async def test_strict_edits_of_private_answers_mention_all(pocket: Pocket, stage: Stage) -> None:
    interaction = await stage.begin()
    closed = {"content": BOTH, "allowed_mentions": {"parse": []}}
    answered = await stage.answer(interaction, 4, closed | {"flags": 64}, "?with_response=1")
    assert mentioned_ids(answered.body["resource"]["message"]) == []
    original = stage.hook(interaction, "/messages/@original")
    assert mentioned_ids((await stage.rest.ask("PATCH", original, closed)).body) == [ANNA, BEN]
    await pocket.control.strictness(ephemeral_edits_mark_all=False)
    assert mentioned_ids((await stage.rest.ask("PATCH", original, closed)).body) == []
    assert await pocket.control.pushes() == []


async def thread_of(rest: Rest) -> str:
    message = (await rest.ask("POST", HERE, {"content": "x"})).body["id"]
    return str((await rest.ask("POST", f"{HERE}/{message}/threads", {"name": "t"})).body["id"])


async def members(rest: Rest, thread: str) -> list[str]:
    listed = (await rest.ask("GET", f"/channels/{thread}/thread-members")).body
    return [member["user_id"] for member in listed]


@pytest.mark.parametrize("editing", [False, True])
async def test_mention_adds_people_to_a_thread(pocket: Pocket, rest: Rest, editing: bool) -> None:
    thread = await thread_of(rest)
    place = f"/channels/{thread}/messages"
    first = (await rest.ask("POST", place, {"content": "x"})).body["id"]

    async def tell(body: Json) -> None:
        await rest.ask(*(("PATCH", f"{place}/{first}") if editing else ("POST", place)), body)

    await tell({"content": BOTH, "allowed_mentions": {"users": [ANNA]}})
    assert await members(rest, thread) == [BOT, ANNA]
    assert [push["user_id"] for push in await pocket.control.pushes()] == ([] if editing else [ANNA])
    await pocket.control.strictness(only_allowed_join=False)
    await tell({"content": BOTH, "allowed_mentions": {"parse": []}})
    assert await members(rest, thread) == [BOT, ANNA, BEN]


@pytest.mark.assumes("edit-joins-thread")
async def test_edit_adds_people_silently_and_a_role_adds_nobody(pocket: Pocket, rest: Rest) -> None:
    thread = await thread_of(rest)
    place = f"/channels/{thread}/messages"
    first = (await rest.ask("POST", place, {"content": "x"})).body["id"]
    role = await pocket.control.add_role(SPIELEABEND, "club", BEN, mentionable=True)
    words = {"content": f"<@{ANNA}> <@&{role}>", "allowed_mentions": {"users": [ANNA], "roles": [role]}}
    for method, path in (("PATCH", f"{place}/{first}"), ("POST", place)):
        body = (await rest.ask(method, path, words)).body
        assert body["mention_roles"] == [role]
        assert await members(rest, thread) == [BOT, ANNA]
    assert {message["type"] for message in (await rest.ask("GET", place)).body} == {0}


async def test_mention_adds_people_to_a_private_thread(pocket: Pocket, rest: Rest) -> None:
    thread = (await rest.ask("POST", f"/channels/{BRETTSPIELE}/threads", {"name": "p", "type": 12})).body[
        "id"
    ]
    await rest.ask("POST", f"/channels/{thread}/messages", {"content": f"<@{ANNA}>"})
    assert [m["content"] for m in await pocket.anna.messages(thread)] == [f"<@{ANNA}>"]


async def test_push_shows_the_start_of_the_text(pocket: Pocket, rest: Rest) -> None:
    words = f"Tablut: e1-e4 played. <@{BEN}>, your turn. " + "x" * 100
    classic = (await rest.ask("POST", HERE, {"content": words})).body["id"]
    await rest.ask("POST", HERE, v2(f"<@{BEN}>, your turn."))
    await rest.ask("POST", HERE, {"content": f"<@{BEN}>", "flags": 1 << 12})
    await rest.ask("POST", HERE, {"content": "for nobody"})
    dm = (await rest.ask("POST", "/users/@me/channels", {"recipient_id": ANNA})).body["id"]
    await rest.ask("POST", f"/channels/{dm}/messages", {"content": "hello"})
    first, second, third = await pocket.control.pushes()
    assert (first["user_id"], first["channel_id"], first["message_id"]) == (BEN, BRETTSPIELE, classic)
    assert first["text"] == words.replace(f"<@{BEN}>", "@Ben")[:100]
    assert (second["user_id"], second["text"]) == (BEN, "")
    assert (third["user_id"], third["channel_id"], third["text"]) == (ANNA, dm, "hello")
    assert await pocket.control.pushes(since=second["n"]) == [third]


async def test_filling_a_deferred_answer_pings_nobody(pocket: Pocket, stage: Stage) -> None:
    interaction = await stage.begin()
    await stage.answer(interaction, 5)
    await stage.rest.ask("PATCH", stage.hook(interaction, "/messages/@original"), {"content": BOTH})
    assert await pocket.control.pushes() == []
    await stage.rest.ask("POST", stage.hook(interaction), {"content": f"<@{BEN}>"})
    assert [push["user_id"] for push in await pocket.control.pushes()] == [BEN]
