"""The vocabulary of Ludus latrunculorum, in which every square is open to every piece."""

from rules.contract import Vocabulary
from rules.contract.vocabulary import DRAW, WIN, CommonRefusal, EventKind, OutcomeReason, RefusalReason
from rules.games.tafl.vocabulary import BoardRefusals, Questions, SlidingRefusals


class PositionRefusals(RefusalReason):
    """Reasons to refuse a position text, besides those of every board."""

    WRONG_KINGS = "wrong-kings", "seat", "value", "allowed"


class Events(EventKind):
    """The events of a ply."""

    CAPTURE = "capture", "points", "seat"


class Outcomes(OutcomeReason):
    """The reasons a game can end."""

    NO_MOVES = "no-moves", WIN
    FEW_MEN = "few-men", WIN, DRAW
    REPETITION = "repetition", WIN, DRAW
    NO_CAPTURE_LIMIT = "no-capture-limit", WIN, DRAW


VOCABULARY = Vocabulary(
    refusals=(CommonRefusal.GAME_OVER, *SlidingRefusals),
    position_refusals=(*BoardRefusals, *PositionRefusals),
    events=tuple(Events),
    decisive=tuple(Events),
    outcomes=tuple(Outcomes),
    questions=tuple(Questions),
)
