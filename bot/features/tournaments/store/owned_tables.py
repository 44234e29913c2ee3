"""The tables of tournaments: their erasure, their export, and the places of their messages."""

from dataclasses import dataclass
from typing import Final

import sqlalchemy as sa

from bot.features.tournaments.store.tournament_tables import (
    TOURNAMENT_TIMER,
    dice_trees,
    entrants,
    tournament_games,
    tournaments,
)
from bot.kernel.personal.erasure_subject import ErasureSubject
from bot.kernel.personal.others import KnownNames, Others
from bot.kernel.personal.tables import PERSON, ClearedRows, Key, OwnedTable, Row, RowTimers, places_by
from data.connections.engines import Connection
from data.schema.columns import raw_table


@dataclass(frozen=True, slots=True)
class TournamentEraser:
    """The tournaments that a person hosts, and other people's tournaments named after them."""

    columns: tuple[str, ...] = ("organiser",)

    async def erase(self, connection: Connection, subject: ErasureSubject) -> None:
        """Keep the tournaments without the person as host, and without their names in the titles."""
        rows = (await connection.execute(sa.select(tournaments.c.id, tournaments.c.name))).all()
        change = sa.update(tournaments).where(tournaments.c.id == sa.bindparam("_id"))
        for row in rows:
            name = subject.in_note(row.name, None)
            if name != row.name:
                await connection.execute(change, {"_id": row.id, "name": name})
        own = sa.update(tournaments).where(tournaments.c.organiser == subject.person)
        await connection.execute(own.values(organiser=None))

    async def rows(self, connection: Connection, person: int) -> list[Row]:
        """Return a person's tournaments, and other people's tournaments named after them."""
        names = await KnownNames.read(connection, person)
        rows: list[Row] = []
        stored = raw_table(tournaments)
        for row in (await connection.execute(sa.select(stored).order_by(stored.c.id))).mappings():
            if row["organiser"] == person:
                rows.append(dict(row))
            elif names.names_them(row["name"]):
                name = Others(names, ()).out_of_words(row["name"])
                rows.append({**row, "organiser": None, "name": name})
        return rows


_WITHDRAWN: Final = sa.or_(
    entrants.c.withdrawn,
    sa.exists().where(
        tournaments.c.id == entrants.c.tournament, tournaments.c.status.in_(("open", "running"))
    ),
)
"""Whether an erased entrant counts as withdrawn: in open and running tournaments, not in finished ones."""

PLACES: Final = (
    places_by(
        sa.select(
            tournaments.c.channel,
            sa.null().label("reader"),
            tournaments.c.server,
            tournaments.c.locale,
            tournaments.c.created,
        )
        .join(entrants, entrants.c.tournament == tournaments.c.id)
        .where(entrants.c.player == PERSON)
    ),
)
TABLES: Final = (
    OwnedTable(
        tournaments,
        TournamentEraser(),
        {"server": Key.SERVER},
        RowTimers(TOURNAMENT_TIMER, tournaments.c.id),
        nameless=("clock", "key", "locale", "options", "rules", "status", "terms"),
    ),
    OwnedTable(entrants, ClearedRows(entrants, ("player",), {"withdrawn": _WITHDRAWN})),
    OwnedTable(tournament_games),
    OwnedTable(dice_trees),
)
