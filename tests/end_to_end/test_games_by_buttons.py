"""Whole games played with buttons alone."""

from typing import Any

import pytest

import rules
from tests.end_to_end.bots import BotHere
from tests.end_to_end.panels import choose_move, confirm, moves_in, points_in, prepare
from tests.end_to_end.tables import Table, picture_of
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


async def test_every_node_of_conhex_is_chosen_by_letter_and_number(table: Table) -> None:
    match = await table.begin("conhex")
    panel = (await table.anna.press(match.start, "Move")).message
    assert list(panel.buttons) == [f"{letter} …" for letter in "abcdefghijk"]
    nodes = (await table.anna.press(panel, "b …")).message
    assert list(nodes.buttons) == ["b3", "b4", "b5", "b6", "b7", "b8", "b9", "Back"]


async def test_the_preview_shows_the_result_and_back_changes_nothing(table: Table) -> None:
    match = await table.begin("hnefatafl", board="brandubh-7")
    panel = await prepare(table.anna, match.start, ("d1", "c1"))
    assert "**d1-c1**" in panel.text
    ((_, words),) = panel.pictures
    assert "Last move: d1-c1." in words
    assert (await picture_of(table.line, panel)).width == 800
    back = await table.anna.press(panel, "Back")
    assert "d1-c1" in moves_in(back.message)
    first = await table.anna.press(back.message, "Back")
    assert "d1" in points_in(first.message)
    assert [m.id for m in await match.boards()] == [match.start.id]
    panel = await prepare(table.anna, match.start, ("d1", "b1"))
    await confirm(table.anna, panel)
    assert (await match.board(1)).tells("d1-b1")


async def test_the_swap_is_a_button_of_the_panel(table: Table) -> None:
    match = await table.begin("conhex")
    first = (await table.anna.press(match.start, "Move")).message
    assert "Take over the ball (swap)" not in first.buttons
    board = await match.play("f6")
    panel = (await table.ben.press(board, "Move")).message
    preview = await table.ben.press(panel, "Take over the ball (swap)")
    assert "the ball on f6 is blue now" in preview.text
    confirmation = await confirm(table.ben, preview.message)
    assert "Take over the ball (swap)" in confirmation.text
    swapped = await match.board(2)
    assert swapped.pinged == [table.anna.id]
    await table.anna.slash(match.home, "move", move="e6")
    await match.board(3)


async def test_move_without_a_move_opens_the_panel(table: Table) -> None:
    match = await table.begin("hnefatafl", board="brandubh-7")
    page = await table.anna.slash(match.home, "move")
    assert page.message.is_private
    answer = await table.anna.press(page.message, "d1")
    assert "d1-c1" in moves_in(answer.message)


async def test_board_and_more_answer_anyone_privately(table: Table) -> None:
    match = await table.begin("conhex", swap="off")
    answer = await table.sam.press(match.start, "Board")
    assert answer.message.is_private
    assert answer.message.pictures
    assert "Move" not in answer.message.buttons
    more = await table.sam.press(match.start, "More")
    assert list(more.message.buttons) == ["Rules", "Replay", "Follow"]
    assert "Swap rule: Off" in more.text
    own = await table.ben.press(match.start, "More")
    assert list(own.message.buttons) == ["Rules", "Replay", "Export", "Resign", "Hand over", "Abort", "Plan"]
    assert "Moves with `/move`" in own.text
    carousel = await table.ben.press(own.message, "Rules")
    rules_page = await table.ben.press(carousel.message, "All rules")
    assert "Conquering cells" in rules_page.text
    question = await table.ben.press(own.message, "Resign")
    assert f"resign ConHex #{match.number}" in question.text


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
    match = await table.opened(card, (table.anna, table.ben))
    games = await table.ben.slash(table.channel, "games")
    await bot.restart()
    page = await table.ben.choose(games.message, str(match.number))
    assert page.message.pictures
