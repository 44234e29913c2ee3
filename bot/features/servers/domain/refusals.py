"""Reasons to refuse what admins decide."""

from collections.abc import Mapping
from typing import Final

REASONS: Final[Mapping[str, tuple[str, ...]]] = {
    "game-not-over": (),
    "result-stands": (),
    "too-many-listed": ("limit",),
    "unknown-winner": ("player",),
    "winner-or-draw": (),
    "note-too-long": ("limit",),
}
"""Every reason to refuse something here, with the names of its details."""
