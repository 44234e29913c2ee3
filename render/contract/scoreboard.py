"""The scoreboard around a board: players, the turn, taken pieces, and the result."""

from collections.abc import Hashable
from dataclasses import dataclass

from render.canvas.canvas import Figure


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """A player as the scoreboard names them.

    `name` is what they are called, `side` the name of their side in the reader's language: it stands for a
    name that cannot be written. `points` are what they have in a series, "" outside of one. `face` is the
    number of the face that is drawn beside the name, 0 for people; `brief` is drawn where the name is too
    long.
    """

    name: str
    side: str
    points: str = ""
    face: int = 0
    brief: str = ""

    @property
    def called(self) -> str:
        """The player's name in words: their name, or their side if it is unknown."""
        return self.name or self.side


@dataclass(frozen=True, slots=True)
class Scoreboard:
    """Ask for a board with its scoreboard, every text in the reader's language.

    `players` are in order of seats. `heading` tells the move, "Move 12". `result` is empty while the game
    goes on, then lines of what came of it: first who won, then how, and whatever else is worth telling; on
    the picture stands what there is room for. `winners` are the seats that won; where none are named, those
    the position knows.
    `deadline` tells when the turn ends, "" without a clock; it is only described, as a picture outlives it.
    """

    players: tuple[PlayerLine, ...]
    heading: str = ""
    result: tuple[str, ...] = ()
    deadline: str = ""
    winners: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Count:
    """Something counted for a player: a figure and its number, or one of both alone, such as a die.

    Equal keys mean equal figures. `most` is written behind the number where that says more: "4/5".
    """

    key: Hashable
    figure: Figure | None
    number: int | None = None
    most: int | None = None


@dataclass(frozen=True, slots=True)
class Plate:
    """A player's line beside the board: the mark of their side, and their counts.

    The name of who has left is struck out. `pieces` are the figures of the side's pieces by their kinds, that
    of the usual one under ""; without any, the mark is the usual piece.
    """

    seat: int
    key: Hashable
    mark: Figure
    counts: tuple[Count, ...] = ()
    struck: bool = False
    pieces: tuple[tuple[str, Figure], ...] = ()


@dataclass(frozen=True, slots=True)
class Plates:
    """The lines above and below a board, from the top down; at least one of each.

    Up to `abreast` of them stand side by side; those that do have no room for a heading.
    """

    above: tuple[Plate, ...]
    below: tuple[Plate, ...]
    abreast: int = 1

    def rows(self, plates: tuple[Plate, ...]) -> tuple[tuple[Plate, ...], ...]:
        """Return the lines above or below the board by the rows they stand in."""
        starts = range(0, len(plates), self.abreast)
        return tuple(plates[start : start + self.abreast] for start in starts)


@dataclass(frozen=True, slots=True)
class PlateInks:
    """The inks of the lines: their ground and letters, and its light and dark edge.

    The line of whoever is to move has them exchanged: letters in `low` on the ground `letter`.
    """

    ground: str = "frame"
    high: str = "frame-high"
    low: str = "frame-low"
    letter: str = "letter"


PLAIN_INKS = PlateInks()
