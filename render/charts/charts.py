"""All charts by kind."""

from functools import cached_property

from PIL import Image

from render.canvas.png import encode
from render.canvas.resources import Resources
from render.charts.bracket_chart import BracketChart, draw_bracket, height_of_bracket
from render.charts.inks import CHART_INKS
from render.charts.pen import ChartPen
from render.charts.profile_chart import (
    ProfileChart,
    draw_profile,
    head_height,
    picture_height,
    thumbnail_corner,
)
from render.charts.review_chart import ReviewChart, draw_review, height_of_review
from render.charts.standings_chart import StandingsChart, draw_standings, height_of_standings

TournamentChart = StandingsChart | BracketChart
"""A chart of a tournament's standings."""


class Charts:
    """Draws charts. Thread-safe."""

    @cached_property
    def _resources(self) -> Resources:
        return Resources(inks=CHART_INKS)

    def profile(self, chart: ProfileChart, theme: str, thumbnail: Image.Image | None = None) -> bytes:
        """Return the chart of a profile as a palette PNG, 800 pixels wide.

        The `thumbnail` of the favourite board, at most `THUMBNAIL` pixels wide and high, is beside the name;
        a chart without a name omits it.
        """
        pen = ChartPen(self._resources, theme, picture_height(chart), head_height(chart))
        shows_board = thumbnail is not None and bool(chart.name)
        draw_profile(pen, chart, thumbnail=shows_board)
        picture = pen.canvas.image()
        if thumbnail is not None and shows_board:
            palette = self._resources.palettes[theme]
            picture = palette.inlay(picture, thumbnail, thumbnail_corner(thumbnail))
        return encode(picture)

    def review(self, chart: ReviewChart, theme: str) -> bytes:
        """Return the chart of a review as a palette PNG, 800 pixels wide. It needs at least one chance."""
        pen = ChartPen(self._resources, theme, height_of_review())
        draw_review(pen, chart)
        return encode(pen.canvas.image())

    def standings(self, chart: TournamentChart, theme: str) -> bytes:
        """Return the table or bracket of a tournament as a palette PNG, 800 pixels wide."""
        if isinstance(chart, BracketChart):
            pen = ChartPen(self._resources, theme, height_of_bracket(chart))
            draw_bracket(pen, chart)
            return encode(pen.canvas.image())
        pen = ChartPen(self._resources, theme, height_of_standings(chart))
        draw_standings(pen, chart)
        return encode(pen.canvas.image())
