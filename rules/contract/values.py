"""The values of games: versions, options, moves, events, duties, outcomes."""

from dataclasses import dataclass, field
from enum import StrEnum


@dataclass(frozen=True, slots=True)
class RulesVersion:
    """A version of a game's rules: its number, from 1, and its change in one sentence."""

    number: int
    change: str


@dataclass(frozen=True, slots=True)
class OnlyWith:
    """The values of another option that an option needs to have an effect."""

    option: str
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Option:
    """A choice made before a game starts. `values` are texts, including the default.

    With `open_ended`, the game may accept values that are not listed. The option has an effect only with the
    choices in `only_with`.
    """

    key: str
    values: tuple[str, ...]
    default: str
    open_ended: bool = False
    only_with: OnlyWith | None = None


class Meaning(StrEnum):
    """The role of a point within a move."""

    PLACED = "placed"
    """A piece appears on the board here."""
    FROM = "from"
    OVER = "over"
    TO = "to"
    TAKEN = "taken"
    """A piece is removed here, and the move does not pass the point."""


@dataclass(frozen=True, slots=True)
class Move:
    """A playable ply: its canonical text and the points it touches, in order.

    `action` names an effect besides touching points ("swap", "pass", "claim"); it is empty for the ordinary
    move of a game. Guided choosing asks for the action, then walks `path`; a prefix shared by the remaining
    moves is chosen once. `meanings` describe each point; without them a move goes from the first point over
    the others to the last.
    """

    text: str
    path: tuple[str, ...] = ()
    action: str = ""
    meanings: tuple[Meaning, ...] = field(default=(), compare=False)

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended. `winners` are seats in rising order, empty for a draw; `reason` is an id."""

    winners: tuple[int, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class Event:
    """An event of the last ply. `kind` is an id; the other fields depend on the kind.

    `seat` is the seat concerned, `points` the place, `piece` the kind of piece, `number` a count or the
    number rolled.
    """

    kind: str
    points: tuple[str, ...] = ()
    seat: int | None = None
    piece: str = ""
    number: int = 0


@dataclass(frozen=True, slots=True)
class Duty:
    """A duty that binds the player to act. `kind` is an id; the other fields depend on the kind."""

    kind: str
    points: tuple[str, ...] = ()
    number: int = 0


@dataclass(frozen=True, slots=True)
class PointName:
    """The language-independent name of a point. `kind` is an id; the other fields depend on the kind.

    `role` is the role that the point belongs to, `piece` selects one of several pieces there.
    """

    kind: str
    role: str = ""
    number: int = 0
    piece: str = ""
