"""Contradictions: rows that cannot both be as they are. What the rules of a game say is not looked at."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.play.checks.findings import Inconsistency, rows_found
from bot.play.domain.learning.daily_puzzles import DAILY_PUZZLE
from bot.play.domain.servers.weekly_letters import WEEKLY_LETTER
from data.schema import (
    CHALLENGE_EXPIRES,
    CHALLENGE_IS_OPEN,
    CHALLENGE_TIMER,
    DELETION_TIMER,
    GAME_IS_FINISHED,
    GAME_IS_RUNNING,
    GAME_TIMER,
    GUEST_IS_WAITING,
    IMPORT_TIMER,
    NOTICE_IS_CLAIMED,
    NOTICE_IS_WAITING,
    SEAT_TIMER,
    SERVER_IS_GONE,
    SERVER_TIMER,
    SUBSTITUTION_IS_OPEN,
    TOURNAMENT_TIMER,
    challenges,
    deletions,
    games,
    guests,
    imports,
    notices,
    plans,
    rating_changes,
    seats,
    servers,
    subscriptions,
    substitutions,
    timers,
    tournament_games,
    tournaments,
    undone,
)

_NO_CLOCK: Final = "none"
_Query = sa.Select[*tuple[Any, ...]]


@dataclass(frozen=True, slots=True)
class _Contradiction:
    """Rows of a table that contradict themselves or others, chosen by what names them."""

    table: sa.Table
    wrong: str
    query: _Query


def _where(table: sa.Table, wrong: str, *conditions: sa.ColumnElement[bool]) -> _Contradiction:
    return _Contradiction(table, wrong, sa.select(*table.primary_key.columns).where(*conditions))


def _of_game(table: sa.Table, wrong: str, *conditions: sa.ColumnElement[bool]) -> _Contradiction:
    """Do as `_where`, with conditions on the game that a row is of."""
    query = sa.select(*table.primary_key.columns).join(games, games.c.id == table.c.game)
    return _Contradiction(table, wrong, query.where(*conditions))


def _is_null(column: sa.Column[Any]) -> sa.ColumnElement[bool]:
    # Spelt so for JSON, too, whose type would compare with its own null.
    return column.is_(sa.null())


def _is_given(column: sa.Column[Any]) -> sa.ColumnElement[bool]:
    return column.is_not(sa.null())


def _differ(one: sa.Column[Any], other: sa.Column[Any]) -> sa.ColumnElement[bool]:
    """Return the condition that of two columns which belong together only one is given."""
    return sa.or_(
        sa.and_(_is_null(one), _is_given(other)),
        sa.and_(_is_given(one), _is_null(other)),
    )


_is_planned: Final = sa.exists().where(plans.c.game == games.c.id)
_clock_runs: Final = sa.and_(GAME_IS_RUNNING, _is_null(games.c.paused), challenges.c.clock != _NO_CLOCK)
_game_of: Final = sa.exists().where(games.c.challenge == challenges.c.id)


def _has_timer(subject: sa.Column[int], kind: str | sa.Column[str]) -> sa.ColumnElement[bool]:
    return sa.exists().where(timers.c.kind == kind, timers.c.subject == subject)


_Timed = tuple[sa.Table, sa.Column[int], str, tuple[sa.ColumnElement[bool], ...]]
_GAMES_WITH_TIMERS: Final[_Timed] = (
    games,
    games.c.id,
    GAME_TIMER,
    (GAME_IS_RUNNING, _is_null(games.c.paused)),
)
_TIMED: Final[tuple[_Timed, ...]] = (
    (challenges, challenges.c.id, CHALLENGE_TIMER, (CHALLENGE_EXPIRES,)),
    (substitutions, substitutions.c.id, SEAT_TIMER, (SUBSTITUTION_IS_OPEN,)),
    (imports, imports.c.id, IMPORT_TIMER, ()),
    (deletions, deletions.c.player, DELETION_TIMER, ()),
    (servers, servers.c.id, SERVER_TIMER, (SERVER_IS_GONE,)),
    (tournaments, tournaments.c.id, TOURNAMENT_TIMER, (tournaments.c.status.in_(("open", "running")),)),
    *(
        (subscriptions, subscriptions.c.server, kind, (subscriptions.c.kind == kind,))
        for kind in (DAILY_PUZZLE, WEEKLY_LETTER)
    ),
)
"""Rows by what their timer is about, its kind, and the conditions under which they wait for it."""
_another: Final = substitutions.alias("another")


def _timed(wrong: str, *conditions: sa.ColumnElement[bool]) -> _Contradiction:
    query = sa.select(games.c.id).join(challenges, challenges.c.id == games.c.challenge)
    return _Contradiction(games, wrong, query.where(*conditions))


_ALL: Final = (
    _where(games, "neither runs nor is finished", ~GAME_IS_RUNNING, ~GAME_IS_FINISHED),
    _where(games, "runs and has an outcome", GAME_IS_RUNNING, _is_given(games.c.outcome)),
    _where(
        games,
        "runs and nobody is to move",
        GAME_IS_RUNNING,
        _is_null(games.c.turn),
        sa.or_(_is_null(games.c.dice_commitment), _is_given(games.c.seed)),
    ),
    _where(games, "is finished without an outcome", GAME_IS_FINISHED, _is_null(games.c.outcome)),
    _where(
        games,
        "is finished and still waits for something",
        GAME_IS_FINISHED,
        sa.or_(
            _is_given(games.c.turn),
            _is_given(games.c.deadline),
            _is_given(games.c.undo),
            games.c.claimable == sa.true(),
        ),
    ),
    _timed("its clock runs without a deadline", _clock_runs, _is_null(games.c.deadline)),
    _timed(
        "nothing will happen when its time is up",
        _clock_runs,
        _is_given(games.c.deadline),
        games.c.claimable == sa.false(),
        ~_has_timer(games.c.id, GAME_TIMER),
    ),
    *(
        _where(table, "nothing will happen at its moment", *conditions, ~_has_timer(subject, kind))
        for table, subject, kind, conditions in _TIMED
    ),
    *(
        _where(
            timers,
            "is the timer of nothing that waits",
            timers.c.kind == kind,
            ~sa.exists().where(subject == timers.c.subject, *conditions),
        )
        for _, subject, kind, conditions in (_GAMES_WITH_TIMERS, *_TIMED)
    ),
    _timed(
        "has a deadline and no clock that runs", GAME_IS_RUNNING, ~_clock_runs, _is_given(games.c.deadline)
    ),
    _timed("is not of the kind its challenge is of", games.c.key != challenges.c.key),
    _where(
        games,
        "lives elsewhere than in its thread or channel",
        games.c.home != sa.func.coalesce(games.c.thread, games.c.channel),
    ),
    _where(games, "names half a message as its board", _differ(games.c.board_channel, games.c.board_message)),
    _where(games, "has dice without a commitment, or the reverse", _differ(games.c.seed, games.c.commitment)),
    *(
        _where(
            table,
            "has sealed dice without a commitment, or the reverse",
            _differ(table.c.dice_seed, table.c.dice_commitment),
        )
        for table in (games, challenges)
    ),
    *(
        _where(table, "names half a place in a tree of seeds", _differ(table.c.dice_root, table.c.dice_leaf))
        for table in (challenges, tournament_games)
    ),
    _where(
        challenges,
        "has a place in a tree of seeds and no sealed dice",
        _is_given(challenges.c.dice_root),
        _is_null(challenges.c.dice_seed),
    ),
    _where(
        games, "has a beacon and no sealed dice", _is_given(games.c.dice_beacon), _is_null(games.c.dice_seed)
    ),
    _where(games, "is marked as planned and is not", games.c.planned == sa.true(), ~_is_planned),
    _where(games, "has plans and is not marked so", games.c.planned == sa.false(), _is_planned),
    _Contradiction(
        seats,
        "its seats are not numbered from 0",
        sa.select(seats.c.game)
        .group_by(seats.c.game)
        .having(sa.or_(sa.func.min(seats.c.seat) != 0, sa.func.max(seats.c.seat) != sa.func.count() - 1)),
    ),
    _of_game(seats, "still plays in a finished game", GAME_IS_FINISHED, seats.c.running == sa.true()),
    _of_game(plans, "is for a finished game", GAME_IS_FINISHED),
    _of_game(undone, "its game knows of no such take-back", undone.c.taken_back > games.c.taken_back),
    _of_game(rating_changes, "comes of a game that still runs", GAME_IS_RUNNING),
    _of_game(substitutions, "offers a seat of a finished game", SUBSTITUTION_IS_OPEN, GAME_IS_FINISHED),
    _where(
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
    _where(
        substitutions,
        "is accepted by nobody, or by someone though it is not accepted",
        (substitutions.c.status == sa.literal_column("'accepted'")) != _is_given(substitutions.c.substitute),
    ),
    _where(
        substitutions,
        "is open and settled, or neither",
        _is_given(substitutions.c.settled) == SUBSTITUTION_IS_OPEN,
    ),
    _where(challenges, "is open and has led to a game", CHALLENGE_IS_OPEN, _game_of),
    _where(
        challenges,
        "is accepted and has led to no game",
        challenges.c.status == sa.literal_column("'accepted'"),
        ~_game_of,
    ),
    _where(
        challenges,
        "is not accepted and has led to a game",
        challenges.c.status != sa.literal_column("'accepted'"),
        _game_of,
    ),
    _Contradiction(
        guests,
        "waits for a challenge that is not open",
        sa.select(*guests.primary_key.columns)
        .join(challenges, challenges.c.id == guests.c.challenge)
        .where(GUEST_IS_WAITING, ~CHALLENGE_IS_OPEN),
    ),
    _where(notices, "is claimed by nobody", NOTICE_IS_CLAIMED, _is_null(notices.c.claimant)),
    _where(notices, "waits and is claimed", NOTICE_IS_WAITING, _is_given(notices.c.claimant)),
    _where(notices, "names half a message", _differ(notices.c.shown_channel, notices.c.shown_message)),
)


async def contradictions(connection: AsyncConnection) -> AsyncIterator[Inconsistency]:
    """Yield the rows that contradict themselves or others."""
    for one in _ALL:
        for finding in await rows_found(connection, one.table.name, one.query, one.wrong):
            yield finding
