"""Matches: loading, locking, saving, listing."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

import sqlalchemy as sa

from bot.model.match.beacon import BeaconSource
from bot.model.match.match import Counting, Match
from bot.model.match.timing import Timing
from bot.model.people.person import MessageRef
from bot.model.servers.server_rules import ALL_PICTURES
from bot.repositories.matches.match_rows import (
    MATCHES,
    MATCHES_WITH_SETTINGS,
    all_matches,
    changed_values,
    seat_values,
    single_match,
    timing_values,
    values_of,
)
from bot.repositories.tables.challenge_tables import challenges
from bot.repositories.tables.match_tables import (
    GAME_IS_FINISHED,
    GAME_IS_RUNNING,
    GAME_TIMER,
    GAME_WAITS_FOR_DICE,
    games,
    seats,
)
from bot.repositories.tables.server_tables import server_rules
from data.cluster.timers import TimerRepository
from data.connections.dialects import ONE_WRITER
from data.session import Session

_BY_ID: Final = MATCHES.where(games.c.id == sa.bindparam("id")).order_by(seats.c.seat)
_LOCK: Final = sa.select(games.c.id).where(games.c.id == sa.bindparam("id")).with_for_update()
_SEEN: Final = MATCHES_WITH_SETTINGS.where(games.c.id == sa.bindparam("id")).order_by(seats.c.seat)

_own: Final = seats.alias("own")
_to_act: Final = sa.case((games.c.turn == _own.c.seat, 0), else_=1).label("rank")
_running: Final = (
    sa.select(games.c.id, _to_act)
    .join(_own, _own.c.game == games.c.id)
    .where(_own.c.player == sa.bindparam("person"), _own.c.running == sa.true())
    .order_by(_to_act, games.c.updated, games.c.id)
    .limit(sa.bindparam("limit"))
    .subquery("chosen")
)
_RUNNING_OF: Final = MATCHES.join(_running, _running.c.id == games.c.id).order_by(
    _running.c.rank, games.c.updated, games.c.id, seats.c.seat
)
_PLAYED_BY: Final = (
    sa.select(_own.c.game)
    .where(_own.c.player == sa.bindparam("person"), _own.c.running == sa.true())
    .order_by(_own.c.game)
)
_LOCK_THESE: Final = (
    sa.select(games.c.id)
    .where(games.c.id.in_(sa.bindparam("ids", expanding=True)))
    .order_by(games.c.id)
    .with_for_update()
)
_LOCKED_THESE: Final = MATCHES_WITH_SETTINGS.where(
    GAME_IS_RUNNING, games.c.id.in_(sa.bindparam("ids", expanding=True))
).order_by(games.c.id, seats.c.seat)
_in_server: Final = (
    sa.select(games.c.id)
    .where(GAME_IS_RUNNING, games.c.server == sa.bindparam("server"), games.c.id > sa.bindparam("after"))
    .order_by(games.c.id)
    .limit(sa.bindparam("limit"))
)
_PAUSED_IN: Final = _in_server.where(games.c.paused.is_not(None))
_UNPAUSED_IN: Final = _in_server.where(games.c.paused.is_(None))
_THREADS_IN: Final = (
    sa.select(games.c.thread)
    .where(GAME_IS_RUNNING, games.c.server == sa.bindparam("server"), games.c.thread.is_not(None))
    .distinct()
)
_PLAYED_IN: Final = sa.select(games.c.server).where(GAME_IS_RUNNING, games.c.server.is_not(None)).distinct()
_finished: Final = (
    sa.select(_own.c.game.label("id"))
    .join(games, games.c.id == _own.c.game)
    # A leaver no longer plays, but the game may not be finished.
    .where(_own.c.player == sa.bindparam("person"), _own.c.running == sa.false(), GAME_IS_FINISHED)
    .order_by(_own.c.game.desc())
    .limit(sa.bindparam("limit"))
)


def _matches_of(ids: sa.Select[tuple[int]]) -> sa.Select[tuple[Any, ...]]:
    subquery = ids.subquery("chosen")
    return MATCHES.join(subquery, subquery.c.id == games.c.id).order_by(games.c.id.desc(), seats.c.seat)


_FINISHED_OF: Final = _matches_of(_finished)
_FINISHED_IN: Final = _matches_of(
    sa.select(games.c.id)
    .where(games.c.server == sa.bindparam("server"), GAME_IS_FINISHED)
    .order_by(games.c.id.desc())
    .limit(sa.bindparam("limit"))
)
_beside: Final = seats.alias("beside")
_PRACTISED: Final = _matches_of(
    sa.select(_own.c.game.label("id"))
    .where(
        _own.c.player == sa.bindparam("person"),
        sa.exists().where(_beside.c.game == _own.c.game, _beside.c.engine.is_not(None)),
    )
    .order_by(_own.c.game.desc())
    .limit(sa.bindparam("limit"))
)
_ENGINES_TURN: Final = (
    sa.select(games.c.id)
    .join(_own, sa.and_(_own.c.game == games.c.id, _own.c.seat == games.c.turn))
    .where(
        _own.c.engine.is_not(None),
        _own.c.running == sa.true(),
        GAME_IS_RUNNING,
        games.c.paused.is_(None),
        games.c.updated <= sa.bindparam("before"),
    )
    # A random sample: games whose engines cannot move under today's rules must not block others.
    .order_by(sa.func.random())
    .limit(sa.bindparam("limit"))
)
_FINISHED_BETWEEN: Final = _matches_of(
    _finished.where(
        sa.exists().where(_beside.c.game == _own.c.game, _beside.c.player == sa.bindparam("other"))
    )
)
_ROLLED_BY: Final = _matches_of(_finished.where(games.c.commitment.is_not(None)))
_engines = seats.alias()
# Practice is private and belongs to no channel.
_is_shared: Final = sa.or_(
    games.c.server.is_not(sa.null()),
    ~sa.exists().where(_engines.c.game == games.c.id, _engines.c.engine.is_not(sa.null())),
)
_lives_there: Final = sa.and_(games.c.home == sa.bindparam("channel"), _is_shared)
_is_of_channel: Final = sa.and_(games.c.channel == sa.bindparam("channel"), _is_shared)
_RUNNING_AT: Final = MATCHES.where(GAME_IS_RUNNING, _lives_there).order_by(games.c.id, seats.c.seat)
_RUNNING_IN: Final = MATCHES.where(GAME_IS_RUNNING, _is_of_channel).order_by(games.c.id, seats.c.seat)
_newest: Final = sa.select(games.c.id).where(_lives_there).order_by(games.c.id.desc()).limit(1)
_LOCK_IN: Final = sa.select(games.c.id).where(games.c.id == _newest.scalar_subquery()).with_for_update()
_SEEN_IN: Final = MATCHES_WITH_SETTINGS.where(games.c.id == _newest.scalar_subquery()).order_by(seats.c.seat)
_LATEST_AT: Final = MATCHES.where(games.c.id == _newest.scalar_subquery()).order_by(seats.c.seat)
_COUNT_OF: Final = (
    sa.select(sa.func.count())
    .select_from(seats)
    .where(seats.c.player == sa.bindparam("person"), seats.c.running == sa.true())
)
_COUNT_FINISHED: Final = (
    sa.select(sa.func.count())
    .select_from(seats)
    .join(games, games.c.id == seats.c.game)
    .where(seats.c.player == sa.bindparam("person"), seats.c.running == sa.false(), GAME_IS_FINISHED)
)
_COUNT_AT: Final = sa.select(sa.func.count()).select_from(games).where(GAME_IS_RUNNING, _is_of_channel)
_LEFT_UNRATED: Final = (
    sa.select(seats.c.game, seats.c.seat)
    .join(games, games.c.id == seats.c.game)
    .where(seats.c.unrated == sa.true())
)
_LEFT_UNRATED_OF: Final = _LEFT_UNRATED.where(games.c.challenge == sa.bindparam("challenge"))
_LEFT_UNRATED_IN: Final = _LEFT_UNRATED.join(challenges, challenges.c.id == games.c.challenge).where(
    challenges.c.rated == sa.true(), challenges.c.key == sa.bindparam("key")
)
_RATED: Final = MATCHES.where(
    challenges.c.rated == sa.true(), challenges.c.key == sa.bindparam("key")
).order_by(games.c.id, seats.c.seat)
_OF_CHALLENGE: Final = MATCHES.where(games.c.challenge == sa.bindparam("challenge")).order_by(
    games.c.number, seats.c.seat
)
_BOARD: Final = (
    sa.select(
        games.c.board_channel,
        games.c.board_message,
        sa.and_(
            games.c.thread == games.c.board_channel,
            sa.select(server_rules.c.settings[ALL_PICTURES.key].as_boolean() == sa.false())
            .where(server_rules.c.server == games.c.server)
            .scalar_subquery(),
        ).label("few_pictures"),
    )
    .where(games.c.id == sa.bindparam("id"))
    .with_for_update()
)
_SEED: Final = sa.select(games.c.seed).where(games.c.id == sa.bindparam("game"))
_SEALED: Final = sa.select(games.c.dice_seed).where(games.c.id == sa.bindparam("game"))
_WAITING_FOR_DICE: Final = (
    sa.select(games.c.id)
    .where(GAME_WAITS_FOR_DICE, games.c.id > sa.bindparam("after"))
    .order_by(games.c.id)
    .limit(sa.bindparam("limit"))
)
_SET_BEACON: Final = (
    sa.update(games)
    .where(games.c.id == sa.bindparam("_id"), games.c.dice_commitment.is_not(None))
    .where(games.c.dice_beacon.is_(sa.null()))
)
_ADD: Final = sa.insert(games).returning(games.c.id)
_ADD_SEATS: Final = sa.insert(seats)
_CHANGE: Final = sa.update(games).where(games.c.id == sa.bindparam("_id"))
_STOP: Final = (
    sa.update(seats).where(seats.c.game == sa.bindparam("_game")).values(running=sa.bindparam("_running"))
)
_STOP_ONE: Final = _STOP.where(seats.c.seat == sa.bindparam("_seat"))
_LEAVE_UNRATED: Final = (
    sa.update(seats)
    .where(seats.c.game == sa.bindparam("_game"), seats.c.seat == sa.bindparam("_seat"))
    .values(unrated=sa.true())
)
_COUNT: Final = _CHANGE.values(counting=sa.bindparam("_counting"))
_MOVE_HOME: Final = (
    sa.update(games)
    .where(games.c.id == sa.bindparam("_id"))
    .values(
        thread=sa.bindparam("_thread"),
        thread_parent=sa.bindparam("_parent"),
        home=sa.func.coalesce(sa.cast(sa.bindparam("_thread"), sa.BigInteger), games.c.channel),
    )
)


@dataclass(frozen=True, slots=True)
class ReplacedBoard:
    """A match's previous board; `few_pictures`: its thread keeps only the newest pictures."""

    ref: MessageRef
    few_pictures: bool = False


