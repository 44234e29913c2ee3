"""The card at the end of a game, below its board: who has won and how, between laurels."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from render.canvas.sheet import Sheet
from render.contract.scoreboard import Scoreboard
from render.scoreboard.labels import Labels
from render.scoreboard.measures import Inks, Measures
from render.scoreboard.ornaments import branch

# A title that takes more lines is written smaller. Nothing that is told takes more than the other number.
_TITLE_LINES: Final = 2
_LINES: Final = 8


@dataclass(frozen=True, slots=True)
class _Text:
    """A line of the card, in type of that size."""

    text: str
    size: float


class EndCard:
    """The card of one result, in a picture of those measures.

    In a `room` of so many pixels it is as high as that, and tells no more lines than fit.
    """

    def __init__(
        self, shown: Scoreboard, at: Measures, inks: Inks, labels: Labels, room: int | None = None
    ) -> None:
        self._at, width = at, at.width
        self._inks = inks
        self._labels = labels
        self._won = bool(shown.winners)
        broad = width - 2 * self._laurel
        title, *more = (
            labels.named(text, shown.players, self._at.type, self._at.name) for text in shown.result
        )
        large = self._lines([title], self._at.title, broad)
        self._title = large if len(large) <= _TITLE_LINES else self._lines([title], self._at.type, broad)
        self._more = self._lines(more, self._at.type, width - 4 * self._at.pad)
        while room is not None and self._more and self._needed > room:
            self._more = self._more[:-1]
        self._spare = 0 if room is None else room - self._needed

    @property
    def fits(self) -> bool:
        """Whether there is room for its title at least."""
        return self._spare >= 0

    @property
    def height(self) -> int:
        """The height of the card with the frame around it."""
        return self._needed + self._spare

    @property
    def _needed(self) -> int:
        written = sum(_leading(line) for line in (*self._title, *self._more))
        return round(written + 4.5 * self._at.gap)

    def lay(self, sheet: Sheet, top: int) -> None:
        """Draw the card at the bottom of the picture, from `top` on."""
        at, inks, width = self._at, self._inks, self._at.width
        bottom = top + self.height
        for box, ink in (
            ((0, top, width, bottom), inks.low),
            ((at.thin, top + at.thin, width - at.thin, bottom - at.thin), inks.high),
            ((2 * at.thin, top + 2 * at.thin, width - at.thin, bottom - at.thin), inks.ground),
        ):
            self._labels.fill(sheet, ink, box)
        edge = at.gap
        card = (edge, top + edge, width - edge, bottom - edge)
        self._labels.plate(sheet, card, 0.011 * width, inks.letter, inks.ground)
        middle = top + 2 * edge + self._spare / 2
        title = middle + sum(map(_leading, self._title)) / 2
        if self._won:
            self._lay_laurels(sheet, title + at.thin)
        for lines in (self._title, self._more):
            for line in lines:
                middle += _leading(line) / 2
                self._centred(sheet, line, middle, inks.dark)
                middle += _leading(line) / 2
            middle += at.gap / 2

    @property
    def _laurel(self) -> float:
        return 0.12 * self._at.width if self._won else self._at.pad

    def _lines(self, texts: Iterable[str], size: float, room: float) -> tuple[_Text, ...]:
        wrapped = (line for text in texts for line in self._labels.wrapped(text, size, room, _LINES))
        return tuple(_Text(line, size) for line in wrapped)

    def _centred(self, sheet: Sheet, line: _Text, middle: float, ink: str) -> None:
        """Write a line in the middle of the card."""
        left = (self._at.width - self._labels.width(line.text, line.size)) / 2
        self._labels.text(sheet, line.text, left, middle, line.size, ink, self._inks.letter)

    def _lay_laurels(self, sheet: Sheet, middle: float) -> None:
        """Draw the two halves of a wreath around the title, however broad that is."""
        at, ink, side = self._at, self._inks.quiet, 0.74 * self._laurel
        broad = max(self._labels.width(line.text, line.size) for line in self._title)
        reach = broad / 2 + at.gap + 0.6 * side
        for hand in (-1, 1):
            self._labels.figure(
                sheet,
                ("laurel", hand, ink),
                branch(ink, hand),
                (at.width / 2 + hand * reach, middle),
                side,
                self._inks.letter,
            )


def _leading(line: _Text) -> float:
    return 1.2 * line.size
