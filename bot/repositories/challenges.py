"""Challenges with their guests: loading, locking, saving, listing."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from itertools import groupby
from typing import Any, Final

import sqlalchemy as sa

from bot.model.challenges.challenge import Challenge, Guest, in_order
from bot.model.challenges.terms import Terms
from bot.repositories.rows.row_mapping import RowMapping, RowPart
from bot.repositories.rows.shared_parts import DICE_LEAF, PLACE
from bot.repositories.tables.challenge_tables import (
    CHALLENGE_IS_OPEN,
    CHALLENGE_TIMER,
    GUEST_IS_WAITING,
    challenges,
    guests,
)
from bot.repositories.tables.match_tables import games
from bot.repositories.tables.server_tables import servers
from data.cluster.timers import TimerRepository
from data.session import Session

# One row per guest, or a single row for a challenge without guests.
_ALL: Final = (
    sa.select(
        # Values that are not selected cannot leak.
        *(column for column in challenges.c if column.name not in {"locale", "dice_seed"}),
        sa.func.coalesce(servers.c.locale, challenges.c.locale).label("locale"),
        games.c.id.label("match"),
        guests.c.player,
        guests.c.invited,
        guests.c.joined,
        guests.c.party,
        guests.c.dice_word,
    )
    .select_from(challenges)
    .outerjoin(servers, servers.c.id == challenges.c.server)
    .outerjoin(games, sa.and_(games.c.challenge == challenges.c.id, games.c.number == 1))
    .outerjoin(guests, guests.c.challenge == challenges.c.id)
)
_BY_ID: Final = _ALL.where(challenges.c.id == sa.bindparam("id"))
_LOCK: Final = (
    sa.select(challenges.c.id).where(challenges.c.id == sa.bindparam("id")).with_for_update(key_share=True)
)
_SENT: Final = (
    sa.select(sa.func.count())
    .select_from(challenges)
    .where(CHALLENGE_IS_OPEN, challenges.c.challenger == sa.bindparam("person"))
)
_OPEN_IN: Final = (
    sa.select(challenges.c.id)
    .where(CHALLENGE_IS_OPEN, challenges.c.channel == sa.bindparam("channel"))
    .limit(1)
)
# Each part uses its own index; SQLite would use none for an OR condition.
_theirs: Final = sa.union(
    *(
        sa.select(challenges.c.id).where(CHALLENGE_IS_OPEN, column == sa.bindparam("person"))
        for column in (challenges.c.challenger, challenges.c.opponent)
    ),
    sa.select(guests.c.challenge).where(GUEST_IS_WAITING, guests.c.player == sa.bindparam("person")),
)
_OPEN: Final = _ALL.where(challenges.c.id.in_(_theirs)).order_by(challenges.c.id)
_OPEN_TO_ALL: Final = _ALL.where(
    CHALLENGE_IS_OPEN,
    challenges.c.server == sa.bindparam("server"),
    challenges.c.opponent.is_(None),
    sa.not_(challenges.c.closed),
    sa.not_(challenges.c.private),
    sa.or_(challenges.c.expires.is_(None), challenges.c.expires > sa.bindparam("now")),
).order_by(challenges.c.id.desc())
_latest_rematch: Final = (
    sa.select(challenges.c.id)
    .where(challenges.c.rematch_of == sa.bindparam("match"))
    .order_by(challenges.c.id.desc())
    .limit(1)
    .scalar_subquery()
)
_REMATCH: Final = _ALL.where(challenges.c.id == _latest_rematch)
_SEED: Final = sa.select(challenges.c.dice_seed).where(challenges.c.id == sa.bindparam("challenge"))
_CHALLENGE: Final = RowMapping(
    Challenge,
    columns={"revision": "terms", "commitment": "dice_commitment"},
    parts={"terms": RowPart(RowMapping(Terms)), "place": PLACE, "leaf": DICE_LEAF},
    apart=("everyone",),
    read_only=("id", "match"),
)
_GUEST: Final = RowMapping(Guest, columns={"person": "player", "place": "joined", "word": "dice_word"})
_ADD: Final = sa.insert(challenges).returning(challenges.c.id)
_CHANGE: Final = sa.update(challenges).where(challenges.c.id == sa.bindparam("_id"))
_SETTLE_GUESTS: Final = (
    sa.update(guests)
    .where(guests.c.challenge == sa.bindparam("_challenge"))
    .values(waiting=False, dice_word=None)
)
_ADD_GUEST: Final = sa.insert(guests)
_DROP_GUEST: Final = sa.delete(guests).where(
    guests.c.challenge == sa.bindparam("challenge"), guests.c.player == sa.bindparam("player")
)


class ChallengeRepository:
    """The tables `challenges` and `guests` within one connection, and the timers of challenges."""

    def __init__(self, session: Session) -> None:
        self._connection = session.connection
        self._timers = session.of(TimerRepository)

    async def get(self, challenge: int) -> Challenge | None:
        """Return a challenge, None if it does not exist."""
        return next(iter(_all(await self._connection.execute(_BY_ID, {"id": challenge}))), None)

    async def lock(self, challenge: int) -> Challenge | None:
        """Lock and return a challenge, None if it does not exist."""
        # In a separate statement: only then the guests are read after the lock.
        await self._connection.execute(_LOCK, {"id": challenge})
        return await self.get(challenge)

    async def count_open_by(self, person: int) -> int:
        sent: int = (await self._connection.execute(_SENT, {"person": person})).scalar_one()
        return sent

    async def is_open_in(self, channel: int) -> bool:
        """Return whether a channel or thread has an open challenge."""
        return (await self._connection.execute(_OPEN_IN, {"channel": channel})).first() is not None

    async def open_of(self, person: int) -> tuple[Challenge, ...]:
        """Return a person's open challenges, sent and received, oldest first."""
        return _all(await self._connection.execute(_OPEN, {"person": person}))

    async def open_in(self, server: int, now: datetime) -> tuple[Challenge, ...]:
        """Return a server's open challenges that anyone there may accept or join, newest first."""
        return _all(await self._connection.execute(_OPEN_TO_ALL, {"server": server, "now": now}))

    async def rematch_of(self, match: int) -> Challenge | None:
        """Return a game's newest rematch challenge, whatever its outcome."""
        return next(iter(_all(await self._connection.execute(_REMATCH, {"match": match}))), None)

    async def add(self, challenge: Challenge, seed: str | None = None) -> int:
        """Insert a challenge and return its id; `seed` is the secret of its dice."""
        values = {**_CHALLENGE.columns_of(challenge), "dice_seed": seed}
        new: int = (await self._connection.execute(_ADD, values)).scalar_one()
        for guest in challenge.everyone:
            await self._add_guest(new, guest)
        if (closes := _closes(challenge)) is not None:
            await self._timers.set(CHALLENGE_TIMER, new, closes)
        return new

    async def save(self, before: Challenge, challenge: Challenge) -> None:
        """Store a challenge's changes since it was locked as `before`."""
        changed = _CHALLENGE.changed_columns(before, challenge)
        if changed:
            await self._connection.execute(_CHANGE, {"_id": challenge.id, **changed})
        if before.open and not challenge.open:
            await self._connection.execute(_SETTLE_GUESTS, {"_challenge": challenge.id})
        else:
            await self._save_guests(before, challenge)
        if (closes := _closes(challenge)) != _closes(before):
            await self._timers.set(CHALLENGE_TIMER, challenge.id, closes)

    async def _save_guests(self, before: Challenge, challenge: Challenge) -> None:
        were, are = ({guest.person: guest for guest in table.everyone} for table in (before, challenge))
        for person in sorted(were.keys() | are.keys()):
            # Messages may still name a former guest: the row stays.
            guest = are.get(person, Guest(person))
            if guest != were.get(person):
                await self._connection.execute(_DROP_GUEST, {"challenge": challenge.id, "player": person})
                await self._add_guest(challenge.id, guest)

    async def _add_guest(self, challenge: int, guest: Guest) -> None:
        values = {"challenge": challenge, "waiting": guest.waiting, **_GUEST.columns_of(guest)}
        await self._connection.execute(_ADD_GUEST, values)

    async def set_message(self, challenge: int, message: int) -> None:
        """Store the message with a challenge's card."""
        await self._connection.execute(_CHANGE, {"_id": challenge, "message": message})

    async def seed(self, challenge: int) -> str | None:
        """Return the secret of a challenge's dice, None without dice."""
        return (await self._connection.execute(_SEED, {"challenge": challenge})).scalar_one_or_none()


def _closes(challenge: Challenge) -> datetime | None:
    """Return when a challenge expires, None if it never does or is closed."""
    return challenge.expires if challenge.open else None


def _all(rows: Iterable[sa.Row[*tuple[Any, ...]]]) -> tuple[Challenge, ...]:
    return tuple(_challenge(list(of_one)) for _, of_one in groupby(rows, key=lambda row: row.id))


def _challenge(rows: Sequence[sa.Row[*tuple[Any, ...]]]) -> Challenge:
    known = (_GUEST.read(row) for row in rows if row.player is not None)
    # A leaver's row contains nothing else about them.
    everyone = in_order(guest for guest in known if guest != Guest(guest.person))
    return _CHALLENGE.read(rows[0], everyone=everyone)
