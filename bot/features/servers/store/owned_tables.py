"""The tables of servers."""

import re
from dataclasses import dataclass
from typing import Final

import sqlalchemy as sa

from bot.features.servers.store.limitations import limitations
from bot.kernel.personal.chosen_channels import chosen_channels
from bot.kernel.personal.erasure_subject import ErasureSubject
from bot.kernel.personal.others import KnownNames, Others, numbers_in
from bot.kernel.personal.own_tables import people_of
from bot.kernel.personal.tables import CHALLENGES, Key, OwnedTable, Row, RowTimers, places_by
from bot.repositories.tables.challenge_tables import challenges
from bot.repositories.tables.match_tables import games, seats, substitutions
from bot.repositories.tables.server_tables import SERVER_TIMER, audit_entries, server_rules, servers
from bot.repositories.tables.subscription_tables import subscriptions
from data.connections.engines import Connection


@dataclass(frozen=True, slots=True)
class AuditEraser:
    """The audit logs of servers: a person's actions, and texts about them."""

    columns: tuple[str, ...] = ("player",)

    async def erase(self, connection: Connection, subject: ErasureSubject) -> None:
        """Keep the actions, without the person as author or subject."""
        table = audit_entries
        entries = sa.select(table.c.id, table.c.player, table.c.note, games.c.challenge).outerjoin(
            games, games.c.id == table.c.game
        )
        change = sa.update(table).where(table.c.id == sa.bindparam("_id"))
        for row in (await connection.execute(entries)).all():
            author = subject.alias_in(row.challenge) if row.player == subject.person else row.player
            note = subject.in_note(row.note, row.challenge)
            if (author, note) != (row.player, row.note):
                await connection.execute(change, {"_id": row.id, "player": author, "note": note})

    async def rows(self, connection: Connection, person: int) -> list[Row]:
        """Return the person's actions, and other people's actions in their games or about them."""
        table = audit_entries
        game_ids = sa.union(
            sa.select(seats.c.game).where(seats.c.player == person),
            sa.select(substitutions.c.game).where(substitutions.c.leaver == person),
        )
        own_games = frozenset((await connection.execute(game_ids)).scalars())
        # Names may be in any note, of any game.
        entries = sa.select(table).where(
            sa.or_(table.c.player == person, table.c.note != "", table.c.game.in_(game_ids))
        )
        names = await KnownNames.read(connection, person)
        rows: list[Row] = []
        for row in (await connection.execute(entries.order_by(table.c.id))).mappings().all():
            if row["player"] == person:
                rows.append(dict(row))
                continue
            numbers = set(numbers_in(row["note"]))
            if row["game"] in own_games or person in numbers or names.names_them(row["note"]):
                people = await people_of(connection, row["game"])
                others = Others(names, {*people, *numbers, row["player"]})
                rows.append({**row, "player": None, "note": others.out_of_words(row["note"])})
        return rows


@dataclass(frozen=True, slots=True)
class PlayerListEraser:
    """The lists of barred players, and of the only players allowed."""

    columns: tuple[str, ...] = ("barred_people", "allowed_people")

    async def erase(self, connection: Connection, subject: ErasureSubject) -> None:
        """Remove the person from all lists."""
        for server, lists in (await self._lists(connection, subject.person)).items():
            remaining = {
                name: [person for person in listed if person != subject.person]
                for name, listed in lists.items()
            }
            change = sa.update(server_rules).where(server_rules.c.server == sa.bindparam("_server"))
            await connection.execute(change, {"_server": server, **remaining})

    async def rows(self, connection: Connection, person: int) -> list[Row]:
        """Return the lists that contain the person."""
        stored = await self._lists(connection, person)
        return [
            {"server": server, "list": name}
            for server, lists in stored.items()
            for name, listed in lists.items()
            if person in listed
        ]

    async def _lists(self, connection: Connection, person: int) -> dict[int, dict[str, list[int]]]:
        columns = [server_rules.c[name] for name in self.columns]
        conditions = (sa.cast(column, sa.Text).contains(str(person)) for column in columns)
        rows = await connection.execute(sa.select(server_rules.c.server, *columns).where(sa.or_(*conditions)))
        return {
            row.server: {"barred_people": row.barred_people or [], "allowed_people": row.allowed_people or []}
            for row in rows.all()
        }


_RESULTS: Final = re.compile(r"(?:^|, )results=(\d+)")


PLACES: Final = (
    places_by(
        sa.select(
            server_rules.c.results.label("channel"),
            sa.null().label("reader"),
            challenges.c.server,
            challenges.c.locale,
            challenges.c.created,
        )
        .join(server_rules, server_rules.c.server == challenges.c.server)
        .where(challenges.c.id.in_(CHALLENGES), server_rules.c.results.is_not(None))
    ),
    chosen_channels("rules", _RESULTS),
)
TABLES: Final = (
    OwnedTable(servers, of_server={"id": Key.SERVER}, timers=RowTimers(SERVER_TIMER, servers.c.id)),
    OwnedTable(
        subscriptions,
        of_server={"server": Key.SERVER},
        timers=RowTimers(subscriptions.c.kind, subscriptions.c.server),
    ),
    OwnedTable(
        server_rules,
        PlayerListEraser(),
        {"server": Key.SERVER},
        nameless=("allowed_roles", "barred_roles", "language", "settings", "theme"),
    ),
    OwnedTable(
        audit_entries,
        AuditEraser(),
        {"game": Key.GAME, "server": Key.SERVER},
        nameless=("deed",),
    ),
    OwnedTable(limitations, of_server={"server": Key.SERVER}),
)
