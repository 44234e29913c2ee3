"""Channels chosen by admins, found in their servers' audit logs."""

import re
from collections.abc import Sequence

import sqlalchemy as sa

from bot.kernel.personal.tables import CHALLENGES, NamePlaces
from bot.repositories.records.people import NamePlaceRecord
from bot.repositories.tables.challenge_tables import challenges
from bot.repositories.tables.server_tables import audit_entries
from data.connections.engines import Connection


def chosen_channels(deed: str, channels: re.Pattern[str]) -> NamePlaces:
    """Return the places that admins ever chose, from notes in the audit log; the current ones may differ."""
    statement = (
        sa.select(audit_entries.c.note, challenges.c.server, challenges.c.locale, challenges.c.created)
        .join(challenges, challenges.c.server == audit_entries.c.server)
        .where(challenges.c.id.in_(CHALLENGES), audit_entries.c.deed == deed)
    )

    async def find(connection: Connection, _: int, challenges_of: Sequence[int]) -> Sequence[NamePlaceRecord]:
        rows = await connection.execute(statement, {"challenges": challenges_of})
        return [
            NamePlaceRecord(int(channel), None, row.server, row.locale, row.created)
            for row in rows
            for channel in channels.findall(row.note)
        ]

    return find
