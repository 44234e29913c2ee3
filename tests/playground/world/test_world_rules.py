"""World rules by value: threads, pushes, edits of old messages, installs and emojis."""

import base64
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from playground.values.errors import ApiError, RateLimited
from playground.values.messages import Message
from playground.values.places import Channel, ChannelType, Role
from playground.world.emojis import EmojiBook
from playground.world.installs import Installs, is_user_install
from playground.world.old_edits import EDITS, OLD_SECONDS, WINDOW, OldEdits
from playground.world.thread_rules import ThreadRules
from playground.world.world import NONCE_SECONDS, World
from tests.playground.world.worlds import Hand
from tests.pocket import ANNA, BEN, BOARD_GAMES, GAME_NIGHT


def open_thread(world: World, *members: str, **more: Any) -> Channel:
    """Open a thread in the board games channel."""
    parent = world.channels[BOARD_GAMES]
    thread = Channel(
        id=world.snowflakes.mint(),
        type=ChannelType.PUBLIC_THREAD,
        name="game",
        created=world.clock.now(),
        guild_id=parent.guild_id,
        parent_id=parent.id,
        members=(world.bot.id, *members),
        **more,
    )
    world.open_channel(thread)
    return thread


def post(world: World, channel: str = BOARD_GAMES, content: str = "x", **more: Any) -> Message:
    message = Message(
        id=world.snowflakes.mint(),
        channel_id=channel,
        author_id=more.pop("author_id", world.bot.id),
        type=0,
        timestamp=world.clock.now(),
        content=content,
        **more,
    )
    return world.post(message)


def refusal(act: Callable[[], object]) -> int | None:
    """Return the code of an action's refusal; None if it is accepted."""
    try:
        act()
    except ApiError as refused:
        return refused.refusal.code
    return None


def test_archived_and_locked_threads_refuse_changes(world: World) -> None:
    rules, active = ThreadRules(world), open_thread(world)
    archived = world.archive_thread(open_thread(world), archived=True)
    locked = world.archive_thread(open_thread(world), archived=True, locked=True)
    threads = (active, archived, locked)
    assert [rules.is_closed(thread) for thread in threads] == [False, False, True]
    assert [refusal(lambda t=thread: rules.check_sending(t)) for thread in threads] == [None, None, 160005]  # type: ignore[misc]  # bound now
    assert [refusal(lambda t=thread: rules.check_modifying(t)) for thread in threads] == [None, 50083, 50083]  # type: ignore[misc]  # bound now
    answers = [refusal(lambda t=thread: rules.check_answer(t, sends=True)) for thread in threads]  # type: ignore[misc]  # bound now
    assert answers == [None, None, 50083]
    world.strictness = replace(world.strictness, deletion_needs_active_thread=True)
    assert refusal(lambda: rules.check_deleting(archived)) == 50083
    world.strictness = replace(world.strictness, deletion_needs_active_thread=False)
    assert refusal(lambda: rules.check_deleting(archived)) is None


def test_server_has_a_thread_cap(world: World) -> None:
    rules = ThreadRules(world)
    archived = world.archive_thread(open_thread(world), archived=True)
    world.set_guild(replace(world.guilds[GAME_NIGHT], thread_cap=1))
    rules.check_thread_cap(GAME_NIGHT)
    open_thread(world)
    assert refusal(lambda: rules.check_thread_cap(GAME_NIGHT)) == 160006
    assert refusal(lambda: rules.check_sending(archived)) == 160006
    assert refusal(lambda: rules.check_answer(archived, sends=True)) == 160006
    assert refusal(lambda: rules.check_answer(archived, sends=False)) is None
    rules.check_thread_cap(None)
    world.set_guild(replace(world.guilds[GAME_NIGHT], thread_cap=9, refused_words=("1488",)))
    assert refusal(lambda: rules.check_title(GAME_NIGHT, "Game #1488")) == 50035
    assert refusal(lambda: rules.check_title(GAME_NIGHT, "Game #148")) is None


def test_press_by_a_member_reopens_an_unlocked_thread(world: World) -> None:
    rules = ThreadRules(world)
    world.strictness = replace(world.strictness, unarchiving_needs_membership=True)
    thread = world.archive_thread(open_thread(world, ANNA), archived=True)
    assert not rules.wake_for_person(thread, BEN)
    assert rules.wake_for_person(thread, ANNA)
    assert not world.channels[thread.id].archived
    locked = world.archive_thread(thread, archived=True, locked=True)
    assert not rules.wake_for_person(locked, ANNA)
    world.strictness = replace(world.strictness, unarchiving_needs_membership=False)
    again = world.archive_thread(open_thread(world, ANNA), archived=True)
    assert rules.wake_for_person(again, BEN)


def test_inactive_threads_are_archived(world: World, clock: Hand) -> None:
    thread = open_thread(world, auto_archive=60)
    pinned = open_thread(world, auto_archive=60, pinned=True)
    clock.moment += 3600
    world.sweep_archives()
    assert not world.channels[thread.id].archived
    clock.moment += 1
    assert world.channel(thread.id) is not None
    assert [world.channels[each.id].archived for each in (thread, pinned)] == [True, False]
    post(world, thread.id)
    assert (world.channels[thread.id].archived, world.channels[thread.id].message_count) == (False, 1)
    clock.moment += 3601
    world.sweep_archives()
    assert world.channels[thread.id].archived
    world.archive_thread(world.channels[thread.id], archived=False)
    world.sweep_archives()
    assert not world.channels[thread.id].archived, "its time begins again"


