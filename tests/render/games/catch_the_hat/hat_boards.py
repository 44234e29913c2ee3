"""Positions of hats, homes and dice on and around the board."""

from render import NEUTRAL, View
from render.canvas.resources import Resources
from render.contract.scoreboard import Plates
from render.games.catch_the_hat.board import CatchTheHatBoard
from render.games.catch_the_hat.colours import INKS
from render.games.catch_the_hat.painter import PAINTER
from render.games.catch_the_hat.painter import board_of as seen_board
from rules import State
from rules.games.catch_the_hat import GAME, HatState
from tests.render.looking import as_type

MAX_BYTES = 100_000
FULL = "H0 r,r,r,r,r,r; H1 y,y,y,y,y,y; H2 g,g,g,g,g,g; H3 b,b,b,b,b,b"
NAMES = ("Katharina", "Bartholomäus Müller", "Wilhelmina", "Maximilian", "Magdalena", "Konstantin")


def board_of(state: State, seat: int | None = None) -> CatchTheHatBoard:
    return seen_board(as_type(HatState, state), View(seat=seat))


def front(text: str, players: int = 4, mode: str = "solo") -> HatState:
    return GAME.from_position(text, {"mode": mode}, players)


def plates_of(state: HatState, view: View = NEUTRAL) -> Plates:
    return PAINTER.ready(Resources(INKS)).plates(state, view)


def dice(state: HatState, view: View = NEUTRAL) -> dict[int, object]:
    """Return the die's key next to each name, by seat."""
    plates = plates_of(state, view)
    return {
        plate.seat: count.key
        for plate in (*plates.above, *plates.below)
        for count in plate.counts
        if isinstance(count.key, tuple) and count.key[0] == "die"
    }


def counts_of(state: HatState) -> dict[int, tuple[object, int | None]]:
    """Return each seat's last count: the key of its sign, and the number."""
    hat_plates = plates_of(state)
    plates = (*hat_plates.above, *hat_plates.below)
    return {plate.seat: (plate.counts[-1].key, plate.counts[-1].number) for plate in plates}


# Six hats of each of four colours: at home, in towers, on a bench, side by side, secured.
LATE = front("turn 1; die 5; H0 r,r; H1 y,y; R3 b,gb,r; R7 yrbbg; R20 g,g; S2.4 rgy; C b,b; secured 3 ryyg")
