"""Presses on the bot's buttons, as sent by Discord, and the answers."""

import asyncio
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import count
from types import SimpleNamespace
from typing import Any, Final
from unittest.mock import Mock

import discord
from discord import app_commands, ui

from bot.chat.core import custom_ids
from bot.chat.core.app_context import AppContext
from bot.chat.core.commands.command import Command
from bot.chat.core.interactions.responder import Responder
from bot.chat.core.pictures import Pictures
from bot.chat.surface import publish
from bot.kernel.feature import merge
from bot.locale import Texts
from bot.model.people.person import Person
from bot.model.ports import utc_now
from data.store import Store
from tests.bot.chat import guilds
from tests.bot.chat.page_text import page_text
from tests.bot.chat.press_parts import check_files, resolved_people
from tests.bot.chat.surfaces import handlers_of, surfaces_of
from tests.bot.support.fakes import GAMES, HALL, LoadedDice, World
from tests.bot.support.services import make_services
from tests.galleries import CHARTS, GALLERY

TEXTS = Texts.load()
HOUR: Final = 3600.0
UNUSED: Any = None
"""A placeholder for an unused interaction."""


@cache
def handled_verbs() -> frozenset[str]:
    """Return the verbs with a handler."""
    nothing: Any = None
    services = make_services(Store(nothing), GAMES, utc_now, LoadedDice())
    return frozenset(handlers_of(AppContext(services, nothing, GAMES, Pictures(GALLERY), TEXTS)))


@dataclass
class Answer:
    """An answer: its content, in a new message or replacing the pressed one."""

    view: ui.View | ui.LayoutView | ui.Modal | None
    content: str = ""
    in_place: bool = False
    public: bool = False
    pictures: tuple[str, ...] = ()
    """The descriptions of its files."""

    @property
    def text(self) -> str:
        """The text of the answer."""
        if self.view is None:
            return self.content
        lines = [item.content for item in self.view.walk_children() if isinstance(item, ui.TextDisplay)]
        return "\n".join([self.content, *lines])

    @property
    def page(self) -> str:
        """The whole content as one readable text."""
        content = "" if self.view is None else page_text(self.view)
        return f"{self.content}\n{content}" if self.content else content

    @property
    def ids(self) -> list[str]:
        """The custom_ids of everything that can be pressed or chosen next."""
        items = [] if self.view is None else list(self.view.walk_children())
        return [str(item.custom_id) for item in items if isinstance(item, ui.Button | ui.Select)]


class _Namespace(SimpleNamespace):
    """The options of a command, as attributes and as pairs."""

    def __iter__(self) -> Iterator[tuple[str, object]]:
        return iter(vars(self).items())


def _value_key(value: str | Sequence[str]) -> str:
    return "value" if isinstance(value, str) else "values"


