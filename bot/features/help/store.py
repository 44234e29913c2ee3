"""The table of greetings."""

from typing import Final

from bot.kernel.tables import Key, OwnedTable
from data.schema import welcomes

TABLES: Final = (OwnedTable(welcomes, of_server={"server": Key.SERVER}),)
