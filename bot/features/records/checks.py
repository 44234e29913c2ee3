"""Checks of imported games."""

from typing import Final

from bot.features.records.store import IMPORT_TIMER, imports
from bot.kernel.checks import timed

CHECKS: Final = timed(imports, imports.c.id, IMPORT_TIMER)
