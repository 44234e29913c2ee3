"""Changes of threads by owner, membership and state, as one text to approve."""

from dataclasses import replace
from itertools import product
from typing import Any

from syrupy.assertion import SnapshotAssertion

from playground.interactions.posting import Posting
from playground.rest.call import Call
from playground.rest.channels import ChannelRest
from playground.rest.door import Doorkeeper
from playground.rest.new_people import NewPeopleLimit
from playground.rest.rate_limits import LimitSettings, RateLimits
from playground.values.errors import ApiError
from playground.values.places import Channel, ChannelType
from playground.values.uploads import FileShelf
from playground.world.old_edits import OldEdits
from playground.world.thread_rules import ThreadRules
from playground.world.wire import Wire
from playground.world.world import World
from tests.playground.world.worlds import Hand, seeded
from tests.pocket import ANNA, BEN, BOARD_GAMES, BOT, GAME_NIGHT

Json = dict[str, Any]
CHANGES: dict[str, Json] = {
    "close": {"archived": True},
    "open": {"archived": False},
    "lock": {"locked": True},
    "close and lock": {"archived": True, "locked": True},
    "unlock": {"locked": False},
    "rename": {"name": "new"},
    "open and rename": {"archived": False, "name": "new"},
    "same name": {"name": "old"},
    "keep a week": {"auto_archive_duration": 10080},
    "nothing": {},
}


def rest_of(world: World, clock: Hand) -> ChannelRest:
    rules = ThreadRules(world)
    return ChannelRest(
        world=world,
        wire=Wire(world, "http://here"),
        posting=Posting(world, FileShelf()),
        door=Doorkeeper(world, rules),
        rules=rules,
        old_edits=OldEdits(world),
        new_people=NewPeopleLimit(world, RateLimits(clock, LimitSettings())),
    )


def change(world: World, rest: ChannelRest, thread: Channel, body: Json) -> str:
    """Return the refusal's code, or what differs from the thread before, with the lines posted in it."""
    posted = len(list(world.messages(thread.id)))
    try:
        shape = rest.change(Call({"channel": thread.id}, {}, body)).body
    except ApiError as refused:
        assert world.channels[thread.id] == thread
        return str(refused.refusal.code)
    now = world.channels[thread.id]
    assert isinstance(shape, dict)
    assert shape["thread_metadata"]["archived"] == now.archived
    names = ("archived", "locked", "name", "auto_archive", "archive_changed")
    told = [f"{name}={getattr(now, name)}" for name in names if getattr(now, name) != getattr(thread, name)]
    told += [f"posts {message.content}" for message in list(world.messages(thread.id))[posted:]]
    return " ".join(told) or "same"


def test_thread_changes_by_owner_and_manager_match_snapshot(snapshot: SnapshotAssertion) -> None:
    clock = Hand()
    clock.moment = 1_600_000_000.0
    world = seeded(clock)
    rest = rest_of(world, clock)
    hall = world.channels[BOARD_GAMES]
    lines: list[str] = []
    for owner, member, manages, locked, archived in product((True, False), repeat=5):
        name = " ".join(
            word
            for word, on in (
                ("own", owner),
                ("joined", member),
                ("managed", manages),
                ("locked", locked),
                ("archived", archived),
            )
            if on
        )
        thread = Channel(
            "71",
            ChannelType.PUBLIC_THREAD,
            "old",
            5.0,
            GAME_NIGHT,
            BOARD_GAMES,
            owner_id=BOT if owner else ANNA,
            members=(BEN, BOT) if member else (BEN,),
            locked=locked,
            archived=archived,
            last_active=clock.moment,
            archive_changed=7.0,
        )
        world.channels[BOARD_GAMES] = replace(hall, allowed=("MANAGE_THREADS",) if manages else ())
        lines.append(name or "foreign")
        for title, body in CHANGES.items():
            world.channels["71"] = thread
            lines.append(f"  {title}: {change(world, rest, thread, body)}")
    assert "\n".join(lines) == snapshot


def test_reopening_by_cap_and_membership_matches_snapshot(snapshot: SnapshotAssertion) -> None:
    clock = Hand()
    world = seeded(clock)
    rest = rest_of(world, clock)
    thread = Channel(
        "71", ChannelType.PUBLIC_THREAD, "old", 5.0, GAME_NIGHT, BOARD_GAMES, owner_id=BOT, archived=True
    )
    hall = world.channels[BOARD_GAMES]
    lines: list[str] = []
    for cap, needs, denied, member in product((0, 1), (True, False), (True, False), (True, False)):
        world.guilds[GAME_NIGHT] = replace(world.guilds[GAME_NIGHT], thread_cap=cap)
        world.strictness = world.strictness.apply({"unarchiving_needs_membership": needs})
        world.channels[BOARD_GAMES] = replace(hall, denied=("SEND_MESSAGES_IN_THREADS",) if denied else ())
        world.channels["71"] = state = replace(thread, members=(BOT,) if member else ())
        outcome = change(world, rest, state, {"archived": False})
        lines.append(f"cap {cap} {needs=} {denied=} {member=}: {outcome}")
    assert "\n".join(lines) == snapshot


def test_invalid_changes_leave_a_thread_untouched() -> None:
    clock = Hand()
    world = seeded(clock)
    rest = rest_of(world, clock)
    world.channels["71"] = thread = Channel(
        "71", ChannelType.PUBLIC_THREAD, "old", clock.moment, GAME_NIGHT, BOARD_GAMES, owner_id=BOT
    )
    wrong: list[Json] = [
        {"name": ""},
        {"name": None},
        {"name": "x" * 101},
        {"name": "room 1488"},
        {"archived": "yes"},
        {"locked": 1},
        {"auto_archive_duration": 61},
        {"auto_archive_duration": "60"},
    ]
    assert [change(world, rest, thread, body) for body in wrong] == ["50035"] * len(wrong)
    assert change(world, rest, thread, {"name": "x" * 100}) == f"name={'x' * 100} posts {'x' * 100}"
    assert change(world, rest, world.channels[BOARD_GAMES], {"name": "new"}) == "50013"
