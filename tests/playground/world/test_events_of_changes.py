"""The events that each change of the world sends to its listeners, as one text to approve."""

from dataclasses import replace

from syrupy.assertion import SnapshotAssertion

from playground.values.events import WorldEvent
from playground.values.messages import Message
from playground.values.places import Channel, ChannelType, Role
from playground.world.world import World
from tests.playground.world.worlds import Hand
from tests.pocket import ANNA, BEN, BOARD_GAMES, BOT, CLARA, GAME_NIGHT, LOBBY, SPIELEABEND

DETAILS = ("user_id", "channel_id", "message_id", "role_id", "verb", "message_ids", "added", "removed")


def told(event: WorldEvent) -> str:
    thing = next(
        (getattr(event, key) for key in ("message", "channel", "guild", "user") if hasattr(event, key)), None
    )
    details = [f"{key}={getattr(event, key)}" for key in DETAILS if getattr(event, key, None)]
    return " ".join([type(event).__name__, *([] if thing is None else [thing.id]), *details])


def test_changes_send_their_events(world: World, clock: Hand, snapshot: SnapshotAssertion) -> None:
    lines: list[str] = []
    world.listen(lambda event: lines.append(told(event)))
    now = clock.moment
    post = Message("71", BOARD_GAMES, BOT, 0, now)
    lines.append("threads")
    world.post(post)
    world.open_channel(Channel("71", ChannelType.PUBLIC_THREAD, "t", now, GAME_NIGHT, BOARD_GAMES))
    world.open_channel(
        Channel("72", ChannelType.PRIVATE_THREAD, "u", now, GAME_NIGHT, BOARD_GAMES, archived=True)
    )
    world.add_members("71", (ANNA, ANNA, BEN))
    world.add_members("71", (BEN, CLARA))
    world.add_members("71", (ANNA,))
    world.add_members(BOARD_GAMES, (ANNA,))
    world.remove_members("71", (CLARA, BOT))
    world.remove_members("71", (BOT,))
    lines.append("messages")
    world.post(replace(post, id="73", channel_id="72"))
    world.archive_thread(world.channels["72"], archived=True)
    world.post(replace(post, id="74", channel_id="72", ephemeral_for=BEN))
    world.mark_read(BEN, BOARD_GAMES, "71")
    world.mark_read(BEN, BOARD_GAMES, "70")
    world.erase(replace(post, id="74", channel_id="72"))
    lines.append("a channel deleted")
    world.close_channel(world.channels[LOBBY])
    world.close_channel(world.channels[BOARD_GAMES])
    lines.append("roles and the bot")
    world.add_role(world.guilds[SPIELEABEND], Role("75", "Players", 0))
    world.set_held(world.guilds[SPIELEABEND], ANNA, "75", held=True)
    world.remove_role(world.guilds[SPIELEABEND], world.guilds[SPIELEABEND].roles[0])
    world.allow_bot(world.guilds[SPIELEABEND], ("MANAGE_ROLES",))
    world.remove_bot(world.guilds[GAME_NIGHT])
    clock.moment += 5
    world.add_bot(world.guilds[GAME_NIGHT])
    assert world.guilds[GAME_NIGHT].created == now + 5
    lines.append("direct messages")
    first = world.open_dm(CLARA)
    assert world.open_dm(CLARA) == first
    second = world.move_dm(CLARA)
    names = {first.id: "first", second.id: "second"}
    text = "\n".join(lines)
    for number, name in names.items():
        text = text.replace(number, name)
    assert text == snapshot


def test_thread_keeps_its_lock_unless_changed(world: World) -> None:
    thread = Channel("71", ChannelType.PUBLIC_THREAD, "t", 0.0, GAME_NIGHT, BOARD_GAMES)
    for before in (False, True):
        for locked in (None, False, True):
            after = world.archive_thread(replace(thread, locked=before), archived=True, locked=locked)
            assert after.locked == (before if locked is None else locked)


def test_people_channels_and_roles_are_known_by_kind(world: World) -> None:
    world.add_role(world.guilds[GAME_NIGHT], Role("75", "Players", 0))
    bot_role = world.guilds[SPIELEABEND].bot_role_id
    known = {
        kind: {
            thing for thing in (ANNA, BOT, LOBBY, SPIELEABEND, "75", bot_role, "5") if world.has(kind, thing)
        }
        for kind in ("user", "channel", "role")
    }
    assert known == {"user": {ANNA, BOT}, "channel": {LOBBY}, "role": {SPIELEABEND, "75", bot_role}}
