"""Whole games played with buttons alone."""

from typing import Any

import pytest

import rules
from tests.end_to_end.bots import BotHere
from tests.end_to_end.panels import choose_move, moves_in, points_in, prepare
from tests.end_to_end.tables import Table
from tests.end_to_end.test_games_by_slash import BRANDUBH, WHOLE_GAMES
from tests.end_to_end.turns import check_board, check_last_board, check_pings
from tests.repeats import cases

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("bot")]


@pytest.mark.parametrize(("key", "options", "moves", "winner"), cases([BRANDUBH], WHOLE_GAMES))
async def test_a_whole_game(
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


async def test_the_panel_offers_only_what_is_legal(table: Table) -> None:
    match = await table.begin("hnefatafl")
    moves = rules.GAMES["hnefatafl"].new().legal_moves()
    panel = (await table.anna.press(match.start, "Move")).message
    assert set(points_in(panel)) == {move.path[0] for move in moves}
    for start in ("e1", "a5"):
        page = await table.anna.press(panel, start)
        assert set(moves_in(page.message)) == {m.text for m in moves if m.path[0] == start}
        panel = (await table.anna.press(page.message, "Back")).message


async def test_a_board_with_more_than_a_hundred_starts_is_chosen_from_part_by_part(table: Table) -> None:
    match = await table.begin("hnefatafl", board="alea-evangelii-19")
    moves = rules.GAMES["hnefatafl"].new({"board": "alea-evangelii-19"}).legal_moves()
    panel = (await table.anna.press(match.start, "Move")).message
    assert next(iter(panel.buttons)) == "a …"
    inner = (await table.anna.press(panel, "a …")).message
    assert set(inner.offered) == {f"m{move}" for move in moves if move.path[0][0] == "a"}
    preview = (await table.anna.choose(inner, "ma3-b3")).message
    assert list(preview.buttons)[:2] == ["Confirm", "Back"]
    inner = (await table.anna.press(preview, "Back")).message
    back = (await table.anna.press(inner, "Back")).message
    assert back.buttons == panel.buttons


@pytest.mark.assumes("custom-ids-come-back")
async def test_everything_in_the_panel_outlives_restarts(table: Table, bot: BotHere) -> None:
    match = await table.begin("hnefatafl", board="brandubh-7")
    await bot.restart()
    move = rules.GAMES["hnefatafl"].new({"board": "brandubh-7"}).parse("d1-c1")
    confirmation = await choose_move(table.anna, match.start, move, bot.restart)
    assert "**d1-c1**" in confirmation.text
    board = await match.board(1)
    await bot.restart()
    panel = await prepare(table.ben, board, ("d3", "a3"))
    await bot.restart()
    back = await table.ben.press(panel, "Back")
    assert "d3-a3" in moves_in(back.message)
    more = await table.ben.press(board, "More")
    await bot.restart()
    question = await table.ben.press(more.message, "Resign")
    await bot.restart()
    await table.ben.press(question.message, "Confirm")
    await table.sam.finds(match.home, lambda m: "🏁" in m.text, "the end")
    await check_pings(match, 1 + 1)


async def test_cards_and_lists_outlive_restarts(table: Table, bot: BotHere) -> None:
    card = await table.challenge("conhex")
    await bot.restart()
    await table.ben.press(card, "Decline")
    await bot.restart()
    menu = await table.ben.finds(table.channel, lambda m: bool(m.menus), "the reasons")
    await table.ben.choose(menu, "no-time")
    await table.sam.finds(table.channel, lambda m: "Declined by" in m.text, "the closed card")
    card = await table.challenge("conhex", role="red")
    await bot.restart()
    await table.ben.press(card, "Accept")
    match = await table.wait_for_match(card, (table.anna, table.ben))
    games = await table.ben.slash(table.channel, "games")
    await bot.restart()
    page = await table.ben.choose(games.message, str(match.number))
    assert page.message.pictures
