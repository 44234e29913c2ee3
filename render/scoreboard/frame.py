"""A finished board between the lines of its players, and the card of a result below."""

from collections.abc import Callable

from PIL import Image

from render.canvas.resources import Resources
from render.canvas.sheet import Margins, Sheet
from render.contract.scoreboard import PlateInks, Plates, Scoreboard
from render.contract.view import View
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
        self,
        paint: Callable[[Margins], Sheet],
        plates: Plates,
        shown: Scoreboard,
        turn: int | None,
        view: View,
        room: int | None = None,
    ) -> Image.Image:
        """Return what `paint` draws between its margins, with the lines and the card in these.

        `turn` is the seat to move, None when nobody is. The card is as high as
        its `room`, if one is given; where not even its title fits there is none.
        """
        inks, labels, at = self._inks[view.theme], self._labels[view.theme], Measures(view.width)
        card = EndCard(shown, at, inks, labels, room) if shown.result else None
        if card is not None and not card.fits:
            card = None
        above, lines = at.line * len(plates.above), at.line * len(plates.below)
        margins = Margins(above, lines + (card.height if card else 0))
        picture = paint(margins).picture
        sheet, below = Sheet(picture), picture.height - margins.below
        pen = LinePen(sheet, shown, None if shown.result else turn, inks, labels, at)
        if plates.above:
            pen.group(plates.above, 0)
        if plates.below:
            pen.group(plates.below, below)
        if card is not None:
            card.lay(sheet, below + lines)
        return picture
