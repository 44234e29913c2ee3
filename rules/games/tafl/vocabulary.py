"""The vocabulary of all games with sliding men."""

from rules.contract.vocabulary import Question, RefusalReason


class SlidingRefusals(RefusalReason):
    NOT_A_MOVE = "not-a-move", "example"
    UNKNOWN_MOVE = "unknown-move", "move"
    NO_SUCH_SQUARE = "no-such-square", "square", "first", "last"
    NO_PIECE = "no-piece", "square"
    NOT_YOUR_PIECE = "not-your-piece", "square"
    STANDS_STILL = "stands-still", "square"
    NOT_IN_LINE = "not-in-line", "origin", "target"
    BLOCKED = "blocked", "square"
    OCCUPIED = "occupied", "square"


class WardRefusals(RefusalReason):
    """The refusals of moves on a board with squares closed to some pieces."""

    FORBIDDEN_SQUARE = "forbidden-square", "square"
    FORBIDDEN_CROSSING = "forbidden-crossing", "square"


class BoardRefusals(RefusalReason):
    POSITION_SIDE = "position-side", "allowed"
    POSITION_ROWS = "position-rows", "number", "allowed"
    POSITION_PIECE = "position-piece", "rank", "value", "allowed"
    POSITION_ROW = "position-row", "rank", "allowed"


class Questions(Question):
    """The questions of guided move entry."""

    PIECE = "0"
    TARGET = "1"
