"""Threads: archived, locked, private, or over the limit."""

from typing import Any

import pytest

from playground.interactions import callbacks
from tests.playground.raw import Rest, gateway
from tests.playground.stage import Stage
from tests.pocket import ANNA, BEN, BOT, BRETTSPIELE, PLAUDEREI, SPIELEABEND, Pocket, Refused

Json = dict[str, Any]
HERE = f"/channels/{BRETTSPIELE}/messages"
BUTTON = {
    "content": "x",
    "components": [{"type": 1, "components": [{"type": 2, "style": 1, "label": "x", "custom_id": "x"}]}],
}


@pytest.fixture
def rest(pocket: Pocket) -> Rest:
    return Rest(pocket)


async def open_thread(rest: Rest, **more: object) -> tuple[str, Json]:
    """Open a thread at a new message; return its id and its first message, which has a button."""
    message = (await rest.ask("POST", HERE, {"content": "x"})).body["id"]
    body = {"name": "t"} | more
    thread = str((await rest.ask("POST", f"{HERE}/{message}/threads", body)).body["id"])
    return thread, (await rest.ask("POST", f"/channels/{thread}/messages", BUTTON)).body


async def is_archived(rest: Rest, thread: str) -> bool:
    return bool((await rest.ask("GET", f"/channels/{thread}")).body["thread_metadata"]["archived"])


async def test_archived_thread_allows_only_sending_which_reopens_it(pocket: Pocket, rest: Rest) -> None:
    thread, inside = await open_thread(rest)
    place = f"/channels/{thread}/messages"
    await pocket.control.archive(thread)
    await pocket.control.deny(BRETTSPIELE, allow=("PIN_MESSAGES",))
    for method, path, body in (
        ("PATCH", f"{place}/{inside['id']}", {"content": "y"}),
        ("DELETE", f"{place}/{inside['id']}", None),
        ("PUT", f"{place}/pins/{inside['id']}", None),
        ("PUT", f"/channels/{thread}/thread-members/{BEN}", None),
        ("PUT", f"/channels/{thread}/thread-members/@me", None),
        ("PATCH", f"/channels/{thread}", {"name": "u"}),
    ):
        refused = await rest.ask(method, path, body)
        assert (refused.status, refused.code) == (400, 50083), (method, path)
    with pytest.raises(Refused, match="archived"):
        await pocket.anna.command(thread, "hello")
    assert await is_archived(rest, thread)
    assert (await rest.ask("POST", place, {"content": "z"})).status == 200
    assert not await is_archived(rest, thread)


@pytest.mark.assumes("thread-created-deletable")
async def test_thread_announcement_can_be_deleted_but_not_edited(rest: Rest) -> None:
    await open_thread(rest)
    listed = (await rest.ask("GET", HERE)).body
    (starter,) = [message for message in listed if message["type"] == 18]
    assert (await rest.ask("PATCH", f"{HERE}/{starter['id']}", {"content": "y"})).code == 50021
    assert (await rest.ask("DELETE", f"{HERE}/{starter['id']}")).status == 204


@pytest.mark.assumes("own-threads-renamed", "add-to-thread")
async def test_rename_and_added_member_are_announced(pocket: Pocket, rest: Rest) -> None:
    thread, _ = await open_thread(rest)
    count = len(await pocket.control.pushes())
    await rest.ask("PATCH", f"/channels/{thread}", {"name": "called otherwise"})
    await rest.ask("PATCH", f"/channels/{thread}", {"name": "called otherwise"})
    for _ in range(2):
        await rest.ask("PUT", f"/channels/{thread}/thread-members/{BEN}")
    listed = (await rest.ask("GET", f"/channels/{thread}/messages")).body
    added, renamed, _ = listed
    assert (renamed["type"], renamed["content"]) == (4, "called otherwise")
    assert (added["type"], [user["id"] for user in added["mentions"]]) == (1, [BEN])
    assert [push["user_id"] for push in (await pocket.control.pushes())[count:]] == [BEN], "it calls them"
    for message in (added, renamed):
        for method, body in (("DELETE", None), ("PATCH", {"content": "y"})):
            refused = await rest.ask(method, f"/channels/{thread}/messages/{message['id']}", body)
            assert (refused.status, refused.code) == (403, 50021)


