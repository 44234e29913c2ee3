"""The result of a game, or an animation's heading, in a row of the scoreboard."""

from collections.abc import Iterator
from typing import Final

from render.canvas.sheet import Sheet
from render.contract.scoreboard import Scoreboard
from render.scoreboard.labels import Labels
from render.scoreboard.measures import Inks, Measures
from render.scoreboard.ornaments import branch

_BETWEEN: Final = " · "
_LAUREL: Final = 0.9
"""The height of a laurel, in type sizes."""
_ALONE: Final = 0.56
"""The maximum width of a name if only the winner is named, as a fraction of the picture."""


class ResultLine:
    """A highlighted row: as much of the result as fits, between laurels for a winner.

    A `heading` is at its right end if the first line fits beside it.
    """

    def __init__(
        self, shown: Scoreboard, at: Measures, inks: Inks, labels: Labels, heading: str = ""
    ) -> None:
        self._at, self._inks, self._labels = at, inks, labels
        self._won = bool(shown.winners)
        sentences = [labels.label(text, shown.players, at.type, at.name) for text in shown.result[:2]]
        alone = labels.label(shown.result[0], shown.players, at.type, _ALONE * at.width)
        self._text, self._heading = next(
            (
                (text, beside)
                for text, beside in _choices(sentences, alone, heading)
                if self._fits(text, beside)
            ),
            (labels.fit_text(sentences[0], at.type, at.width - 2 * self._aside("")), ""),
        )

    def lay(self, sheet: Sheet, top: int) -> None:
        """Draw the row, from `top`."""
        at, inks, labels = self._at, self._inks, self._labels
        bottom = top + at.line
        for box, ink in (
            ((0, top, at.width, bottom), inks.low),
            ((at.thin, top + at.thin, at.width - at.thin, bottom - at.thin), inks.high),
            ((2 * at.thin, top + 2 * at.thin, at.width - at.thin, bottom - at.thin), inks.ground),
        ):
            labels.fill(sheet, ink, box)
        middle, right = top + at.line / 2, at.width - at.gap
        if self._heading:
            start = at.width - at.pad - labels.width(self._heading, at.type)
            labels.text(sheet, self._heading, start, middle, at.type, inks.letter, inks.ground)
            right = start - at.gap
        edge = 2 * at.thin
        plate = (at.gap - edge, top + edge + at.thin, right, bottom - edge - at.thin + 1)
        labels.plate(sheet, plate, 0.011 * at.width, inks.letter, inks.ground)
        broad, centre = labels.width(self._text, at.type), (at.gap - edge + right) / 2
        labels.text(sheet, self._text, centre - broad / 2, middle, at.type, inks.dark, inks.letter)
        if self._won:
            side = _LAUREL * at.type
            for hand in (-1, 1):
                spot = centre + hand * (broad / 2 + at.gap + 0.3 * side), middle
                labels.figure(
                    sheet, ("laurel", hand, inks.quiet), branch(inks.quiet, hand), spot, side, inks.letter
                )

    def _fits(self, text: str, heading: str) -> bool:
        return self._labels.width(text, self._at.type) + 2 * self._aside(heading) <= self._at.width

    def _aside(self, heading: str) -> float:
        """Return the space to keep free on either side of the text, which is centred in its row."""
        at = self._at
        laurel = _LAUREL * at.type + at.gap if self._won else 0.0
        return at.pad + laurel + (self._labels.width(heading, at.type) + at.gap) / 2 * bool(heading)


def _choices(sentences: list[str], alone: str, heading: str) -> Iterator[tuple[str, str]]:
    """Yield the variants of the result, each with its heading, fullest first."""
    if len(sentences) > 1:
        yield _BETWEEN.join(sentences), heading
    yield alone, heading
    yield sentences[0], heading
    if heading:
        yield sentences[0], ""
