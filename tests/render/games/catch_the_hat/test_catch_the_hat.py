"""The board of hats, as drawn."""

from render.games.catch_the_hat.board import CatchTheHatBoard
from rules.games.catch_the_hat import BACK, FRONT, GAME
from tests.render.games.catch_the_hat.hats_seen import (
    board_of,
)


def test_a_way_home_and_out_again_goes_by_the_door() -> None:
    board = board_of(GAME.new(players=4))
    assert board.walk(("R2", "H0", "R1")) == ("R2", "R1", "R0", "H0", "R0", "R1")
    assert board.walk(("S0.2", "S1.4")) == (
        "S0.2", "S0.3", "S0.4", "S0.5", "S0.6", "C", "S1.6", "S1.5", "S1.4",
    )  # fmt: skip
    for side in (FRONT, BACK):
        whole = CatchTheHatBoard(800, side.name, tuple(range(side.corners)))
        for origin, walks in zip(side.places, side.walks, strict=True):
            for steps, ends in enumerate(walks):
                for _, move in ends if steps and not origin.startswith("H") else ():
                    assert len(whole.walk(move.path)) <= steps + 1
