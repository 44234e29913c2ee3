"""Suggestions while somebody types."""

from types import SimpleNamespace
from typing import Any

import pytest
from discord.app_commands import Choice

from bot.chat.core.interactions.suggestions import suggesting

pytestmark = pytest.mark.asyncio


@pytest.mark.assumes("suggestions-by-name")
async def test_of_what_is_called_alike_the_first_is_suggested_alone() -> None:
    async def suggest(_interaction: object, _typed: str) -> list[Choice[str]]:
        return [Choice(name=name, value=value) for name, value in (("a", "1"), ("b", "2"), ("a", "3"))]

    typing: Any = SimpleNamespace(extras={})
    found = await suggesting(suggest)(typing, "")
    assert [(choice.name, choice.value) for choice in found] == [("a", "1"), ("b", "2")]
