"""The choices before a game of Fox and Hens and their effects."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

from rules.contract import OnlyWith, Option, Outcome, check_choices
from rules.games.fox_and_hens.board import ALL_POINTS, HOUSE, POINT_INDEX, Board, board
from rules.games.fox_and_hens.vocabulary import Outcomes

HENS: Final = 0
FOXES: Final = 1
SEATS: Final = (2,)
_REMOVED: Final = OnlyWith("missed_capture", ("remove-fox",))
"""Foxes are removed, and return, only in this mode."""
OPTIONS: Final = (
    Option("missed_capture", ("remove-fox", "takeback", "enforced"), "remove-fox"),
    Option(
        "both_missed",
        ("hens-choose", "foxes-choose", "moved-fox", "hens-win", "takeback"),
        "hens-choose",
        only_with=_REMOVED,
    ),
    Option("return_zone", ("anywhere", "outside-house"), "anywhere", only_with=_REMOVED),
    Option("return_by", ("foxes", "hens"), "foxes", only_with=_REMOVED),
    Option("fox_start", ("front", "back"), "front"),
    Option("diagonals", ("alternating", "none"), "alternating"),
    Option("hens_stuck", ("foxes-win", "draw"), "foxes-win"),
)
_STARTS: Final = {"front": ("c5", "e5"), "back": ("c7", "e7")}


@dataclass(frozen=True, slots=True)
class Setup:
    """The terms of a game.

    `penalty` and `both` are the consequences of a capture missed by one fox or by both; `return_zone` are the
    points (bits) where the seat `return_seat` may put a fox back.
    """

    choices: tuple[tuple[str, str], ...]
    penalty: str = field(compare=False)
    both: str = field(compare=False)
    return_zone: int = field(compare=False)
    return_seat: int = field(compare=False)
    fox_start: tuple[int, int] = field(compare=False)
    board: Board = field(compare=False, repr=False)
    hens_stuck: Outcome = field(compare=False)

    @property
    def options(self) -> Mapping[str, str]:
        return MappingProxyType(dict(self.choices))

    @property
    def has_claims(self) -> bool:
        """Whether a capture can be missed, and the hens may point it out."""
        return self.penalty != "enforced"


def agree(options: Mapping[str, str] | None, players: int | None) -> Setup:
    """Check and complete the options. Raises InvalidOption."""
    values = check_choices(OPTIONS, SEATS, options, players).values
    first, second = (POINT_INDEX[name] for name in _STARTS[values["fox_start"]])
    return Setup(
        tuple(values.items()),
        penalty=values["missed_capture"],
        both=values["both_missed"],
        return_zone=ALL_POINTS if values["return_zone"] == "anywhere" else ALL_POINTS & ~HOUSE,
        return_seat=FOXES if values["return_by"] == "foxes" else HENS,
        fox_start=(first, second),
        board=board(diagonals=values["diagonals"] == "alternating"),
        hens_stuck=Outcome((FOXES,) if values["hens_stuck"] == "foxes-win" else (), Outcomes.HENS_STUCK),
    )
