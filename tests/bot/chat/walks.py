"""Walks of several people through a server: presses, commands and deliveries as one approved text."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any, Final

import discord
import sqlalchemy as sa
from discord import ui

from bot.chat.core import custom_ids
from bot.model.challenges.challenge import Challenge, ChallengeStatus
from bot.model.challenges.terms import Terms
from bot.model.match.match import Match
from bot.model.people.person import Person, Place
from bot.model.time.clocks import read_clock
from bot.repositories.challenges import ChallengeRepository
from bot.repositories.people.people import PersonRepository
from bot.repositories.records.people import PersonRecord
from bot.repositories.tables.challenge_tables import challenges
from tests.bot.chat import guilds
from tests.bot.chat.posted import PostedMessages, fold_menus
from tests.bot.chat.presses import Answer, Presses, handled_verbs
from tests.bot.chat.surfaces import command_of, surfaces_of
from tests.bot.support.fakes import ANNA, BEN, CARA, HALL, World

SERVER: Final = HALL.server or 0
CONHEX: Final = Terms("conhex", {"swap": "off"}, "red", clock=read_clock("3d"))
MOVES: Final = ("a1", "k1", "c2", "d2", "e2", "f2")
"""Moves of both players in turn."""
FERN: Final = Person(guilds.ME, "Fern", "")
"""The bot's own account."""
STEP: Final = "\n==========\n\n"
"""The separator between steps of a walk."""
LAST_CHALLENGE: Final = 40
"""The number of the last challenge before a walk."""


async def set_language(world: World, language: str) -> None:
    """Set the server's language."""
    await world.services.servers.set_server(world.by(CARA), SERVER, language=language)


async def walk_between(world: World, server: str, people: str) -> "Walk":
    """Return a walk of people with one language through a server with another.

    The numbers of its challenges differ from those of its matches.
    """
    await set_language(world, server)
    host = PersonRecord(1000, "Ada", "fr")
    direct = replace(HALL, server=None)
    withdrawn = Challenge(0, CONHEX, host.id, None, direct, world.time.now, ChallengeStatus.WITHDRAWN)
    async with world.store.write() as session:
        await session.of(PersonRepository).record_seen(host)
        await session.of(ChallengeRepository).add(withdrawn)
        await session.connection.execute(sa.update(challenges).values(id=LAST_CHALLENGE))
    return Walk(world, people)


async def begin(world: World, terms: Terms = CONHEX, place: Place = HALL) -> Match:
    """Begin a game of Anna against Ben."""
    challenge = await world.services.invitations.challenge(world.by(ANNA), terms, place, [BEN])
    accepted = await world.services.invitations.accept(world.by(BEN), challenge.id)
    return await world.services.matches.get(accepted.match or 0)


