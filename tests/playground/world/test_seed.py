"""The people and servers of a new playground, and those of the demo."""

from dataclasses import fields, replace

from syrupy.assertion import SnapshotAssertion

from playground.values.people import User
from playground.values.places import Channel, Guild
from playground.values.snowflakes import Snowflakes
from playground.world.seed import add_demo_roles, make_anna_owner, populate, the_bot
from playground.world.world import World
from tests.playground.world.worlds import Hand
from tests.pocket import ANNA, BOT, GAME_NIGHT, SPIELEABEND


def shown(value: User | Guild | Channel) -> str:
    """Return the fields of a value that are not at their defaults."""
    content = {item.name: getattr(value, item.name) for item in fields(value)}
    return " ".join(f"{i.name}={content[i.name]!s}" for i in fields(value) if content[i.name] != i.default)


def test_a_new_world_has_its_people_and_servers(snapshot: SnapshotAssertion) -> None:
    clock = Hand()
    worlds = []
    for community in (False, True):
        world = World(clock=clock, snowflakes=Snowflakes(clock), bot=the_bot("Othername"))
        populate(world, community=community)
        worlds.append(world)
    usual, communities = worlds
    rows: list[User | Guild | Channel] = [
        *usual.users.values(),
        *usual.guilds.values(),
        *usual.channels.values(),
    ]
    assert "\n".join(map(shown, rows)) == snapshot
    assert communities.guilds == {key: replace(g, community=True) for key, g in usual.guilds.items()}
    assert (communities.users, communities.channels) == (usual.users, usual.channels)


def test_demo_gives_anna_each_server_and_adds_a_role(world: World) -> None:
    world.allow_bot(world.guilds[GAME_NIGHT], ("MANAGE_THREADS",))
    before = dict(world.guilds)
    make_anna_owner(world)
    assert world.guilds == {key: replace(guild, owner_id=ANNA) for key, guild in before.items()}
    for _ in range(2):
        add_demo_roles(world)
        german, english = world.guilds[SPIELEABEND], world.guilds[GAME_NIGHT]
        assert [
            (role.name, role.mentionable, role.position)
            for guild in (german, english)
            for role in guild.roles
        ] == [("Mitspielen", True, 1), ("Players", True, 1)]
        assert (german.bot_allowed, english.bot_allowed) == (
            ("MANAGE_ROLES",),
            ("MANAGE_THREADS", "MANAGE_ROLES"),
        )
    assert world.bot.id == BOT
