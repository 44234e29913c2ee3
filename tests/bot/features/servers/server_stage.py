"""A server with an admin and a bot, and the admin's walk through its pages."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import discord
from discord import ui

from bot.features.servers.buttons import server_buttons, settings_buttons
from bot.model.engine_question import NoEngines
from tests.bot.chat import guilds
from tests.bot.chat.presses import Answer, Presses
from tests.bot.chat.surfaces import command_of
from tests.bot.support.fakes import ANNA, BEN, CARA, HALL, World
from tests.bot.support.services import make_services

SERVER: Final = HALL.server or 0
LOUNGE, FORUM, TAGGED_FORUM, CLOSED, DELETED = 71, 72, 73, 74, 99
OWN_ROLE, MODERATORS, PLAYERS, HIGHER = 200, 201, 202, 203
BOT_RIGHTS: Final = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    create_public_threads=True,
    attach_files=True,
    manage_roles=True,
)
RESOLVED: Final = {
    "roles": {str(PLAYERS): {"name": "Players"}},
    "users": {
        str(ANNA.id): {"username": "anna.1", "global_name": "Anna"},
        str(BEN.id): {"username": "ben.2", "global_name": None},
    },
    "members": {str(ANNA.id): {"nick": "Annie"}, str(BEN.id): {"nick": None}},
}
"""The resolved people and role of menus, as sent by Discord."""


def add_role(
    server: discord.Guild,
    number: int,
    name: str,
    position: int,
    permissions: discord.Permissions = discord.Permissions.none(),  # noqa: B008  # never changed
    *,
    mentionable: bool = False,
) -> None:
    data: Any = {
        "id": str(number),
        "name": name,
        "permissions": str(permissions.value),
        "position": position,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "managed": False,
        "mentionable": mentionable,
        "flags": 0,
    }
    server._add_role(discord.Role(guild=server, state=server._state, data=data))


def stage(rights: discord.Permissions = BOT_RIGHTS) -> discord.Guild:
    """Return a server: a hall, a lounge, two forums, a channel closed to the bot, and four roles."""
    server = guilds.guild(
        (HALL.channel, LOUNGE, FORUM, TAGGED_FORUM),
        {CLOSED: (MODERATORS,)},
        forums=(FORUM, TAGGED_FORUM),
    )
    add_role(server, MODERATORS, "Moderators", 3, discord.Permissions(manage_messages=True))
    add_role(server, PLAYERS, "Players", 2)
    add_role(server, OWN_ROLE, "Fernpartie", 5, rights)
    add_role(server, HIGHER, "Bosses", 9)
    server._add_member(guilds.member(server, guilds.ME, OWN_ROLE))
    forum = server.get_channel(TAGGED_FORUM)
    assert isinstance(forum, discord.ForumChannel)
    forum._flags = 1 << 4  # Each post needs a tag, but the forum has none.
    return server


@dataclass
class AdminWalk:
    """The successive pages of Cara, an admin, as one text."""

    world: World
    server: discord.Guild = field(default_factory=stage)
    channel: int = HALL.channel
    pages: list[str] = field(default_factory=list)
    presses: Presses = field(init=False)

    def __post_init__(self) -> None:
        world = self.world
        world.services = make_services(
            world.store, world.games, world.time, world.chance, engines=NoEngines(1)
        )
        handlers: Mapping[str, Any] = {**server_buttons.HANDLERS, **settings_buttons.HANDLERS}
        self.presses = Presses(
            world,
            handlers,
            self.server,
            self.channel,
            {CARA.id: (MODERATORS, HIGHER), ANNA.id: (MODERATORS, HIGHER)},
            admins=discord.Permissions(manage_guild=True, manage_roles=True),
            resolved=RESOLVED,
        )

    async def set_language(self, code: str) -> None:
        await self.world.services.settings.set_preferences(self.world.by(CARA), language=code)

    async def press(self, custom_id: str, *values: str) -> Answer:
        answer = await self.presses.answer_to(CARA, custom_id, *values, admin=True)
        self._record(" ".join((custom_id, *values)), answer)
        return answer

    async def command(self, subcommand: str, **options: Any) -> Answer:
        command = command_of(self.presses.app, "server", subcommand)
        (answer,) = await self.presses.command(CARA, command, admin=True, **options)
        self._record(
            " ".join((f"/server {subcommand}", *(f"{key}={value}" for key, value in options.items()))), answer
        )
        return answer

    async def refusal(self, custom_id: str, *values: str) -> str:
        """Return the answer to Anna, a member without admin rights."""
        return (await self.presses.answer_to(ANNA, custom_id, *values)).text.strip()

    @property
    def text(self) -> str:
        return "\n".join(self.pages)

    def _record(self, heading: str, answer: Answer) -> None:
        kind = "public" if answer.public else "in place" if answer.in_place else "private"
        self.pages.append(f"> {heading} ({kind})\n{answer.page}")


def channel_menus(answer: Answer) -> list[list[str]]:
    """Return each menu's channel types, and its minimum and maximum of choices."""
    assert answer.view is not None
    menus = [item for item in answer.view.walk_children() if isinstance(item, ui.ChannelSelect)]
    return [
        [*(kind.name for kind in menu.channel_types), f"{menu.min_values}-{menu.max_values}"]
        for menu in menus
    ]
