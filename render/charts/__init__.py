"""Charts: numbers as pictures. Know no games."""

from render.charts.profile_chart import Charts, ProfileChart, RatingMoment, ResultInk, WinsAndLosses

__all__ = ["Charts", "ProfileChart", "RatingMoment", "ResultInk", "WinsAndLosses"]
