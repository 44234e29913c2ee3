"""Delivery while Discord fails: every notice arrives once."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from tests.end_to_end.bots import InProcessBot
from tests.end_to_end.cases import case
from tests.end_to_end.panels import confirm, prepare
from tests.end_to_end.shown_message import ShownMessage
from tests.end_to_end.tables import Match, Table
from tests.end_to_end.waiting import until

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("bot")]

MOVES = ("a1", "f6", "b3", "f5", "b5", "f7", "b7", "e6", "b9", "g6")
"""ConHex moves that do not end the game."""
MESSAGES = r"/channels/\d+/messages$"
CALLBACK = r"/interactions/\d+/.+/callback$"


async def fast_forward_until(
    bot: InProcessBot, probe: Callable[[], Awaitable[ShownMessage | None]], description: str
) -> ShownMessage:
    """Wait for a condition while the bot's clock runs fast, which shortens its pauses."""

    async def advance_and_probe() -> ShownMessage | None:
        bot.advance(60)
        return await probe()

    return await until(advance_and_probe, description)


async def wait_for_board(bot: InProcessBot, match: Match, ply: int) -> ShownMessage:
    """Wait for the board after a ply, however many attempts it takes."""
    mark = f"fp:board:{match.number}:{ply}"

    async def look() -> ShownMessage | None:
        return next((m for m in await match.boards() if m.has_custom_id(mark)), None)

    return await fast_forward_until(bot, look, f"ply {ply}")


async def check_posted_once(match: Match, *moves: str) -> None:
    """Check that the thread has every ply exactly once, in order."""
    boards = (await match.boards())[1:]
    assert len(boards) == len(moves)
    assert not [
        (move, board) for move, board in zip(moves, boards, strict=True) if not board.reports_move(move)
    ]


FAULTS: dict[str, dict[str, Any]] = {
    "429": {"fault": "status", "status": 429, "retry_after": 0.1},
    "429 for everything": {"fault": "status", "status": 429, "retry_after": 0.1, "global": True},
    "500": {"fault": "status", "status": 500},
    "503": {"fault": "status", "status": 503},
    "503 again and again": {"fault": "status", "status": 503, "times": 4},
    "reset": {"fault": "reset"},
    "reset again and again": {"fault": "reset", "times": 6},
    "drop": {"fault": "drop", "seconds": 0.1},
    "delay": {"fault": "delay", "seconds": 0.5},
}


@pytest.mark.assumes("nonce-once")
@pytest.mark.parametrize("when", ["before", "after"])
async def test_a_ply_is_posted_once_despite_faults(table: Table, bot: InProcessBot, when: str) -> None:
    match = await table.begin("conhex", swap="off")
    await match.wait_until_stripped(match.card)
    moves = MOVES[: len(FAULTS) + 1]
    for ply, ((name, fault), move) in enumerate(zip(FAULTS.items(), moves, strict=False), start=1):
        with case(name):
            order = {"path": MESSAGES, "method": "POST", "when": when} | fault
            await table.line.ask("POST", "/playground/control/faults", order)
            answer = await match.players[(ply - 1) % 2].slash(match.home, "move", move=move)
            assert "is played" in answer.text
            await wait_for_board(bot, match, ply)
            unstruck = [fault for fault in await table.control.faults() if not fault["struck"]]
            assert unstruck == [], "the fault did not strike"
            await table.control.clear_faults()
    last = await match.players[len(FAULTS) % 2].slash(match.home, "move", move=moves[-1])
    assert "is played" in last.text
    await wait_for_board(bot, match, len(moves))
    await check_posted_once(match, *moves)


async def test_notices_keep_their_order_while_posting_fails(table: Table, bot: InProcessBot) -> None:
    match = await table.begin("conhex", swap="off")
    await table.control.fault("status", f"/channels/{match.home}/messages$", "POST", status=503, times=3)
    for ply, move in enumerate(("a1", "f6", "b3"), start=1):
        answer = await match.players[(ply - 1) % 2].slash(match.home, "move", move=move)
        assert "is played" in answer.text, "moves are possible without delivery"
    await wait_for_board(bot, match, 3)
    await check_posted_once(match, "a1", "f6", "b3")
    assert match.pings()[2:] == [table.ben.id], "the turn already taken is not pinged"


@pytest.mark.assumes("nonce-once", "own-history")
async def test_a_message_with_a_failed_response_is_not_posted_twice(table: Table, bot: InProcessBot) -> None:
    match = await table.begin("conhex", swap="off")
    await table.control.fault("status", f"/channels/{match.home}/messages$", "POST", status=503, when="after")
    await table.anna.slash(match.home, "move", move="a1")
    await wait_for_board(bot, match, 1)
    for _ in range(3):
        bot.advance(60)
        await table.ben.slash(table.channel, "games")
    await check_posted_once(match, "a1")
    assert match.pings() == match.calls(1)


