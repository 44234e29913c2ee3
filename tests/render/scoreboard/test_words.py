"""The scoreboard in words."""

import pytest

from bot.locale import Texts
from render import Gallery, PlayerLine, Scoreboard, View
from tests.render.midgames import midgame

STATE = midgame("conhex", {}, 21)
ENGLISH = Texts.load().language("en")
PLAYERS = (PlayerLine("Anna", "red", "1½"), PlayerLine("Ben", "blue", "½"))


def words(scoreboard: Scoreboard, *, over: bool = False) -> str:
    return Gallery().words(STATE, ENGLISH, View(scoreboard=scoreboard, over=over))


def test_scoreboard_precedes_the_games_own_description() -> None:
    text = words(Scoreboard(PLAYERS, "Move 21", deadline="Time until noon."))
    assert text.startswith(
        "Players: Anna (red), Ben (blue). Move 21. Ben is to move. Time until noon. Series: Anna 1½, Ben ½. "
        "ConHex."
    )
    assert text.count("to move") == 1


def test_nobody_is_to_move_after_the_end() -> None:
    text = words(Scoreboard(PLAYERS[:2], "Move 21", ("Anna wins", "Ben resigns.")), over=True)
    assert "The game is over. Anna wins. Ben resigns." in text
    assert "is to move." not in text


@pytest.mark.parametrize(
    ("plies", "over", "sentence"),
    [(21, False, "Ben is to move."), (21, True, "The game is over."), (999, False, "The game is over.")],
)
def test_a_game_is_over_by_its_view_or_its_position(plies: int, over: bool, sentence: str) -> None:
    view = View(scoreboard=Scoreboard(PLAYERS, "Move 21"), over=over)
    text = Gallery().words(midgame("conhex", {}, plies), ENGLISH, view)
    assert text.startswith(
        f"Players: Anna (red), Ben (blue). Move 21. {sentence} Series: Anna 1½, Ben ½. ConHex."
    )


def test_without_a_scoreboard_the_game_states_the_turn() -> None:
    assert Gallery().words(STATE, ENGLISH).startswith("ConHex. Blue is to move.")
