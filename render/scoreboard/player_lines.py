"""The players' plates: names, counts, and the turn."""

from dataclasses import dataclass, replace
from typing import Final

from render.canvas.sheet import Sheet
from render.contract.scoreboard import Count, Plate, Scoreboard
from render.scoreboard.faces import face
from render.scoreboard.labels import Labels
from render.scoreboard.measures import Inks, Measures
from render.scoreboard.ornaments import arrow, wreath

_MIN_NAME_WIDTH: Final = 1.6
"""With less room than this, in type sizes, the mark replaces the name."""


@dataclass(frozen=True, slots=True)
class Span:
    """A plate's part of a row, in pixels."""

    at: Measures
    left: int
    right: int

    @property
    def narrow(self) -> bool:
        """Whether there is room for little more than a name."""
        return self.right - self.left < 0.4 * self.at.width

    @property
    def pad(self) -> float:
        """The distance of the text from the ends."""
        return self.at.gap if self.narrow else self.at.pad

    @property
    def edge(self) -> float:
        """The distance of the highlight from the right end."""
        return 0.2 * self.at.gap if self.narrow else self.at.gap

    @property
    def gap(self) -> float:
        """The distance between mark and name."""
        return (0.5 if self.narrow else 1.0) * self.at.gap

    @property
    def mark(self) -> float:
        """The side of the square around a player's mark."""
        return (0.85 if self.narrow else 1.0) * self.at.mark

    @property
    def figure(self) -> float:
        """The side of a count's figure."""
        return (0.66 if self.narrow else 0.92) * self.at.mark


