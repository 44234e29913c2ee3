"""Charts: numbers as pictures. Independent of games."""

from render.charts.bracket_chart import BracketChart, BracketPlace
from render.charts.charts import Charts, TournamentChart
from render.charts.profile_chart import (
    THUMBNAIL,
    ProfileChart,
    RatingMoment,
    ResultInk,
    WinsAndLosses,
    records_drawn,
)
from render.charts.review_chart import ReviewChart, ReviewMark
from render.charts.standings_chart import StandingsChart, StandingsRow

__all__ = [
    "THUMBNAIL",
    "BracketChart",
    "BracketPlace",
    "Charts",
    "ProfileChart",
    "RatingMoment",
    "ResultInk",
    "ReviewChart",
    "ReviewMark",
    "StandingsChart",
    "StandingsRow",
    "TournamentChart",
    "WinsAndLosses",
    "records_drawn",
]
