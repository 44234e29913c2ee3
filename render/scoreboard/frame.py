"""A finished board between its players' plates, or between a row of all plates and the result."""

from collections.abc import Callable

from render.canvas.resources import Resources
from render.canvas.sheet import Margins, Sheet
from render.contract.scoreboard import PlateInks, Plates, Scoreboard
from render.contract.view import View
from render.scoreboard.labels import Labels
from render.scoreboard.measures import Inks, Measures
from render.scoreboard.player_lines import LinePen
from render.scoreboard.result_line import ResultLine


def margins_around(plates: Plates, view: View) -> Margins:
    """Return the room that the plates take above and below the board."""
    line = Measures(view.width).line
    return Margins(line * len(plates.rows(plates.above)), line * len(plates.rows(plates.below)))


class ScoreboardFrame:
    """Places the scoreboard around the boards of a game. Thread-safe."""

    def __init__(
        self, resources: Resources, inks: PlateInks, labels: Callable[[Resources, str], Labels] = Labels
    ) -> None:
        self._labels = {theme: labels(resources, theme) for theme in resources.palettes}
        self._inks = {theme: Inks.choose(inks, ink) for theme, ink in self._labels.items()}

    def around(
        self,
        paint: Callable[[Margins], Sheet],
        plates: Plates,
        shown: Scoreboard,
        turn: int | None,
        view: View,
    ) -> Sheet:
        """Return the picture drawn by `paint`, with the players' plates in its margins.

        `turn` is the seat to move, None if there is none. If there is a result, all players share a row above
        the board, and the result takes the other row: the picture keeps its size.
        """
        inks, labels, at = self._inks[view.theme], self._labels[view.theme], Measures(view.width)
        rows = plates.rows(plates.above), plates.rows(plates.below)
        if shown.result:
            rows = ((*plates.above, *plates.below),), ()
        margins = margins_around(plates, view)
        sheet = paint(margins).whole()
        below = sheet.height - margins.below
        pen = LinePen(sheet, shown, None if shown.result else turn, inks, labels, at)
        for group, top in zip(rows, (0, below), strict=True):
            if group:
                pen.group(group, top)
        if shown.result:
            heading = "" if view.over else shown.heading
            ResultLine(shown, at, inks, labels, heading).lay(sheet, below)
        return sheet