@dataclass(frozen=True, slots=True)
class LinePen:
    """Draws the players' plates on a picture; the mover's or the winner's is highlighted."""

    sheet: Sheet
    shown: Scoreboard
    turn: int | None
    inks: Inks
    labels: Labels
    at: Measures

    def group(self, rows: tuple[tuple[Plate, ...], ...], top: int) -> None:
        """Draw rows of plates from `top`, in one frame."""
        at, width = self.at, self.at.width
        bottom = top + at.line * len(rows)
        for reach, ink in ((0, self.inks.low), (1, self.inks.high), (2, self.inks.ground)):
            edge = reach * at.thin
            near = min(edge, at.thin)
            self.labels.fill(self.sheet, ink, (edge, top + edge, width - near, bottom - near))
        for number, row in enumerate(rows):
            start = top + number * at.line
            if number:
                for ink, edge in ((self.inks.low, start - at.thin), (self.inks.high, start)):
                    self.labels.fill(self.sheet, ink, (at.pad, edge, width - at.pad, edge + at.thin))
            if len(row) == 1:
                heading = self.shown.heading if start == 0 else ""
                self._line(row[0], start, Span(at, 0, width), heading)
                continue
            for column, plate in enumerate(row):
                left, right = (round(width * (column + more) / len(row)) for more in (0, 1))
                self._line(plate, start, Span(at, left, right))

    def _line(self, plate: Plate, top: int, span: Span, heading: str = "") -> None:
        at, labels = self.at, self.labels
        left, right, middle = span.left + span.pad, span.right - span.pad, top + at.line / 2
        if heading:
            right -= labels.width(heading, at.type)
            labels.text(self.sheet, heading, right, middle, at.type, self.inks.letter, self.inks.ground)
            right -= 2 * at.gap
        won = plate.seat in self.shown.winners
        marked = won or plate.seat == self.turn
        if marked:
            self._plate(top, span.left, right + at.gap if heading else span.right - span.edge)
        ground, ink = (self.inks.letter, self.inks.dark) if marked else (self.inks.ground, self.inks.letter)
        if not span.narrow:
            left = self._sign(left, middle, ink, ground, won=won, marked=marked)
        labels.figure(self.sheet, plate.key, plate.mark, (left + span.mark / 2, middle), span.mark, ground)
        left += span.mark + span.gap
        player = self.shown.players[plate.seat]
        left = self._face(player.face, left, middle, span, ink, ground)
        if player.points and not span.narrow:
            right = self._points(player.points, right, middle, ink, ground)
        called = labels.name_of(player)
        for counted in reversed(plate.counts):
            count = replace(counted, figure=None) if self.shown.result and span.narrow else counted
            # At the end names have priority over counts.
            room = self._beside(count, right, span) - left
            if not self.shown.result or span.narrow or room >= labels.width(called, at.type):
                right = self._count(count, right, middle, ink, ground, span)
        if right - left < _MIN_NAME_WIDTH * at.type:
            return
        fits = not player.brief or labels.width(called, at.type) <= right - left
        called = called if fits else player.brief
        end = labels.text(
            self.sheet, labels.fit_text(called, at.type, right - left), left, middle, at.type, ink, ground
        )
        if plate.struck:
            labels.fill(self.sheet, ink, (left, middle - at.thin, end, middle + at.thin))

    def _face(self, number: int, left: float, middle: float, span: Span, ink: str, ground: str) -> float:
        """Place a player's face, if there is one and it fits; return where the name begins."""
        if not number or span.narrow:
            return left
        key, figure = ("face", number, ink), face(number, ink, ground)
        self.labels.figure(self.sheet, key, figure, (left + span.mark / 2, middle), span.mark, ground)
        return left + span.mark + span.gap

    def _sign(self, left: float, middle: float, ink: str, ground: str, *, won: bool, marked: bool) -> float:
        """Place the sign of the winner or the mover; return where the next item begins."""
        at, labels = self.at, self.labels
        sign = 0.95 * at.type if won else 0.55 * at.type
        if won:
            key = ("wreath", ink)
            labels.figure(self.sheet, key, wreath(ink), (left + sign / 2, middle), sign, ground)
        elif marked:
            key = ("arrow", ink)
            labels.figure(self.sheet, key, arrow(ink), (left + sign / 2, middle), sign, ground)
        return left + sign + at.gap

    def _plate(self, top: int, left: float, right: float) -> None:
        at = self.at
        edge = 2 * at.thin
        box = (left + at.gap - edge, top + edge + at.thin, right, top + at.line - edge - at.thin + 1)
        self.labels.plate(self.sheet, box, 0.011 * at.width, self.inks.letter, self.inks.ground)

    def _points(self, points: str, right: float, middle: float, ink: str, ground: str) -> float:
        """Place a player's points in the series, in a box that ends at `right`."""
        at, labels = self.at, self.labels
        broad = labels.width(points, at.type)
        left = right - max(broad + 1.5 * at.gap, at.type)
        reach = 0.5 * at.mark
        box = (left, middle - reach, right, middle + reach)
        labels.plate(self.sheet, box, 0.008 * at.width, ink, ground)
        labels.text(self.sheet, points, (left + right - broad) / 2, middle, at.type, ground, ink)
        return left - 2 * at.gap

    def _count(self, count: Count, right: float, middle: float, ink: str, ground: str, span: Span) -> float:
        """Place a figure and its number so that they end at `right`; return where the next item ends."""
        at, labels, side, end = self.at, self.labels, span.figure, self._beside(count, right, span)
        if count.number is not None:
            right -= labels.width(_number(count), at.type)
            labels.text(self.sheet, _number(count), right, middle, at.type, ink, ground)
            right -= 0.7 * span.gap
        if count.figure is not None:
            labels.figure(self.sheet, count.key, count.figure, (right - side / 2, middle), side, ground)
        return end

    def _beside(self, count: Count, right: float, span: Span) -> float:
        """Return where the next item ends, before a count that ends at `right`."""
        if count.number is not None:
            right -= self.labels.width(_number(count), self.at.type) + 0.7 * span.gap
        return right - span.gap if count.figure is None else right - span.figure - 2 * span.gap


def _number(count: Count) -> str:
    return str(count.number) if count.most is None else f"{count.number}/{count.most}"
