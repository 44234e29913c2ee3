"""The vocabulary of Hnefatafl."""

from rules.contract import Vocabulary
from rules.contract.vocabulary import DRAW, WIN, CommonRefusal, EventKind, OutcomeReason, RefusalReason
from rules.games.tafl.vocabulary import BoardRefusals, Questions, SlidingRefusals, WardRefusals


class PositionRefusals(RefusalReason):
    """Reasons to refuse a position text, besides those of every board."""

    TWO_KINGS = "two-kings"
    NO_KING = "no-king"
    MAN_ON_REFUGE = "man-on-refuge", "square"
    KING_IN_CORNER = "king-in-corner"
    KING_AT_EDGE = "king-at-edge"


class Events(EventKind):
    """The events of a ply."""

    KING_CAPTURED = "king-captured", "points", "seat"
    KING_ESCAPED = "king-escaped", "points", "seat"
    EDGE_REACHED = "edge-reached", "points", "seat"
    CAPTURE = "capture", "points", "seat"


class Outcomes(OutcomeReason):
    """The reasons a game can end."""

    NO_MOVES = "no-moves", WIN
    KING_ESCAPED = "king-escaped", WIN
    EDGE_REACHED = "edge-reached", WIN
    KING_CAPTURED = "king-captured", WIN
    KING_AND_DEFENDER_CAPTURED = "king-and-defender-captured", WIN
    ENCIRCLED = "encircled", WIN
    REPETITION = "repetition", WIN, DRAW


VOCABULARY = Vocabulary(
    refusals=(CommonRefusal.GAME_OVER, *SlidingRefusals, *WardRefusals),
    position_refusals=(*BoardRefusals, *PositionRefusals),
    events=tuple(Events),
    decisive=tuple(Events),
    outcomes=tuple(Outcomes),
    questions=tuple(Questions),
)
