"""The vocabulary of Fox and Hens."""

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
    NO_SUCH_POINT = "no-such-point", "point"
    PLACE_FIRST = "place-first"
    REMOVE_FIRST = "remove-first"
    NO_PIECE = "no-piece", "point"
    NOT_YOUR_PIECE = "not-your-piece", "point"
    NOT_NEIGHBOURS = "not-neighbours", "origin", "target"
    OCCUPIED = "occupied", "point"
    HENS_GO_FORWARD = "hens-go-forward"
    MUST_CAPTURE = "must-capture"
    HENS_NEVER_CAPTURE = "hens-never-capture"
    NO_CAPTURE = "no-capture", "origin", "target"
    CHAIN_CONTINUES = "chain-goes-on", "point"
    NOTHING_TO_PLACE = "nothing-to-place"
    NOTHING_TO_REMOVE = "nothing-to-remove"
    NO_FOX = "no-fox", "point"
    IN_HOUSE = "in-house", "point"
    NO_CLAIMS = "no-claims"
    CLAIM_NOT_NOW = "claim-not-now"
    CLAIM_WITHOUT_POINT = "claim-without-point"
    CLAIM_UNJUSTIFIED_FOX = "claim-unjustified-fox", "point"
    CLAIM_UNJUSTIFIED = "claim-unjustified"
    CLAIM_AMBIGUOUS = "claim-which", "points"


class PositionRefusals(RefusalReason):
    MALFORMED = "malformed"
    TOO_MANY_HENS = "too-many-hens", "number", "limit"
    FOX_COUNT = "fox-count"
    NO_SUCH_POINT = "no-such-point", "point"
    NAMED_TWICE = "named-twice", "point"
    PENDING_DOES_NOT_FIT = "pending-does-not-fit", "pending"


class Events(EventKind):
    """The events of a ply."""

    CAPTURE = "capture", "points", "seat"
    CLAIM = "claim", "points", "seat"
    FOX_REMOVED = "fox-removed", "points", "seat"
    TAKEBACK = "takeback", "points", "seat"
    FOX_RETURNED = "fox-returned", "points", "seat"


class Outcomes(OutcomeReason):
    """The reasons a game can end."""

    TOO_FEW_HENS = "too-few-hens", WIN
    NO_FOXES = "no-foxes", WIN
    HOUSE_FULL = "house-full", WIN
    FOXES_STUCK = "foxes-stuck", WIN
    HENS_STUCK = "hens-stuck", WIN, DRAW


class Actions(Action):
    """Actions other than a step or a capture."""

    PLACE = "place"
    REMOVE = "remove"
    CLAIM = "claim"


class Duties(DutyKind):
    MUST_CAPTURE = "must-capture"
    PLACE = "place"
    REMOVE = "remove"


class Questions(Question):
    """The questions of guided move entry."""

    PIECE = "0"
    TARGET = "1"
    SECOND_JUMP = "2"
    THIRD_JUMP = "3"
    FURTHER_JUMP = "4"
    PLACE = "place"
    REMOVE = "remove"
    CLAIM = "claim"


VOCABULARY = Vocabulary(
    refusals=(CommonRefusal.GAME_OVER, *Refusals),
    position_refusals=tuple(PositionRefusals),
    events=tuple(Events),
    decisive=tuple(Events),
    outcomes=tuple(Outcomes),
    actions=tuple(Actions),
    duties=tuple(Duties),
    questions=tuple(Questions),
)
