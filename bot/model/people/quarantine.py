"""Discord's refusal of first direct messages."""

from typing import Final

QUARANTINE_HOLD: Final = "quarantine"
"""The key of the hold, which applies to all processes."""


class Quarantined(Exception):
    """Discord currently accepts no first messages from the bot."""
