"""The choices before a game of ConHex and their effects."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from rules.contract import InvalidOption, OnlyWith, Option, check_choices
from rules.contract.vocabulary import OptionRefusal
from rules.games.conhex.vocabulary import OptionRefusals

OPTIONS: Final = (
    Option("balls", ("25", "26", "unlimited"), "25", open_ended=True),
    Option("swap", ("on", "off"), "on"),
    Option("handicap", ("0", "2", "3"), "0", only_with=OnlyWith("swap", ("off",))),
)
SEATS: Final = (2,)


@dataclass(frozen=True, slots=True)
class Setup:
    """The terms of a game. `limit` is the number of balls per side, None if unlimited."""

    choices: tuple[tuple[str, str], ...]
    limit: int | None
    swap: bool
    handicap: int

    @property
    def options(self) -> Mapping[str, str]:
        return dict(self.choices)


def agree(options: Mapping[str, str] | None, players: int | None) -> Setup:
    """Check and complete the options (rulings C1, C11-C13). Raises InvalidOption."""
    values = check_choices(OPTIONS, SEATS, options, players).values
    handicap = int(values["handicap"])
    if handicap and values["swap"] != "off":
        raise InvalidOption(
            f"handicap {handicap} cannot go together with swap: give swap=off with it",
            OptionRefusals.HANDICAP_WITH_SWAP,
            handicap=values["handicap"],
        )
    limit = _ball_limit(values["balls"])
    if limit is not None and limit < handicap:
        raise InvalidOption(
            f"balls {limit} are not enough for a handicap of {handicap}; allowed: {handicap} or more",
            OptionRefusals.BALLS_BELOW_HANDICAP,
            balls=values["balls"],
            handicap=values["handicap"],
        )
    return Setup(tuple(values.items()), limit, values["swap"] == "on", handicap)


def _ball_limit(text: str) -> int | None:
    """Parse a number of balls; ten or more digits count as unlimited, as they cannot run out."""
    if text == "unlimited":
        return None
    if not (text.isascii() and text.isdigit()) or text.startswith("0"):
        raise InvalidOption(
            f"option 'balls' cannot be {text[:40]!r}; allowed: 25, 26, unlimited or another number from 1 on",
            OptionRefusal.UNKNOWN_VALUE,
            option="balls",
            value=text[:40],
            allowed="25, 26, unlimited",
        )
    return None if len(text) > 9 else int(text)