class MatchRepository:
    """The tables `games` and `seats` within one connection, and the timers of games."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._connection = session.connection
        self._timers = session.of(TimerRepository)

    async def get(self, match_id: int) -> Match | None:
        """Return a game, None if it does not exist."""
        return single_match(await self._connection.execute(_BY_ID, {"id": match_id}))

    async def get_with_settings(self, match_id: int) -> Match | None:
        """Return a game with its people's settings, None if it does not exist."""
        return single_match(await self._connection.execute(_SEEN, {"id": match_id}))

    async def lock(self, match_id: int) -> Match | None:
        """Lock and return a game with its people's settings, None if it does not exist."""
        await self._wait_for(_LOCK, {"id": match_id})
        return await self.get_with_settings(match_id)

    async def lock_played_by(self, person: int) -> tuple[Match, ...]:
        """Lock and return a person's running games, by id."""
        return await self.lock_running(await self.running_match_ids(person))

    async def lock_running(self, ids: Sequence[int]) -> tuple[Match, ...]:
        """Lock and return these games without the finished ones, by id."""
        if not ids:
            return ()
        await self._wait_for(_LOCK_THESE, {"ids": ids})
        return all_matches(await self._connection.execute(_LOCKED_THESE, {"ids": ids}))

    async def running_match_ids(self, person: int) -> tuple[int, ...]:
        """Return the ids of a person's running games, ascending."""
        return tuple((await self._connection.execute(_PLAYED_BY, {"person": person})).scalars())

    async def _wait_for(self, lock: sa.Executable, values: Mapping[str, object]) -> None:
        """Lock rows in a separate statement: the next statement then reads everything after the lock.

        A database with a single writer has no locks to wait for.
        """
        if self._connection.dialect.name != ONE_WRITER:
            await self._connection.execute(lock, values)

    async def practice_matches(self, person: int, limit: int) -> tuple[Match, ...]:
        """Return a person's matches against engines, newest first."""
        return all_matches(await self._connection.execute(_PRACTISED, {"person": person, "limit": limit}))

    async def engines_turn(self, before: datetime, limit: int) -> tuple[int, ...]:
        """Return a random sample of unpaused games in which an engine has been to move since `before`."""
        values = {"before": before, "limit": limit}
        return tuple((await self._connection.execute(_ENGINES_TURN, values)).scalars())

    async def running_in_server(
        self, server: int, *, paused: bool, after: int, limit: int
    ) -> tuple[int, ...]:
        """Return the ids above `after` of a server's running games, paused or not."""
        values = {"server": server, "after": after, "limit": limit}
        query = _PAUSED_IN if paused else _UNPAUSED_IN
        return tuple((await self._connection.execute(query, values)).scalars())

    async def threads_in(self, server: int) -> frozenset[int]:
        """Return the threads of a server's running games."""
        return frozenset((await self._connection.execute(_THREADS_IN, {"server": server})).scalars())

    async def servers_played_in(self) -> frozenset[int]:
        """Return the servers with running games."""
        return frozenset((await self._connection.execute(_PLAYED_IN)).scalars())

    async def keep_times(self, timings: Mapping[int, Timing]) -> None:
        """Store the times of locked games, and set their timers."""
        values = [{"_id": match, **timing_values(timing)} for match, timing in timings.items()]
        if values:
            await self._connection.execute(_CHANGE, values if len(values) > 1 else values[0])
        await self._timers.set_all(GAME_TIMER, {match: timing.due for match, timing in timings.items()})

    async def add(self, match: Match, seed: str | None = None) -> int:
        """Insert a match and return its id; `seed` is the secret of its dice."""
        values = {
            **values_of(match),
            "dice_seed": seed,
            "dice_commitment": match.commitment,
        }
        new: int = (await self._connection.execute(_ADD, values)).scalar_one()
        seats = enumerate(map(seat_values, match.players))
        rows = [{"game": new, "seat": seat, "running": True, **values} for seat, values in seats]
        await self._connection.execute(_ADD_SEATS, rows)
        if match.timing.due is not None:
            await self._timers.set(GAME_TIMER, new, match.timing.due)
        return new

    async def save(self, before: Match, match: Match) -> None:
        """Store a match's changes since it was locked as `before`, without its log."""
        changed = changed_values(before, match)
        if changed:
            await self._session.defer(_CHANGE, {"_id": match.id, **changed})
        if before.running and not match.running:
            await self._connection.execute(_STOP, {"_game": match.id, "_running": False})
        for seat, _ in match.departures[len(before.departures) :]:
            await self._connection.execute(_STOP_ONE, {"_game": match.id, "_seat": seat, "_running": False})
        if match.timing.due != before.timing.due:
            await self._timers.set(GAME_TIMER, match.id, match.timing.due)

    async def of_challenge(self, challenge: int) -> tuple[Match, ...]:
        """Return the games of a challenge, by number."""
        return all_matches(await self._connection.execute(_OF_CHALLENGE, {"challenge": challenge}))

    async def rated_matches(self, key: str) -> tuple[Match, ...]:
        """Return all rated games with a key, including running ones, oldest first."""
        return all_matches(await self._connection.execute(_RATED, {"key": key}))

    async def count(self, decided: Mapping[int, Counting]) -> None:
        """Store whether the results of games, or of the series they ended, count for ratings."""
        rows = [{"_id": game, "_counting": counting} for game, counting in decided.items()]
        if rows:
            await self._connection.execute(_COUNT, rows if len(rows) > 1 else rows[0])

    async def unrated_seats(self, challenge: int) -> frozenset[tuple[int, int]]:
        """Return the seats in a challenge's games whose leavers get no counted result: (game, seat)."""
        rows = await self._connection.execute(_LEFT_UNRATED_OF, {"challenge": challenge})
        return frozenset((row.game, row.seat) for row in rows)

    async def unrated_seats_of_kind(self, key: str) -> frozenset[tuple[int, int]]:
        """Return the same for all rated games with a key."""
        rows = await self._connection.execute(_LEFT_UNRATED_IN, {"key": key})
        return frozenset((row.game, row.seat) for row in rows)

    async def running_of(self, person: int, limit: int) -> tuple[Match, ...]:
        """Return a person's running games: at their turn first, then by the longest wait."""
        return all_matches(await self._connection.execute(_RUNNING_OF, {"person": person, "limit": limit}))

    async def finished_matches(self, person: int, limit: int) -> tuple[Match, ...]:
        """Return a person's finished games, newest first."""
        return all_matches(await self._connection.execute(_FINISHED_OF, {"person": person, "limit": limit}))

    async def finished_matches_between(self, person: int, other: int, limit: int) -> tuple[Match, ...]:
        """Return a person's finished games against another person, newest first."""
        values = {"person": person, "other": other, "limit": limit}
        return all_matches(await self._connection.execute(_FINISHED_BETWEEN, values))

    async def finished_matches_in(self, server: int, limit: int) -> tuple[Match, ...]:
        """Return a server's finished games, newest first."""
        return all_matches(await self._connection.execute(_FINISHED_IN, {"server": server, "limit": limit}))

    async def finished_dice_matches(self, person: int, limit: int) -> tuple[Match, ...]:
        """Return a person's finished games with dice, newest first."""
        return all_matches(await self._connection.execute(_ROLLED_BY, {"person": person, "limit": limit}))

    async def running_at(self, home: int) -> tuple[Match, ...]:
        """Return the running games of a channel or thread, without practice, oldest first."""
        return all_matches(await self._connection.execute(_RUNNING_AT, {"channel": home}))

    async def running_in(self, channel: int) -> tuple[Match, ...]:
        """Return the running games begun in a channel, in threads or not, without practice, oldest first."""
        return all_matches(await self._connection.execute(_RUNNING_IN, {"channel": channel}))

    async def latest_at(self, home: int) -> Match | None:
        """Return the newest game of a channel or thread, running or not, without practice."""
        return single_match(await self._connection.execute(_LATEST_AT, {"channel": home}))

    async def lock_in_thread(self, thread: int) -> Match | None:
        """Lock and return the newest game of a thread."""
        values = {"channel": thread}
        if self._connection.dialect.name == ONE_WRITER:
            return single_match(await self._connection.execute(_SEEN_IN, values))
        # By id from here on: a newer game may begin meanwhile.
        game = (await self._connection.execute(_LOCK_IN, values)).scalar_one_or_none()
        return None if game is None else await self.get_with_settings(game)

    async def count_of(self, person: int) -> int:
        running: int = (await self._connection.execute(_COUNT_OF, {"person": person})).scalar_one()
        return running

    async def count_finished(self, person: int) -> int:
        finished: int = (await self._connection.execute(_COUNT_FINISHED, {"person": person})).scalar_one()
        return finished

    async def count_in(self, channel: int) -> int:
        """Count the running games begun in a channel, without practice."""
        running: int = (await self._connection.execute(_COUNT_AT, {"channel": channel})).scalar_one()
        return running

    async def leave_unrated(self, match_id: int, seat: int) -> None:
        """Record that a seat's leaver gets no counted result."""
        await self._connection.execute(_LEAVE_UNRATED, {"_game": match_id, "_seat": seat})

    async def seed(self, match_id: int) -> str | None:
        """Return the secret of a game's rolls, None until they can be rolled."""
        return (await self._connection.execute(_SEED, {"game": match_id})).scalar_one_or_none()

    async def secret_of(self, match_id: int) -> str | None:
        """Return the secret that a game's dice were sealed with, None without dice."""
        return (await self._connection.execute(_SEALED, {"game": match_id})).scalar_one_or_none()

    async def set_beacon(self, match_id: int, beacon: BeaconSource) -> None:
        """Store the source of a game's beacon, unless it has one already or needs none."""
        await self._connection.execute(_SET_BEACON, {"_id": match_id, "dice_beacon": beacon})

    async def waiting_for_dice(self, after: int, limit: int) -> tuple[int, ...]:
        """Return the ids above `after` of running games whose dice are still sealed, ascending."""
        values = {"after": after, "limit": limit}
        return tuple((await self._connection.execute(_WAITING_FOR_DICE, values)).scalars())

    async def set_seed(self, match_id: int, seed: str, commitment: str) -> None:
        """Store the secret of a game's rolls, and its commitment."""
        await self._connection.execute(_CHANGE, {"_id": match_id, "seed": seed, "commitment": commitment})

    async def replace_board(self, match_id: int, board: MessageRef) -> ReplacedBoard | None:
        """Store the message with the game's board; return the previous one."""
        before = (await self._connection.execute(_BOARD, {"id": match_id})).one_or_none()
        values = {"_id": match_id, "board_channel": board.channel, "board_message": board.message}
        await self._session.defer(_CHANGE, values)
        if before is None or before.board_message is None:
            return None
        ref = MessageRef(before.board_channel, before.board_message)
        return ReplacedBoard(ref, few_pictures=bool(before.few_pictures))

    async def move_home(self, match_id: int, thread: int | None, parent: int | None) -> None:
        """Store a game's own thread and the thread's channel; without a thread it is in its channel."""
        values = {"_id": match_id, "_thread": thread, "_parent": parent}
        await self._connection.execute(_MOVE_HOME, values)
