"""The reasons of all refusals, with the names of their details."""

from typing import Final

import rules
from bot.app import bare_app

REFUSALS: Final = {
    reason: tuple(values) for reason, values in bare_app(rules.GAMES).features.refusals().items()
}
