"""Positions of roles with their events, and pinned posts that are archived."""

from dataclasses import replace

from playground.values.events import RoleChanged, WorldEvent
from playground.values.places import Channel, ChannelType, Role
from playground.world.world import World
from tests.playground.world.worlds import Hand
from tests.pocket import BOARD_GAMES, GAME_NIGHT


def test_new_role_raises_the_roles_above_and_announces_them(world: World) -> None:
    events = list[WorldEvent]()
    world.listen(events.append)
    for number, above in (("31", False), ("32", True), ("33", False), ("34", True)):
        world.add_role(world.guilds[GAME_NIGHT], Role(number, number, 0), above_bot=above)
    guild = world.guilds[GAME_NIGHT]
    positions = {role.id: role.position for role in guild.roles} | {"bot": guild.bot_position}
    assert positions == {"33": 1, "31": 2, "bot": 3, "32": 4, "34": 5}
    told = [
        f"{event.verb} {event.role_id.replace(guild.bot_role_id, 'bot')}"
        for event in events
        if isinstance(event, RoleChanged)
    ]
    assert told == [
        *("CREATE 31", "UPDATE bot"),
        "CREATE 32",
        *("CREATE 33", "UPDATE bot", "UPDATE 31", "UPDATE 32"),
        "CREATE 34",
    ]


def test_archiving_unpins_a_post(world: World, clock: Hand) -> None:
    post = Channel("71", ChannelType.PUBLIC_THREAD, "t", clock.moment, GAME_NIGHT, BOARD_GAMES, pinned=True)
    world.open_channel(post)
    clock.moment += post.auto_archive * 60 + 1
    world.sweep_archives()
    assert world.channels["71"] == post
    for archived, pinned in ((False, True), (True, False)):
        after = world.archive_thread(replace(post, archived=not archived), archived=archived)
        assert (after.archived, after.pinned, after.archive_changed) == (archived, pinned, clock.moment)
        assert after.last_active == (post.last_active if archived else clock.moment)
