"""Notices: an outbox ordered by stream and audience."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, fields, replace
from datetime import datetime
from functools import cache
from typing import Final

import sqlalchemy as sa

from bot.model.people.person import MessageRef
from bot.repositories.records.outbox import NewNotice, NoticeRecord, ShownRecord
from bot.repositories.rows.row_mapping import RowMapping, RowPart
from bot.repositories.tables.outbox_tables import (
    BACKGROUND,
    FIRST,
    NOTICE_IS_CLAIMED,
    NOTICE_IS_MISSED,
    NOTICE_IS_SHOWN,
    NOTICE_IS_WAITING,
    PUBLIC,
    is_undelivered,
    notices,
)
from data.session import Session

_NOTICE: Final = RowMapping(NoticeRecord)
_NEW: Final = RowMapping(NewNotice, apart=("background",))
_SHOWN_ROW: Final = RowMapping(
    ShownRecord,
    columns={"notice": "id"},
    parts={
        "message": RowPart(
            RowMapping(MessageRef, columns={"channel": "shown_channel", "message": "shown_message"})
        )
    },
)
_COLUMNS: Final = tuple(notices.c[field.name] for field in fields(NoticeRecord))
_earlier: Final = notices.alias("earlier")
_FIRST_IN_LINE: Final = ~sa.exists(
    sa.select(sa.literal_column("1"))
    .select_from(_earlier)
    .where(
        is_undelivered(_earlier),
        _earlier.c.stream == notices.c.stream,
        _earlier.c.audience == notices.c.audience,
        _earlier.c.id < notices.c.id,
    )
)


_OF_PRIORITY: Final = notices.c.priority == sa.bindparam("_priority")
_LIMIT: Final[sa.BindParameter[int]] = sa.bindparam("_limit")
_BACKGROUND_LIMIT: Final[sa.BindParameter[int]] = sa.bindparam("_background_limit")
_missed_by: Final = (NOTICE_IS_MISSED, notices.c.audience == sa.bindparam("_person"))


@dataclass(frozen=True, slots=True)
class _OfKinds:
    """The statements that return notices, for a program that knows only certain kinds."""

    claim: sa.Executable
    next_due: sa.Select[datetime]
    next_due_of: sa.Select[datetime]
    hand_out: sa.Executable


@cache
def _of_kinds(kinds: frozenset[str] | None) -> _OfKinds:
    # Literals in the statements: binding dozens of kinds at every claim would cost more.
    conditions: list[sa.ColumnElement[str]] = [sa.literal_column(f"'{kind}'") for kind in sorted(kinds or ())]
    condition = sa.true() if kinds is None else notices.c.kind.in_(conditions)
    due = (
        sa.select(notices.c.id, notices.c.priority, notices.c.due)
        .where(NOTICE_IS_WAITING, notices.c.due <= sa.bindparam("_now"), condition, _FIRST_IN_LINE)
        .order_by(notices.c.due, notices.c.id)
        .with_for_update(skip_locked=True)
    )
    next_due = sa.select(notices.c.due).where(NOTICE_IS_WAITING, condition, _FIRST_IN_LINE)
    hand_out = sa.update(notices).where(*_missed_by, condition).values(status="shown").returning(*_COLUMNS)
    return _OfKinds(
        _claim(
            due.where(notices.c.priority == FIRST).limit(_LIMIT),
            due.where(notices.c.priority == BACKGROUND).limit(_BACKGROUND_LIMIT),
        ),
        next_due.order_by(notices.c.due).limit(1),
        next_due.where(_OF_PRIORITY).order_by(notices.c.due).limit(1),
        hand_out,
    )


def _claim(
    first: sa.Select[tuple[int, int, datetime]], background: sa.Select[tuple[int, int, datetime]]
) -> sa.Executable:
    # Evaluated once: a subquery might run for each row, and lock other rows each time.
    either = sa.union_all(
        *(sa.select(query.cte(name)) for name, query in (("first", first), ("later", background)))
    )
    due = either.subquery("due")
    chosen = sa.select(due.c.id).order_by(due.c.priority, due.c.due, due.c.id).limit(_LIMIT).cte("chosen")
    return (
        sa.update(notices)
        .where(notices.c.id.in_(sa.select(chosen.c.id)), NOTICE_IS_WAITING)
        .values(status="claimed", claimant=sa.bindparam("_claimant"))
        .returning(*_COLUMNS)
    )


_CLAIM: Final = _of_kinds(None).claim
_NEXT_DUE: Final = _of_kinds(None).next_due
_NEXT_DUE_OF: Final = _of_kinds(None).next_due_of
"""The statements for all kinds."""
_BY_ID: Final = sa.select(*_COLUMNS).where(notices.c.id == sa.bindparam("id"))
_LOCK_CLAIMED: Final = _BY_ID.where(
    NOTICE_IS_CLAIMED, notices.c.claimant == sa.bindparam("claimant")
).with_for_update()
_ADD: Final = sa.insert(notices)
_CHANGE: Final = sa.update(notices).where(notices.c.id == sa.bindparam("_id"))
_FORGET: Final = sa.delete(notices).where(notices.c.id == sa.bindparam("_id")).returning(notices.c.id)
_DELIVER: Final = (
    _CHANGE.where(is_undelivered(notices))
    .values(status="delivered", claimant=None, error=None)
    .returning(*_COLUMNS)
)
_GIVE_BACK_OTHERS: Final = (
    sa.update(notices)
    .where(
        NOTICE_IS_CLAIMED,
        notices.c.claimant == sa.bindparam("_claimant"),
        notices.c.id.not_in(sa.bindparam("_ids", expanding=True)),
    )
    .values(status="waiting", claimant=None, uncertain=True)
)
_PUT_FIRST: Final = (
    sa.update(notices)
    .where(
        # Both conditions: the index matches the first, the query means the second.
        is_undelivered(notices),
        NOTICE_IS_WAITING,
        notices.c.stream == sa.bindparam("_stream"),
        notices.c.priority > FIRST,
    )
    .values(priority=FIRST)
)
_SHOWN: Final = (
    sa.select(notices.c.id, notices.c.kind, notices.c.shown_channel, notices.c.shown_message)
    .where(
        NOTICE_IS_SHOWN,
        notices.c.game == sa.bindparam("game"),
        notices.c.audience == sa.bindparam("audience"),
    )
    .order_by(notices.c.id)
)
_SHOWN_OF_CHALLENGE: Final = (
    sa.select(notices.c.id, notices.c.kind, notices.c.shown_channel, notices.c.shown_message)
    .where(NOTICE_IS_SHOWN, notices.c.game.is_(None), notices.c.stream == sa.bindparam("challenge"))
    .order_by(notices.c.id)
)
_HASTEN: Final = (
    sa.update(notices)
    .where(
        NOTICE_IS_WAITING,
        notices.c.stream == sa.bindparam("_stream"),
        notices.c.kind == sa.bindparam("_kind"),
        notices.c.due > sa.bindparam("_now"),
    )
    .values(due=sa.bindparam("_now"))
)
_HELD: Final = (
    # Both conditions: the index matches the first, the query means the second.
    is_undelivered(notices),
    NOTICE_IS_WAITING,
    notices.c.stream == sa.bindparam("_stream"),
    notices.c.audience == PUBLIC,
    # An attempted notice may have arrived.
    notices.c.attempts == 0,
    ~notices.c.uncertain,
    notices.c.due > sa.bindparam("_now"),
)
_RELEASE_HELD: Final = sa.update(notices).where(*_HELD).values(due=sa.bindparam("_now"))
_DROP_HELD: Final = (
    sa.update(notices)
    .where(
        *_HELD,
        notices.c.game == sa.bindparam("_game"),
        notices.c.kind.in_(sa.bindparam("_kinds", expanding=True)),
    )
    .values(status="dropped")
    .returning(*_COLUMNS)
)
_STREAMS: Final = (
    sa.select(notices.c.stream).where(NOTICE_IS_WAITING, notices.c.kind == sa.bindparam("kind")).distinct()
)
_AWAITED: Final = (
    sa.select(notices.c.id)
    .where(
        is_undelivered(notices),
        notices.c.stream == sa.bindparam("stream"),
        notices.c.game == sa.bindparam("game"),
        notices.c.kind.in_(sa.bindparam("kinds", expanding=True)),
    )
    .limit(1)
)
_AWAITED_IN: Final = (
    sa.select(notices.c.id)
    .where(
        is_undelivered(notices),
        notices.c.stream == sa.bindparam("stream"),
        notices.c.kind == sa.bindparam("kind"),
    )
    .limit(1)
)
_DROP_PLIES: Final = (
    sa.update(notices)
    .where(
        # Both conditions: the index matches the first, the query means the second.
        is_undelivered(notices),
        NOTICE_IS_WAITING,
        notices.c.stream == sa.bindparam("_stream"),
        notices.c.game == sa.bindparam("_game"),
        notices.c.kind.in_(sa.bindparam("_kinds", expanding=True)),
        notices.c.ply > sa.bindparam("_keep"),
    )
    .values(status="dropped")
    .returning(notices.c.audience)
)


class NoticeRepository:
    """The table `notices` within a connection. `added` holds inserted notices in order.

    `request` is the request that writes them; `background` puts them behind urgent ones. If `kinds` are
    given, only those are returned: a newer version may write others.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self._connection = session.connection
        self.added: list[NewNotice] = []
        self.request: str | None = None
        self.background = False

    async def add(self, new: Sequence[NewNotice], now: datetime, *, status: str = "waiting") -> None:
        """Insert notices in this order, due now unless they have a time."""
        if self.background:
            new = [replace(notice, background=True) for notice in new]
        self.added += new
        values = [
            {
                **_NEW.columns_of(notice),
                "data": dict(notice.data),
                "status": status,
                "due": notice.due or now,
                "attempts": 0,
                "uncertain": False,
                "created": now,
                "request": notice.request or self.request,
                "priority": BACKGROUND if notice.background else FIRST,
            }
            for notice in new
        ]
        if values:
            await self._session.defer(_ADD, values if len(values) > 1 else values[0])

    async def claim(
        self,
        claimant: str,
        now: datetime,
        limit: int,
        background: int = 0,
        *,
        kinds: frozenset[str] | None = None,
    ) -> tuple[NoticeRecord, ...]:
        """Claim and return due notices, oldest first; per stream and audience only the first.

        At most `background` of them are background notices, and only if fewer than `limit` urgent ones are
        due. Locked rows are skipped.
        """
        values = {
            "_claimant": claimant,
            "_now": now,
            "_limit": limit,
            "_background_limit": max(0, background),
        }
        rows = await self._connection.execute(_of_kinds(kinds).claim, values)
        return tuple(sorted(map(_NOTICE.read, rows), key=lambda notice: notice.id))

    async def prioritise(self, stream: int) -> None:
        """Set a stream's waiting notices to the highest priority."""
        await self._session.defer(_PUT_FIRST, {"_stream": stream})

    async def release_others(self, claimant: str, notice_ids: Collection[int]) -> None:
        """Release, as uncertain, a process's claims on notices other than those with the ids `notice_ids`."""
        await self._connection.execute(_GIVE_BACK_OTHERS, {"_claimant": claimant, "_ids": sorted(notice_ids)})

    async def next_due(
        self, *, priority: int | None = None, kinds: frozenset[str] | None = None
    ) -> datetime | None:
        """Return when the next notice that is first in its stream is due, of a priority or of any."""
        of_kinds = _of_kinds(kinds)
        if priority is None:
            return (await self._connection.execute(of_kinds.next_due)).scalar_one_or_none()
        values = {"_priority": priority}
        return (await self._connection.execute(of_kinds.next_due_of, values)).scalar_one_or_none()

    async def get(self, notice: int) -> NoticeRecord | None:
        """Return a notice, None if it does not exist."""
        row = (await self._connection.execute(_BY_ID, {"id": notice})).one_or_none()
        return None if row is None else _NOTICE.read(row)

    async def lock_claimed(self, notice: int, claimant: str) -> NoticeRecord | None:
        """Lock and return a notice, None unless the claimant has claimed it."""
        values = {"id": notice, "claimant": claimant}
        row = (await self._connection.execute(_LOCK_CLAIMED, values)).one_or_none()
        return None if row is None else _NOTICE.read(row)

    async def close(self, notice: int, status: str, error: str | None = None) -> None:
        """Store a notice's result."""
        await self._change(notice, status=status, error=error, claimant=None)

    async def forget(self, notice: int) -> bool:
        """Delete a notice, whatever its result; return whether it existed."""
        return (await self._connection.execute(_FORGET, {"_id": notice})).scalar_one_or_none() is not None

    async def hasten(self, kind: str, stream: int, now: datetime) -> None:
        """Make the waiting notices of a kind in a stream due now."""
        await self._connection.execute(_HASTEN, {"_kind": kind, "_stream": stream, "_now": now})

    async def release_held(self, stream: int, now: datetime) -> None:
        """Make a stream's public notices due now, unless they were attempted."""
        await self._connection.execute(_RELEASE_HELD, {"_stream": stream, "_now": now})

    async def drop_held(
        self, stream: int, game: int, kinds: Collection[str], now: datetime
    ) -> tuple[NoticeRecord, ...]:
        """Drop a game's public notices of these kinds that are neither due nor attempted yet."""
        values = {"_stream": stream, "_game": game, "_kinds": sorted(kinds), "_now": now}
        rows = await self._connection.execute(_DROP_HELD, values)
        return tuple(sorted(map(_NOTICE.read, rows), key=lambda notice: notice.id))

    async def streams_of(self, kind: str) -> frozenset[int]:
        """Return the streams in which a notice of a kind waits."""
        return frozenset((await self._connection.execute(_STREAMS, {"kind": kind})).scalars())

    async def deliver(self, notice: int) -> NoticeRecord | None:
        """Record a delivery and return the notice; None if its result is already known."""
        row = (await self._connection.execute(_DELIVER, {"_id": notice})).one_or_none()
        return None if row is None else _NOTICE.read(row)

    async def postpone(
        self, notice: int, due: datetime, attempts: int, error: str, *, uncertain: bool
    ) -> None:
        """Store that a notice was not delivered, and when to try again."""
        await self._change(
            notice,
            status="waiting",
            claimant=None,
            due=due,
            attempts=attempts,
            error=error,
            uncertain=uncertain,
        )

    async def drop_plies(self, stream: int, game: int, kinds: Collection[str], keep: int) -> frozenset[int]:
        """Drop waiting notices of these kinds about plies after `keep`; return their audiences."""
        values = {"_stream": stream, "_game": game, "_kinds": sorted(kinds), "_keep": keep}
        return frozenset((await self._connection.execute(_DROP_PLIES, values)).scalars())

    async def is_awaited(self, stream: int, game: int, kinds: Collection[str]) -> bool:
        """Return whether a game's stream has an undelivered notice of any of these kinds."""
        values = {"stream": stream, "game": game, "kinds": sorted(kinds)}
        return (await self._connection.execute(_AWAITED, values)).first() is not None

    async def is_awaited_in(self, stream: int, kind: str) -> bool:
        """Return whether a stream has an undelivered notice of a kind."""
        values = {"stream": stream, "kind": kind}
        return (await self._connection.execute(_AWAITED_IN, values)).first() is not None

    async def shown_messages(self, game: int, audience: int) -> tuple[ShownRecord, ...]:
        """Return a game's existing messages for an audience, oldest notice first."""
        rows = await self._connection.execute(_SHOWN, {"game": game, "audience": audience})
        return tuple(map(_SHOWN_ROW.read, rows))

    async def challenge_messages(self, challenge: int) -> tuple[ShownRecord, ...]:
        """Return a challenge's own existing messages for all audiences, oldest notice first."""
        rows = await self._connection.execute(_SHOWN_OF_CHALLENGE, {"challenge": challenge})
        return tuple(map(_SHOWN_ROW.read, rows))

    async def show(self, notice: int, message: MessageRef | None) -> None:
        """Store a notice's existing message, or its deletion."""
        channel, number = (None, None) if message is None else (message.channel, message.message)
        await self._change(notice, shown_channel=channel, shown_message=number)

    async def hand_out(self, person: int, *, kinds: frozenset[str] | None = None) -> tuple[NoticeRecord, ...]:
        """Return a person's undeliverable notices and mark them as shown."""
        rows = await self._connection.execute(_of_kinds(kinds).hand_out, {"_person": person})
        return tuple(sorted(map(_NOTICE.read, rows), key=lambda notice: notice.id))

    async def _change(self, notice: int, **values: object) -> None:
        await self._connection.execute(_CHANGE, {"_id": notice, **values})
