"""Positions as pictures and as words, and numbers as charts. Independent of chat and storage."""

from render.animation.pacing import ANIMATION_WIDTH, Frame, plies_shown
from render.board_sheet import SheetBoard
from render.canvas.memory import give_back_large_drawings
from render.canvas.resources import BoardLookups
from render.charts import (
    THUMBNAIL,
    BracketChart,
    BracketPlace,
    Charts,
    CurvePoint,
    ProfileChart,
    ResultInk,
    ReviewChart,
    ReviewMark,
    StandingsChart,
    StandingsRow,
    TournamentChart,
    WinLossRecord,
    records_drawn,
)
from render.contract.alt_text import Translate, sharing_brackets
from render.contract.layout import Area, Layout
from render.contract.point_names import piece_words, point_named, text_named, way_named
from render.contract.scoreboard import PlayerLine, Scoreboard
from render.contract.view import NEUTRAL, THEMES, Orientation, Trail, View
from render.gallery import Gallery

__all__ = [
    "ANIMATION_WIDTH",
    "NEUTRAL",
    "THEMES",
    "THUMBNAIL",
    "Area",
    "BoardLookups",
    "BracketChart",
    "BracketPlace",
    "Charts",
    "CurvePoint",
    "Frame",
    "Gallery",
    "Layout",
    "Orientation",
    "PlayerLine",
    "ProfileChart",
    "ResultInk",
    "ReviewChart",
    "ReviewMark",
    "Scoreboard",
    "SheetBoard",
    "StandingsChart",
    "StandingsRow",
    "TournamentChart",
    "Trail",
    "Translate",
    "View",
    "WinLossRecord",
    "give_back_large_drawings",
    "piece_words",
    "plies_shown",
    "point_named",
    "records_drawn",
    "sharing_brackets",
    "text_named",
    "way_named",
]
