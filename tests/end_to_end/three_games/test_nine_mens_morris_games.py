"""Nine Men's Morris: whole games by slash and by buttons, in both languages, and men to take."""

import pytest

from tests.end_to_end.tables import Table
from tests.end_to_end.three_games.gatherings import face_off
from tests.end_to_end.three_games.rounds import GERMAN

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("bot")]

KEY = "nine-mens-morris"
PLAYED = (
    "a7 d6 a4 g1 a1xd6 f4 c4 g7 b4xf4 g4xa1 a1xg1 g1xa7 a7xg7 g7xa1 a1xg1 g1xa4 a4xg7 g7xa7 c4-c3 g4-c5 "
    "c3-c4xg7"
)
MOVES = PLAYED.split()
"""Men are set and taken, black flies with three, and is left with two."""


async def test_a_whole_game_one_by_slash_and_one_by_buttons(table: Table) -> None:
    match = await face_off(table, KEY)
    for move in MOVES:
        await (match.press if match.mover is table.ben else match.type)(move)
    match.over(winners=[0])


async def test_a_whole_game_in_german_with_the_buttons_the_other_way_round(german_table: Table) -> None:
    for person in (german_table.anna, german_table.ben):
        await person.speaks("de")
    match = await face_off(german_table, KEY, GERMAN)
    for move in MOVES:
        await (match.press if match.mover is german_table.anna else match.type)(move)
        if move == "a1xd6":
            assert "Schließt eine Mühle (a1, a4, a7), schlägt den Stein auf d6" in match.board.text
    match.over(winners=[0])


async def test_what_a_mill_takes_is_on_the_buttons_and_asked_of_who_types(table: Table) -> None:
    match = await face_off(table, KEY, two_mills="two")
    for move in MOVES[:4]:
        await match.type(move)
    anna = match.mover
    panel = (await anna.press(match.board, "Move")).message
    label = "a1 \N{MULTIPLICATION SIGN} "
    listed = [option["label"] for menu in panel.menus for option in menu["options"]]
    assert {caption[: len(label) + 2] for caption in listed if caption.startswith(label)} == {
        f"{label}d6",
        f"{label}g1",
    }
    answer = await anna.slash(match.home, "move", move="a1")
    assert [label for label in answer.message.buttons if label.startswith("a1")], answer.text
    await match.type("a1 x g1")
    assert "Closes a mill (a1, a4, a7), takes the man on g1" in match.board.text


async def test_a_named_board_is_suggested_and_played(table: Table) -> None:
    suggestions = await table.anna.complete(table.channel, f"challenge {KEY}", "variant", "twelve")
    assert suggestions[0]["value"] == "men=12"
    match = await face_off(table, KEY, men="12")
    assert match.state.options["men"] == "12"
    for move in ("a1", "g4", "b2", "g1", "c3xg4"):
        await match.press(move)
