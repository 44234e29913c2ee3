"""Read positions, and a server after the deletion of channels and messages."""

from playground.values.events import GuildChanged, ReadMoved, WorldEvent
from playground.values.messages import Message
from playground.values.places import Channel, ChannelType
from playground.world.world import World
from tests.pocket import ANNA, BEN, BOARD_GAMES, BOT, GAME_NIGHT, LOBBY


def test_a_read_position_only_moves_forward(world: World) -> None:
    events = list[WorldEvent]()
    world.listen(events.append)
    for person, place, message in (
        (ANNA, LOBBY, "9"),
        (ANNA, LOBBY, "10"),
        (ANNA, LOBBY, "10"),
        (ANNA, LOBBY, "9"),
        (BEN, LOBBY, "9"),
        (ANNA, BOARD_GAMES, "8"),
    ):
        world.mark_read(person, place, message)
    assert world.reads == {(ANNA, LOBBY): "10", (BEN, LOBBY): "9", (ANNA, BOARD_GAMES): "8"}
    assert [event.message_id for event in events if isinstance(event, ReadMoved)] == ["9", "10", "9", "8"]


def test_system_channel_is_unset_only_when_it_is_deleted(world: World) -> None:
    system = world.guilds[GAME_NIGHT].system_channel
    assert system == BOARD_GAMES
    events = list[WorldEvent]()
    world.close_channel(world.channels[LOBBY])
    assert world.guilds[GAME_NIGHT].system_channel == BOARD_GAMES
    world.listen(events.append)
    world.close_channel(world.channels[BOARD_GAMES])
    assert world.guilds[GAME_NIGHT].system_channel is None
    assert [event.guild.id for event in events if isinstance(event, GuildChanged)] == [GAME_NIGHT]


def test_a_thread_counts_its_public_messages(world: World) -> None:
    moment = world.clock.now()
    world.open_channel(Channel("71", ChannelType.PUBLIC_THREAD, "t", moment, GAME_NIGHT, BOARD_GAMES))
    messages = [
        Message(str(80 + at), "71", BOT, 0, moment, ephemeral_for=to) for at, to in ((0, None), (1, BEN))
    ]
    counts = []
    for message in messages:
        world.post(message)
        counts.append(world.channels["71"].message_count)
    for message in reversed(messages):
        world.erase(message)
        counts.append(world.channels["71"].message_count)
    world.restore(messages[0])
    world.erase(messages[0])
    assert [*counts, world.channels["71"].message_count] == [1, 1, 1, 0, 0]
