"""The scoreboard around a board: players, the turn, captured pieces, and the result."""

from collections.abc import Hashable
from dataclasses import dataclass

from render.canvas.canvas import Figure


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """A player on the scoreboard.

    `side` is the name of their side in the reader's language; it replaces a `name` without glyphs. `points`
    are their points in a series, "" outside of a series. `face` is the number of the face next to the name, 0
    for people; `brief` is shown if the name is too long.
    """

    name: str
    side: str
    points: str = ""
    face: int = 0
    brief: str = ""

    @property
    def called(self) -> str:
        return self.name or self.side


@dataclass(frozen=True, slots=True)
class Scoreboard:
    """A request for a board with its scoreboard, all texts in the reader's language.

    `players` are ordered by seat. `heading` names the move, "Move 12". `result` is empty in a running game,
    else the lines of the result: the winner, the reason, and further facts; the picture shows as many as fit.
    `winners` are the winning seats; if empty, the position determines them. `deadline` is the end of the
    turn, "" without a clock; only the description includes it, as a picture outlives it.
    """

    players: tuple[PlayerLine, ...]
    heading: str = ""
    result: tuple[str, ...] = ()
    deadline: str = ""
    winners: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Count:
    """A count for a player: a figure, a number, or both, such as a die.

    Equal keys mean equal figures. `most` follows the number if it is informative: "4/5".
    """

    key: Hashable
    figure: Figure | None
    number: int | None = None
    most: int | None = None


@dataclass(frozen=True, slots=True)
class Plate:
    """A player's plate beside the board: the mark of their side, and their counts.

    A leaver's name is struck out. `pieces` are the figures of the side's pieces by kind, with the ordinary
    piece under ""; by default, the mark is the ordinary piece.
    """

    seat: int
    key: Hashable
    mark: Figure
    counts: tuple[Count, ...] = ()
    struck: bool = False
    pieces: tuple[tuple[str, Figure], ...] = ()


@dataclass(frozen=True, slots=True)
class Plates:
    """The plates above and below a board, from the top down; at least one of each.

    Up to `abreast` plates share a row; such rows have no room for a heading.
    """

    above: tuple[Plate, ...]
    below: tuple[Plate, ...]
    abreast: int = 1

    def rows(self, plates: tuple[Plate, ...]) -> tuple[tuple[Plate, ...], ...]:
        """Return the plates above or below the board by row."""
        starts = range(0, len(plates), self.abreast)
        return tuple(plates[start : start + self.abreast] for start in starts)


@dataclass(frozen=True, slots=True)
class PlateInks:
    """The inks of the plates: their ground and letters, and their light and dark edges.

    The plate of the player to move swaps them: letters in `low` on the ground `letter`.
    """

    ground: str = "frame"
    high: str = "frame-high"
    low: str = "frame-low"
    letter: str = "letter"


PLAIN_INKS = PlateInks()
