"""The vocabulary a game declares: refusals, events, outcomes, actions, duties and questions.

Every id is a member of an enum. Ids are stored and used in the text catalogues, so they never change. A
member also names its details, so that texts can be checked against the declaration.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Self


class Declared(StrEnum):
    """An id and the names of its details: `OCCUPIED = "occupied", "node"`."""

    details: frozenset[str]

    def __new__(cls, text: str, *details: str) -> Self:
        member = str.__new__(cls, text)
        member._value_ = text
        member.details = frozenset(details)
        return member


class RefusalReason(Declared):
    """A reason to refuse something. `details` are the values of the refusal."""


class EventKind(Declared):
    """A kind of event. `details` are the fields of `Event` that are used, possibly empty."""


class OutcomeReason(Declared):
    """A possible end of a game. `details` are WIN, DRAW or both."""


class Action(Declared):
    """An action of a move besides touching points."""


class DutyKind(Declared):
    """A kind of duty. `details` are the fields of `Duty` that are used, possibly empty."""


class PointKind(Declared):
    """A kind of point with a spoken name. `details` are the used fields of `PointName`."""


class Question(Declared):
    """A question of guided choosing.

    A `Meaning` asks for the next point if that point has this meaning in all remaining moves. For points
    without a meaning, a number asks for that point of a move (from 0), and the id of an action for the points
    of moves with it.
    """


WIN, DRAW = "win", "draw"


class CommonRefusal(RefusalReason):
    """The refusals of moves shared by all games."""

    GAME_OVER = "game-over"
    CANNOT_RETIRE = "cannot-retire"
    SEVERAL_FIT = "several-fit", "moves"
    DANGLING_MARK = "dangling-mark", "moves"


class OptionRefusal(RefusalReason):
    """The refusals of options shared by all games."""

    UNKNOWN_OPTION = "unknown-option", "option", "allowed"
    UNKNOWN_VALUE = "unknown-value", "option", "value", "allowed"
    PLAYERS = "players", "value", "allowed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Vocabulary:
    """A game's complete vocabulary.

    `refusals` concern moves and leaving, `option_refusals` options (besides `OptionRefusal`),
    `position_refusals` position texts. `events` are ordered by importance for describing a move; `decisive`
    are events that every viewer must see, such as captures.
    """

    refusals: tuple[RefusalReason, ...] = ()
    option_refusals: tuple[RefusalReason, ...] = ()
    position_refusals: tuple[RefusalReason, ...] = ()
    events: tuple[EventKind, ...] = ()
    decisive: tuple[EventKind, ...] = ()
    outcomes: tuple[OutcomeReason, ...] = ()
    actions: tuple[Action, ...] = ()
    duties: tuple[DutyKind, ...] = ()
    questions: tuple[Question, ...] = ()
    points: tuple[PointKind, ...] = ()
