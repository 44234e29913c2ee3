"""Transcripts of conversations about tournaments, approved as a whole."""

from typing import Any

import discord

from bot.chat.core import custom_ids
from bot.chat.core.interactions.handler import HandlerOf
from bot.features.challenges.buttons import challenge_buttons
from bot.features.tournaments.buttons import ladder_buttons, tournament_buttons
from bot.model.people.person import Person
from tests.bot.chat.presses import Answer, Presses
from tests.bot.chat.surfaces import command_of
from tests.bot.support.fakes import World

_HANDLERS: dict[str, HandlerOf[Any]] = {
    **tournament_buttons.HANDLERS,
    **ladder_buttons.HANDLERS,
    **challenge_buttons.HANDLERS,
}


class Transcript(Presses):
    """Records presses and commands of people, and their answers, in `lines`."""

    def __init__(self, world: World, locale: discord.Locale, **options: Any) -> None:
        super().__init__(world, _HANDLERS, locale=locale, **options)
        self.lines: list[str] = []

    @property
    def text(self) -> str:
        return "\n".join([*self.lines, ""])

    async def press_button(self, person: Person, verb: str, *numbers: int, admin: bool = False) -> None:
        custom_id = custom_ids.write(verb, *numbers)
        self._record(f"{person.name}: {custom_id}", await self.press(person, custom_id, admin=admin))

    async def use_command(
        self, person: Person, name: str, /, *, admin: bool = False, **options: object
    ) -> None:
        """Use a subcommand of `/tournament`."""
        command = command_of(self.app, "tournament", name)
        answers = await self.command(person, command, admin=admin, **options)
        option_text = " ".join(f"{key}={value}" for key, value in options.items())
        self._record(f"{person.name}: /tournament {name} {option_text}", answers)

    async def type_name(self, person: Person, name: str, typed: str) -> None:
        """Type a tournament's name into a subcommand; record the suggestions."""
        command: Any = command_of(self.app, "tournament", name)
        suggest = command._params["tournament"].autocomplete
        interaction = self._interaction(person, "", (), [], public=False, typed="")
        choices = [f"{choice.name} = {choice.value}" for choice in await suggest(interaction, typed)]
        self.lines += [f"> {person.name} types {typed!r}", *choices]

    def _record(self, line: str, answers: list[Answer]) -> None:
        self.lines.append(f"> {line}")
        for answer in answers:
            place = "[in place] " * answer.in_place + "[public] " * (answer.public and not answer.in_place)
            self.lines.append(place + answer.page.strip())

    def _interaction(self, *arguments: Any, **options: Any) -> Any:
        interaction = super()._interaction(*arguments, **options)
        interaction.created_at = self.world.time.now
        return interaction
