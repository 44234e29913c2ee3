"""Reasons of refusals in values and transactions that several features use."""

from collections.abc import Mapping
from typing import Final

from bot.model.time import clocks

REASONS: Final[Mapping[str, tuple[str, ...]]] = {
    "no-such-game": ("game",),
    "unknown-ply": ("plies",),
    "cannot-replay": ("ply",),
    "replay-differs": (),
    "dice-awaited": (),
    "not-your-game": (),
    "not-your-turn": ("match",),
    "game-over": (),
    "request-taken": (),
    "channel-not-allowed": ("channels",),
    "game-not-allowed": ("games",),
    "player-barred": (),
    "player-not-allowed": (),
    "player-elsewhere": (),
    "opponent-barred": ("player",),
    "server-gone": (),
    "engines-off": (),
    "engines-elsewhere": ("channels",),
    "practice-seat": (),
    **clocks.REASONS,
}
"""The reasons of refusals, with the names of their details."""
