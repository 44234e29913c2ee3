"""The table of weekly letters."""

import re
from typing import Final

from bot.features.servers.store import chosen_channels
from bot.kernel.tables import Key, OwnedTable
from data.schema import weekly_letters

PLACES: Final = (chosen_channels("weekly-letter", re.compile(r"^on (\d+)$")),)
TABLES: Final = (OwnedTable(weekly_letters, of_server={"server": Key.SERVER}),)
