"""Complete games played only with buttons."""

from typing import Any

import pytest

import rules
from tests.end_to_end.bots import InProcessBot
from tests.end_to_end.panels import choose_move, moves_in, prepare
from tests.end_to_end.tables import Table
from tests.end_to_end.test_games_by_slash import BRANDUBH, WHOLE_GAMES
from tests.end_to_end.turns import check_board, check_last_board, check_pings
from tests.repeats import cases

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("bot")]


@pytest.mark.parametrize(("key", "options", "moves", "winner"), cases([BRANDUBH], WHOLE_GAMES))
async def test_a_whole_game_is_played_by_buttons(
    table: Table, key: str, options: dict[str, Any], moves: list[str], winner: int
) -> None:
    match = await table.begin(key, **options)
    state = rules.GAMES[key].new(options)
    board = match.start
    for ply, text in enumerate(moves, start=1):
        move = state.parse(text)
        confirmation = await choose_move(match.players[(ply - 1) % 2], board, move)
        assert confirmation.text.startswith(f"Game #{match.number}: your move **{move}** is played.")
        assert set(confirmation.message.buttons) <= {"Undo"}
        state = state.play(move)
        if ply < len(moves):
            board = await check_board(match, key, ply, text, board)
        else:
            await check_last_board(match, ply, text, board, winner)
    await check_pings(match, len(moves))


@pytest.mark.assumes("custom-ids-come-back")
async def test_every_panel_survives_restarts(table: Table, bot: InProcessBot) -> None:
    match = await table.begin("hnefatafl", board="brandubh-7")
    await bot.restart()
    move = rules.GAMES["hnefatafl"].new({"board": "brandubh-7"}).parse("d1-c1")
    confirmation = await choose_move(table.anna, match.start, move)
    assert "**d1-c1**" in confirmation.text
    board = await match.board(1)
    await bot.restart()
    panel = await prepare(table.ben, board, ("d3", "a3"))
    back = await table.ben.press(panel, "Back")
    assert "d3-a3" in moves_in(back.message)
    more = await table.ben.press(board, "More")
    await bot.restart()
    question = await table.ben.press(more.message, "Resign")
    await bot.restart()
    await table.ben.press(question.message, "Confirm")
    await table.sam.wait_for_message(match.home, lambda m: "🏁" in m.text, "the end")
    await check_pings(match, 1 + 1)