@pytest.mark.assumes("archive-is-told")
async def test_bot_gets_an_update_when_a_thread_is_archived(pocket: Pocket, rest: Rest) -> None:
    thread, _ = await open_thread(rest)
    async with gateway(pocket) as wire:
        await wire.identify(pocket.playground.token)
        await pocket.control.archive(thread)
        while (frame := await wire.receive())["t"] != "THREAD_UPDATE":
            pass
        assert (frame["d"]["id"], frame["d"]["thread_metadata"]["archived"]) == (thread, True)


async def test_messages_in_an_archived_thread_can_be_deleted_if_lenient(pocket: Pocket, rest: Rest) -> None:
    thread, inside = await open_thread(rest)
    await pocket.control.archive(thread)
    await pocket.control.strictness(deletion_needs_active_thread=False)
    assert (await rest.ask("DELETE", f"/channels/{thread}/messages/{inside['id']}")).status == 204
    assert await is_archived(rest, thread)


async def test_locked_thread_needs_manage_threads(pocket: Pocket, rest: Rest) -> None:
    thread, inside = await open_thread(rest)
    place = f"/channels/{thread}/messages"
    await pocket.control.lock(thread)
    assert (await rest.ask("POST", place, {"content": "z"})).code == 160005
    assert (await rest.ask("PATCH", f"{place}/{inside['id']}", {"content": "z"})).code == 50083
    await pocket.control.lock(thread, archived=True)
    assert (await rest.ask("POST", place, {"content": "z"})).code == 160005
    unarchived = await rest.ask("PATCH", f"/channels/{thread}", {"archived": False})
    assert (unarchived.status, unarchived.code) == (403, 50013)
    await pocket.control.deny(BRETTSPIELE, allow=("MANAGE_THREADS",))
    assert (await rest.ask("POST", place, {"content": "z"})).status == 200


@pytest.mark.assumes("archived-needs-opening")
@pytest.mark.parametrize("member", [True, False])
async def test_press_reopens_the_thread_first(stage: Stage, member: bool) -> None:
    thread, inside = await open_thread(stage.rest)
    if member:
        await stage.rest.ask("PUT", f"/channels/{thread}/thread-members/{ANNA}")
    else:
        await stage.pocket.control.strictness(unarchiving_needs_membership=False)
    await stage.pocket.control.archive(thread)
    interaction = await stage.press(inside, "x")
    assert not interaction["channel"]["thread_metadata"]["archived"]
    assert not await is_archived(stage.rest, thread)
    assert (await stage.answer(interaction, 7, {"content": "pressed"})).status == 204


@pytest.mark.parametrize("why", ["cap", "locked", "locked and archived", "no member"])
async def test_press_that_cannot_reopen_the_thread_is_not_sent(pocket: Pocket, rest: Rest, why: str) -> None:
    thread, inside = await open_thread(rest)
    await open_thread(rest)
    if why != "no member":
        await rest.ask("PUT", f"/channels/{thread}/thread-members/{ANNA}")
    if why in {"cap", "no member"}:
        await pocket.control.archive(thread)
        if why == "cap":
            await pocket.control.set_thread_cap(SPIELEABEND, 1)
    else:
        await pocket.control.lock(thread, archived=why != "locked")
    async with gateway(pocket) as wire:
        await wire.identify(pocket.playground.token)
        outcome = await pocket.anna.press(inside, "x")
        assert (outcome["status"], outcome["id"]) == ("failed", None)
        await pocket.control.add_channel(SPIELEABEND, "marker")
        while (frame := await wire.receive())["t"] != "CHANNEL_CREATE":
            assert frame["t"] != "INTERACTION_CREATE"


