"""Dice from a card, at a table of four, in a rematch and in direct messages, verified independently.

The program in tests/by_hand knows only the documentation; it gets the record from `/export`, the commitment
on the card, and the message number at the end of the first roll's link.
"""

import asyncio
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from tests.end_to_end.bots import InProcessBot
from tests.end_to_end.people import Person
from tests.end_to_end.shown_message import ShownMessage
from tests.end_to_end.tables import Table, number_of
from tests.end_to_end.test_records import fetch
from tests.end_to_end.three_games.gatherings import HATS, follow_round, open_lobby
from tests.end_to_end.three_games.rounds import Round

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("bot")]

PROGRAM = Path(__file__).parents[1] / "by_hand" / "dice.py"
LINK = re.compile(r"https://discord\.com/channels/(?:@me|\d+)/\d+/(\d+)")


def seal_on(card: ShownMessage) -> str:
    (seal,) = re.findall(r"-# 🎲 Dice sealed: `([0-9a-f]{44})`", card.text)
    return str(seal)


async def check_dice(
    table: Table, folder: Path, person: Person, place: str, number: int, seal: str, board: str
) -> str:
    """Return the independent program's output for a finished match, from one player's view."""
    (message,) = LINK.findall(board)
    exported = await person.slash(place, "export", game=str(number))
    file = folder / f"{number}.json"
    file.write_bytes(await fetch(table, next(iter(exported.message.files.values()))))
    command = [sys.executable, "-I", str(PROGRAM), str(file), "--message", message, "--commitment", seal]
    process = await asyncio.to_thread(
        subprocess.run, command, capture_output=True, text=True, check=False, cwd=folder
    )
    verified = await person.slash(place, "dice verify", game=str(number))
    assert "✅" in verified.text
    assert process.returncode == 0, process.stdout
    return process.stdout.strip()


async def play_out(match: Round, plies: int = 4) -> str:
    """Play some moves, then let all players but one leave; return the text of the first board."""
    first, draw = match.board.text, Random(match.number)
    while match.ply < plies and match.state.outcome is None:
        await match.type(str(draw.choice(match.state.legal_moves())))
    *leaving, _ = range(len(match.players))
    for seat in leaving:
        if len(match.players) > 2:
            await match.leave(seat)
        else:
            question = (await match.players[seat].slash(match.home, "resign")).message
            await match.players[seat].press(question, "Confirm")
            match.board = await match.witness.wait_for_message(
                match.home, lambda m: "🏁" in m.text, "the end"
            )
    return first


async def join_table(table: Table, people: Sequence[Person]) -> tuple[ShownMessage, Round]:
    """Join people to a table; return its card as first posted, and their match."""
    card = await open_lobby(table, people[0], players=str(len(people)))
    for guest in people[1:]:
        await guest.press(card, "Join")
    return card, await follow_round(table, HATS, card.id, people, {})


async def test_dice_verify_for_a_card_and_its_rematch(
    table: Table, bot: InProcessBot, tmp_path: Path
) -> None:
    bot.chance.result = 2**219 + 3
    card, match = await join_table(table, (table.anna, table.ben))
    first = await play_out(match)
    result = await check_dice(table, tmp_path, table.anna, match.home, match.number, seal_on(card), first)
    assert result.startswith("right: ")
    bot.chance.result = 2**218 + 5
    await table.ben.press(match.board, "Rematch")
    rematch_card = await table.sam.wait_for_message(
        table.channel, lambda m: m.id != card.id and "Join" in m.buttons, "the card of the rematch"
    )
    assert seal_on(rematch_card) != seal_on(card)
    await table.anna.press(rematch_card, "Join")
    second = await follow_round(table, HATS, rematch_card.id, (table.anna, table.ben), {})
    first = await play_out(second)
    await check_dice(table, tmp_path, table.ben, second.home, second.number, seal_on(rematch_card), first)


async def test_dice_verify_at_a_table_of_four(table: Table, bot: InProcessBot, tmp_path: Path) -> None:
    bot.chance.result = 2**217 + 7
    others = [await table.newcomer(name) for name in ("Clara", "David")]
    card, match = await join_table(table, (table.anna, table.ben, *others))
    first = await play_out(match)
    await check_dice(table, tmp_path, others[0], match.home, match.number, seal_on(card), first)


async def test_dice_verify_in_direct_messages(table: Table, bot: InProcessBot, tmp_path: Path) -> None:
    bot.chance.result = 2**216 + 9
    await table.control.deny(
        table.channel, "SEND_MESSAGES", "SEND_MESSAGES_IN_THREADS", "CREATE_PUBLIC_THREADS"
    )
    await table.anna.slash(table.channel, f"challenge {HATS}", players="2", opponent=table.ben.id)
    anna, ben = await table.anna.open_dm(), await table.ben.open_dm()
    card = await table.ben.wait_for_message(ben, lambda m: "Join" in m.buttons, "the card")
    await table.ben.press(card, "Join")

    def rolls(message: ShownMessage) -> bool:
        return "Move" in message.buttons and "🎲" in message.text

    boards = [
        await person.wait_for_message(place, rolls, "the first roll")
        for person, place in ((table.anna, anna), (table.ben, ben))
    ]
    assert LINK.findall(boards[0].text) == LINK.findall(boards[1].text), (
        "both boards link to the same message"
    )
    number = number_of(boards[0])
    mover = table.anna if f"{table.anna.mention}, you go first" in boards[0].text else table.ben
    panel = (await mover.press(boards[0] if mover is table.anna else boards[1], "Move")).message
    assert panel.is_private or panel.channel in {anna, ben}
    question = (await mover.slash(await mover.open_dm(), "resign", game=str(number))).message
    await mover.press(question, "Confirm")
    await table.anna.wait_for_message(anna, lambda m: "🏁" in m.text, "the end")
    result = await check_dice(table, tmp_path, table.anna, anna, number, seal_on(card), boards[0].text)
    assert result == "right: 1 rolls follow from the seed"
