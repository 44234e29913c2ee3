"""The vocabulary of Hounds and Jackals."""

from rules.contract import Vocabulary
from rules.contract.vocabulary import (
    DRAW,
    WIN,
    Action,
    CommonRefusal,
    DutyKind,
    EventKind,
    OutcomeReason,
    Question,
    RefusalReason,
)


class Refusals(RefusalReason):
    NOT_A_MOVE = "not-a-move", "text"
    NO_PASS = "no-pass"
    MUST_PASS = "must-pass"
    NO_SUCH_HOLE = "no-such-hole", "hole"
    NO_PIECE = "no-piece", "hole"
    STANDS_STILL = "stands-still", "hole"
    MUST_ANSWER = "must-answer", "holes", "steps", "moves"
    MUST_ANSWER_ONE = "must-answer-one", "holes", "steps", "moves"
    OCCUPIED = "occupied", "hole"
    NO_WAY_BACK = "no-way-back"
    RETREAT_NEEDS_ONE = "retreat-needs-one", "hole", "steps"
    RETREAT_NEEDS_ENEMY = "retreat-needs-enemy"
    PAST_THE_END = "past-the-end", "hole", "steps"
    WRONG_COUNT = "wrong-count", "hole", "steps"


class PositionRefusals(RefusalReason):
    MALFORMED = "malformed"
    NOBODY_ATTACKED = "nobody-attacked", "hole"
    ATTACKED_AFTER_PASS = "attacked-after-pass"
    PIECE_COUNT = "piece-count", "role", "number"
    NO_SUCH_HOLE = "no-such-hole", "hole"
    NAMED_TWICE = "named-twice", "hole"


class Events(EventKind):
    """The events of a ply."""

    ATTACK = "attack", "points", "seat"
    HOME = "home", "points", "seat"
    SHORTCUT = "shortcut", "points", "seat"
    RETREAT = "retreat", "points", "seat"
    BLOCKED = "blocked", "points", "seat", "number"
    SHORTENED = "shortened", "points", "seat", "number"
    PASS = "pass", "seat"


class Outcomes(OutcomeReason):
    """The reasons a game can end."""

    ALL_HOME = "all-home", WIN
    BOTH_HOME = "both-home", DRAW
    NO_MOVES = "no-moves", WIN
    DOUBLE_PASS = "double-pass", DRAW
    REPETITION = "repetition", DRAW


class Actions(Action):
    """The actions besides moving from hole to hole."""

    PASS = "pass"


class Duties(DutyKind):
    """The obligations of an attack."""

    MUST_MOVE = "must-move", "points", "number"
    MUST_ANSWER = "must-answer", "points", "number"
    VOID = "void", "points", "number"


class Questions(Question):
    """The questions of guided move entry."""

    PIECE = "0"
    TARGET = "1"


VOCABULARY = Vocabulary(
    refusals=(CommonRefusal.GAME_OVER, *Refusals),
    position_refusals=tuple(PositionRefusals),
    events=tuple(Events),
    decisive=(Events.ATTACK, Events.HOME, Events.RETREAT),
    outcomes=tuple(Outcomes),
    actions=tuple(Actions),
    duties=tuple(Duties),
    questions=tuple(Questions),
)