@pytest.mark.parametrize("kind", [4, 5, 6, 7])
async def test_answers_to_a_press_fail_once_the_thread_is_locked(stage: Stage, kind: int) -> None:
    thread, inside = await open_thread(stage.rest)
    interaction = await stage.press(inside, "x")
    await stage.pocket.control.lock(thread)
    refused = await stage.answer(interaction, kind, {"content": "y"} if kind in {4, 7} else {})
    assert (refused.status, refused.code) == (400, 50083)


async def test_only_a_follow_up_reopens_an_archived_thread(stage: Stage) -> None:
    thread, inside = await open_thread(stage.rest)
    interaction = await stage.press(inside, "x")
    await stage.pocket.control.archive(thread)
    assert (await stage.answer(interaction, 7, {"content": "y"})).code == 50083
    assert (await stage.answer(interaction, 6)).status == 204
    original = stage.hook(interaction, "/messages/@original")
    assert (await stage.rest.ask("PATCH", original, {"content": "y"})).code == 50083
    assert (await stage.rest.ask("POST", stage.hook(interaction), {"content": "y"})).status == 200
    assert not await is_archived(stage.rest, thread)
    assert (await stage.rest.ask("PATCH", original, {"content": "y"})).status == 200


@pytest.mark.parametrize(("strict", "status"), [(True, 500), (False, 400)])
async def test_deferred_answers_fail_late_in_archived_threads(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, *, strict: bool, status: int
) -> None:
    monkeypatch.setattr(callbacks, "ARCHIVED_SECONDS", 0.01)
    await stage.pocket.control.strictness(deferred_answers_fail_archived=strict)
    thread, _ = await open_thread(stage.rest)
    interaction = await stage.begin(thread)
    await stage.answer(interaction, 5)
    await stage.pocket.control.archive(thread)
    original = stage.hook(interaction, "/messages/@original")
    assert (await stage.rest.ask("PATCH", original, {"content": "y"})).status == status
    await stage.pocket.control.archive(thread, archived=False)
    assert (await stage.rest.ask("PATCH", original, {"content": "y"})).status == 200


async def test_cap_applies_to_opening_and_reopening(pocket: Pocket, rest: Rest) -> None:
    thread, _ = await open_thread(rest)
    await pocket.control.archive(thread)
    await pocket.control.set_thread_cap(SPIELEABEND, 0)
    message = (await rest.ask("POST", HERE, {"content": "x"})).body["id"]
    for method, path, body in (
        ("POST", f"{HERE}/{message}/threads", {"name": "u"}),
        ("POST", f"/channels/{BRETTSPIELE}/threads", {"name": "u", "type": 11}),
        ("POST", f"/channels/{thread}/messages", {"content": "y"}),
        ("PATCH", f"/channels/{thread}", {"archived": False}),
    ):
        assert (await rest.ask(method, path, body)).code == 160006
    with pytest.raises(Refused, match="too many"):
        await pocket.anna.say(thread, "x")
    await pocket.control.set_thread_cap(SPIELEABEND, 1)
    for change in ({"archived": False}, {"name": "renamed at the cap"}):
        assert (await rest.ask("PATCH", f"/channels/{thread}", change)).status == 200


async def test_reopening_manually_needs_membership(pocket: Pocket, rest: Rest) -> None:
    thread = await pocket.anna.open_thread(BRETTSPIELE, "Anna's")
    await pocket.control.archive(thread)
    wake: Json = {"archived": False}
    assert (await rest.ask("PATCH", f"/channels/{thread}", wake)).code == 50013
    await pocket.control.strictness(unarchiving_needs_membership=False)
    assert (await rest.ask("PATCH", f"/channels/{thread}", wake)).status == 200
    await pocket.control.strictness(unarchiving_needs_membership=True)
    await rest.ask("PUT", f"/channels/{thread}/thread-members/@me")
    await pocket.control.archive(thread)
    assert (await rest.ask("PATCH", f"/channels/{thread}", wake)).status == 200
    assert (await rest.ask("PATCH", f"/channels/{thread}", {"archived": True})).code == 50013
    await pocket.control.archive(thread)
    await pocket.control.deny(BRETTSPIELE, "SEND_MESSAGES_IN_THREADS")
    assert (await rest.ask("PATCH", f"/channels/{thread}", wake)).code == 50013


