"""Discord's refusal of first direct messages."""

from typing import Final

QUARANTINE_HOLD: Final = "quarantine"
"""The key of the hold that all processes obey."""


class Quarantined(Exception):
    """Discord takes no first messages from the bot at present."""
