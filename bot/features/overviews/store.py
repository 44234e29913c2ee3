"""The table of overviews."""

from typing import Final

from bot.kernel.personal.tables import Key, OwnedTable
from data.schema.servers import overviews

TABLES: Final = (OwnedTable(overviews, of_server={"server": Key.SERVER}),)
