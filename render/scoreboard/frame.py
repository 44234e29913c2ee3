"""A finished board between the lines of its players, and the banner of a result below."""

from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image

from render.canvas.canvas import Canvas, Figure, Spot, star
from render.canvas.fonts import READABLE
from render.canvas.resources import Resources
from render.contract.scoreboard import Count, PlateInks, Plates, Scoreboard
from render.scoreboard.labels import Labels

# In parts of the picture's width.
_LINE = 0.075
_PAD = 0.02
_MARK = 0.062
_GAP = 0.012
_TITLE = 0.06
_BANNER_LINE = 0.076


@dataclass(frozen=True, slots=True)
class _Line:
    """The line of a player as it is drawn: from pixel `top` on, in these inks."""

    top: int
    ground: str
    ink: str


class ScoreboardFrame:
    """Lay the scoreboard around the boards of one game. Safe to use from several threads."""

    def __init__(self, resources: Resources, inks: PlateInks) -> None:
        self._inks = inks
        self._labels = {theme: Labels(resources, theme) for theme in resources.palettes}

    def around(
        self, board: Image.Image, plates: Plates, shown: Scoreboard, turn: int | None, theme: str
    ) -> Image.Image:
        """Return the board with its lines; `turn` is the seat to move, None when nobody is."""
        width, height = board.size
        labels, line = self._labels[theme], round(_LINE * width)
        above, below = line * len(plates.above), line * len(plates.below)
        result = _result_lines(shown, width, labels)
        banner = round((_BANNER_LINE * len(result) + _PAD) * width) if result else 0
        picture = Image.new("P", (width, above + height + below + banner))
        picture.putpalette(board.getpalette() or ())
        picture.paste(board, (0, above))
        tops = (*range(0, above, line), *range(above + height, above + height + below, line))
        for plate, top in zip((*plates.above, *plates.below), tops, strict=True):
            acting = plate.seat == turn and not shown.result
            inks = self._inks
            drawn = _Line(top, inks.letter, inks.low) if acting else _Line(top, inks.ground, inks.letter)
            self._lay_ground(picture, drawn, labels)
            left, right, middle = _PAD * width, (1 - _PAD) * width, top + line / 2
            size, mark = READABLE * width, _MARK * width
            if acting:
                self._lay_arrow(picture, (left + 0.25 * size, middle), size, labels)
                left += 0.5 * size + _GAP * width
            labels.figure(picture, plate.key, plate.mark, (left + mark / 2, middle), mark, drawn.ground)
            left += mark + _GAP * width
            if top == 0 and shown.heading:
                right -= labels.width(shown.heading, size)
                labels.text(picture, shown.heading, right, middle, size, drawn.ink, drawn.ground)
                right -= 2 * _GAP * width
            player = shown.players[plate.seat]
            if player.points:
                right = self._lay_points(picture, player.points, right, drawn, labels)
            for count in reversed(plate.counts):
                right = self._lay_count(picture, count, right, drawn, labels)
            name = labels.fitted(labels.name_of(player), size, right - left)
            labels.text(picture, name, left, middle, size, drawn.ink, drawn.ground)
        if banner:
            self._lay_banner(picture, above + height + below, result, labels)
        return picture

    def _lay_ground(self, picture: Image.Image, line: _Line, labels: Labels) -> None:
        width, bottom = picture.width, line.top + round(_LINE * picture.width)
        thin = max(1, width // 400)
        for box, ink in (
            ((0, line.top, width, bottom), self._inks.low),
            ((thin, line.top, width - thin, bottom - thin), self._inks.high),
            ((2 * thin, line.top + thin, width - thin, bottom - thin), line.ground),
        ):
            picture.paste(labels.index(ink), box)

    def _lay_arrow(self, picture: Image.Image, centre: Spot, size: float, labels: Labels) -> None:
        inks = self._inks
        labels.figure(picture, "turn", _arrow(inks.low), centre, 0.7 * size, inks.letter)

    def _lay_points(
        self, picture: Image.Image, points: str, right: float, line: _Line, labels: Labels
    ) -> float:
        """Lay what a player has in the series, with a star, so that it ends at `right`."""
        width = picture.width
        size, middle = READABLE * width, line.top + _LINE * width / 2
        right -= labels.width(points, size)
        labels.text(picture, points, right, middle, size, line.ink, line.ground)
        right -= 0.75 * size
        key = ("points", line.ink)
        labels.figure(picture, key, _points(line.ink), (right + 0.35 * size, middle), 0.7 * size, line.ground)
        return right - 2 * _GAP * width

    def _lay_count(
        self, picture: Image.Image, count: Count, right: float, line: _Line, labels: Labels
    ) -> float:
        """Lay a figure and its number so that they end at `right`, and return where the next one ends."""
        width = picture.width
        middle, side = line.top + _LINE * width / 2, 0.9 * _MARK * width
        if count.number is not None:
            size, number = READABLE * width, str(count.number)
            right -= labels.width(number, size)
            labels.text(picture, number, right, middle, size, line.ink, line.ground)
            right -= _GAP * width / 2
        labels.figure(picture, count.key, count.figure, (right - side / 2, middle), side, line.ground)
        return right - side - 2 * _GAP * width

    def _lay_banner(
        self, picture: Image.Image, top: int, lines: Sequence[tuple[str, float]], labels: Labels
    ) -> None:
        width, inks = picture.width, self._inks
        thin = max(1, width // 400)
        picture.paste(labels.index(inks.low), (0, top, width, picture.height))
        picture.paste(labels.index(inks.letter), (thin, top + thin, width - thin, picture.height - thin))
        for number, (text, size) in enumerate(lines):
            left = (width - labels.width(text, size)) / 2
            middle = top + (_PAD / 2 + (number + 0.5) * _BANNER_LINE) * width
            labels.text(picture, text, left, middle, size, inks.low, inks.letter)


def _result_lines(shown: Scoreboard, width: int, labels: Labels) -> Sequence[tuple[str, float]]:
    """Return the lines of the banner, each with the size of its type: nothing of them is cut."""
    room, lines = (1 - 2 * _PAD) * width, []
    for number, text in enumerate(shown.result):
        size = (READABLE if number else _TITLE) * width
        lines += [
            (line, size) for line in labels.wrapped(_with_written_names(text, shown, labels), size, room)
        ]
    return lines


def _with_written_names(text: str, shown: Scoreboard, labels: Labels) -> str:
    """Return a text with the players' names as they can be written."""
    for player in sorted(shown.players, key=lambda one: len(one.name), reverse=True):
        written = labels.name_of(player)
        if player.name and written != player.name:
            text = text.replace(player.name, written)
    return text


def _arrow(ink: str) -> Figure:
    def draw(canvas: Canvas, centre: Spot, side: float) -> None:
        x, y = centre
        reach = side / 2
        canvas.polygon(
            ((x - 0.7 * reach, y - reach), (x + 0.8 * reach, y), (x - 0.7 * reach, y + reach)), ink
        )

    return draw


def _points(ink: str) -> Figure:
    def draw(canvas: Canvas, centre: Spot, side: float) -> None:
        canvas.polygon(star(centre, (0.5 * side, 0.2 * side), 10), ink)

    return draw
