"""The vocabulary of ConHex."""

from rules.contract import Meaning, Vocabulary
from rules.contract.vocabulary import (
    WIN,
    Action,
    CommonRefusal,
    EventKind,
    OutcomeReason,
    Question,
    RefusalReason,
)


class Refusals(RefusalReason):
    NOT_A_MOVE = "not-a-move", "text"
    NO_SUCH_NODE = "no-such-node", "node"
    OCCUPIED = "occupied", "node"
    NO_SWAP = "no-swap"
    OUT_OF_BALLS = "out-of-balls"
    BALLS_LEFT = "balls-left"
    NOT_YOUR_BALL = "not-your-ball", "node"
    SAME_NODE = "same-node", "node"
    REPETITION = "repetition"


class OptionRefusals(RefusalReason):
    HANDICAP_WITH_SWAP = "handicap-with-swap", "handicap"
    BALLS_BELOW_HANDICAP = "balls-below-handicap", "balls", "handicap"


class PositionRefusals(RefusalReason):
    MALFORMED = "malformed"
    NO_SUCH_NODE = "no-such-node", "name"
    NO_SUCH_CELL = "no-such-cell", "name"
    NAMED_TWICE = "named-twice", "name"
    TOO_MANY_BALLS = "too-many-balls", "role", "number", "limit"


class Events(EventKind):
    """The events of a ply."""

    CONQUER = "conquer", "points", "seat"
    SWAP = "swap", "points", "seat"
    RELOCATE = "relocate", "points", "seat"


class Outcomes(OutcomeReason):
    """The reasons a game can end."""

    CONNECTED = "connected", WIN
    NO_MOVES = "no-moves", WIN


class Actions(Action):
    """Actions other than touching nodes."""

    SWAP = "swap"


class Questions(Question):
    """The questions of guided move entry."""

    NODE = Meaning.PLACED.value
    BALL = Meaning.FROM.value
    GOAL = Meaning.TO.value


VOCABULARY = Vocabulary(
    refusals=(CommonRefusal.GAME_OVER, *Refusals),
    option_refusals=tuple(OptionRefusals),
    position_refusals=tuple(PositionRefusals),
    events=tuple(Events),
    decisive=(Events.CONQUER, Events.SWAP),
    outcomes=tuple(Outcomes),
    actions=tuple(Actions),
    questions=tuple(Questions),
)
