"""Checks of matches."""

from typing import Final

import sqlalchemy as sa

from bot.kernel.checks import Contradiction, differ, has_timer, is_given, is_null, of_game, rows_where, stray
from bot.repositories.tables.challenge_tables import challenges
from bot.repositories.tables.match_tables import (
    GAME_IS_FINISHED,
    GAME_IS_RUNNING,
    GAME_TIMER,
    games,
    plans,
    seats,
    undone,
)

_NO_CLOCK: Final = "none"
_is_planned: Final = sa.exists().where(plans.c.game == games.c.id)
_clock_runs: Final = sa.and_(GAME_IS_RUNNING, is_null(games.c.paused), challenges.c.clock != _NO_CLOCK)


def _match_check(wrong: str, *conditions: sa.ColumnElement[bool]) -> Contradiction:
    query = sa.select(games.c.id).join(challenges, challenges.c.id == games.c.challenge)
    return Contradiction(games, wrong, query.where(*conditions))


CHECKS: Final = (
    rows_where(games, "neither runs nor is finished", ~GAME_IS_RUNNING, ~GAME_IS_FINISHED),
    rows_where(games, "runs and has an outcome", GAME_IS_RUNNING, is_given(games.c.outcome)),
    rows_where(
        games,
        "runs and nobody is to move",
        GAME_IS_RUNNING,
        is_null(games.c.turn),
        sa.or_(is_null(games.c.dice_commitment), is_given(games.c.seed)),
    ),
    rows_where(games, "is finished without an outcome", GAME_IS_FINISHED, is_null(games.c.outcome)),
    rows_where(
        games,
        "is finished and still waits for something",
        GAME_IS_FINISHED,
        sa.or_(
            is_given(games.c.turn),
            is_given(games.c.deadline),
            is_given(games.c.undo),
            games.c.claimable == sa.true(),
        ),
    ),
    _match_check("its clock runs without a deadline", _clock_runs, is_null(games.c.deadline)),
    _match_check(
        "nothing will happen when its time is up",
        _clock_runs,
        is_given(games.c.deadline),
        games.c.claimable == sa.false(),
        ~has_timer(games.c.id, GAME_TIMER),
    ),
    _match_check(
        "has a deadline and no clock that runs", GAME_IS_RUNNING, ~_clock_runs, is_given(games.c.deadline)
    ),
    _match_check("is not of the kind its challenge is of", games.c.key != challenges.c.key),
    rows_where(
        games,
        "lives elsewhere than in its thread or channel",
        games.c.home != sa.func.coalesce(games.c.thread, games.c.channel),
    ),
    rows_where(
        games, "names half a message as its board", differ(games.c.board_channel, games.c.board_message)
    ),
    rows_where(
        games, "has dice without a commitment, or the reverse", differ(games.c.seed, games.c.commitment)
    ),
    rows_where(
        games, "has a beacon and no sealed dice", is_given(games.c.dice_beacon), is_null(games.c.dice_seed)
    ),
    rows_where(games, "is marked as planned and is not", games.c.planned == sa.true(), ~_is_planned),
    rows_where(games, "has plans and is not marked so", games.c.planned == sa.false(), _is_planned),
    Contradiction(
        seats,
        "its seats are not numbered from 0",
        sa.select(seats.c.game)
        .group_by(seats.c.game)
        .having(sa.or_(sa.func.min(seats.c.seat) != 0, sa.func.max(seats.c.seat) != sa.func.count() - 1)),
    ),
    of_game(seats, "still plays in a finished game", GAME_IS_FINISHED, seats.c.running == sa.true()),
    of_game(plans, "is for a finished game", GAME_IS_FINISHED),
    of_game(undone, "its game knows of no such take-back", undone.c.taken_back > games.c.taken_back),
    rows_where(
        games,
        "has sealed dice without a commitment, or the reverse",
        differ(games.c.dice_seed, games.c.dice_commitment),
    ),
    stray(GAME_TIMER, games.c.id, GAME_IS_RUNNING, is_null(games.c.paused)),
)
