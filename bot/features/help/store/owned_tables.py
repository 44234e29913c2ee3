"""The table of greetings."""

from typing import Final

from bot.kernel.personal.tables import Key, OwnedTable
from bot.repositories.tables.server_tables import welcomes

TABLES: Final = (OwnedTable(welcomes, of_server={"server": Key.SERVER}),)
