"""Suggestions for an option of a command, and forms of several fields, without a wire."""

from collections.abc import Mapping
from typing import Any

from bot.chat.core import custom_ids
from bot.chat.core.commands.command import Command
from bot.model.people.person import Person
from tests.bot.chat.presses import Answer, Presses
from tests.bot.chat.surfaces import answers_of


async def suggested(
    presses: Presses, person: Person, command: Command, option: str, typed: str = "", **given: object
) -> list[tuple[str, str | int | float]]:
    """Return the names and values suggested for an option, after the `given` ones were chosen."""
    interaction = _interaction(presses, person, [])
    interaction.namespace = tuple(given.items())
    interaction.data = {"options": [{"name": name, "value": value} for name, value in given.items()]}
    (parameter,) = [entry for entry in command._params.values() if entry.name == option]
    suggest: Any = parameter.autocomplete
    return [(choice.name, choice.value) for choice in await suggest(interaction, typed)]


async def fill_in(
    presses: Presses, person: Person, custom_id: str, fields: Mapping[str, str]
) -> list[Answer]:
    """Send a form with its fields, by their custom_ids; return all answers."""
    answers: list[Answer] = []
    interaction = _interaction(presses, person, answers, custom_id)
    interaction.data["components"] = [
        {"component": {"custom_id": key, "value": value}} for key, value in fields.items()
    ]

    async def act(context: Any) -> None:
        press = custom_ids.read(custom_id)
        assert press.verb in presses.handlers
        await answers_of(presses.app)[press.verb](context, press)

    await presses.app.interactions.guarded(interaction, act, custom_id)
    return answers


def _interaction(presses: Presses, person: Person, answers: list[Answer], custom_id: str = "") -> Any:
    return presses._interaction(person, custom_id, (), answers, public=False, typed="")
