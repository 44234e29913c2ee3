"""Challenges and their guests: written, locked, settled, listed."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from itertools import groupby
from typing import Any, Final

import sqlalchemy as sa

from data.engines import Connection
from data.records import ChallengeRecord, GuestRecord, JobKind
from data.schema import (
    CHALLENGE_EXPIRES,
    CHALLENGE_IS_OPEN,
    DECLINED,
    GUEST_IS_WAITING,
    LEFT_READY,
    challenges,
    games,
    guests,
    servers,
    unclaimed,
)

# One row per guest, or one for a challenge without any.
_ALL: Final = (
    sa.select(
        # Nobody can be told by mistake what nobody reads.
        *(column for column in challenges.c if column.name not in {"locale", "dice_seed", "dice_commitment"}),
        challenges.c.dice_commitment.label("commitment"),
        sa.func.coalesce(servers.c.locale, challenges.c.locale).label("locale"),
        games.c.id.label("game"),
        guests.c.player,
        guests.c.invited,
        guests.c.joined,
        guests.c.party,
        guests.c.dice_word.label("word"),
    )
    .select_from(challenges)
    .outerjoin(servers, servers.c.id == challenges.c.server)
    .outerjoin(games, sa.and_(games.c.challenge == challenges.c.id, games.c.number == 1))
    .outerjoin(guests, guests.c.challenge == challenges.c.id)
)
_GUEST: Final = ("player", "invited", "joined", "party", "word")
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
# Each part has an index of its own; SQLite would use none for a condition that joins them by OR.
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
    .where(challenges.c.rematch_of == sa.bindparam("game"))
    .order_by(challenges.c.id.desc())
    .limit(1)
    .scalar_subquery()
)
_REMATCH: Final = _ALL.where(challenges.c.id == _latest_rematch)
_NEXT_EXPIRY: Final = (
    sa.select(challenges.c.expires).where(CHALLENGE_EXPIRES).order_by(challenges.c.expires).limit(1)
)
_EXPIRING: Final = (
    sa.select(challenges.c.id)
    .where(
        CHALLENGE_EXPIRES,
        challenges.c.expires <= sa.bindparam("now"),
        unclaimed(JobKind.CHALLENGE, challenges.c.id),
    )
    .order_by(challenges.c.expires)
    .limit(sa.bindparam("limit"))
    .with_for_update(skip_locked=True, key_share=True)
)
_SEED: Final = sa.select(challenges.c.dice_seed).where(challenges.c.id == sa.bindparam("challenge"))
_ADD: Final = sa.insert(challenges).returning(challenges.c.id)
_SETTLE: Final = sa.update(challenges).where(challenges.c.id == sa.bindparam("_id"))
_SETTLE_GUESTS: Final = (
    sa.update(guests)
    .where(guests.c.challenge == sa.bindparam("_challenge"))
    .values(waiting=False, dice_word=None)
)
_ADD_GUESTS: Final = sa.insert(guests)
_FORGET: Final = sa.delete(guests).where(
    guests.c.challenge == sa.bindparam("challenge"), guests.c.player == sa.bindparam("player")
)
_LEAVE: Final = (
    sa.update(guests)
    .where(guests.c.challenge == sa.bindparam("_challenge"), guests.c.player == sa.bindparam("_player"))
    .values(joined=sa.bindparam("_joined"), party=None, dice_word=None, waiting=guests.c.invited)
)
_DECLINE: Final = (
    sa.update(guests)
    .where(guests.c.challenge == sa.bindparam("_challenge"), guests.c.player == sa.bindparam("_player"))
    .values(joined=DECLINED, invited=False, party=None, dice_word=None, waiting=False)
)


class ChallengeRepository:
    """The tables `challenges` and `guests` within one connection.

    `expect` is told each moment at which a challenge is to close by itself.
    """

    def __init__(self, connection: Connection, expect: Callable[[datetime], None]) -> None:
        self._connection = connection
        self._expect = expect

    async def get(self, challenge: int) -> ChallengeRecord | None:
        """Return a challenge, None if there is none."""
        return next(iter(_all(await self._connection.execute(_BY_ID, {"id": challenge}))), None)

    async def lock(self, challenge: int) -> ChallengeRecord | None:
        """Return a challenge as it stands once no other transaction is changing it."""
        # Read in a statement of its own: only then are the guests those of after the wait.
        await self._connection.execute(_LOCK, {"id": challenge})
        return await self.get(challenge)

    async def sent_by(self, person: int) -> int:
        """Count the open challenges someone has sent."""
        sent: int = (await self._connection.execute(_SENT, {"person": person})).scalar_one()
        return sent

    async def is_open_in(self, channel: int) -> bool:
        """Return whether a challenge that was made in a channel or thread is open."""
        return (await self._connection.execute(_OPEN_IN, {"channel": channel})).first() is not None

    async def open_of(self, person: int) -> tuple[ChallengeRecord, ...]:
        """Return the open challenges someone has sent or was sent, oldest first."""
        return _all(await self._connection.execute(_OPEN, {"person": person}))

    async def open_in(self, server: int, now: datetime) -> tuple[ChallengeRecord, ...]:
        """Return the open challenges of a server that anyone there may accept or join, newest first."""
        return _all(await self._connection.execute(_OPEN_TO_ALL, {"server": server, "now": now}))

    async def rematch_of(self, game: int) -> ChallengeRecord | None:
        """Return the newest challenge to play a game again, whatever became of it."""
        return next(iter(_all(await self._connection.execute(_REMATCH, {"game": game}))), None)

    async def add(
        self,
        *,
        key: str,
        options: Mapping[str, str],
        challenger: int,
        opponent: int | None,
        role: str,
        server: int | None,
        channel: int,
        locale: str,
        created: datetime,
        players: int | None = None,
        closed: bool = False,
        tie_break: str | None = None,
        clock: str = "none",
        rematch_of: int | None = None,
        counter_to: int | None = None,
        parent: int | None = None,
        private: bool = False,
        expires: datetime | None = None,
        rated: bool = False,
        exploring: bool = True,
        seed: str | None = None,
        commitment: str | None = None,
    ) -> int:
        """Write an open challenge and return its id; `seed` is the secret its dice are to follow from."""
        values = {
            "key": key,
            "options": dict(options),
            "challenger": challenger,
            "opponent": opponent,
            "role": role,
            "server": server,
            "channel": channel,
            "locale": locale,
            "status": "open",
            "created": created,
            "players": players,
            "closed": closed,
            "tie_break": tie_break,
            "clock": clock,
            "rematch_of": rematch_of,
            "counter_to": counter_to,
            "parent": parent,
            "private": private,
            "expires": expires,
            "rated": rated,
            "exploring": exploring,
            "dice_seed": seed,
            "dice_commitment": commitment,
        }
        new: int = (await self._connection.execute(_ADD, values)).scalar_one()
        if expires is not None:
            self._expect(expires)
        return new

    async def settle(
        self, challenge: int, status: str, *, reason: str | None = None, accepted_by: int | None = None
    ) -> None:
        """Write what became of a challenge."""
        values = {"_id": challenge, "status": status, "reason": reason, "accepted_by": accepted_by}
        await self._connection.execute(_SETTLE, values)
        await self._connection.execute(_SETTLE_GUESTS, {"_challenge": challenge})

    async def set_terms(
        self,
        challenge: int,
        *,
        terms: int,
        options: Mapping[str, str],
        role: str,
        players: int | None,
        tie_break: str | None,
        clock: str,
        rated: bool,
        exploring: bool,
    ) -> None:
        """Write other terms of an open challenge; `terms` is how often they have been changed by then."""
        values = {
            "_id": challenge,
            "terms": terms,
            "options": dict(options),
            "role": role,
            "players": players,
            "tie_break": tie_break,
            "clock": clock,
            "rated": rated,
            "exploring": exploring,
        }
        await self._connection.execute(_SETTLE, values)

    async def set_closed(self, challenge: int, *, closed: bool) -> None:
        """Write whether only those invited may join."""
        await self._connection.execute(_SETTLE, {"_id": challenge, "closed": closed})

    async def set_expires(self, challenge: int, expires: datetime | None) -> None:
        """Write when a challenge is to close by itself, if ever."""
        await self._connection.execute(_SETTLE, {"_id": challenge, "expires": expires})
        if expires is not None:
            self._expect(expires)

    async def next_expiry(self) -> datetime | None:
        """Return when the next open challenge is to close by itself."""
        return (await self._connection.execute(_NEXT_EXPIRY)).scalar_one_or_none()

    async def expiring(self, now: datetime, limit: int) -> tuple[int, ...]:
        """Return the ids of open challenges to be closed by now, in nobody's hands, the longest due first."""
        return tuple((await self._connection.execute(_EXPIRING, {"now": now, "limit": limit})).scalars())

    async def add_guests(self, challenge: int, new: Sequence[GuestRecord]) -> None:
        """Write people as guests of an open challenge that has none of them."""
        rows = [
            {
                "challenge": challenge,
                "player": guest.player,
                "invited": guest.invited,
                "joined": guest.joined,
                "party": guest.party,
                "dice_word": guest.word,
                "waiting": True,
            }
            for guest in new
        ]
        if rows:
            await self._connection.execute(_ADD_GUESTS, rows if len(rows) > 1 else rows[0])

    async def forget_guest(self, challenge: int, person: int) -> None:
        """Have someone as a guest no more."""
        await self._connection.execute(_FORGET, {"challenge": challenge, "player": person})

    async def decline(self, challenge: int, person: int) -> None:
        """Have someone as a guest no more who was invited; that they will not come is remembered."""
        await self._connection.execute(_DECLINE, {"_challenge": challenge, "_player": person})

    async def leave(self, challenge: int, person: int, *, ready: bool) -> None:
        """Have someone there no more who has joined; `ready` is to be remembered of them."""
        values = {"_challenge": challenge, "_player": person, "_joined": LEFT_READY if ready else None}
        await self._connection.execute(_LEAVE, values)

    async def seed(self, challenge: int) -> str | None:
        """Return the secret that the dice of a challenge's game are to follow from, None without dice."""
        return (await self._connection.execute(_SEED, {"challenge": challenge})).scalar_one_or_none()

    async def set_message(self, challenge: int, message: int) -> None:
        """Write which message shows a challenge."""
        await self._connection.execute(_SETTLE, {"_id": challenge, "message": message})


def _all(rows: Iterable[sa.Row[*tuple[Any, ...]]]) -> tuple[ChallengeRecord, ...]:
    return tuple(_record(list(of_one)) for _, of_one in groupby(rows, key=lambda row: row.id))


def _record(rows: Sequence[sa.Row[*tuple[Any, ...]]]) -> ChallengeRecord:
    values = dict(rows[0]._mapping)  # noqa: SLF001  # a public attribute, named so to spare columns
    for name in _GUEST:
        del values[name]
    left = frozenset(row.player for row in rows if row.joined == LEFT_READY)
    declined = frozenset(row.player for row in rows if row.joined == DECLINED)
    everyone = (
        GuestRecord(
            row.player,
            row.invited,
            None if row.player in left | declined else row.joined,
            row.party,
            row.word,
        )
        for row in rows
        if row.player is not None
    )
    found = [guest for guest in everyone if guest.invited or guest.joined is not None]
    found.sort(key=lambda guest: (guest.joined is None, guest.joined or 0, guest.player))
    return ChallengeRecord(**values, guests=tuple(found), left_ready=left, declined=declined)
