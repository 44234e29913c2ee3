"""Checks of ratings."""

from typing import Final

from bot.kernel.checks import of_game
from data.schema.games import GAME_IS_RUNNING
from data.schema.ratings import rating_changes

CHECKS: Final = (of_game(rating_changes, "comes of a game that still runs", GAME_IS_RUNNING),)
