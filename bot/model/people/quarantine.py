"""Discord's refusal of first direct messages."""


class Quarantined(Exception):
    """Discord takes no first messages from the bot at present."""
