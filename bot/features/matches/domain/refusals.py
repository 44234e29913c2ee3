"""The refusal reasons of matches."""

from collections.abc import Mapping
from typing import Final

from bot.features.matches.domain import conditional_moves, kept_lines
from bot.model.match.offers import offer_rules, undo_rules

REASONS: Final[Mapping[str, tuple[str, ...]]] = {
    "unknown-match": (),
    "exploring-forbidden": (),
    "exploring-outdated": (),
    "unknown-series": (),
    "dice-running": (),
    "dice-none": (),
    "called-already": (),
    "nothing-to-claim": (),
    "claim-own-time": (),
    "ply-taken-back": (),
    "more-time-changed": (),
    "too-many-offers": ("limit",),
    "too-many-lines": ("limit",),
    "game-paused": (),
    **offer_rules.REASONS,
    **undo_rules.REASONS,
    **conditional_moves.REASONS,
    **kept_lines.REASONS,
}
"""All refusal reasons of matches, with the names of their details."""
