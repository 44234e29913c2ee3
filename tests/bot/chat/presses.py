"""Presses on the bot's buttons, as Discord sends them, and the answers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import discord
from discord import ui

from bot.chat.core import custom_ids
from bot.chat.core.app_context import AppContext
from bot.chat.core.commands.command import Command
from bot.chat.core.interactions.handler import HandlerOf
from bot.chat.core.pictures import Pictures
from bot.chat.surface import publish
from bot.locale import Texts
from bot.model.people.person import Person
from bot.model.ports import utc_now
from data.store import Store
from tests.bot.chat import guilds
from tests.bot.chat.page_text import page_text
from tests.bot.chat.surfaces import answers_of, surfaces_of
from tests.bot.support.fakes import GAMES, HALL, Loaded, World
from tests.bot.support.services import make_services
from tests.galleries import GALLERY

TEXTS = Texts.load()
UNUSED: Any = None
"""In place of an interaction that nothing asks."""


def handled() -> frozenset[str]:
    """Return the verbs that are answered."""
    nothing: Any = None
    services = make_services(Store(nothing), GAMES, utc_now, Loaded())
    return frozenset(answers_of(AppContext(services, nothing, GAMES, Pictures(GALLERY), TEXTS)))


@dataclass
class Answer:
    """An answer: its content, in a new message or in place of the pressed one."""

    view: ui.View | ui.LayoutView | ui.Modal | None
    content: str = ""
    in_place: bool = False
    public: bool = False

    @property
    def text(self) -> str:
        """All that is said."""
        if self.view is None:
            return self.content
        lines = [item.content for item in self.view.walk_children() if isinstance(item, ui.TextDisplay)]
        return "\n".join([self.content, *lines])

    @property
    def page(self) -> str:
        """All that is shown, as one readable text."""
        shown = "" if self.view is None else page_text(self.view)
        return f"{self.content}\n{shown}" if self.content else shown

    @property
    def ids(self) -> list[str]:
        """The custom_ids of all that can be pressed or chosen next."""
        items = [] if self.view is None else list(self.view.walk_children())
        return [str(item.custom_id) for item in items if isinstance(item, ui.Button | ui.Select)]


@dataclass
class Presses:
    """Presses on the buttons of one module's handlers, in the hall of a world or another `channel`.

    In a known `server` people have the roles they are given; in any other one no channels are visible. With
    `direct` the presses are in direct messages, with `thread` in a thread of the channel. `admins` are the
    permissions of admins, `resolved` the people and roles that Discord sends with a choice.
    """

    world: World
    handlers: Mapping[str, HandlerOf[Any]]
    server: discord.Guild | None = None
    channel: int = HALL.channel
    roles: Mapping[int, Sequence[int]] = field(default_factory=dict)
    direct: bool = False
    thread: bool = False
    locale: discord.Locale = discord.Locale.american_english
    admins: discord.Permissions = field(default_factory=lambda: discord.Permissions(manage_guild=True))
    resolved: Mapping[str, Any] = field(default_factory=dict)
    app: AppContext = field(init=False)
    _numbers: "count[int]" = field(default_factory=lambda: count(900))

    def __post_init__(self) -> None:
        world = self.world
        self.app = AppContext(world.services, world.outbox, world.games, Pictures(GALLERY), TEXTS, world.time)
        publish(surfaces_of(self.app), self.app.slots)

    async def press(
        self,
        person: Person,
        custom_id: str,
        *values: str,
        public: bool = False,
        typed: str = "",
        admin: bool = False,
    ) -> list[Answer]:
        """Press a button, choose `values` in a menu or type into a form; return all that is answered."""
        answers: list[Answer] = []
        interaction = self._interaction(person, custom_id, values, answers, public=public, typed=typed)
        if admin:
            interaction.permissions = self.admins

        async def act(context: Any) -> None:
            press = custom_ids.read(custom_id)
            assert press.verb in self.handlers
            await answers_of(self.app)[press.verb](context, press)

        await self.app.interactions.guarded(interaction, act, custom_id)
        return answers

    async def one(
        self, person: Person, custom_id: str, *values: str, public: bool = False, admin: bool = False
    ) -> Answer:
        """Press where one answer is to be expected."""
        (answer,) = await self.press(person, custom_id, *values, public=public, admin=admin)
        return answer

    async def command(
        self, person: Person, app_command: Command, /, *, admin: bool = False, **given: object
    ) -> list[Answer]:
        """Use a command with some options; return all that is answered."""
        answers: list[Answer] = []
        interaction = self._interaction(person, "", (), answers, public=False, typed="")
        if admin:
            interaction.permissions = self.admins
        interaction.namespace = tuple(given.items())
        callback: Any = app_command.callback
        await callback(interaction, **given)
        return answers

    def _interaction(
        self,
        person: Person,
        custom_id: str,
        values: tuple[str, ...],
        answers: list[Answer],
        *,
        public: bool,
        typed: str,
    ) -> Any:
        async def send_message(
            content: Any = None, view: Any = None, ephemeral: bool = False, **_rest: Any
        ) -> None:
            answers.append(Answer(view or None, content or "", public=not ephemeral))

        async def edit_message(view: Any = None, content: Any = None, **_rest: Any) -> None:
            answers.append(Answer(view or None, content or "", in_place=True))

        async def defer(**_rest: Any) -> None:
            return None

        async def send_modal(form: ui.Modal) -> None:
            answers.append(Answer(form))

        number = next(self._numbers)
        response = SimpleNamespace(
            send_message=send_message, edit_message=edit_message, send_modal=send_modal, defer=defer
        )
        data: dict[str, Any] = {"custom_id": custom_id, "values": list(values), "resolved": self.resolved}
        if typed:
            data["components"] = [{"component": {"custom_id": "text", "value": typed}}]
        return SimpleNamespace(
            id=number,
            type=discord.InteractionType.component,
            data=data,
            user=self._user(person),
            locale=self.locale,
            guild_locale=None,
            guild=self.server,
            guild_id=None if self.direct else HALL.server,
            channel=self._place(),
            channel_id=self.channel,
            client=SimpleNamespace(user=None, get_guild=lambda _: SimpleNamespace(unavailable=True)),
            message=SimpleNamespace(
                id=number, flags=SimpleNamespace(ephemeral=not public, components_v2=False), attachments=[]
            ),
            command=None,
            permissions=discord.Permissions.none(),
            app_permissions=discord.Permissions.all(),
            extras={},
            response=response,
            followup=SimpleNamespace(send=send_message),
            edit_original_response=edit_message,
        )

    def _place(self) -> Any:
        if self.thread:
            kind = discord.ChannelType.public_thread
            return Mock(spec=discord.Thread, type=kind, id=self.channel, parent_id=HALL.channel)
        return SimpleNamespace(type=discord.ChannelType.private if self.direct else discord.ChannelType.text)

    def _user(self, person: Person) -> Any:
        if self.server is None:
            return SimpleNamespace(id=person.id, display_name=person.name)
        return guilds.member(self.server, person.id, *self.roles.get(person.id, ()), name=person.name)
