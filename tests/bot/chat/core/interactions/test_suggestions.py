"""Suggestions during typing: unique, named, cut."""

from types import SimpleNamespace
from typing import Any

import pytest
from discord.app_commands import Choice

from bot.chat.core.interactions.suggestions import suggest_nothing, suggesting

pytestmark = pytest.mark.asyncio


async def suggestions_for(*named: str) -> list[tuple[str, str]]:
    """Return the suggestions for choices with these names, whose values are their positions."""

    async def suggest(_interaction: object, _typed: str) -> list[Choice[str]]:
        return [Choice(name=name, value=str(number)) for number, name in enumerate(named)]

    typing: Any = SimpleNamespace(extras={})
    return [(choice.name, choice.value) for choice in await suggesting(suggest)(typing, "")]


@pytest.mark.assumes("suggestions-by-name")
async def test_only_the_first_of_equal_names_is_suggested() -> None:
    assert await suggestions_for("a", "b", "a") == [("a", "0"), ("b", "1")]
    assert await suggestions_for("x" * 200, "x" * 201) == [("x" * 99 + "…", "0")]


@pytest.mark.assumes("suggestions-by-name")
async def test_empty_names_are_not_suggested() -> None:
    assert await suggestions_for("", "a", "  ") == [("a", "1")]


@pytest.mark.assumes("autocomplete-choices-only")
async def test_a_shortened_name_does_not_end_in_a_space() -> None:
    ((name, _),) = await suggestions_for("x" * 98 + " " + "y" * 50)
    assert name == "x" * 98 + "…"


@pytest.mark.parametrize("is_done", [False, True])
async def test_unanswered_typing_gets_an_empty_list(*, is_done: bool) -> None:
    sent: list[object] = []

    async def autocomplete(choices: list[object]) -> None:
        sent.append(choices)
        raise OSError("gone")

    response = SimpleNamespace(is_done=lambda: is_done, autocomplete=autocomplete)
    typing: Any = SimpleNamespace(id=900, response=response)
    await suggest_nothing(typing)
    assert sent == ([] if is_done else [[]])
