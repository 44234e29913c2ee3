"""Personal exports: all stored data of a person, as one file."""

import asyncio
import json
from collections.abc import Mapping
from datetime import datetime
from typing import Final

from bot.kernel.personal.personal_data import PersonalData
from bot.model.people.person import Person
from bot.model.ports import Clock
from data.store import Store

VERSION: Final = 1
_HIDDEN: Final = frozenset({"claimant", "error", "dice_seed"})
"""The columns left out: the bot's own bookkeeping of notices, and the secret seeds of challenges' dice."""


class PersonalExports:
    """Exports a person's stored data to that person."""

    def __init__(self, store: Store, clock: Clock, personal_data: PersonalData) -> None:
        self._store = store
        self._clock = clock
        self._personal_data = personal_data

    async def of(self, person: Person) -> bytes:
        """Return all stored data of a person as JSON: the rows of each table that name them.

        It names other people only if the person has named them; it contains the games that they have played.
        """
        async with self._store.read() as session:
            data = await self._personal_data.export(session, person.id)
        whole = {
            "version": VERSION,
            "person": str(person.id),
            "made": self._clock().isoformat(),
            "kept": {
                table.name: [_visible_fields(row) for row in table.rows] for table in data if table.rows
            },
        }
        # Thousands of plies take a while; other requests continue in the meantime.
        return await asyncio.to_thread(_as_json, whole)


def _as_json(whole: Mapping[str, object]) -> bytes:
    return json.dumps(whole, ensure_ascii=False, indent=1, default=_write_value).encode()


def _visible_fields(row: Mapping[str, object]) -> dict[str, object]:
    return {name: value for name, value in row.items() if name not in _HIDDEN}


def _write_value(value: object) -> str:
    if isinstance(value, datetime):
        return value.isoformat()
    raise TypeError(f"{value!r} cannot be exported")
