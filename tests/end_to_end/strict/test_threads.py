"""Threads that are archived, locked, deleted or cannot be opened; pings in threads."""

import pytest

from playground.values.places import Channel
from tests.end_to_end.shown_message import ShownMessage
from tests.end_to_end.strict.stage import (
    Refusal,
    Stage,
    begin_match,
    check_posted_once,
    refusal_with_code,
    type_move,
)
from tests.end_to_end.tables import Match
from tests.end_to_end.three_games.gatherings import gather
from tests.end_to_end.waiting import until

pytestmark = pytest.mark.asyncio(loop_scope="module")

DAY = 86_400
MOST = 1000


def thread_of(stage: Stage, match: Match) -> Channel:
    return stage.table.playground.world.channels[match.home]


@pytest.mark.assumes("thread-starter-classic")
async def test_messages_starting_a_thread_use_no_layout_components(stage: Stage) -> None:
    match = await begin_match(stage)
    for message in (match.card, match.start):
        assert not message.is_layout
        assert message.headline


@pytest.mark.assumes("mention-joins-thread", "only-allowed-called", "thread-has-id-of-message")
async def test_the_first_message_mentions_and_pings_every_player_once(stage: Stage) -> None:
    match = await begin_match(stage)
    players = [player.id for player in match.players]
    assert match.home == match.card.id
    assert match.start.pinged == players
    first_line = match.start.headline
    assert "<@" not in first_line
    for player in match.players:
        assert match.start.text.count(f"{player.mention} (") >= 1
    assert set(players) <= set(thread_of(stage, match).members)
    await type_move(match, "a1", 1)
    assert (await stage.board(match, 1)).pinged == [players[1]]
    await type_move(match, "f6", 2)
    assert (await stage.board(match, 2)).pinged == [players[0]]
    assert match.pings() == match.calls(2)


@pytest.mark.assumes("edit-joins-thread", "add-to-thread")
async def test_a_player_without_pings_is_added_silently(stage: Stage) -> None:
    table = stage.table
    settings = (await table.ben.slash(table.channel, "settings")).message
    await table.ben.forge(settings, "fp:set:tell", "direct")
    pushes = len(await table.control.pushes())
    match = await begin_match(stage)
    players = {player.id for player in match.players}

    async def all_in() -> bool:
        return players <= set(thread_of(stage, match).members)

    await until(all_in, "both players in the thread")
    assert not stage.requests("PUT", f"/channels/{match.home}/.*"), "no one is added by request"
    world = table.playground.world
    assert {message.type for message in world.messages(match.home)} == {0}, "no system message about members"
    start = await table.sam.wait_for_message(match.home, lambda m: m.id == match.start.id, "the first board")
    assert f"{table.ben.mention} (" in start.text
    assert start.pictures
    assert "Move" in start.buttons
    calls = (await table.control.pushes())[pushes:]
    assert table.ben.id not in [push["user_id"] for push in calls if push["channel_id"] == match.home]


async def test_a_player_is_added_silently_even_after_a_lost_response(stage: Stage) -> None:
    table = stage.table
    settings = (await table.ben.slash(table.channel, "settings")).message
    await table.ben.forge(settings, "fp:set:tell", "direct")
    others = f"{table.channel}|{await table.ben.open_dm()}"
    fault = Refusal("lost", {"fault": "reset", "when": "after"})
    await stage.refuse(fault, rf"/channels/(?!{others})\d+/messages$")
    match = await stage.table.begin("conhex", swap="off")
    await stage.wait_for_refusals()

    async def entry_message() -> ShownMessage | None:
        is_in = table.ben.id in thread_of(stage, match).members
        return next(
            (m for m in await table.sam.messages(match.home) if is_in and table.ben.mention in m.text), None
        )

    start = await stage.fast_forward_until(entry_message, "the first board to name everybody")
    assert start.pictures
    assert [m.id for m in await match.boards()] == [start.id], "the first board is posted once"


@pytest.mark.assumes("mention-joins-thread", "add-to-thread")
async def test_a_game_of_six_starts_without_member_add_messages(stage: Stage) -> None:
    table = stage.table
    people = [table.anna, table.ben, table.sam]
    people += [await table.newcomer(name) for name in ("Dora", "Emil", "Frida")]
    match = await gather(table, people)
    world = table.playground.world
    assert {message.type for message in world.messages(match.home)} == {0}, "no system message about members"
    assert {person.id for person in people} <= set(world.channels[match.home].members)
    assert not stage.requests("PUT", f"/channels/{match.home}/.*")


