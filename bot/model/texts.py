"""Texts from outside in a safe form for storage."""

import unicodedata
from itertools import islice
from typing import Final

from rules.contract import InvalidMove

MAX_MOVE_LENGTH: Final = 200
"""Longer than any game's longest move."""


def storable(text: str, longest: int) -> str:
    """Return `text`, shortened, without control characters and lone surrogates: databases refuse them."""
    whole = text.encode("utf-8", "replace").decode("utf-8")
    return "".join(islice((sign for sign in whole if unicodedata.category(sign) != "Cc"), longest))


def readable(text: str) -> str:
    """Return a typed move. Raises InvalidMove if it is too long or contains control characters."""
    if len(text) > MAX_MOVE_LENGTH:
        raise InvalidMove(
            f"a move has at most {MAX_MOVE_LENGTH} signs", "too-long", limit=str(MAX_MOVE_LENGTH)
        )
    if any(unicodedata.category(sign) in {"Cc", "Cs"} for sign in text):
        raise InvalidMove("a move has no control characters", "unprintable")
    return text
