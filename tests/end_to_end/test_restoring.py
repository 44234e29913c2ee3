"""A backup is restored during play: no notice is delivered twice, and old buttons have no effect."""

import asyncio
import re
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest
import pytest_asyncio

from playground.server import Playground
from tests.end_to_end.forks import BotProcess, ForkServer, bot_process
from tests.end_to_end.shown_message import ShownMessage
from tests.end_to_end.tables import Match, Table
from tests.end_to_end.test_crashes import HANG, wait_for_fault

pytestmark = pytest.mark.asyncio(loop_scope="module")

OLD = "dates from before a restore"
SENT = re.compile(r"fp(?P<epoch>[0-9a-z]*):(?P<rest>.*)", re.DOTALL)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def bot(
    fork_server: ForkServer, playground: Playground, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[BotProcess]:
    """The bot as successive processes over one database, killed by the tests."""
    async with bot_process(fork_server, playground, tmp_path_factory.mktemp("bot"), hasty=True) as process:
        await process.start()
        yield process


def back_up(bot: BotProcess, name: str) -> Path:
    """Copy the database while the bot uses it."""
    copy = bot.directory / name
    with (
        closing(sqlite3.connect(bot.directory / "fernpartie.db")) as live,
        closing(sqlite3.connect(copy)) as to,
    ):
        live.backup(to, pages=8)
    return copy


async def restore(bot: BotProcess, backup: Path) -> str:
    """Kill the bot, restore a backup like an owner, and start again; return the program's output."""
    await bot.kill()
    status, output = await bot.operate("restore", str(backup))
    assert status == 0, output
    await bot.start()
    return output


async def wait_for_restore(match: Match, ply: int) -> ShownMessage:
    """Wait for the message that reports a match's restored state."""
    words = f"restored to move {ply}" if ply else "restored to its start"
    return await match.witness.wait_for_message(match.home, lambda m: words in m.headline, words)


async def headlines_of(match: Match) -> list[str]:
    """Return the middle parts of the headlines of a match's boards, without number and turn."""
    return [board.headline.split(" · ")[1] for board in await match.boards()]


async def test_a_restore_under_load_reposts_every_running_game(table: Table, bot: BotProcess) -> None:
    anna, ben = table.anna, table.ben
    quiet = await table.begin("conhex", swap="off")
    final_match = await table.begin("conhex", swap="off")
    delivered = await table.begin("conhex", swap="off")
    undelivered = await table.begin("conhex", swap="off")
    await quiet.play("a1", "f6")
    card = await table.card(anna, "conhex", role="red", swap="off")
    for match, when in ((delivered, "after"), (undelivered, "before")):
        await table.control.fault(
            "drop", f"/channels/{match.home}/messages$", "POST", seconds=HANG, when=when
        )
        await anna.slash(match.home, "move", move="a1")
    await wait_for_fault(table)
    (backup, _) = await asyncio.gather(
        asyncio.to_thread(back_up, bot, "backup.db"), anna.slash(final_match.home, "move", move="a1")
    )
    # The restore undoes these events.
    await quiet.play("b3", after=2)
    lost_board = await quiet.board(3)
    await ben.slash(final_match.home, "resign")
    lost_match = await table.begin("conhex", swap="off")
    await lost_match.play("a1")
    lost_match_board = await lost_match.board(1)
    text = await restore(bot, backup)
    assert "4 running games will post a notice of the restore" in text

    boards = {
        match.number: await wait_for_restore(match, ply)
        for match, ply in ((quiet, 2), (delivered, 1), (undelivered, 1))
    }
    assert (await headlines_of(quiet)).count("restored to move 2") == 1
    assert f"<@{anna.id}>" in boards[quiet.number].text
    # Messages in progress at the time of the backup arrived once.
    for match, calls in ((delivered, 3), (undelivered, 2)):
        assert (await headlines_of(match))[1:] == ["Anna: a1", "restored to move 1"]
        # Pings at the start, with the ply if it had arrived, and by the restore.
        assert match.pings().count(ben.id) == calls

    # Old buttons get a private answer without effect, with a link to the match if it is unchanged.
    await quiet.wait_until_stripped(quiet.start)
    answer = await anna.press(lost_board, "Move")
    assert OLD in answer.text
    assert answer.message.is_private
    current = await anna.press(answer.message, "Board")
    assert f"#{quiet.number}" in current.text
    stranger = await table.sam.press(lost_board, "More")
    assert OLD in stranger.text
    assert "Board" not in stranger.message.buttons

    # A new match gets the lost match's number; old buttons do not affect it.
    replacement = await table.begin("ludus-latrunculorum")
    custom_id = SENT.fullmatch(replacement.start.buttons["Board"])
    assert custom_id is not None
    assert custom_id["epoch"]
    assert custom_id["rest"] == f"board:{lost_match.number}:0"
    answer = await ben.press(lost_match_board, "Move")
    assert OLD in answer.text
    assert "Board" not in answer.message.buttons

    # An open challenge can be accepted on its original card.
    reissued_card = await table.sam.wait_for_message(
        table.channel, lambda m: m.id == card.id and m.buttons["Accept"] != card.buttons["Accept"], "the card"
    )
    await ben.press(reissued_card, "Accept")
    match = await table.wait_for_match(card, (anna, ben))

    # Everything continues, by commands and by buttons, and again after another restore.
    reply = await anna.slash(quiet.home, "move", move="b3")
    assert "is played" in reply.text
    await table.sam.wait_for_message(
        quiet.home, lambda m: "Anna: b3" in m.headline and m.id > boards[quiet.number].id, "the board"
    )
    second = back_up(bot, "second.db")
    await ben.slash(quiet.home, "move", move="f9")
    undone_board = await table.sam.wait_for_message(
        quiet.home, lambda m: "Ben: f9" in m.headline, "the board"
    )
    assert "restored" in await restore(bot, second)
    latest = await wait_for_restore(quiet, 3)
    await wait_for_restore(match, 0)
    assert OLD in (await ben.press(undone_board, "More")).text
    assert OLD in (await ben.press(lost_board, "More")).text
    assert OLD not in (await ben.press(latest, "More")).text
    assert (await headlines_of(quiet)).count("restored to move 3") == 1