@pytest.mark.assumes("archive-is-told")
async def test_an_archived_running_game_is_reopened_once(stage: Stage) -> None:
    match = await begin_match(stage)
    await stage.table.control.archive(match.home)

    async def is_open() -> bool:
        return not thread_of(stage, match).archived

    await until(is_open, "the thread to be open again")
    answer = await stage.table.sam.press(match.start, "Board")
    assert answer.message.pictures, "people outside the thread get answers, too"
    await stage.table.control.archive(match.home)
    await type_move(match, "a1", 1)
    requests = stage.requests("PATCH", f"/channels/{match.home}")
    assert [request.json for request in requests] == [{"archived": False}], (
        "a thread archived twice is left archived"
    )


@pytest.mark.assumes("archive-is-told")
async def test_a_thread_opened_by_a_player_is_reopened_too(stage: Stage) -> None:
    table = stage.table
    thread = await table.anna.client.open_thread(table.channel, "evening")
    answer = await table.anna.slash(
        thread, "challenge conhex", opponent=table.ben.id, role="red", variant="swap=off"
    )
    assert answer.message.is_private
    card = await table.ben.wait_for_message(thread, lambda m: "Accept" in m.buttons, "the card")
    await table.ben.press(card, "Accept")
    await table.sam.wait_for_message(thread, lambda m: "Move" in m.buttons, "the first board")
    # If only members may unarchive, the bot would have to be a member.
    await table.control.strictness(unarchiving_needs_membership=False)
    await table.control.archive(thread)

    async def is_open() -> bool:
        return not table.playground.world.channels[thread].archived

    await until(is_open, "the thread to be open again")
    await table.control.strictness(unarchiving_needs_membership=True)


@pytest.mark.assumes("archive-is-told")
async def test_threads_archived_while_offline_are_reopened_on_start(stage: Stage) -> None:
    match = await begin_match(stage)
    await stage.bot.stop()
    await stage.table.control.archive(match.home)
    await stage.bot.start()

    async def is_open() -> bool:
        return not thread_of(stage, match).archived

    await until(is_open, "the thread to be open again")


async def test_finished_or_locked_threads_stay_archived(stage: Stage) -> None:
    locked, over = await begin_match(stage), await begin_match(stage)
    await stage.table.anna.slash(over.home, "resign")
    await stage.table.control.lock(locked.home, archived=True)
    for match in (over, locked):
        await stage.table.control.archive(match.home, locked=match is locked)
    sign = await begin_match(stage)
    await type_move(sign, "a1", 1)
    assert not stage.requests("PATCH", f"/channels/{locked.home}")


@pytest.mark.assumes("sending-unarchives")
async def test_a_post_reopens_an_archived_thread(stage: Stage) -> None:
    match = await begin_match(stage)
    await stage.table.control.archive(match.home)
    await type_move(match, "a1", 1)
    await stage.board(match, 1)
    await match.wait_until_stripped(match.start)
    assert not thread_of(stage, match).archived
    check_posted_once(match, match.home, 1)


@pytest.mark.assumes("archived-needs-opening", "edits-call-nobody")
async def test_an_edit_reopens_an_archived_thread_and_keeps_mentions(stage: Stage) -> None:
    stage.ordered.add(50083)
    table = stage.table
    match = await begin_match(stage, clock="7d")
    await type_move(match, "a1", 1)
    board = await match.board(1)
    await match.wait_until_stripped(match.start)
    await table.control.archive(match.home)
    pushes = len(await table.control.pushes())
    today = stage.bot.clock().date().isoformat()
    await table.ben.slash(table.channel, "vacation take", **{"from": today, "to": today})
    changed = await table.sam.wait_for_message(
        match.home, lambda m: m.id == board.id and m.text != board.text, "the change"
    )
    assert f"{table.ben.mention} is on vacation until" in changed.text
    assert changed.pinged == board.pinged == [table.ben.id], "the mention stays"
    assert changed.pictures
    assert changed.buttons == board.buttons
    calls = (await table.control.pushes())[pushes:]
    assert not [push for push in calls if push["message_id"] == board.id], "an edit pings nobody"


@pytest.mark.assumes("sending-unarchives")
async def test_a_press_in_an_archived_thread_works(stage: Stage) -> None:
    match = await begin_match(stage)
    await stage.table.control.archive(match.home)
    panel = await stage.table.anna.press(match.start, "Move")
    letter = await stage.table.anna.press(panel.message, "a …")
    preview = await stage.table.anna.press(letter.message, "a1")
    await stage.table.anna.press(preview.message, "Confirm")
    await stage.board(match, 1)


