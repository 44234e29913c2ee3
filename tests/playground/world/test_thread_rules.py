"""The refusals of archived and locked threads to bots and people, as a text to approve."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from itertools import product

from syrupy.assertion import SnapshotAssertion

from playground.values.errors import ApiError
from playground.values.places import Channel, ChannelType
from playground.world.thread_rules import ThreadRules
from playground.world.world import World
from tests.pocket import ANNA, BEN, BOARD_GAMES, CLARA, GAME_NIGHT


def code(check: Callable[[], object]) -> str:
    try:
        check()
    except ApiError as refusal:
        return str(refusal.refusal.code)
    return "may"


def told(world: World, thread: Channel) -> Iterator[str]:
    rules = ThreadRules(world)
    yield f"sending {code(partial(rules.check_sending, thread))}"
    yield f"modifying {code(partial(rules.check_modifying, thread))}"
    yield f"deleting {code(partial(rules.check_deleting, thread))}"
    for sends in (True, False):
        yield f"answering {sends} {code(partial(rules.check_answer, thread, sends=sends))}"
    for person in (ANNA, BEN, CLARA):
        world.channels[thread.id] = thread
        name = world.users[person].username
        awake = rules.wake_for_person(thread, person)
        yield f"{name} presses {awake}, archived {world.channels[thread.id].archived}"


def test_thread_refusals_match_snapshot(world: World, snapshot: SnapshotAssertion) -> None:
    moment = world.clock.now()
    lines = []
    guild, parent = world.guilds[GAME_NIGHT], world.channels[BOARD_GAMES]
    for archived, locked, manager, full, strict in product((False, True), repeat=5):
        world.guilds[GAME_NIGHT] = replace(guild, thread_cap=0 if full else 9)
        world.channels[BOARD_GAMES] = replace(
            parent,
            allowed=("MANAGE_THREADS",) if manager else (),
            denied_people=("SEND_MESSAGES_IN_THREADS",) if manager else (),
        )
        switches = {"deletion_needs_active_thread": strict, "unarchiving_needs_membership": strict}
        world.strictness = world.strictness.apply(switches)
        kind = ChannelType.PUBLIC_THREAD
        thread = Channel("71", kind, "t", moment, GAME_NIGHT, BOARD_GAMES, members=(CLARA,))
        thread = replace(thread, archived=archived, locked=locked)
        flags = {"archived": archived, "locked": locked, "manager": manager, "full": full, "strict": strict}
        lines.append(", ".join(name for name, on in flags.items() if on) or "an open thread")
        lines.append("    " + "; ".join(told(world, thread)))
    assert "\n".join(lines) == snapshot


def test_refused_words_in_titles_are_case_insensitive(world: World) -> None:
    world.guilds[GAME_NIGHT] = replace(world.guilds[GAME_NIGHT], refused_words=("Rude", "1488"))
    rules = ThreadRules(world)
    titles = ("a RUDE game", "prudent", "game 1488", "polite", None)
    answers = [code(partial(rules.check_title, GAME_NIGHT, title)) for title in titles]
    assert answers == ["50035", "50035", "50035", "may", "may"]
    assert code(partial(rules.check_title, None, "rude")) == "may"
