"""The terms of a game: the number of men, flying, and the value of a mill."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from rules.contract import Option, check_choices
from rules.games.nine_mens_morris.board import BOARDS, Board

SEATS: Final = (2,)
OPTIONS: Final = (
    Option("men", tuple(BOARDS), "9"),
    Option("flying", ("on", "off"), "on"),
    Option("two_mills", ("one", "two"), "one"),
    Option("all_in_mills", ("any", "none"), "any"),
    Option("no_mill", ("50", "20", "off"), "50"),
)


@dataclass(frozen=True, slots=True)
class Setup:
    """The choices of one game.

    `limit` is the number of successive plies without a mill that makes a draw, None for no limit.
    """

    options: Mapping[str, str]
    board: Board
    men: int
    flying: bool
    each_mill_takes: bool
    spares_all: bool
    limit: int | None

    def __hash__(self) -> int:
        return hash(tuple(self.options.values()))


def agree(options: Mapping[str, str] | None, players: int | None) -> Setup:
    """Check and complete the options. Raises InvalidOption."""
    values = check_choices(OPTIONS, SEATS, options, players).values
    return Setup(
        options=MappingProxyType(dict(values)),
        board=BOARDS[values["men"]],
        men=int(values["men"]),
        flying=values["flying"] == "on",
        each_mill_takes=values["two_mills"] == "two",
        spares_all=values["all_in_mills"] == "none",
        limit=None if values["no_mill"] == "off" else 2 * int(values["no_mill"]),
    )
