"""The table of reviewed plies."""

from typing import Final

from bot.kernel.personal.tables import Key, OwnedTable
from data.schema.games import reviewed_plies

TABLES: Final = (OwnedTable(reviewed_plies, of_server={"game": Key.GAME}),)
