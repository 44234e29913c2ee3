"""The question to people whose deletion is scheduled."""

from typing import Any

import discord
import pytest

from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.model.people.person import Person
from tests.bot.chat.presses import TEXTS, Answer, Presses
from tests.bot.support.fakes import ANNA, BEN, World

pytest_plugins = ("tests.bot.support.worlds",)

EN = TEXTS.language("en")


async def _pages(presses: Presses, person: Person, data: dict[str, Any], after: Any = None) -> list[str]:
    """Return the pages after an interaction that calls `after`."""
    answers: list[Answer] = []
    interaction = presses._interaction(person, "", (), answers, public=False, typed="")
    interaction.data = data

    async def act(context: InteractionContext) -> None:
        await context.reply("done")
        if after is not None:
            await after()

    await presses.app.interactions.run_guarded(interaction, act)
    return [answer.page for answer in answers]


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
async def test_a_departing_person_is_asked_to_stay_after_interactions(world: World) -> None:
    presses, deletions = Presses(world, {}), world.services.deletions
    await deletions.ask(world.by(ANNA))
    due = await deletions.due_of(ANNA.id)
    assert due is not None
    text = EN("privacy.still", when=discord.utils.format_dt(due, "R"))
    question = f"**{text}**\n[success button] Stay (fp:stay)\n"
    for other in ({"name": "games"}, {"custom_id": "fp:board:3"}, {}):
        assert await _pages(presses, ANNA, other) == ["done\n", question]
    for verb in ("privacy", "forget-me", "forget-me-sure", "forget-me-now", "stay", "my-data:2"):
        assert await _pages(presses, ANNA, {"custom_id": f"fp:{verb}"}) == ["done\n"]
    assert await _pages(presses, ANNA, {"name": "privacy"}) == ["done\n"]
    assert await _pages(presses, BEN, {"name": "games"}) == ["done\n"]

    async def stay() -> None:
        await deletions.call_off(world.by(ANNA))

    assert await _pages(presses, ANNA, {"name": "games"}, stay) == ["done\n"]
