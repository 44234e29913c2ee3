"""Charts: numbers as pictures. Know no games."""

from render.charts.profile_chart import Charts, Moment, ProfileChart, Record

__all__ = ["Charts", "Moment", "ProfileChart", "Record"]
