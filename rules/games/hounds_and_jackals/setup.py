"""The choices before a game of Hounds and Jackals and their effects."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

from rules.contract import Option, check_choices

ROLES: Final = ("hounds", "jackals")
SEATS: Final = (2,)
OPTIONS: Final = (
    Option("opens", ROLES, "hounds"),
    Option("shortcut_when_blocked", ("optional", "must-if-free"), "optional"),
    Option("zone_block", ("reduce-first", "chain-first"), "reduce-first"),
    Option("void_attack", ("free-move", "pass"), "free-move"),
    Option("no_move", ("pass", "loss"), "pass"),
    Option("repetition", ("draw", "none"), "draw"),
)


@dataclass(frozen=True, slots=True)
class Setup:
    """The terms of a game; a true flag means the second value of its option."""

    choices: tuple[tuple[str, str], ...]
    opener: int = field(compare=False)
    shortcut_is_duty: bool = field(compare=False)
    chain_first: bool = field(compare=False)
    void_means_pass: bool = field(compare=False)
    stuck_loses: bool = field(compare=False)
    may_repeat: bool = field(compare=False)

    @property
    def options(self) -> Mapping[str, str]:
        return MappingProxyType(dict(self.choices))


def agree(options: Mapping[str, str] | None, players: int | None) -> Setup:
    """Check and complete the options. Raises InvalidOption."""
    values = check_choices(OPTIONS, SEATS, options, players).values
    return Setup(
        tuple(values.items()),
        opener=ROLES.index(values["opens"]),
        shortcut_is_duty=values["shortcut_when_blocked"] == "must-if-free",
        chain_first=values["zone_block"] == "chain-first",
        void_means_pass=values["void_attack"] == "pass",
        stuck_loses=values["no_move"] == "loss",
        may_repeat=values["repetition"] == "none",
    )
