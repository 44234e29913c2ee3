"""Where weekly letters may name people."""

import re
from typing import Final

from bot.kernel.personal.chosen_channels import chosen_channels

PLACES: Final = (chosen_channels("weekly-letter", re.compile(r"^on (\d+)$")),)
