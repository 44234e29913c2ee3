"""The table of overviews."""

from typing import Final

from bot.kernel.personal.tables import Key, OwnedTable
from bot.repositories.tables.server_tables import overviews

TABLES: Final = (OwnedTable(overviews, of_server={"server": Key.SERVER}),)
