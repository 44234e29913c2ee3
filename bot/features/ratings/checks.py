"""Checks of ratings."""

from typing import Final

from bot.kernel.checks import of_game
from bot.repositories.tables.match_tables import GAME_IS_RUNNING
from bot.repositories.tables.rating_tables import rating_changes

CHECKS: Final = (of_game(rating_changes, "comes of a game that still runs", GAME_IS_RUNNING),)
