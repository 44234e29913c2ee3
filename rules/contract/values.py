"""The values of games: versions, options, moves, events, duties, outcomes."""

from dataclasses import dataclass, field
from enum import StrEnum


@dataclass(frozen=True, slots=True)
class RulesVersion:
    """A version of a game's rules: its number, from 1 on, and its change in one sentence."""

    number: int
    change: str


@dataclass(frozen=True, slots=True)
class OnlyWith:
    """The values of another option with which alone an option has an effect."""

    option: str
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Option:
    """A choice made before a game starts. `values` are texts; the default is one of them.

    With `open_ended`, further values than the listed ones are accepted when the game says so. With other
    choices than `only_with` it has no effect.
    """

    key: str
    values: tuple[str, ...]
    default: str
    open_ended: bool = False
    only_with: OnlyWith | None = None


class Meaning(StrEnum):
    """The role of a point within a move."""

    PLACED = "placed"
    """A piece appears on the board there."""
    FROM = "from"
    OVER = "over"
    TO = "to"
    TAKEN = "taken"
    """A piece is taken off there that the move does not pass."""


@dataclass(frozen=True, slots=True)
class Move:
    """A ply that can be played: its canonical text and the points it touches, in order.

    `action` names what the move does besides touching points ("swap", "pass", "claim"); it is
    empty for the ordinary move of a game. Guided choosing asks for the action, then walks `path`:
    points that moves have in common from its beginning on are chosen once. `meanings` say what each
    of these points means; without them a move goes from the first one over the others to the last.
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

    `seat` is who it was done to or for, `points` where, `piece` what kind of piece, `number` how many or
    which number fell.
    """

    kind: str
    points: tuple[str, ...] = ()
    seat: int | None = None
    piece: str = ""
    number: int = 0


@dataclass(frozen=True, slots=True)
class Duty:
    """Something that binds the player to act. `kind` is an id; the rest is filled as it needs."""

    kind: str
    points: tuple[str, ...] = ()
    number: int = 0


@dataclass(frozen=True, slots=True)
class PointName:
    """The name of a point before it is put into words. `kind` is an id; the rest is filled as it needs.

    `role` is the role it belongs to, `piece` which of several pieces there is meant.
    """

    kind: str
    role: str = ""
    number: int = 0
    piece: str = ""