def test_edits_of_old_messages_are_limited(world: World, clock: Hand) -> None:
    world.strictness = replace(world.strictness, old_edits_limited=True, answers_count_as_old_edits=False)
    edits, message = OldEdits(world), post(world)
    clock.moment += OLD_SECONDS
    for _ in range(EDITS + 2):
        edits.count(message)
    clock.moment += 1
    for _ in range(EDITS):
        edits.count(message)
    edits.count_answer(message)
    with pytest.raises(RateLimited):
        edits.count(message)
    clock.moment += WINDOW
    edits.count(message)
    world.strictness = replace(world.strictness, answers_count_as_old_edits=True)
    for _ in range(EDITS - 1):
        edits.count_answer(message)
    with pytest.raises(RateLimited):
        edits.count_answer(message)


def test_installs_decide_where_commands_are_authorized(world: World) -> None:
    installs, hall = Installs(world), world.channels[BOARD_GAMES]
    anna = replace(world.users[ANNA], has_app=True)
    world.application = replace(world.application, user_installs=True)
    both: Any = {"integration_types": [0, 1], "contexts": [0, 1, 2]}
    assert installs.for_command(both, anna, hall) == {"0": GAME_NIGHT, "1": ANNA}
    assert installs.for_command(both, world.users[BEN], hall) == {"0": GAME_NIGHT}
    assert installs.for_command({"contexts": [1]}, anna, hall) == {}
    assert installs.for_command({"contexts": [0], "guild_id": "5"}, anna, hall) == {}
    assert installs.for_command({"contexts": [1]}, anna, world.open_dm(ANNA)) == {"0": "0"}
    assert installs.for_command({"contexts": None, "dm_permission": False}, anna, world.open_dm(ANNA)) == {}
    world.remove_bot(world.guilds[GAME_NIGHT])
    alone = installs.for_command(both, anna, hall)
    assert (alone, is_user_install(alone)) == ({"1": ANNA}, True)
    message = post(world, metadata={"authorizing_integration_owners": {"1": ANNA}})
    assert installs.for_press(message, hall) == {"1": ANNA}
    assert installs.for_press(post(world), hall) == {}


def test_nonce_expires_after_five_minutes(world: World, clock: Hand) -> None:
    message = post(world, nonce="n1")
    world.erase(message)
    clock.moment += NONCE_SECONDS
    assert world.message_by_nonce(world.bot.id, "n1") == message.id
    assert world.message_by_nonce(ANNA, "n1") is None
    clock.moment += 1
    assert world.message_by_nonce(world.bot.id, "n1") is None


def test_dm_can_change_its_id(world: World) -> None:
    first = world.open_dm(ANNA)
    assert world.open_dm(ANNA) == first
    moved = world.move_dm(ANNA)
    assert moved.id != first.id
    assert world.dm_with(ANNA) == moved
    assert not world.bot_may(world.channels[first.id])
    assert world.bot_may(moved)


def test_deleted_channel_deletes_its_threads_and_messages(world: World) -> None:
    thread = open_thread(world)
    inside, above = post(world, thread.id), post(world)
    world.close_channel(world.channels[BOARD_GAMES])
    assert [world.find_message(message.id) for message in (inside, above)] == [None, None]
    assert not world.has("channel", thread.id)
    assert world.has("user", ANNA)


def test_roles_rank_below_or_above_the_bot(world: World) -> None:
    low = world.add_role(world.guilds[GAME_NIGHT], Role("11", "Low", 0))
    high = world.add_role(world.guilds[GAME_NIGHT], Role("12", "High", 0), above_bot=True)
    guild = world.guilds[GAME_NIGHT]
    assert low.position < guild.bot_position < high.position
    world.set_held(guild, ANNA, "11", held=True)
    world.set_held(world.guilds[GAME_NIGHT], ANNA, "12", held=True)
    world.set_held(world.guilds[GAME_NIGHT], ANNA, "12", held=False)
    assert world.guilds[GAME_NIGHT].held == ((ANNA, "11"),)
    world.remove_role(world.guilds[GAME_NIGHT], low)
    assert (world.guilds[GAME_NIGHT].held, world.has("role", "11"), world.has("role", "12")) == (
        (),
        False,
        True,
    )


PNG = "data:image/png;base64," + base64.b64encode(b"\x89PNG\r\n\x1a\n" + b"x" * 20).decode()


@pytest.mark.parametrize(
    ("body", "taken"),
    [
        ({"name": "piece_1", "image": PNG}, True),
        ({"name": "x", "image": PNG}, False),
        ({"name": "x" * 33, "image": PNG}, False),
        ({"name": "a-b", "image": PNG}, False),
        ({"name": "piece"}, False),
        ({"name": "piece", "image": "data:text/plain;base64,eA=="}, False),
        ({"name": "there", "image": PNG}, False),
    ],
)
def test_emojis_are_checked_renamed_and_deleted(world: World, body: dict[str, str], *, taken: bool) -> None:
    book = EmojiBook(world)
    there = book.add({"name": "there", "image": PNG})
    assert (refusal(lambda: book.add(body)) is None) is taken
    assert len(book.everything()) == 1 + taken
    assert book.rename(there["id"], {"name": "other"})["name"] == "other"
    book.remove(there["id"])
    assert refusal(lambda: book.get(there["id"])) == 10014
    assert there["id"] not in world.emojis
