"""The lines of the players: who they are, what is counted for them, and whose turn it is."""

from dataclasses import dataclass

from render.canvas.sheet import Sheet
from render.contract.scoreboard import Count, Plate, Scoreboard
from render.scoreboard.labels import Labels
from render.scoreboard.measures import Inks, Measures
from render.scoreboard.ornaments import arrow, wreath


@dataclass(frozen=True, slots=True)
class LinePen:
    """Draw the lines of players on one picture; who is to move, or has won, stands on a plate."""

    sheet: Sheet
    shown: Scoreboard
    turn: int | None
    inks: Inks
    labels: Labels
    at: Measures

    def group(self, plates: tuple[Plate, ...], top: int) -> None:
        """Draw lines from `top` on, in one frame."""
        at, width = self.at, self.at.width
        bottom = top + at.line * len(plates)
        for reach, ink in ((0, self.inks.low), (1, self.inks.high), (2, self.inks.ground)):
            edge = reach * at.thin
            near = min(edge, at.thin)
            self.labels.fill(self.sheet, ink, (edge, top + edge, width - near, bottom - near))
        for number, plate in enumerate(plates):
            start = top + number * at.line
            if number:
                for ink, edge in ((self.inks.low, start - at.thin), (self.inks.high, start)):
                    self.labels.fill(self.sheet, ink, (at.pad, edge, width - at.pad, edge + at.thin))
            self._line(plate, start, self.shown.heading if start == 0 else "")

    def _line(self, plate: Plate, top: int, heading: str) -> None:
        at, labels = self.at, self.labels
        left, right, middle = at.pad, at.width - at.pad, top + at.line / 2
        if heading:
            right -= labels.width(heading, at.type)
            labels.text(self.sheet, heading, right, middle, at.type, self.inks.letter, self.inks.ground)
            right -= 2 * at.gap
        won = plate.seat in self.shown.winners
        marked = won or plate.seat == self.turn
        if marked:
            self._plate(top, right + at.gap if heading else at.width - at.gap)
        ground, ink = (self.inks.letter, self.inks.dark) if marked else (self.inks.ground, self.inks.letter)
        sign = 0.95 * at.type if won else 0.55 * at.type
        if won:
            key = ("wreath", ink)
            labels.figure(self.sheet, key, wreath(ink), (left + sign / 2, middle), sign, ground)
        elif marked:
            key = ("arrow", ink)
            labels.figure(self.sheet, key, arrow(ink), (left + sign / 2, middle), sign, ground)
        left += sign + at.gap
        labels.figure(self.sheet, plate.key, plate.mark, (left + at.mark / 2, middle), at.mark, ground)
        left += at.mark + at.gap
        player = self.shown.players[plate.seat]
        if player.points:
            right = self._points(player.points, right, middle, ink, ground)
        for count in reversed(plate.counts):
            right = self._count(count, right, middle, ink, ground)
        name = labels.fitted(labels.name_of(player), at.type, right - left)
        labels.text(self.sheet, name, left, middle, at.type, ink, ground)

    def _plate(self, top: int, right: float) -> None:
        at = self.at
        edge = 2 * at.thin
        box = (at.gap - edge, top + edge + at.thin, right, top + at.line - edge - at.thin + 1)
        self.labels.plate(self.sheet, box, 0.011 * at.width, self.inks.letter, self.inks.ground)

    def _points(self, points: str, right: float, middle: float, ink: str, ground: str) -> float:
        """Lay what a player has in the series, in a box, so that it ends at `right`."""
        at, labels = self.at, self.labels
        broad = labels.width(points, at.type)
        left = right - max(broad + 1.5 * at.gap, at.type)
        reach = 0.5 * at.mark
        box = (left, middle - reach, right, middle + reach)
        labels.plate(self.sheet, box, 0.008 * at.width, ink, ground)
        labels.text(self.sheet, points, (left + right - broad) / 2, middle, at.type, ground, ink)
        return left - 2 * at.gap

    def _count(self, count: Count, right: float, middle: float, ink: str, ground: str) -> float:
        """Lay a figure and its number so that they end at `right`, and return where the next one ends."""
        at, labels, side = self.at, self.labels, 0.92 * self.at.mark
        if count.number is not None:
            number = str(count.number) if count.most is None else f"{count.number}/{count.most}"
            right -= labels.width(number, at.type)
            labels.text(self.sheet, number, right, middle, at.type, ink, ground)
            right -= 0.7 * at.gap
        labels.figure(self.sheet, count.key, count.figure, (right - side / 2, middle), side, ground)
        return right - side - 2 * at.gap
