"""New challenges to insert."""

from dataclasses import fields, replace
from datetime import UTC, datetime
from typing import Any, Final

from bot.model.challenges.challenge import Challenge
from bot.model.challenges.terms import Terms
from bot.model.people.person import Place

_MADE: Final = datetime(2026, 11, 20, 12, tzinfo=UTC)


def challenge(challenger: int, opponent: int | None = None, **more: Any) -> Challenge:
    """Return a challenge not yet in the database; `more` sets fields of it or of its terms."""
    about = {field.name: more.pop(field.name) for field in fields(Terms) if field.name in more}
    terms = replace(Terms("any", {}), **about)
    return replace(Challenge(0, terms, challenger, opponent, Place(None, 5, "en"), _MADE), **more)