@dataclass
class Presses:
    """Presses on the buttons of one module's handlers, in the hall or another `channel`.

    In a `server` people have their `roles`; without it no channels are visible. With `direct` the
    presses are in direct messages, with `thread` in a thread of the channel. `admins` are the permissions of
    admins, `permissions` those of other people, `app_permissions` the bot's; `resolved` are the people and
    roles that Discord sends with a selection.
    """

    world: World
    handlers: Collection[str]
    server: discord.Guild | None = None
    channel: int = HALL.channel
    roles: Mapping[int, Sequence[int]] = field(default_factory=dict)
    direct: bool = False
    thread: bool = False
    locale: discord.Locale = discord.Locale.american_english
    pressed: discord.Message | None = None
    """The pressed public message, if its content matters."""
    me: Person | None = None
    """The bot's own account, if it matters."""
    admins: discord.Permissions = field(default_factory=lambda: discord.Permissions(manage_guild=True))
    resolved: Mapping[str, Any] = field(default_factory=dict)
    client: Any = None
    permissions: discord.Permissions = field(default_factory=discord.Permissions.none)
    app_permissions: discord.Permissions = field(default_factory=discord.Permissions.all)
    app: AppContext = field(init=False)
    _numbers: "count[int]" = field(default_factory=lambda: count(900))

    def __post_init__(self) -> None:
        world = self.world
        self.app = AppContext(
            world.services, world.outbox, world.games, Pictures(GALLERY, charts=CHARTS), TEXTS, world.time
        )
        surfaces = surfaces_of(self.app)
        publish(surfaces, self.app.slots)
        self.app.audit_notes.publish(merge(surface.audit_notes for surface in surfaces))

    @cached_property
    def _answers(self) -> Mapping[str, Any]:
        return handlers_of(self.app)

    async def press(
        self,
        person: Person,
        custom_id: str,
        *values: str,
        public: bool = False,
        typed: str = "",
        admin: bool = False,
        people: Sequence[Person] = (),
        form: Mapping[str, str | Sequence[str]] = {},
    ) -> list[Answer]:
        """Press a button, choose `values` or `people` in a menu, or submit a form; return all answers.

        A form has the text `typed`, or texts and chosen values by the custom_ids of its fields.
        """
        answers: list[Answer] = []
        chosen = values or tuple(str(other.id) for other in people)
        interaction = self._interaction(person, custom_id, chosen, answers, public=public, typed=typed)
        if people:
            interaction.data["resolved"] = resolved_people(people)
        if form:
            interaction.data["components"] = [
                {"component": {"custom_id": key, _value_key(value): value}} for key, value in form.items()
            ]
        if admin:
            interaction.permissions = self.admins

        async def act(context: Any) -> None:
            press = custom_ids.read(custom_id)
            assert press.verb in self.handlers
            await self._answers[press.verb](context, press)

        await self.app.interactions.run_guarded(interaction, act, custom_id)
        return answers

    async def answer_to(
        self, person: Person, custom_id: str, *values: str, public: bool = False, admin: bool = False
    ) -> Answer:
        """Press and return the answer; fail unless there is exactly one."""
        (answer,) = await self.press(person, custom_id, *values, public=public, admin=admin)
        return answer

    async def command(
        self, person: Person, app_command: Command, /, *, admin: bool = False, **options: object
    ) -> list[Answer]:
        """Use a command with options; return all answers."""
        answers: list[Answer] = []
        interaction = self._interaction(person, "", (), answers, public=False, typed="")
        if admin:
            interaction.permissions = self.admins
        interaction.message = None
        interaction.namespace = tuple(options.items())
        callback: Any = app_command.callback
        await callback(interaction, **options)
        return answers

    async def suggestions(
        self,
        person: Person,
        app_command: Command,
        option: str,
        typed: str = "",
        *,
        admin: bool = False,
        **options: object,
    ) -> list[tuple[str, str]]:
        """Type into an option of a command; return the names and values of all suggestions."""
        interaction = self._interaction(person, "", (), [], public=False, typed="")
        if admin:
            interaction.permissions = self.admins
        interaction.type = discord.InteractionType.autocomplete
        interaction.namespace = _Namespace(**options)
        interaction.data = {"options": [{"name": name, "value": value} for name, value in options.items()]}
        (parameter,) = [entry for entry in app_command._params.values() if entry.name == option]
        suggest: Any = parameter.autocomplete
        return [(str(choice.name), str(choice.value)) for choice in await suggest(interaction, typed)]

    async def menu(
        self, person: Person, command: app_commands.ContextMenu, target: discord.Member | discord.Message
    ) -> list[Answer]:
        """Use a command in the context menu of a person or a message; return all answers."""
        answers: list[Answer] = []
        interaction = self._interaction(person, "", (), answers, public=False, typed="")
        interaction.message = None
        callback: Any = command.callback
        await callback(interaction, target)
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
            content: Any = None, view: Any = None, ephemeral: bool = False, **options: Any
        ) -> None:
            check_files(view or None, options)
            pictures = tuple(str(file.description) for file in options.get("files", ()))
            answers.append(Answer(view or None, content or "", public=not ephemeral, pictures=pictures))

        async def edit_message(view: Any = None, content: Any = None, **options: Any) -> None:
            check_files(view or None, options)
            answers.append(Answer(view or None, content or "", in_place=True))

        async def defer(**_options: Any) -> None:
            return None

        async def send_modal(form: ui.Modal) -> None:
            answers.append(Answer(form))

        async def launch_activity() -> None:
            answers.append(Answer(None, "[the Activity opens]"))

        number = next(self._numbers)
        flags = SimpleNamespace(ephemeral=not public, components_v2=False)
        page = SimpleNamespace(id=number, flags=flags, attachments=[])
        response = SimpleNamespace(
            send_message=send_message,
            edit_message=edit_message,
            send_modal=send_modal,
            defer=defer,
            launch_activity=launch_activity,
        )
        data: dict[str, Any] = {"custom_id": custom_id, "values": list(values), "resolved": self.resolved}
        if typed:
            data["components"] = [{"component": {"custom_id": "text", "value": typed}}]
        interaction: Any = SimpleNamespace(
            id=number,
            type=discord.InteractionType.component,
            data=data,
            user=self._user(person),
            locale=self.locale,
            guild_locale=None,
            context=SimpleNamespace(private_channel=False),
            guild=self.server,
            guild_id=None if self.direct else HALL.server,
            channel=self._place(),
            channel_id=self.channel,
            client=self.client
            or SimpleNamespace(user=self._account(), get_guild=lambda _: SimpleNamespace(unavailable=True)),
            message=self.pressed or page,
            command=None,
            permissions=self.permissions,
            app_permissions=self.app_permissions,
            extras={},
            response=response,
            followup=SimpleNamespace(send=send_message),
            edit_original_response=edit_message,
        )
        # On a busy machine an answer may take more than a second, after which it would be deferred.
        responder = Responder(interaction, asyncio.get_running_loop().time() + HOUR)
        interaction.extras["responder"] = responder
        assert Responder.of(interaction) is responder
        return interaction

    def _place(self) -> Any:
        if self.thread:
            kind = discord.ChannelType.public_thread
            thread = Mock(spec=discord.Thread, type=kind, id=self.channel, parent_id=HALL.channel)
            thread.parent = None if self.server is None else self.server.get_channel(HALL.channel)
            return thread
        return SimpleNamespace(type=discord.ChannelType.private if self.direct else discord.ChannelType.text)

    def _account(self) -> Any:
        return None if self.me is None else SimpleNamespace(id=self.me.id, display_name=self.me.name)

    def _user(self, person: Person) -> Any:
        if self.server is None:
            return SimpleNamespace(id=person.id, display_name=person.name)
        return guilds.member(self.server, person.id, *self.roles.get(person.id, ()), name=person.name)
