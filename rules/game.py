"""The contract every game keeps: values, errors and protocols shared by all games.

A game is an immutable description that makes immutable states. All drawing, chatting and storing
is done elsewhere, from what is declared here.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Protocol


class RulesError(ValueError):
    """Say why the rules refuse something, as an English sentence and as data.

    `reason` is a stable id (kebab-case) under which catalogues keep the sentence for players;
    `details` are the values that sentence needs, as texts.
    """

    def __init__(self, message: str, reason: str, **details: str) -> None:
        super().__init__(message)
        self.reason = reason
        self.details: Mapping[str, str] = details


class InvalidOption(RulesError):
    """An option, a value or a number of players the game does not have."""


class InvalidPosition(RulesError):
    """A position text that is malformed or names an impossible position."""


class InvalidMove(RulesError):
    """A text that is no move in this game at all."""


class IllegalMove(RulesError):
    """A move that cannot be played in this position."""


class AmbiguousMove(RulesError):
    """A text that several different legal moves answer to."""


@dataclass(frozen=True, slots=True)
class Option:
    """A choice made before a game starts. `values` are texts; the default is one of them.

    With `open_ended`, further values than the listed ones are accepted when the game says so.
    """

    key: str
    values: tuple[str, ...]
    default: str
    open_ended: bool = False


@dataclass(frozen=True, slots=True)
class Move:
    """A ply that can be played: its canonical text and the points it touches, in order.

    `action` names what the move does besides touching points ("swap", "pass", "claim"); it is
    empty for the ordinary move of a game. Guided choosing asks for the action, then walks `path`.
    """

    text: str
    path: tuple[str, ...] = ()
    action: str = ""

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended. `winners` are seats in rising order, empty for a draw; `reason` is an id."""

    winners: tuple[int, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class Event:
    """One thing the last ply did. `kind` is an id; what else is filled depends on the kind.

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


class State(Protocol):
    """A position with all that is needed to go on from it; immutable, compared by value.

    Equality looks at game, options, players and position, not at the way there.
    """

    @property
    def game(self) -> "Game":
        """The game this is a state of."""

    @property
    def options(self) -> Mapping[str, str]:
        """All options of the game with their values, defaults filled in."""

    @property
    def players(self) -> int:
        """The number of players."""

    @property
    def position(self) -> str:
        """The position as text; `Game.from_position` reads it back."""

    @property
    def turn(self) -> int | None:
        """The seat to act; None in a chance state and when the game is over."""

    @property
    def is_chance(self) -> bool:
        """Whether chance acts next, not a player."""

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""

    @property
    def events(self) -> tuple[Event, ...]:
        """What the last ply did; empty in a position that no ply led to."""

    @property
    def last(self) -> Move | None:
        """The ply that led here, if one did."""

    def legal_moves(self) -> tuple[Move, ...]:
        """Return the distinct legal moves in a fixed order; none in a chance state or a finished game."""

    def chances(self) -> tuple[tuple[Move, Fraction], ...]:
        """Return the chance plies with their probabilities; empty outside chance states."""

    def parse(self, text: str) -> Move:
        """Read a move as a player types it.

        Raises InvalidMove, IllegalMove or AmbiguousMove.
        """

    def play(self, move: Move) -> "State":
        """Return the state after `move`, a legal or chance move. Raises IllegalMove."""


class Game(Protocol):
    """A game: its key, its choices and how its states come about."""

    @property
    def key(self) -> str:
        """The id of the game, which never changes."""

    @property
    def seats(self) -> tuple[int, ...]:
        """The numbers of players that can play it, rising."""

    @property
    def options(self) -> tuple[Option, ...]:
        """What can be chosen before a game, in the order it is offered."""

    def roles(self, players: int) -> tuple[str, ...]:
        """Return the id of each seat's role (its side or colour), by seat."""

    def new(self, options: Mapping[str, str] | None = None, players: int | None = None) -> State:
        """Return the first state. Raises InvalidOption."""

    def from_position(
        self, text: str, options: Mapping[str, str] | None = None, players: int | None = None
    ) -> State:
        """Return the state a position text describes. Raises InvalidPosition or InvalidOption."""


@dataclass(frozen=True, slots=True)
class Choices:
    """The checked options and number of players of one game."""

    values: Mapping[str, str] = field(default_factory=dict)
    players: int = 2


def check_choices(
    options: tuple[Option, ...],
    seats: tuple[int, ...],
    given: Mapping[str, str] | None,
    players: int | None,
) -> Choices:
    """Fill in defaults and refuse what the game does not offer. Raises InvalidOption.

    Values of open-ended options are left to the game to judge.
    """
    known = {option.key: option for option in options}
    for key, value in (given or {}).items():
        option = known.get(key)
        if option is None:
            allowed = ", ".join(known) or "none"
            raise InvalidOption(
                f"unknown option {key!r}; options: {allowed}", "unknown-option", option=key, allowed=allowed
            )
        if value not in option.values and not (option.open_ended and isinstance(value, str)):
            allowed = ", ".join(option.values)
            raise InvalidOption(
                f"option {key!r} cannot be {value!r}; allowed: {allowed}",
                "unknown-value",
                option=key,
                value=str(value),
                allowed=allowed,
            )
    number = seats[0] if players is None else players
    if number not in seats:
        allowed = ", ".join(map(str, seats))
        raise InvalidOption(
            f"{number} players cannot play; allowed: {allowed}", "players", value=str(number), allowed=allowed
        )
    values = {option.key: (given or {}).get(option.key, option.default) for option in options}
    return Choices(values, number)
