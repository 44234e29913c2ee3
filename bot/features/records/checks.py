"""Checks of imported games."""

from typing import Final

from bot.kernel.checks import timed
from data.schema.games import IMPORT_TIMER, imports

CHECKS: Final = timed(imports, imports.c.id, IMPORT_TIMER)
