"""Charts: numbers as pictures. Independent of games."""

from render.charts.bracket_chart import BracketChart, BracketPlace
from render.charts.charts import Charts, TournamentChart
from render.charts.profile_chart import (
    THUMBNAIL,
    CurvePoint,
    ProfileChart,
    ResultInk,
    WinLossRecord,
    records_drawn,
)
from render.charts.review_chart import ReviewChart, ReviewMark
from render.charts.standings_chart import StandingsChart, StandingsRow

__all__ = [
    "THUMBNAIL",
    "BracketChart",
    "BracketPlace",
    "Charts",
    "CurvePoint",
    "ProfileChart",
    "ResultInk",
    "ReviewChart",
    "ReviewMark",
    "StandingsChart",
    "StandingsRow",
    "TournamentChart",
    "WinLossRecord",
    "records_drawn",
]