async def test_new_thread_is_announced(pocket: Pocket, rest: Rest) -> None:
    thread, _ = await open_thread(rest)
    starter, announced = await pocket.anna.messages(BRETTSPIELE)
    assert (starter["id"], announced["type"], announced["content"]) == (thread, 18, "t")
    assert announced["message_reference"]["channel_id"] == thread
    await pocket.control.strictness(every_thread_announced=False)
    await open_thread(rest)
    assert [m["type"] for m in await pocket.anna.messages(BRETTSPIELE)] == [0, 18, 0]


@pytest.mark.parametrize(
    ("kind", "status", "thread"),
    [("announcement", 201, 10), ("voice", 400, None), ("stage", 400, None), ("text", 201, 11)],
)
async def test_threads_open_in_text_and_announcement_channels(
    pocket: Pocket, rest: Rest, kind: str, status: int, thread: int | None
) -> None:
    channel = await pocket.control.add_channel(SPIELEABEND, "c", kind)
    message = (await rest.ask("POST", f"/channels/{channel}/messages", {"content": "x"})).body["id"]
    answer = await rest.ask("POST", f"/channels/{channel}/messages/{message}/threads", {"name": "t"})
    assert (answer.status, answer.body.get("type")) == (status, thread)
    if thread is None:
        assert answer.code == 50024


@pytest.mark.parametrize(("kind", "code"), [("forum", 50008), ("category", 50008)])
async def test_channel_types_without_messages_refuse_them(
    pocket: Pocket, rest: Rest, kind: str, code: int
) -> None:
    channel = await pocket.control.add_channel(SPIELEABEND, "c", kind)
    refused = await rest.ask("POST", f"/channels/{channel}/messages", {"content": "x"})
    assert (refused.status, refused.code) == (400, code)


async def test_thread_is_archived_after_a_week_of_silence(pocket: Pocket, rest: Rest) -> None:
    thread, inside = await open_thread(rest, auto_archive_duration=10080)
    pocket.clock.pass_by(7 * 86_400 - 60)
    assert not await is_archived(rest, thread)
    pocket.clock.pass_by(120)
    # No sweep is needed first.
    edit = await rest.ask("PATCH", f"/channels/{thread}/messages/{inside['id']}", {"content": "y"})
    assert edit.code == 50083


async def test_archived_threads_are_missing_from_guild_create(pocket: Pocket, rest: Rest) -> None:
    thread, _ = await open_thread(rest)
    text, _ = await open_thread(rest)
    private = await pocket.anna.open_thread(BRETTSPIELE, "among us", private=True)
    await pocket.control.archive(thread)
    async with gateway(pocket) as wire:
        await wire.identify(pocket.playground.token)
        event = (await wire.until("GUILD_CREATE"))["d"]
        assert [item["id"] for item in event["threads"]] == [text]
        await pocket.control.archive(thread, archived=False)
        assert (await wire.until("THREAD_UPDATE"))["d"]["id"] == thread
        await pocket.control.delete_channel(thread)
        thread_event = (await wire.until("THREAD_DELETE"))["d"]
        assert thread_event == {"id": thread, "guild_id": SPIELEABEND, "parent_id": BRETTSPIELE, "type": 11}
        assert private not in {item["id"] for item in event["threads"]}


