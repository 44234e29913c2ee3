"""The options of Hnefatafl, and the boards that set some of them themselves."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from rules.contract import OnlyWith, Option
from rules.games.tafl.hnefatafl.starts import STARTS

SET_BY_BOARD: Final[Mapping[str, Mapping[str, str]]] = MappingProxyType({})
"""The options that a board sets, by its value; chosen beside it they have no effect (ruling T31)."""


def _option(key: str, *values: str) -> Option:
    """Return an option whose first value is the default, without effect on boards that set it themselves."""
    free = tuple(board for board in STARTS if key not in SET_BY_BOARD.get(board, {}))
    only_with = OnlyWith("board", free) if len(free) < len(STARTS) else None
    return Option(key, values, values[0], only_with=only_with)


OPTIONS: Final = (
    Option("board", tuple(STARTS), "hnefatafl-13"),
    _option("shieldwall", "off", "on"),
    _option("throne_pass", "none", "defenders", "attackers", "both"),
    _option("repetition", "draw", "mover-loses"),
    _option("encirclement", "off", "on"),
    _option("king_capture", "four", "two-away", "two"),
    _option("king_arms", "armed", "weaponless"),
    _option("escape", "corners", "edge"),
    _option("throne_hostile", "on", "off"),
    _option("throne_return", "on", "off"),
    _option("first_move", "attackers", "defenders"),
)


def in_force(options: Mapping[str, str]) -> Mapping[str, str]:
    """Return the rules of a game: the chosen options, and instead of them what the board sets."""
    return {**options, **SET_BY_BOARD.get(options["board"], {})}
