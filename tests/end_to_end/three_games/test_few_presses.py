"""Few presses: moves without confirmation, moves on the public board, and the follow-up of a move."""

import pytest

from tests.end_to_end.bots import InProcessBot
from tests.end_to_end.panels import moves_in
from tests.end_to_end.tables import Table
from tests.end_to_end.three_games.gatherings import gather
from tests.end_to_end.three_games.known_dice import preset_rolls

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("bot")]


async def test_a_roll_takes_one_press_on_the_public_board(table: Table, bot: InProcessBot) -> None:
    preset_rolls(bot, {1: 6, 4: 6, 7: 2})
    match = await gather(table, [table.anna, table.ben])
    first, other = match.mover, next(player for player in match.players if player is not match.mover)
    await match.press("H0-R5")
    assert list(match.board.buttons)[:3] == ["Roll again", "Stop here", "Move"]
    for person in (other, table.sam):
        reply = await person.press(match.board, "Roll again")
        assert reply.message.is_private
        assert reply.text.startswith(f"{first.mention} to move")
    board = match.board
    answer = await first.press(match.board, "Roll again")
    assert answer.message.is_private
    assert answer.message.id != board.id, "the public board stays"
    await match.follow("roll-again")
    assert moves_in(match.board) == []
    match.check_pings()
