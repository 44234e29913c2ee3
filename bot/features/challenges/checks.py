"""Checks of challenges, lobbies and seats on offer."""

from typing import Final

import sqlalchemy as sa

from bot.kernel.checks import Contradiction, differ, is_given, is_null, of_game, rows_where, timer_checks
from bot.repositories.tables.challenge_tables import (
    CHALLENGE_EXPIRES,
    CHALLENGE_IS_OPEN,
    CHALLENGE_TIMER,
    GUEST_IS_WAITING,
    challenges,
    guests,
)
from bot.repositories.tables.match_tables import (
    GAME_IS_FINISHED,
    SEAT_TIMER,
    SUBSTITUTION_IS_OPEN,
    games,
    substitutions,
)

_game_of: Final = sa.exists().where(games.c.challenge == challenges.c.id)
_another: Final = substitutions.alias("another")

CHECKS: Final = (
    rows_where(
        challenges,
        "has a place in a tree of seeds and no sealed dice",
        is_given(challenges.c.dice_root),
        is_null(challenges.c.dice_seed),
    ),
    of_game(substitutions, "offers a seat of a finished game", SUBSTITUTION_IS_OPEN, GAME_IS_FINISHED),
    rows_where(
        substitutions,
        "offers a seat that is on offer already",
        SUBSTITUTION_IS_OPEN,
        sa.exists().where(
            _another.c.status == sa.literal_column("'open'"),
            _another.c.game == substitutions.c.game,
            _another.c.seat == substitutions.c.seat,
            _another.c.id < substitutions.c.id,
        ),
    ),
    rows_where(
        substitutions,
        "is accepted by nobody, or by someone though it is not accepted",
        (substitutions.c.status == sa.literal_column("'accepted'")) != is_given(substitutions.c.substitute),
    ),
    rows_where(
        substitutions,
        "is open and settled, or neither",
        is_given(substitutions.c.settled) == SUBSTITUTION_IS_OPEN,
    ),
    rows_where(challenges, "is open and has led to a game", CHALLENGE_IS_OPEN, _game_of),
    rows_where(
        challenges,
        "is accepted and has led to no game",
        challenges.c.status == sa.literal_column("'accepted'"),
        ~_game_of,
    ),
    rows_where(
        challenges,
        "is not accepted and has led to a game",
        challenges.c.status != sa.literal_column("'accepted'"),
        _game_of,
    ),
    Contradiction(
        guests,
        "waits for a challenge that is not open",
        sa.select(*guests.primary_key.columns)
        .join(challenges, challenges.c.id == guests.c.challenge)
        .where(GUEST_IS_WAITING, ~CHALLENGE_IS_OPEN),
    ),
    rows_where(
        challenges,
        "has sealed dice without a commitment, or the reverse",
        differ(challenges.c.dice_seed, challenges.c.dice_commitment),
    ),
    rows_where(
        challenges,
        "names half a place in a tree of seeds",
        differ(challenges.c.dice_root, challenges.c.dice_leaf),
    ),
    *timer_checks(challenges, challenges.c.id, CHALLENGE_TIMER, CHALLENGE_EXPIRES),
    *timer_checks(substitutions, substitutions.c.id, SEAT_TIMER, SUBSTITUTION_IS_OPEN),
)
