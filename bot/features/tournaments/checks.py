"""Checks of tournaments."""

from typing import Final

from bot.features.tournaments.store.tournament_tables import TOURNAMENT_TIMER, tournament_games, tournaments
from bot.kernel.checks import differ, rows_where, timer_checks

CHECKS: Final = (
    rows_where(
        tournament_games,
        "names half a place in a tree of seeds",
        differ(tournament_games.c.dice_root, tournament_games.c.dice_leaf),
    ),
    *timer_checks(
        tournaments, tournaments.c.id, TOURNAMENT_TIMER, tournaments.c.status.in_(("open", "running"))
    ),
)
