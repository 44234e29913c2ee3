"""Names of games and of named boards."""

from collections.abc import Mapping
from typing import Protocol

from bot.locale import Language


class OfOneGame(Protocol):
    """A match, the terms of a challenge, or anything else about one game with its options."""

    @property
    def key(self) -> str:
        """The id of the game."""

    @property
    def options(self) -> Mapping[str, str]:
        """The values of its options."""


def game_name(about: OfOneGame, t: Language) -> str:
    """Return the name of a match's or a challenge's game: "Tablut", "ConHex"."""
    return board_name(about.key, about.options, t)


def board_name(key: str, options: Mapping[str, str], t: Language) -> str:
    """Return the name of a game with these options: its board's, if that has one."""
    for option, value in options.items():
        if has_own_name(key, option, value, t):
            return t(board_name_id(key, option, value))
    return t(f"{key}.name")


def has_own_name(key: str, option: str, value: str, t: Language) -> bool:
    """Return whether a value of an option is a board that gives a game its name."""
    return board_name_id(key, option, value) in t


def board_name_id(key: str, option: str, value: str) -> str:
    """Return the id of the text that names a board."""
    return f"{key}.option.{option}.name.{value}"
