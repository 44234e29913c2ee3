"""Names of games and of named boards."""

from collections.abc import Mapping
from typing import Protocol

from bot.locale import Language


class OfOneGame(Protocol):
    """A match, a challenge's terms, or anything else about one game with its options."""

    @property
    def key(self) -> str:
        """The id of the game."""

    @property
    def options(self) -> Mapping[str, str]:
        """The values of the game's options."""


def game_name(about: OfOneGame, t: Language) -> str:
    """Return the name of a subject's game: "Tablut", "ConHex"."""
    return board_name(about.key, about.options, t)


def board_name(key: str, options: Mapping[str, str], t: Language) -> str:
    """Return the name of a game with these options: its board's own name, if any."""
    for option, value in options.items():
        if has_own_name(key, option, value, t):
            return t(board_name_id(key, option, value))
    return t(f"{key}.name")


def has_own_name(key: str, option: str, value: str, t: Language) -> bool:
    """Return whether an option's value is a board with its own name."""
    return board_name_id(key, option, value) in t


def board_name_id(key: str, option: str, value: str) -> str:
    """Return the text id of a board's name."""
    return f"{key}.option.{option}.name.{value}"
