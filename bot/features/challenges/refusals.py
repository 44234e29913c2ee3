"""Reasons to refuse a challenge, a place at a table, or a seat."""

from collections.abc import Mapping
from typing import Final

from bot.model import substitutions

REASONS: Final[Mapping[str, tuple[str, ...]]] = {
    "unknown-role": ("game", "role", "allowed"),
    "too-many-games": ("limit",),
    "unknown-reason": ("reason", "allowed"),
    "role-not-played": ("game", "role", "allowed"),
    "unknown-tie-break": ("tie_break", "allowed"),
    "self-challenge": (),
    "too-many-challenges": ("limit",),
    "opponent-too-many-games": ("limit",),
    "channel-full": ("limit",),
    "too-many-changes": ("limit",),
    "own-challenge": (),
    "not-your-challenge": (),
    "not-yours-to-change": (),
    "not-the-challenger": (),
    "too-many-invited": ("players", "invited"),
    "lobby-full": (),
    "lobby-closed": (),
    "already-joined": (),
    "not-joined": (),
    "lobby-too-few": ("have", "needed"),
    "lobby-wrong-number": ("have", "allowed"),
    "party-full": (),
    "no-parties": (),
    "not-the-host": (),
    "host-cannot-leave": (),
    "not-a-lobby": (),
    "no-series": ("game",),
    "word-without-dice": (),
    "word-empty": (),
    "word-too-long": ("limit",),
    "game-running": (),
    "series-running": (),
    "rematch-begun": ("game",),
    "lobby-not-countered": (),
    "not-declined": (),
    "engine-at-table": (),
    "engine-no-series": (),
    "practice-rematch": (),
    "unknown-challenge": (),
    "challenge-closed": ("status",),
    "challenge-expired": (),
    "terms-changed": ("challenge",),
    **substitutions.REASONS,
}
"""Every reason to refuse something here, with the names of its details."""