async def test_bot_can_only_answer_interactions_in_a_private_thread(stage: Stage) -> None:
    pocket, rest = stage.pocket, stage.rest
    thread = await pocket.anna.open_thread(BRETTSPIELE, "among us", private=True)
    with pytest.raises(Refused):
        await pocket.ben.messages(thread)
    for method, path in (("GET", f"/channels/{thread}"), ("POST", f"/channels/{thread}/messages")):
        refused = await rest.ask(method, path, {"content": "x"} if method == "POST" else None)
        assert (refused.status, refused.code) == (403, 50001)
    interaction = await stage.begin(thread)
    assert (interaction["channel"]["type"], interaction["channel_id"]) == (12, thread)
    assert (await stage.answer(interaction, 4, {"content": "for you"})).status == 204
    await pocket.anna.say(thread, f"come in, <@{BOT}>")
    created = (await stage.wire.until("THREAD_CREATE"))["d"]
    assert (created["id"], "newly_created" in created) == (thread, False)
    added = (await stage.wire.until("THREAD_MEMBERS_UPDATE"))["d"]
    assert [member["user_id"] for member in added["added_members"]] == [BOT]
    assert (await rest.ask("POST", f"/channels/{thread}/messages", {"content": "x"})).status == 200


async def test_moderators_can_use_private_threads(pocket: Pocket, rest: Rest) -> None:
    thread = await pocket.anna.open_thread(BRETTSPIELE, "among us", private=True)
    await pocket.control.deny(BRETTSPIELE, allow=("MANAGE_THREADS",))
    assert (await rest.ask("POST", f"/channels/{thread}/messages", {"content": "x"})).status == 200
    assert (await rest.ask("DELETE", f"/channels/{thread}/thread-members/{ANNA}")).status == 204


@pytest.mark.assumes("archived-posts-listed")
async def test_archived_threads_are_paged_latest_first(pocket: Pocket, rest: Rest) -> None:
    threads = [(await open_thread(rest))[0] for _ in range(3)][::-1]
    private = await pocket.anna.open_thread(BRETTSPIELE, "among us", private=True)
    elsewhere = await pocket.anna.open_thread(PLAUDEREI, "elsewhere")
    for thread in (*threads, private, elsewhere):
        await pocket.control.archive(thread)
        pocket.clock.pass_by(60)
    path = f"/channels/{BRETTSPIELE}/threads/archived/public"
    first = (await rest.ask("GET", f"{path}?limit=2")).body
    assert ([entry["id"] for entry in first["threads"]], first["has_more"]) == (threads[:0:-1], True)
    before = first["threads"][-1]["thread_metadata"]["archive_timestamp"].replace("+", "%2B")
    rest_of = (await rest.ask("GET", f"{path}?limit=2&before={before}")).body
    assert ([entry["id"] for entry in rest_of["threads"]], rest_of["has_more"]) == ([threads[0]], False)
    whole = (await rest.ask("GET", f"{path}?limit=3")).body
    assert ([entry["id"] for entry in whole["threads"]], whole["has_more"]) == (threads[::-1], False)
    for wrong in ("limit=1", "limit=101", "before=yesterday"):
        assert (await rest.ask("GET", f"{path}?{wrong}")).code == 50035
    await pocket.control.deny(BRETTSPIELE, "READ_MESSAGE_HISTORY")
    assert (await rest.ask("GET", path)).code == 50013


@pytest.mark.assumes("dm-channel-changes")
async def test_dm_with_a_new_id_is_closed_under_the_old_id(pocket: Pocket, rest: Rest) -> None:
    async def open_dm() -> str:
        return str((await rest.ask("POST", "/users/@me/channels", {"recipient_id": ANNA})).body["id"])

    old = await open_dm()
    assert await open_dm() == old
    await pocket.control.move_dm(ANNA)
    refused = await rest.ask("POST", f"/channels/{old}/messages", {"content": "x"})
    assert (refused.status, refused.code) == (403, 50001)
    new = await open_dm()
    assert new != old
    assert (await rest.ask("POST", f"/channels/{new}/messages", {"content": "x"})).status == 200
    assert await pocket.anna.open_dm() == new
