"""The options of Hnefatafl, and the boards that fix all options besides `board`."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from rules.contract import OnlyWith, Option
from rules.games.tafl.hnefatafl.starts import STARTS

_USUAL: Final = {
    "shieldwall": "off",
    "throne_pass": "none",
    "repetition": "draw",
    "encirclement": "off",
    "king_capture": "four",
    "king_arms": "armed",
    "escape": "corners",
    "throne_hostile": "on",
    "throne_return": "on",
    "first_move": "attackers",
}

# Source: measured between equal engines, docs/balance.md.
SET_BY_BOARD: Final[Mapping[str, Mapping[str, str]]] = MappingProxyType(
    {
        "hnefatafl-11-balanced": _USUAL
        | {"king_capture": "two", "king_arms": "weaponless", "escape": "edge"},
        "tablut-9-balanced": _USUAL | {"king_capture": "two", "escape": "edge", "throne_hostile": "off"},
        "brandubh-7-balanced": _USUAL
        | {"king_capture": "two", "king_arms": "weaponless", "throne_hostile": "off"},
    }
)
"""The options fixed by a board, by its value; choosing them has no effect there (ruling T31)."""


def _option(key: str, *values: str) -> Option:
    """Return an option that has no effect on boards that fix it."""
    free = tuple(board for board in STARTS if key not in SET_BY_BOARD.get(board, {}))
    only_with = OnlyWith("board", free) if len(free) < len(STARTS) else None
    return Option(key, values, _USUAL[key], only_with=only_with)


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
    """Return the rules in force: the chosen options, overridden by the board's own."""
    return {**options, **SET_BY_BOARD.get(options["board"], {})}
