"""The table of greetings."""

from typing import Final

from bot.kernel.personal.tables import Key, OwnedTable
from data.schema.servers import welcomes

TABLES: Final = (OwnedTable(welcomes, of_server={"server": Key.SERVER}),)
