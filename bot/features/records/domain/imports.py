"""Imported records: games played elsewhere, stored for the person who imported them, for a limited time."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from bot.features.records.domain.record import Record

LIFETIME: Final = timedelta(days=30)
"""The time for which an imported record is stored."""
MOST: Final = 20
"""The most imports of a person."""
REASONS: Final[Mapping[str, tuple[str, ...]]] = {
    "export-running": (),
    "too-many-imports": ("limit",),
    "unknown-import": (),
}
"""All refusal reasons of this module, with the names of their details."""


@dataclass(frozen=True, slots=True)
class Import:
    """An imported game in a list: its game, its players, and its expiry."""

    id: int
    key: str
    names: tuple[str, ...]
    expires: datetime


@dataclass(frozen=True, slots=True)
class ImportedRecord:
    """An imported game with its complete record."""

    id: int
    record: Record
    expires: datetime
