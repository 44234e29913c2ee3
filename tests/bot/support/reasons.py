"""Every reason for which something is refused, those of features included."""

from typing import Final

import rules
from bot.app import bare_app
from bot.model import refusal_reasons

REFUSALS: Final = {
    **refusal_reasons.REFUSALS,
    **{
        reason: tuple(values)
        for feature in bare_app(rules.GAMES).features
        for reason, values in feature.refusals.items()
    },
}
