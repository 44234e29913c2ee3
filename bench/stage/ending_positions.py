"""Endings of Fox and Hens and of Hounds and Jackals for a naive solver."""

from collections.abc import Iterator
from itertools import count
from typing import Final

from engines.contract import Chance, shuffle
from rules import GAMES, State
from rules.games.fox_and_hens.board import POINTS

FOX: Final = GAMES["fox-and-hens"]
HOUNDS: Final = GAMES["hounds-and-jackals"]
_HOUSE: Final = tuple(f"{file}{rank}" for file in "cde" for rank in "567")
_NEAR: Final = ("a5", "b5", "f5", "g5", "b4", "c4", "d4", "e4", "f4")


def nearly_full_houses(chance: Chance) -> Iterator[State]:
    """Yield random endings endlessly, with one or two free points in the hen house."""
    for number in count():
        missing = 1 + number % 2
        hens = [*shuffle(chance, _HOUSE)[missing:], *shuffle(chance, _NEAR)[:2]]
        foxes = shuffle(chance, [point for point in POINTS if point not in hens])
        off = int(chance.random() < 1 / 4)
        turn = "hens" if chance.random() < 1 / 2 else "foxes"
        text = f"hens {' '.join(hens)}; foxes {' '.join(foxes[: 2 - off])}; off {off}; turn {turn}"
        state = FOX.from_position(text)
        if state.outcome is None:
            yield state


def last_pieces(chance: Chance) -> Iterator[State]:
    """Yield random endings endlessly, with at most three pieces of both packs still on the way."""
    for _ in count():
        holes = [shuffle(chance, range(1, 25)), shuffle(chance, range(1, 25))]
        away = 1 + int(chance.random() * 2)
        counts = (away, 1) if chance.random() < 1 / 2 else (1, away)
        sides = [
            " ".join(map(str, (*some[:size], *shuffle(chance, range(25, 30))[: 5 - size])))
            for some, size in zip(holes, counts, strict=True)
        ]
        turn = "hounds" if chance.random() < 1 / 2 else "jackals"
        yield HOUNDS.from_position(f"hounds {sides[0]}; jackals {sides[1]}; turn {turn}")
