"""Complete games played by typing, from challenge to last move."""

from typing import Any

import pytest

from tests.end_to_end.tables import Table, picture_of
from tests.end_to_end.turns import check_board, check_last_board, check_pings
from tests.repeats import cases

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("bot")]

FASTEST_CONHEX = ["a1", "f6", "b3", "f5", "b5", "f7", "b7", "e6", "b9", "g6", "a11"]
SHORT_BRANDUBH = ["d1-c1", "d3-a3", "d2-a2", "d4-d1", "c1-b1", "d1-g1"]
SHORT_HNEFATAFL = ["e1-d1", "g5-b5", "d1-c1", "g6-g3", "c1-b1", "g7-g4", "b1-c1", "g4-a4", "c1-b1", "a4-a1"]


CONHEX = pytest.param("conhex", {"swap": "off"}, FASTEST_CONHEX, 0, id="conhex")
BRANDUBH = pytest.param("hnefatafl", {"board": "brandubh-7"}, SHORT_BRANDUBH, 1, id="brandubh")
HNEFATAFL = pytest.param("hnefatafl", {}, SHORT_HNEFATAFL, 1, id="hnefatafl")
WHOLE_GAMES = (CONHEX, BRANDUBH, HNEFATAFL)


@pytest.mark.parametrize(("key", "options", "moves", "winner"), cases([CONHEX], WHOLE_GAMES))
async def test_a_whole_game_is_played_by_commands(
    table: Table, key: str, options: dict[str, Any], moves: list[str], winner: int
) -> None:
    match = await table.begin(key, **options)
    assert match.start.pinged == [player.id for player in match.players]
    assert list(match.start.buttons) == ["Move", "Board", "More"]
    previous = match.start
    for ply, move in enumerate(moves, start=1):
        answer = await match.players[(ply - 1) % 2].slash(match.home, "move", move=move)
        assert answer.message.is_private
        assert answer.text.startswith(f"Game #{match.number}: your move **{move}** is played.")
        if ply < len(moves):
            previous = await check_board(match, key, ply, move, previous)
        else:
            await check_last_board(match, ply, move, previous, winner)
    await check_pings(match, len(moves))
    answer = await match.players[len(moves) % 2].slash(match.home, "move", move=moves[0])
    assert answer.text == "This game is over."


@pytest.mark.assumes("alt-text")
async def test_each_player_sees_the_board_in_their_own_style(table: Table) -> None:
    match = await table.begin("conhex", swap="off")
    board = await match.play("b3")
    (_, public_words), *_ = board.pictures
    usual = await table.ben.slash(match.home, "board")
    assert usual.message.pictures[0][1] == public_words, "by default as in public: same colours, same side"
    settings = (await table.ben.slash(match.home, "settings")).message
    await table.ben.press(settings, "ConHex: always see myself as red: off")
    own = await table.ben.slash(match.home, "board")
    assert own.message.is_private
    assert (await picture_of(table.line, own.message)).width == 800
    ((_, own_words),) = own.message.pictures
    assert "mirrored" in own_words
    assert "mirrored" in own.text, "the text describes the mirrored board, too"
    assert "mirrored" not in public_words
    assert list(own.message.buttons)[:3] == ["Move", "More", "Explore"]
    waiting = await table.anna.slash(match.home, "board")
    assert list(waiting.message.buttons)[:2] == ["More", "Explore"]
    assert "mirrored" not in waiting.text
    panel = await table.ben.slash(match.home, "move")
    assert "mirrored" in panel.text
    letter = await table.ben.press(panel.message, "f …")
    assert "mirrored" in letter.text
    page = await table.ben.press(letter.message, "f6")
    assert "mirrored" in page.text
    words = await table.anna.slash(match.home, "board", text=True)
    assert not words.message.pictures
    assert "1 red ball: b3." in words.text
