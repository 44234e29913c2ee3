"""The people and guilds of a new playground, under fixed ids."""

from dataclasses import replace

from playground.values.people import User
from playground.values.places import Channel, ChannelType, Guild, Role
from playground.world.world import World

BASE = 1_100_000_000_000_000_000
BOT_ID = str(BASE + 100)

PEOPLE = (
    ("anna", "Anna", "de", "#b4437c"),
    ("ben", "Ben", "en-US", "#2f6fb0"),
    ("clara", "Clara", "de", "#2e7d5b"),
    ("david", "David", "en-GB", "#8a5a1f"),
    ("emma", "Emma", "fr", "#7a4fb5"),
    ("finn", "Finn", "en-US", "#b5482f"),
)
GUILDS = (
    ("Spieleabend", "de", ("brettspiele", "plauderei")),
    ("Game Night", "en-US", ("board-games", "lobby")),
)


def the_bot(name: str = "Fernpartie") -> User:
    """Return the bot's account; its id is also the application's."""
    return User(BOT_ID, name.lower(), name, "en-US", "#4b5bd6", bot=True)


def populate(world: World, *, community: bool = False) -> None:
    """Add the demo people, guilds and channels to an empty world.

    Most servers are not Communities: on the wire their locale is "en-US", whatever their people speak.
    """
    now = world.clock.now()
    for number, (username, name, locale, colour) in enumerate(PEOPLE, start=101):
        world.set_user(User(str(BASE + number), username, name, locale, colour))
    for number, (name, locale, channels) in enumerate(GUILDS):
        guild_id = str(BASE + 201 + number)
        role_id = str(BASE + 301 + number)
        owner_id = str(BASE + 101 + number)
        world.open_guild(Guild(guild_id, name, locale, owner_id, role_id, now, community=community))
        for position, channel in enumerate(channels):
            channel_id = str(BASE + 211 + 10 * number + position)
            world.open_channel(
                Channel(
                    id=channel_id,
                    type=ChannelType.TEXT,
                    name=channel,
                    created=now,
                    guild_id=guild_id,
                    position=position,
                )
            )
        # As in new servers on Discord, the first channel is the one for system messages.
        world.set_guild(replace(world.guilds[guild_id], system_channel=str(BASE + 211 + 10 * number)))


def make_anna_owner(world: World) -> None:
    """Make Anna the owner of every guild: the demo begins as her, and owners see everything."""
    anna = str(BASE + 101)
    for guild in list(world.guilds.values()):
        if guild.owner_id != anna:
            world.set_guild(replace(guild, owner_id=anna))


def add_demo_roles(world: World) -> None:
    """Add a mentionable role to each guild without roles, and give the bot MANAGE_ROLES there."""
    for guild in list(world.guilds.values()):
        if guild.roles:
            continue
        name = "Mitspielen" if guild.locale == "de" else "Players"
        world.add_role(guild, Role(world.snowflakes.mint(), name, 0, mentionable=True))
        guild_now = world.guilds[guild.id]
        world.allow_bot(guild_now, (*guild_now.bot_allowed, "MANAGE_ROLES"))
