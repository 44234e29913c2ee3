"""Challenges as they are written at first."""

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, Final

from bot.play.domain.challenges import RANDOM_ROLE, Challenge
from bot.play.domain.people.person import Place

_MADE: Final = datetime(2026, 11, 20, 12, tzinfo=UTC)


def challenge(challenger: int, opponent: int | None = None, **more: Any) -> Challenge:
    """Return one that is not written yet, with `more` of its fields."""
    made = Challenge(0, "any", {}, challenger, opponent, RANDOM_ROLE, Place(None, 5, "en"), _MADE)
    return replace(made, **more)
