"""Players: people and engines on seats."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

LEVELS: Final = range(1, 6)
"""The levels of engines, from weak to strong."""
ENGINE_NAMES: Final[Mapping[int, str]] = {1: "Bo", 2: "Astrid", 3: "Lucius", 4: "Nefer", 5: "Hilda"}
"""The engines' names by level; their faces have the same numbers."""


@dataclass(frozen=True, slots=True)
class HumanPlayer:
    """A person, by their Discord id."""

    id: int


@dataclass(frozen=True, slots=True)
class EnginePlayer:
    """An engine: its kind, and its level (from 1)."""

    key: str
    level: int


@dataclass(frozen=True, slots=True)
class NamedPlayer:
    """A player of an imported game: only the name is known."""

    name: str


Player = HumanPlayer | EnginePlayer | NamedPlayer


def person_of(player: Player | None) -> int | None:
    """Return a player's person, None for an engine or no player."""
    return player.id if isinstance(player, HumanPlayer) else None


def people_among(players: Iterable[Player]) -> tuple[int, ...]:
    """Return the people among players, in their order."""
    return tuple(player.id for player in players if isinstance(player, HumanPlayer))
