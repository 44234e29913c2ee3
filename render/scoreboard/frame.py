"""A finished board between the lines of its players, and the card of a result below."""

from collections.abc import Callable

from PIL import Image

from render.canvas.resources import Resources
from render.contract.scoreboard import PlateInks, Plates, Scoreboard
from render.scoreboard.end_card import EndCard
from render.scoreboard.labels import Labels
from render.scoreboard.measures import Inks, Measures
from render.scoreboard.player_lines import LinePen


class ScoreboardFrame:
    """Lay the scoreboard around the boards of one game. Safe to use from several threads."""

    def __init__(
        self, resources: Resources, inks: PlateInks, labels: Callable[[Resources, str], Labels] = Labels
    ) -> None:
        self._labels = {theme: labels(resources, theme) for theme in resources.palettes}
        self._inks = {theme: Inks.chosen(inks, one) for theme, one in self._labels.items()}

    def around(
        self, board: Image.Image, plates: Plates, shown: Scoreboard, turn: int | None, theme: str
    ) -> Image.Image:
        """Return the board with its lines and its card; `turn` is the seat to move, None when nobody is."""
        if not (plates.above or plates.below or shown.result):
            return board
        width, height = board.size
        inks, labels = self._inks[theme], self._labels[theme]
        line = Measures(width).line
        above, below = line * len(plates.above), line * len(plates.below)
        card = EndCard(shown, width, inks, labels) if shown.result else None
        # Nothing is to be seen of its ground.
        picture = Image.new("P", (width, above + height + below + (card.height if card else 0)), None)
        picture.putpalette(board.getpalette() or ())
        picture.paste(board, (0, above))
        pen = LinePen(picture, shown, None if shown.result else turn, inks, labels)
        if plates.above:
            pen.group(plates.above, 0)
        if plates.below:
            pen.group(plates.below, above + height)
        if card is not None:
            card.lay(picture, above + height + below)
        return picture