@pytest.mark.assumes("thread-has-id-of-message")
@pytest.mark.parametrize(
    "fault", [FAULTS["503"], FAULTS["reset"], FAULTS["500"]], ids=["503", "reset", "500"]
)
@pytest.mark.parametrize("when", ["before", "after"])
async def test_a_thread_is_opened_once_despite_faults(
    table: Table, bot: InProcessBot, fault: dict[str, Any], when: str
) -> None:
    card = await table.challenge("conhex", role="red")
    await table.line.ask(
        "POST", "/playground/control/faults", {"path": "/threads$", "method": "POST", "when": when} | fault
    )
    await table.ben.press(card, "Accept")

    async def look() -> ShownMessage | None:
        return next((m for m in await table.sam.messages(card.id) if "Move" in m.buttons), None)

    await fast_forward_until(bot, look, "the first board")
    assert await table.control.faults() == []
    match = await table.wait_for_match(card, (table.anna, table.ben))
    assert len(await match.boards()) == 1


def count_attempts(table: Table, interaction: str) -> int:
    """Return the number of the bot's attempts to answer an interaction."""
    path = f"/interactions/{interaction}/"
    return sum(entry.path.startswith(path) for entry in table.playground.journal.since(0))


@pytest.mark.parametrize("fault", [FAULTS["503"], FAULTS["reset"]], ids=["503", "reset"])
@pytest.mark.parametrize("when", ["before", "after"])
async def test_a_lost_response_is_resent_and_the_move_kept(
    table: Table, bot: InProcessBot, fault: dict[str, Any], when: str
) -> None:
    match = await table.begin("conhex", swap="off")
    panel = await prepare(table.anna, match.start, ("a1",))
    await table.line.ask(
        "POST",
        "/playground/control/faults",
        {"path": CALLBACK, "method": "POST", "when": when, "times": 1} | fault,
    )
    answer = await confirm(table.anna, panel)
    assert answer.answered
    board = await wait_for_board(bot, match, 1)
    assert board.pinged == [table.ben.id]

    async def has_tries() -> bool:
        return count_attempts(table, answer.id) >= 2

    await until(has_tries, "the answer to be retried")
    await table.sam.slash(table.channel, "games")
    assert count_attempts(table, answer.id) == 2
    retry = await table.anna.forge(panel, panel.buttons["Confirm"])
    assert "is played already" in retry.text
    await check_posted_once(match, "a1")
    await table.ben.slash(match.home, "move", move="f6")
    fresh = await prepare(table.anna, await match.board(2), ("g8",))
    assert "is played." in (await table.anna.forge(fresh, fresh.buttons["Confirm"])).text


@pytest.mark.parametrize("when", ["before", "after"])
async def test_a_rate_limited_response_is_retried(table: Table, when: str) -> None:
    match = await table.begin("conhex", swap="off")
    await table.control.fault("status", CALLBACK, "POST", status=429, retry_after=0.2, when=when)
    answer = await table.anna.slash(match.home, "move", move="a1")
    assert "is played" in answer.text

    async def has_tries() -> bool:
        return count_attempts(table, answer.id) == 2

    await until(has_tries, "the answer to be retried")
    await match.board(1)
    await check_posted_once(match, "a1")


async def test_a_late_response_loses_nothing(table: Table) -> None:
    match = await table.begin("conhex", swap="off")
    await table.control.fault("delay", CALLBACK, "POST", seconds=0.4)
    answer = await table.anna.slash(match.home, "move", move="a1")
    assert "is played" in answer.text
    await match.board(1)
    await check_posted_once(match, "a1")


@pytest.mark.assumes("old-edits-limited")
async def test_an_edit_of_an_aged_board_is_retried_after_a_rate_limit(table: Table) -> None:
    match = await table.begin("conhex", swap="off")
    await table.control.age(match.start.id, 7200)
    await table.control.fault("status", "/messages/", "PATCH", status=429, code=30046)
    await match.play("a1", "f6")
    await match.wait_until_stripped(match.start)
    assert await table.control.faults() == []


async def test_an_uneditable_old_board_links_the_current_one(
    table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    match = await table.begin("conhex", swap="off")
    await match.wait_until_stripped(match.card)
    path = f"/channels/{match.home}/messages/{match.start.id}$"
    await table.control.fault("status", path, "PATCH", status=403, code=50005)
    await match.play("a1", "f6")
    boards = await match.boards()
    await match.wait_until_stripped(boards[1])
    assert "Move" in boards[0].buttons
    old = await table.anna.press(boards[0], "Move")
    assert old.text.startswith("**This board is out of date"), "an old button shows the current board"
    assert boards[-1].id in old.text
    assert list(old.message.buttons) == ["Board", "Move"]
    assert "b …" in (await table.anna.press(old.message, "Move")).message.buttons
    assert "Traceback" not in caplog.text
