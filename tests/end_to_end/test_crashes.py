"""Killed processes of the bot: no ply is lost or doubled, and every notice is delivered once."""

import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest
import pytest_asyncio

from playground.server import Playground
from tests.end_to_end.forks import BotProcess, ForkServer, bot_process
from tests.end_to_end.shown_message import ShownMessage
from tests.end_to_end.tables import Match, Table, number_of
from tests.end_to_end.test_games_by_slash import FASTEST_CONHEX
from tests.end_to_end.waiting import until

pytestmark = pytest.mark.asyncio(loop_scope="module")

HANG = 60.0


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def bot(
    fork_server: ForkServer, playground: Playground, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[BotProcess]:
    """The bot as successive processes over one database, killed by the tests."""
    async with bot_process(fork_server, playground, tmp_path_factory.mktemp("bot"), hasty=True) as process:
        await process.start()
        yield process


async def wait_for_fault(table: Table) -> None:
    """Wait until the requested fault holds a request."""

    async def fault_fired() -> bool:
        return not await table.control.faults()

    await until(fault_fired, "the fault to strike")


async def check_posted_once(match: Match, *moves: str) -> None:
    """Check that the thread has every ply exactly once, in order, and each turn pinged once."""
    await match.board(len(moves))
    boards = await match.boards()
    assert len(boards) == len(moves) + 1
    assert not [
        (move, board) for move, board in zip(moves, boards[1:], strict=True) if not board.reports_move(move)
    ]
    assert match.pings() == match.calls(len(moves))


@pytest.mark.parametrize("when", ["before", "after"])
async def test_a_kill_between_commit_and_delivery_posts_the_ply_once(
    table: Table, bot: BotProcess, when: str
) -> None:
    match = await table.begin("conhex", swap="off")
    await table.control.fault("drop", f"/channels/{match.home}/messages$", "POST", seconds=HANG, when=when)
    answer = await table.anna.slash(match.home, "move", move="a1")
    assert "is played" in answer.text
    await wait_for_fault(table)
    await bot.kill()
    await bot.start()
    await check_posted_once(match, "a1")
    retry = await table.anna.slash(match.home, "move", move="b3")
    assert retry.text.startswith("**It is not your turn.")
    await table.ben.slash(match.home, "move", move="f6")
    await check_posted_once(match, "a1", "f6")


@pytest.mark.parametrize("when", ["before", "after"])
async def test_a_kill_while_posting_a_card_makes_one_card(table: Table, bot: BotProcess, when: str) -> None:
    await table.control.fault("drop", f"/channels/{table.channel}/messages$", "POST", seconds=HANG, when=when)
    await table.anna.slash(
        table.channel, "challenge conhex", opponent=table.ben.id, role="red", variant="swap=off"
    )
    await wait_for_fault(table)
    await bot.kill()
    await bot.start()
    card = await table.sam.wait_for_message(table.channel, lambda m: "Accept" in m.buttons, "the card")
    await table.ben.press(card, "Accept")
    match = await table.wait_for_match(card, (table.anna, table.ben))
    await table.anna.slash(match.home, "move", move="a1")
    await check_posted_once(match, "a1")
    cards = [m for m in await table.sam.messages(table.channel) if m.pictures]
    assert len(cards) == 1


@pytest.mark.parametrize("when", ["before", "after"])
async def test_a_kill_while_opening_a_thread_starts_the_game(
    table: Table, bot: BotProcess, when: str
) -> None:
    card = await table.challenge("conhex", role="red", swap="off")
    await table.control.fault("drop", f"/messages/{card.id}/threads$", "POST", seconds=HANG, when=when)
    await table.ben.press(card, "Accept")
    await wait_for_fault(table)
    await bot.kill()
    await bot.start()
    match = await table.wait_for_match(card, (table.anna, table.ben))
    await match.wait_until_stripped(card)
    await table.anna.slash(match.home, "move", move="a1")
    await check_posted_once(match, "a1")


async def test_a_kill_before_the_response_keeps_the_move(table: Table, bot: BotProcess) -> None:
    match = await table.begin("conhex", swap="off")
    await table.control.fault("drop", "/callback$", "POST", seconds=HANG, times=20)
    answer = await table.anna.slash(match.home, "move", move="a1")
    assert not answer.answered
    await bot.kill()
    await table.control.clear_faults()
    await bot.start()
    await check_posted_once(match, "a1")
    retry = await table.anna.slash(match.home, "move", move="a1")
    assert retry.text.startswith(f"Game #{match.number}: your move **a1** is played already.")
    await check_posted_once(match, "a1")


async def test_a_kill_with_waiting_notices_posts_them_all_in_order(table: Table, bot: BotProcess) -> None:
    first = await table.begin("conhex", swap="off")
    second = await table.begin("conhex", swap="off")
    for match in (first, second):
        await table.control.fault("status", f"/channels/{match.home}/messages$", "POST", status=503, times=2)
        for ply, move in enumerate(FASTEST_CONHEX[:3], start=1):
            await match.players[(ply - 1) % 2].slash(match.home, "move", move=move)
    await bot.kill()
    await table.control.clear_faults()
    await bot.start()
    for match in (first, second):
        await match.board(3)
        boards = (await match.boards())[1:]
        assert [
            move for board in boards for move in FASTEST_CONHEX if board.reports_move(move)
        ] == FASTEST_CONHEX[:3]
        assert match.pings()[-1] == table.ben.id


async def test_a_kill_while_editing_an_old_board_still_strips_it(table: Table, bot: BotProcess) -> None:
    match = await table.begin("conhex", swap="off")
    await match.wait_until_stripped(match.card)
    await table.control.fault("drop", f"/channels/{match.home}/messages/", "PATCH", seconds=HANG)
    await table.anna.slash(match.home, "move", move="a1")
    await wait_for_fault(table)
    await bot.kill()
    await bot.start()
    board = await match.board(1)
    assert number_of(board) == match.number
    old: ShownMessage = (await match.boards())[0]
    await match.wait_until_stripped(old)
    await table.ben.slash(match.home, "move", move="f6")
    await check_posted_once(match, "a1", "f6")


async def test_the_bot_waits_for_a_missing_database_and_resumes(
    table: Table, bot: BotProcess, fork_server: ForkServer, playground: Playground, tmp_path: Path
) -> None:
    await bot.kill()
    async with bot_process(fork_server, playground, tmp_path, hasty=True) as alone:
        await alone.start()
        before = {message.id for message in await table.sam.messages(table.channel)}
        # With a pending card, the bot polls its outbox every second, otherwise every minute.
        await table.control.fault(
            "status", f"/channels/{table.channel}/messages$", "POST", status=503, times=2
        )
        await table.anna.slash(table.channel, "challenge conhex", opponent=table.ben.id, role="red")
        with closing(sqlite3.connect(tmp_path / "fernpartie.db", isolation_level=None)) as database:
            database.execute("ALTER TABLE notices RENAME TO gone")
            await table.anna.slash(table.channel, "challenge hnefatafl", opponent=table.ben.id)
            await alone.wait_for_output("deliveries wait for the database")
            database.execute("ALTER TABLE gone RENAME TO notices")

        async def cards() -> list[ShownMessage]:
            messages = await table.sam.messages(table.channel)
            return [
                message for message in messages if message.id not in before and "Accept" in message.buttons
            ]

        await until(cards, "the pending card")
        card = await table.card(table.anna, "fox-and-hens", opponent=table.ben.id)
        assert [entry.id for entry in await cards()][1:] == [card.id]
        await alone.stop()
    await bot.start()