@dataclass
class Walk:
    """Presses and answers of several people, step by step; all of them use `language`."""

    world: World
    language: str = "en"
    posted: PostedMessages = field(init=False)
    presses: Presses = field(init=False)
    _steps: list[str] = field(default_factory=list)
    _pages: dict[int, Answer] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.posted = PostedMessages(self.world)
        locale = discord.Locale.german if self.language == "de" else discord.Locale.american_english
        server = guilds.guild((HALL.channel,))
        handlers = handled_verbs()
        self.presses = Presses(self.world, handlers, server, locale=locale, me=FERN)
        self.presses.app = replace(self.presses.app, resender=self.posted.resender)

    @property
    def text(self) -> str:
        """All steps so far."""
        return STEP.join(self._steps)

    async def deliver(self) -> None:
        """Deliver pending notices."""
        self._steps.append(await self.posted.deliver() or "nothing arrives\n")

    async def press(
        self,
        person: Person,
        verb: str,
        *parts: str | int,
        choose: Sequence[str] = (),
        typed: str = "",
        admin: bool = False,
        people: Sequence[Person] = (),
        form: Mapping[str, Sequence[str]] = {},
        private: bool = False,
    ) -> list[Answer]:
        """Press a button of the newest posted message that has it, or else (or if `private`) of a page."""
        custom_id = custom_ids.write(verb, *parts)
        message = None if private else self.posted.discord.with_button(custom_id)
        with self._pressing_on(message):
            answers = await self.presses.press(
                person,
                custom_id,
                *choose,
                public=message is not None,
                typed=typed,
                admin=admin,
                people=people,
                form=form,
            )
        for answer in answers:
            if message is not None and answer.in_place:
                components = [] if answer.view is None else answer.view.to_components()
                self.posted.discord.apply_answer(message.id, answer.content, components)
        where = "on a page" if message is None else "on a message"
        names = [*choose, *(other.name for other in people)]
        names += [f"{key}={'+'.join(values)}" for key, values in form.items()]
        chosen = f", chooses {', '.join(names)}" * bool(names) + f", types {typed!r}" * bool(typed)
        self._write(person, f"> {person.name} presses {custom_id} {where}{chosen}", answers)
        return answers

    async def click(self, person: Person, label: str) -> list[Answer]:
        """Press a button by its label, or by its text id, on the last page that a person got."""
        label = self.posted.app.texts.language(self.language)(label) if "." in label else label
        view = self._pages[person.id].view
        assert view is not None
        buttons = [item for item in view.walk_children() if isinstance(item, ui.Button)]
        (custom_id,) = [str(button.custom_id) for button in buttons if button.label == label]
        press = custom_ids.read(custom_id)
        return await self.press(person, press.verb, *filter(None, [press.rest]), private=True)

    async def choose(self, person: Person, number: int = 0) -> list[Answer]:
        """Choose an option in the first menu of the last page that a person got."""
        view = self._pages[person.id].view
        assert view is not None
        menu = next(item for item in view.walk_children() if isinstance(item, ui.Select))
        press = custom_ids.read(menu.custom_id)
        chosen = menu.options[number].value
        return await self.press(
            person, press.verb, *filter(None, [press.rest]), choose=[chosen], private=True
        )

    async def command(
        self,
        person: Person,
        name: str,
        subcommand: str | None = None,
        *,
        admin: bool = False,
        **command_options: object,
    ) -> list[Answer]:
        answers = await self.presses.command(
            person, command_of(self.presses.app, name, subcommand), admin=admin, **command_options
        )
        options = " ".join(f"{option}:{_display_name(value)}" for option, value in command_options.items())
        command_line = " ".join(part for part in (f"/{name}", subcommand, options) if part)
        self._write(person, f"> {person.name} uses {command_line}", answers)
        return answers

    async def suggestions(
        self,
        person: Person,
        option: str,
        typed: str,
        name: str,
        subcommand: str | None = None,
        **command_options: Any,
    ) -> None:
        app_command = command_of(self.presses.app, name, subcommand)
        choices = await self.presses.suggestions(person, app_command, option, typed, **command_options)
        command_line = " ".join(part for part in (f"/{name}", subcommand, f"{option}:{typed}") if part)
        lines = [f"  {label} ({value})" for label, value in choices] or ["  nothing"]
        self._steps.append("\n".join([f"> {person.name} types {command_line}", *lines, ""]))

    async def menu(self, person: Person, feature: str, target: discord.Member | discord.Message) -> None:
        """Use a feature's command in the context menu of a person or a message."""
        (surface,) = [surface for surface in surfaces_of(self.presses.app) if surface.name == feature]
        (menu_command,) = surface.menu_commands
        answers = await self.presses.menu(person, menu_command.make(), target)
        self._write(person, f"> {person.name} uses the menu of {feature} on {_display_name(target)}", answers)

    def _write(self, person: Person, action: str, answers: Sequence[Answer]) -> None:
        lines = [action]
        if answers:
            self._pages[person.id] = answers[-1]
        for answer in answers:
            kind = "in its place" if answer.in_place else "for everybody" if answer.public else "privately"
            lines.append(f"< {kind}\n{fold_menus(answer.page)}".rstrip())
        self._steps.append("\n".join(lines) + "\n")

    @contextmanager
    def _pressing_on(self, message: discord.Message | None) -> Iterator[None]:
        self.presses.pressed = message
        yield
        self.presses.pressed = None


def _display_name(value: object) -> str:
    return str(getattr(value, "display_name", getattr(value, "id", value)))
