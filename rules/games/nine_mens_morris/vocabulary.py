"""The vocabulary of Nine Men's Morris."""

from rules.contract import Vocabulary
from rules.contract.values import Meaning
from rules.contract.vocabulary import (
    DRAW,
    WIN,
    CommonRefusal,
    EventKind,
    OutcomeReason,
    Question,
    RefusalReason,
)


class Refusals(RefusalReason):
    NOT_A_MOVE = "not-a-move", "text"
    NO_SUCH_POINT = "no-such-point", "point"
    SET_FIRST = "set-first", "number"
    ALL_SET = "all-set"
    NO_MAN = "no-man", "point"
    NOT_YOUR_MAN = "not-your-man", "point"
    OCCUPIED = "occupied", "point"
    NOT_NEIGHBOURS = "not-neighbours", "origin", "target"
    NO_MILL = "no-mill"
    TAKE_WHICH = "take-which", "number", "points"
    NOT_THEIR_MAN = "not-their-man", "point"
    IN_MILL = "in-mill", "point"
    NOTHING_TO_TAKE = "nothing-to-take"
    WRONG_NUMBER = "wrong-number", "number"


class PositionRefusals(RefusalReason):
    MALFORMED = "malformed"
    TOO_MANY_MEN = "too-many-men", "role", "number", "limit"
    HANDS = "hands"


class Events(EventKind):
    """The events of a ply besides setting or moving a man."""

    CAPTURE = "capture", "points", "seat"
    MILL = "mill", "points", "seat"


class Outcomes(OutcomeReason):
    """The reasons a game can end."""

    TWO_MEN = "two-men", WIN, DRAW
    NO_MOVES = "no-moves", WIN
    BOARD_FULL = "board-full", DRAW
    REPETITION = "repetition", DRAW
    NO_MILL = "no-mill", DRAW


class Questions(Question):
    """The questions of guided move entry."""

    PLACED = Meaning.PLACED.value
    FROM = Meaning.FROM.value
    TO = Meaning.TO.value
    TAKEN = Meaning.TAKEN.value


VOCABULARY = Vocabulary(
    refusals=(CommonRefusal.GAME_OVER, *Refusals),
    position_refusals=tuple(PositionRefusals),
    events=tuple(Events),
    decisive=(Events.CAPTURE,),
    outcomes=tuple(Outcomes),
    questions=tuple(Questions),
)
