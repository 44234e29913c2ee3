"""All that is kept of a person: shown to them, found in public places, forgotten."""

from datetime import timedelta
from typing import Final

import sqlalchemy as sa

from data.engines import Connection
from data.records import ExportedTable, NamePlaceRecord
from data.schema import challenges, games, guests, players, plies, seats, server_rules, substitutions
from data.tables.privacy.erasers import ERASERS, Gone, Row

_EARLIER: Final = timedelta(days=1)
"""The clocks here and at Discord need not agree."""

_person: Final[sa.BindParameter[int]] = sa.bindparam("person")
_CHALLENGES: Final = sa.union(
    sa.select(challenges.c.id.label("challenge")).where(
        sa.or_(
            *(challenges.c[name] == _person for name in ("challenger", "opponent", "accepted_by")),
        )
    ),
    sa.select(guests.c.challenge).where(guests.c.player == _person),
    sa.select(games.c.challenge).join(seats, seats.c.game == games.c.id).where(seats.c.player == _person),
    sa.select(games.c.challenge)
    .join(substitutions, substitutions.c.game == games.c.id)
    .where(
        sa.or_(
            *(substitutions.c[name] == _person for name in ("leaver", "offered_by", "wanted", "substitute"))
        )
    ),
)
_LOWEST: Final = sa.select(sa.func.min(players.c.id))
_NAME: Final = sa.select(players.c.name).where(players.c.id == _person)
_ADD: Final = sa.insert(players)
_ids: Final[sa.BindParameter[int]] = sa.bindparam("ids", expanding=True)
_ASKED_IN: Final = (
    sa.select(
        challenges.c.id,
        challenges.c.server,
        challenges.c.channel,
        challenges.c.locale,
        challenges.c.created,
        challenges.c.challenger,
        challenges.c.opponent,
        server_rules.c.results,
    )
    .outerjoin(server_rules, server_rules.c.server == challenges.c.server)
    .where(challenges.c.id.in_(_ids))
)
_PLAYED_IN: Final = sa.select(games.c.challenge, games.c.home, games.c.board_channel).where(
    games.c.challenge.in_(_ids)
)
_OFFERED_IN: Final = (
    sa.select(games.c.challenge, substitutions.c.message_channel)
    .join(games, games.c.id == substitutions.c.game)
    .where(games.c.challenge.in_(_ids), substitutions.c.message_channel.is_not(None))
)
_SEATED: Final = (
    sa.select(games.c.challenge, seats.c.player)
    .join(games, games.c.id == seats.c.game)
    .where(games.c.challenge.in_(_ids), seats.c.player.is_not(None))
)
_INVITED: Final = sa.select(guests.c.challenge, guests.c.player).where(guests.c.challenge.in_(_ids))
_GAMES: Final = (
    sa.select(
        *(games.c[name] for name in ("id", "key", "options", "server", "channel", "status")),
        *(games.c[name] for name in ("outcome", "created", "updated")),
        seats.c.seat,
    )
    .join(seats, seats.c.game == games.c.id)
    .where(seats.c.player == _person)
    .order_by(games.c.id)
)
_PLIES: Final = (
    sa.select(plies.c.game, plies.c.number, plies.c.text, plies.c.played)
    .join(seats, sa.and_(seats.c.game == plies.c.game, seats.c.seat == plies.c.seat))
    .where(seats.c.player == _person)
    .order_by(plies.c.game, plies.c.number)
)
_Places = dict[tuple[int | None, int | None], NamePlaceRecord]


class PersonalDataRepository:
    """What every table says of one person, within one connection."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def export(self, person: int) -> tuple[ExportedTable, ...]:
        """Return all that is kept of a person; what games hold are their own moves."""
        tables = [
            ExportedTable(name, tuple(await eraser.rows(self._connection, person)))
            for name, eraser in ERASERS.items()
        ]
        for name, statement in (("games", _GAMES), ("moves", _PLIES)):
            rows = (await self._connection.execute(statement, {"person": person})).mappings().all()
            found: list[Row] = [dict(row) for row in rows]
            tables.append(ExportedTable(name, tuple(found)))
        return tuple(tables)

    async def places(self, person: int) -> tuple[NamePlaceRecord, ...]:
        """Return where messages may name a person: channels, threads, direct messages to who played them."""
        ids = {"ids": await self._challenges_of(person)}
        asked = {row.id: row for row in (await self._connection.execute(_ASKED_IN, ids)).all()}
        named: list[tuple[int, int | None, int | None]] = []
        for row in asked.values():
            named += [(row.id, row.channel, None), (row.id, row.results, None)]
            named += [(row.id, None, row.challenger), (row.id, None, row.opponent)]
        for row in (await self._connection.execute(_PLAYED_IN, ids)).all():
            named += [(row.challenge, row.home, None), (row.challenge, row.board_channel, None)]
        for row in (await self._connection.execute(_OFFERED_IN, ids)).all():
            named.append((row.challenge, row.message_channel, None))
        for statement in (_SEATED, _INVITED):
            rows = (await self._connection.execute(statement, ids)).all()
            named += [(row.challenge, None, row.player) for row in rows]
        found: _Places = {}
        for challenge, channel, reader in named:
            # An alias has no direct messages.
            if channel is None and (reader is None or reader <= 0):
                continue
            row, before = asked[challenge], found.get((channel, reader))
            since = row.created - _EARLIER
            since = since if before is None else min(before.since, since)
            found[channel, reader] = NamePlaceRecord(channel, reader, row.server, row.locale, since)
        return tuple(found[key] for key in sorted(found, key=lambda one: (one[0] or 0, one[1] or 0)))

    async def erase(self, person: int) -> None:
        """Forget a person; where something must stand in their place, it is an alias without a name."""
        name = (await self._connection.execute(_NAME, {"person": person})).scalar_one_or_none()
        lowest = min(0, (await self._connection.execute(_LOWEST)).scalar_one() or 0)
        ids = await self._challenges_of(person)
        aliases = {challenge: lowest - number for number, challenge in enumerate(ids, start=2)}
        gone = Gone(person, name or "", aliases, lowest - 1)
        new = [{"id": alias, "name": "", "locale": ""} for alias in (gone.alias, *aliases.values())]
        await self._connection.execute(_ADD, new if len(new) > 1 else new[0])
        for eraser in ERASERS.values():
            await eraser.erase(self._connection, gone)

    async def _challenges_of(self, person: int) -> list[int]:
        found = await self._connection.execute(_CHALLENGES, {"person": person})
        return sorted(found.scalars())
