"""The kernel's tables: persons, requests, notices, and the processes' shared state."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import sqlalchemy as sa

from bot.kernel.checks import differ, is_given, is_null, rows_where
from bot.kernel.personal.erasure_subject import ErasureSubject
from bot.kernel.personal.others import NOTES, KnownNames, Others, notes_in, numbers_in
from bot.kernel.personal.tables import DeletedRows, OwnedTable, Row
from bot.repositories.restores import epochs
from bot.repositories.tables.match_tables import games, seats, substitutions
from bot.repositories.tables.outbox_tables import (
    NOTICE_IS_CLAIMED,
    NOTICE_IS_WAITING,
    is_undelivered,
    notices,
    requests,
)
from bot.repositories.tables.person_tables import earlier_names, players
from data.cluster.cluster_tables import (
    alarms,
    backups,
    holds,
    identifies,
    job_claims,
    processes,
    refused_requests,
    shards,
    timers,
)
from data.connections.engines import Connection

_LISTS: Final = frozenset({"calls", "direct"})
"""The fields that list a notice's recipients; erasure removes the person from them."""


@dataclass(frozen=True, slots=True)
class NoticeEraser:
    """Erases and exports notices: those to the person, and those that name them."""

    columns: tuple[str, ...] = ("audience",)

    async def erase(self, connection: Connection, subject: ErasureSubject) -> None:
        """Delete notices to the person, and replace their id and name in others."""
        await connection.execute(sa.delete(notices).where(notices.c.audience == subject.person))
        words = sa.cast(notices.c.data, sa.Text)
        noted = (words.contains(f'"{key}"') for key in sorted(NOTES))
        about = (
            sa.select(notices.c.id, notices.c.kind, notices.c.data, notices.c.stream, games.c.challenge)
            .outerjoin(games, games.c.id == notices.c.game)
            .where(sa.or_(words.contains(str(subject.person)), *noted))
        )
        change = sa.update(notices).where(notices.c.id == sa.bindparam("_id"))
        for row in (await connection.execute(about)).all():
            data = _without(row.data, subject, row.challenge or row.stream)
            under_way = _person_to_erase(row.kind, row.data) == subject.person
            if data != row.data and not under_way:
                await connection.execute(change, {"_id": row.id, "data": data})

    async def rows(self, connection: Connection, person: int) -> list[Row]:
        """Return notices to the person, and others that name them."""
        words = sa.cast(notices.c.data, sa.Text)
        noted = (words.contains(f'"{key}"') for key in sorted(NOTES))
        about = sa.select(notices).where(
            sa.or_(notices.c.audience == person, words.contains(str(person)), *noted)
        )
        names = await KnownNames.read(connection, person)
        rows: list[Row] = []
        for row in (await connection.execute(about.order_by(notices.c.id))).mappings().all():
            numbers = set(numbers_in(row["data"]))
            forgets_another = _person_to_erase(row["kind"], row["data"]) not in {None, person}
            is_named = person in numbers or any(map(names.names_them, notes_in(row["data"])))
            if forgets_another or (row["audience"] != person and not is_named):
                continue
            others = Others(names, {*numbers, *await people_of(connection, row["game"])})
            to = row["audience"] if row["audience"] == person else None
            rows.append({**row, "audience": to, "data": others.out_of(row["data"])})
        return rows


async def people_of(connection: Connection, game: int | None) -> set[int]:
    """Return a game's current and former players."""
    if game is None:
        return set()
    playing = sa.select(seats.c.player).where(seats.c.game == game, seats.c.player.is_not(None))
    leaving = sa.select(substitutions.c.leaver).where(substitutions.c.game == game)
    return set((await connection.execute(sa.union(playing, leaving))).scalars())


def _person_to_erase(kind: str, data: Mapping[str, Any]) -> int | None:
    """Return the person whose name a notice removes from messages, None for other notices.

    That notice is deleted afterwards.
    """
    if kind != "NameErasure":
        return None
    person: int = data["event"]["person"]
    return person


def _without(value: Any, subject: ErasureSubject, challenge: int, *, note: bool = False) -> Any:  # noqa: ANN401  # JSON
    """Return a part of a notice's content without the person."""
    match value:
        case dict():
            return {
                key: [person for person in part if person != subject.person]
                if key in _LISTS
                else _without(part, subject, challenge, note=key in NOTES)
                for key, part in value.items()
            }
        case list():
            return [_without(part, subject, challenge) for part in value]
        case str() if note:
            return subject.in_note(value, challenge)
        case str():
            return subject.in_text(value, subject.alias_in(challenge))
        case int() if value == subject.person and not isinstance(value, bool):
            return subject.alias_in(challenge)
        case _:
            return value


TABLES: Final = (
    OwnedTable(
        requests,
        DeletedRows(requests, ("player",)),
        nameless=("action", "id"),
    ),
    OwnedTable(
        notices,
        NoticeEraser(),
        nameless=("claimant", "error", "kind", "request", "status"),
    ),
    OwnedTable(
        players,
        DeletedRows(players, ("id",)),
        nameless=("locale",),
    ),
    OwnedTable(earlier_names, DeletedRows(earlier_names, ("player",))),
    *map(
        OwnedTable,
        (processes, shards, identifies, timers, job_claims, refused_requests, holds, epochs, backups, alarms),
    ),
)
CHECKS: Final = (
    rows_where(notices, "is claimed by nobody", NOTICE_IS_CLAIMED, is_null(notices.c.claimant)),
    rows_where(notices, "waits and is claimed", NOTICE_IS_WAITING, is_given(notices.c.claimant)),
    # Kinds are class names; versions before 0.9.0 wrote other values, which are no longer read.
    rows_where(
        notices,
        "waits in a form that 0.11.0 could still deliver",
        is_undelivered(notices),
        notices.c.kind == sa.func.lower(notices.c.kind),
    ),
    rows_where(notices, "names half a message", differ(notices.c.shown_channel, notices.c.shown_message)),
)
