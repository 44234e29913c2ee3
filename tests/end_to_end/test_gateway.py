"""The gateway connection breaks during an action: it takes effect once, and play continues."""

import asyncio

import pytest

from tests.end_to_end.bots import InProcessBot
from tests.end_to_end.panels import confirm, prepare
from tests.end_to_end.tables import Match, Table
from tests.end_to_end.waiting import until
from tests.repeats import cases

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("bot")]

TROUBLES = cases(
    [{"action": "close", "code": 4000}, {"action": "abort"}],
    [
        {"action": "close", "code": 4000},
        {"action": "close", "code": 1000},
        {"action": "reconnect"},
        {"action": "abort"},
    ],
)


async def wait_until_online(table: Table) -> None:
    async def is_online() -> bool:
        return table.playground.gateway.online

    # discord.py doubles its wait after each failed attempt, at random up to half a minute.
    await until(is_online, "the bot to be online", within=90)


async def check_posted_once(match: Match, *moves: str) -> None:
    """Check that the thread has every ply exactly once, in order."""
    await match.board(len(moves))
    boards = (await match.boards())[1:]
    assert len(boards) == len(moves)
    assert not [
        (move, board) for move, board in zip(moves, boards, strict=True) if not board.reports_move(move)
    ]


@pytest.mark.parametrize("trouble", TROUBLES, ids=str)
async def test_a_connection_lost_before_the_response_plays_the_move_once(
    table: Table, trouble: dict[str, object]
) -> None:
    match = await table.begin("conhex", swap="off")
    panel = await prepare(table.anna, match.start, ("a1",))
    pressing = asyncio.create_task(confirm(table.anna, panel))
    await table.control.gateway(**trouble)  # type: ignore[arg-type]  # its keyword arguments
    answer = await pressing
    await wait_until_online(table)
    if not answer.answered:
        answer = await confirm(table.anna, panel)
    assert "is played" in answer.text or "is played already" in answer.text
    await check_posted_once(match, "a1")
    await table.ben.slash(match.home, "move", move="f6")
    await check_posted_once(match, "a1", "f6")


@pytest.mark.assumes("replay-after-resume")
@pytest.mark.parametrize("trouble", TROUBLES, ids=str)
async def test_missed_events_are_replayed_after_a_reconnect(table: Table, trouble: dict[str, object]) -> None:
    match = await table.begin("conhex", swap="off")
    await table.control.gateway(**trouble)  # type: ignore[arg-type]  # its keyword arguments
    answer = await table.anna.slash(match.home, "move", move="a1")
    await wait_until_online(table)
    assert answer.answered, "the interaction was replayed in time"
    assert "is played" in answer.text
    await check_posted_once(match, "a1")


@pytest.mark.assumes("three-seconds")
async def test_a_late_response_keeps_the_move(table: Table) -> None:
    match = await table.begin("conhex", swap="off")
    # A retry of an unanswered request is just as late.
    await table.control.fault("delay", "/callback$", "POST", seconds=3.2, times=10)
    answer = await table.anna.slash(match.home, "move", move="a1")
    assert not answer.answered, "no answer in time"
    await table.control.clear_faults()
    await check_posted_once(match, "a1")
    retry = await table.anna.slash(match.home, "move", move="a1")
    assert retry.text.startswith(f"Game #{match.number}: your move **a1** is played already.")
    await check_posted_once(match, "a1")


async def test_a_move_survives_a_gateway_outage(table: Table) -> None:
    match = await table.begin("conhex", swap="off")
    panel = await prepare(table.anna, match.start, ("a1",))
    await table.control.gateway("down")
    pressing = asyncio.create_task(confirm(table.anna, panel))
    answer = await pressing
    assert not answer.answered
    await table.control.gateway("up")
    await wait_until_online(table)
    # The press was queued and is played now, or it was lost: Anna presses again in either case.
    retry = await confirm(table.anna, panel)
    assert "is played" in retry.text or "is played already" in retry.text
    await check_posted_once(match, "a1")
    await table.ben.slash(match.home, "move", move="f6")
    await check_posted_once(match, "a1", "f6")


@pytest.mark.assumes("replay-after-resume")
async def test_a_lost_session_reconnects(table: Table) -> None:
    match = await table.begin("conhex", swap="off")
    await table.control.gateway("invalidate", resumable=False)

    async def is_offline() -> bool:
        return not table.playground.gateway.online

    await until(is_offline, "the session to end")
    await wait_until_online(table)
    answer = await table.anna.slash(match.home, "move", move="a1")
    assert "is played" in answer.text
    await check_posted_once(match, "a1")


async def test_a_notice_is_delivered_without_the_gateway(table: Table, bot: InProcessBot) -> None:
    match = await table.begin("conhex", swap="off")
    await table.control.fault("status", f"/channels/{match.home}/messages$", "POST", status=503)
    await table.anna.slash(match.home, "move", move="a1")
    await table.control.gateway("down")

    async def has_two_boards() -> bool:
        bot.advance(60)
        return len(await match.boards()) == 2

    await until(has_two_boards, "the board while the gateway is away")
    await table.control.gateway("up")
    await wait_until_online(table)
    await check_posted_once(match, "a1")