@pytest.mark.assumes("locked-is-dead")
async def test_a_locked_thread_falls_back_to_the_channel(stage: Stage) -> None:
    stage.ordered.add(50083)
    match = await begin_match(stage)
    await stage.table.control.lock(match.home)
    assert not (await stage.table.anna.press(match.start, "Move")).answered, (
        "buttons in a locked thread do not respond"
    )
    await type_move(match, "a1", 1)
    board = await stage.board(match, 1, stage.table.channel)
    assert board.pinged == [stage.table.ben.id]
    panel = await stage.table.ben.press(board, "Move")
    assert "b …" in panel.message.buttons
    await stage.table.control.archive(match.home, archived=False)
    await type_move(match, "f6", 2)
    await stage.board(match, 2)
    await match.wait_until_stripped(board)


@pytest.mark.assumes("thread-cap")
async def test_an_archived_thread_at_the_cap_falls_back_to_the_channel(stage: Stage) -> None:
    stage.ordered.update({50083, 160006})
    match = await begin_match(stage)
    await stage.table.control.archive(match.home)
    await stage.table.control.set_thread_cap(stage.table.server, 0)
    try:
        await type_move(match, "a1", 1)
        await stage.board(match, 1, stage.table.channel)
    finally:
        await stage.table.control.set_thread_cap(stage.table.server, MOST)
    await type_move(match, "f6", 2)
    await stage.board(match, 2)


@pytest.mark.assumes("thread-cap")
async def test_a_game_at_the_thread_cap_starts_in_the_channel(stage: Stage) -> None:
    stage.ordered.add(160006)
    table = stage.table
    await table.control.set_thread_cap(table.server, 0)
    try:
        card = await table.challenge("conhex", role="red", swap="off")
        await table.ben.press(card, "Accept")
        match = await table.wait_for_match(card, (table.anna, table.ben), home=table.channel)
    finally:
        await table.control.set_thread_cap(table.server, MOST)
    assert match.start.pinged == [table.anna.id, table.ben.id]
    await type_move(match, "a1", 1)
    await stage.board(match, 1, table.channel)


SLOW = Refusal("slow", {"fault": "status", "status": 429, "retry_after": 240})


@pytest.mark.assumes("threads-limited")
async def test_a_slow_thread_creation_posts_the_board_in_the_channel(stage: Stage) -> None:
    table = stage.table
    card = await table.challenge("conhex", swap="off", role="red")
    await stage.refuse(SLOW, f"/{card.id}/threads$")
    await table.ben.press(card, "Accept")
    # The bot's clock is stopped, so the board did not wait for the thread.
    match = await table.wait_for_match(card, (table.anna, table.ben), home=table.channel)
    await type_move(match, "a1", 1)
    await match.board(1, table.channel)
    assert card.id not in table.playground.world.channels
    stage.bot.advance(300)

    async def thread_of_card() -> Channel | None:
        return table.playground.world.channels.get(card.id)

    thread = await stage.fast_forward_until(thread_of_card, "the thread")
    assert thread.name.startswith("ConHex #")
    await type_move(match, "f6", 2)
    await stage.board(match, 2, card.id)
    check_posted_once(match, table.channel, 1)
    check_posted_once(match, card.id, 2)
    assert table.anna.id in table.playground.world.channels[card.id].members


@pytest.mark.assumes("gone-for-good")
async def test_a_deleted_thread_is_replaced_by_the_channel_for_good(stage: Stage) -> None:
    match = await begin_match(stage)
    await stage.table.control.delete_channel(match.home)
    await type_move(match, "a1", 1)
    await stage.board(match, 1, stage.table.channel)
    before = len(stage.requests("POST", f"/channels/{match.home}/messages"))
    await type_move(match, "f6", 2)
    await stage.board(match, 2, stage.table.channel)
    assert len(stage.requests("POST", f"/channels/{match.home}/messages")) == before, (
        "the deleted thread is not tried again"
    )


@pytest.mark.assumes("thread-name")
async def test_long_names_fit_into_the_thread_name(stage: Stage) -> None:
    table = stage.table
    long = [await table.newcomer(letter * 90) for letter in "AB"]
    match = await table.begin("conhex", by=long[0], to=long[1])
    assert 1 <= len(thread_of(stage, match).name) <= 100
    assert len(match.start.headline) <= 100


@pytest.mark.assumes("thread-parents")
async def test_a_game_stays_in_the_channel_if_no_thread_can_open(stage: Stage) -> None:
    table = stage.table
    card = await table.challenge("conhex", role="red", swap="off")
    await stage.refuse(refusal_with_code(50024), f"/messages/{card.id}/threads$")
    await table.ben.press(card, "Accept")
    match = await table.wait_for_match(card, (table.anna, table.ben), home=table.channel)
    await type_move(match, "a1", 1)
    await stage.board(match, 1, table.channel)
