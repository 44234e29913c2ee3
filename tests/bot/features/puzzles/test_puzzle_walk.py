"""Walkthroughs of puzzles: solved, missed, given up, and posted daily."""

from collections.abc import Sequence
from datetime import time, timedelta
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from syrupy.assertion import SnapshotAssertion

from bot.chat.core import custom_ids
from bot.chat.core.messages.public_message import Scene
from bot.chat.delivery.discord_sender import PlaceClosed, Post
from bot.chat.parts.moves.explored_line import Entry, entry_text, write_line
from bot.features.puzzles import buttons as puzzle_buttons
from bot.features.puzzles.domain.daily_puzzles import Streak
from bot.features.puzzles.domain.puzzles import SetPuzzle
from bot.features.puzzles.events import PuzzleOfDay
from bot.features.puzzles.pages import task_text
from bot.features.puzzles.sender import DailyPuzzleSender
from bot.features.puzzles.store import DailyPuzzleRepository
from bot.kernel.outbox.notices import Notice
from bot.model.people.person import MessageRef, Person
from data.store import Store
from engines.puzzles import Goal
from rules.contract import Move
from tests.bot.chat import guilds
from tests.bot.chat.page_text import message_text, page_text
from tests.bot.chat.presses import TEXTS, Answer, Presses
from tests.bot.chat.surfaces import command_of
from tests.bot.support.contents import event_of
from tests.bot.support.fakes import ANNA, BEN, CARA, GAMES, HALL, World

pytest_plugins = ("tests.data.databases", "tests.bot.chat.approved")

SPEAKERS = [
    pytest.param(BEN, discord.Locale.british_english, "en", id="en"),
    pytest.param(ANNA, discord.Locale.german, "de", id="de"),
]
# The approved pages list only these games: a new game changes no page.
SHOWN = {key: GAMES[key] for key in ("conhex", "hounds-and-jackals", "ludus-latrunculorum")}
DAY = timedelta(days=1)
_SERVER = HALL.server or 0


@pytest.fixture
async def world(store: Store) -> World:
    return World(store, SHOWN)


def presses_of(world: World, locale: discord.Locale = discord.Locale.british_english) -> Presses:
    return Presses(world, puzzle_buttons.HANDLERS, locale=locale)


def puzzles_of(world: World, key: str, goal: Goal, moves: int) -> list[SetPuzzle]:
    return [
        entry
        for entry in world.services.puzzles.all
        if entry.key == key and (entry.puzzle.goal, entry.puzzle.moves) == (goal, moves)
    ]


async def press_move(
    presses: Presses, person: Person, puzzle: SetPuzzle, plies: Sequence[str], text: str
) -> Answer:
    """Choose a whole move after the given plies of a puzzle."""
    task = await presses.world.services.puzzles.get(puzzle.id)
    state, played = task.start, list[Move]()
    for ply in plies:
        played.append(state.parse(ply))
        state = state.play(played[-1])
    line = write_line(task.start, played, calls=True)
    entry = entry_text(state, state.parse(text), Entry.MOVE, calls=True)
    return await presses.answer_to(person, custom_ids.write("puzzle", puzzle.id, f"{line}.{entry}"))


async def solve(presses: Presses, person: Person, puzzle: SetPuzzle) -> list[Answer]:
    """Choose the moves of a solution; return the answer to each."""
    puzzles = presses.world.services.puzzles
    line, answers = puzzles.line(await puzzles.get(puzzle.id)), list[Answer]()
    for number in range(0, len(line), 2):
        answers.append(await press_move(presses, person, puzzle, line[:number], line[number]))
    return answers


@pytest.mark.parametrize(("person", "locale", "code"), SPEAKERS)
async def test_from_the_task_to_the_next_one(
    world: World, approved: SnapshotAssertion, person: Person, locale: discord.Locale, code: str
) -> None:
    presses, puzzle = presses_of(world, locale), puzzles_of(world, "conhex", Goal.WIN, 2)[0]
    on_the_way, solved = await solve(presses, person, puzzle)
    assert on_the_way.page == approved(name=f"right-so-far-{code}")
    assert solved.page == approved(name=f"solved-{code}")
    other = puzzles_of(world, "conhex", Goal.SAVE, 1)[0]
    (second,) = await solve(presses, person, other)
    assert second.page == approved(name=f"two-in-a-row-{code}")
    lost = puzzles_of(world, "conhex", Goal.WIN, 2)[1]
    given_up = await presses.answer_to(person, custom_ids.write("puzzle-solution", lost.id))
    assert given_up.page == approved(name=f"given-up-{code}")
    missed = puzzles_of(world, "conhex", Goal.SAVE, 1)[1]
    task = await world.services.puzzles.get(missed.id)
    wrong = next(str(move) for move in task.start.legal_moves() if str(move) != missed.puzzle.answer)
    assert (await press_move(presses, person, missed, (), wrong)).text == approved(name=f"wrong-{code}")
    start = (await world.services.puzzles.get(other.id)).start
    slip = next(str(move) for move in start.legal_moves() if str(move) != other.puzzle.answer)
    await press_move(presses, person, other, (), slip)  # it stays solved
    results = {puzzle.id: (1, 0), other.id: (1, 0), lost.id: (0, 1), missed.id: (0, 1)}
    export = await world.services.puzzles._results(person.id)
    assert {entry.puzzle: (entry.solved, entry.wrong) for entry in export} == results


async def test_an_end_by_earlier_moves_names_winner_and_loser(
    world: World, approved: SnapshotAssertion
) -> None:
    ends = [
        task
        for entry in puzzles_of(world, "ludus-latrunculorum", Goal.SAVE, 1)[:12]
        if (task := await world.services.puzzles.get(entry.id)).end is not None
    ]
    both = {task.end.winners[0]: task for task in ends if task.end is not None}
    for code in ("en", "de"):
        texts = [task_text(both[winner], TEXTS.language(code)) for winner in (0, 1)]
        assert "\n\n".join(texts) == approved(name=code)


async def test_without_a_name_the_game_of_the_last_one_is_meant(world: World) -> None:
    presses = presses_of(world)
    puzzle = command_of(presses.app, "puzzle")
    (first,) = await presses.command(BEN, puzzle)
    assert first.text.strip().startswith("### ConHex · puzzle 1 of ")
    assert not first.in_place
    await solve(presses, BEN, puzzles_of(world, "hounds-and-jackals", Goal.WIN, 1)[0])
    (second,) = await presses.command(BEN, puzzle)
    assert second.text.strip().startswith("### Hounds and Jackals · puzzle ")
    for key, count in (("conhex", 0), ("hounds-and-jackals", 1)):
        page = await presses.answer_to(BEN, "fp:puzzle-of", key)
        assert f"Solved so far: {count}." in page.text
    one_move = puzzles_of(world, "conhex", Goal.SAVE, 1)[0]
    for puzzle_in_turn in (one_move, puzzles_of(world, "hounds-and-jackals", Goal.WIN, 1)[1], one_move):
        world.time.pass_by(timedelta(minutes=1))
        (solved,) = await solve(presses, BEN, puzzle_in_turn)
    assert "in a row" not in solved.text, "those of another game do not count here"
    (third,) = await presses.command(BEN, puzzle)
    assert third.text.strip().startswith("### ConHex · puzzle "), "one done again is the last one, too"
    (other,) = await presses.command(ANNA, puzzle)
    assert other.text.strip().startswith("### ConHex · puzzle 1 of "), "each has their own"


async def test_a_line_that_is_no_solution_is_refused(world: World) -> None:
    puzzle = puzzles_of(world, "conhex", Goal.WIN, 2)[0]
    task = await world.services.puzzles.get(puzzle.id)
    wrong = next(str(move) for move in task.start.legal_moves() if str(move) not in puzzle.puzzle.tree)
    reply = str(task.start.play(task.start.parse(wrong)).legal_moves()[0])
    presses = presses_of(world)
    next_move = str(
        task.start.play(task.start.parse(wrong))
        .play(task.start.play(task.start.parse(wrong)).parse(reply))
        .legal_moves()[0]
    )
    answer = await press_move(presses, BEN, puzzle, (wrong, reply), next_move)
    assert "This puzzle no longer exists." in answer.text


class Channel:
    """A fake sender to a channel, which raises `closed` if set."""

    def __init__(self) -> None:
        self.posts: list[tuple[int, Post]] = []
        self.closed: PlaceClosed | None = None

    async def post(self, channel: int, _notice: Notice, post: Post) -> MessageRef:
        if self.closed is not None:
            raise self.closed
        self.posts.append((channel, post))
        return MessageRef(channel, 1440000000000000000 + len(self.posts))


def sender_of(world: World, presses: Presses, channel: Channel) -> DailyPuzzleSender:
    to: Any = channel
    services, readers = world.services, presses.app.readers
    return DailyPuzzleSender(
        to, readers, services.puzzles, services.daily_puzzles, services.limitations, services.servers
    )


async def streak_of(world: World, person: Person) -> Streak:
    async with world.store.read() as session:
        return await session.of(DailyPuzzleRepository).streak(person.id, _SERVER)


async def next_day(world: World, presses: Presses, channel: Channel) -> list[MessageRef | None]:
    """Advance the clock by a day; send everything due."""
    world.time.pass_by(DAY)
    await world.services.timers.act()
    (only,) = sender_of(world, presses, channel).senders()
    return [await only.send(event_of(notice, only.event), notice) for notice in await world.deliver_all()]


@pytest.mark.parametrize(("person", "locale", "code"), SPEAKERS)
async def test_a_puzzle_a_day(
    world: World, approved: SnapshotAssertion, person: Person, locale: discord.Locale, code: str
) -> None:
    presses, channel = presses_of(world, locale), Channel()
    daily = command_of(presses.app, "server", "puzzle")
    await world.services.servers.set_server(world.by(CARA), _SERVER, language=code, theme="dark")
    await world.services.settings.set_preferences(world.by(CARA), zone="Europe/Berlin", language=code)
    (begun,) = await presses.command(CARA, daily, admin=True, on=True, time="18 Uhr")
    (line,) = [entry for entry in presses.app.slots.server_lines if entry.key == "puzzle"]
    reader: Any = SimpleNamespace(t=TEXTS.language(code))
    assert page_text(await line.page(reader, _SERVER)) == approved(name=f"setting-{code}")
    async with world.services.turns._unit_of_work.write() as tx:
        for solver, earlier in ((person, Streak(0, 0, 5)), (CARA, Streak(1, 1, 1))):
            await world.services.turns._unit_of_work.people.record_seen_in(tx, solver)
            await tx.of(DailyPuzzleRepository).save_streak(solver.id, _SERVER, earlier)
        await tx.of(DailyPuzzleRepository).save_streak(CARA.id, _SERVER + 1, Streak(9, 9, 9))
    (ref,) = await next_day(world, presses, channel)
    assert ref is not None
    ((place, post),) = channel.posts
    assert (place, post.called, post.roles) == (HALL.channel, (), ())
    assert isinstance(post.message.scene, Scene)
    assert post.message.scene.view.theme == "dark"
    first = await world.services.puzzles.get(int(post.mark.split(":")[2]))
    assert post.mark == f"fp:daily-puzzle:{first.puzzle.id}:1"
    page = await presses.answer_to(person, post.mark, public=True)
    assert page.page == approved(name=f"task-{code}")
    solved = (await solve(presses, person, first.puzzle))[-1]
    assert solved.text == approved(name=f"first-of-a-streak-{code}")
    await next_day(world, presses, channel)
    second = channel.posts[-1][1]
    assert message_text(second.message) == approved(name=f"second-day-{code}")
    today = await world.services.puzzles.get(int(second.mark.split(":")[2]))
    assert (await solve(presses, person, today.puzzle))[-1].text == approved(name=f"streak-{code}")
    assert [await streak_of(world, reader) for reader in (person, CARA)] == [
        Streak(2, 2, 5),
        Streak(1, 1, 1),
    ]
    async with world.store.read() as session:
        assert await session.of(DailyPuzzleRepository).last_solved_number(_SERVER) == 2
    await solve(presses, CARA, first.puzzle)
    assert await streak_of(world, CARA) == Streak(1, 1, 1), "yesterday's counts no more"
    late = await presses.answer_to(CARA, post.mark, public=True)
    assert custom_ids.write("puzzle-solution", first.puzzle.id) in late.ids, "yesterday's is one like others"
    assert begun.text == approved(name=f"begun-{code}")
    (ended,) = await presses.command(CARA, daily, admin=True, on=False)
    assert ended.text == approved(name=f"ended-{code}")
    assert await line.value(reader, _SERVER) == TEXTS.language(code)("setting.puzzle.off")


async def test_in_a_thread_the_answer_names_its_channel(world: World) -> None:
    presses = Presses(world, puzzle_buttons.HANDLERS, channel=71, thread=True)
    daily = command_of(presses.app, "server", "puzzle")
    (begun,) = await presses.command(CARA, daily, admin=True, on=True)
    assert "18:00" in begun.text, "the usual time"
    assert f"<#{HALL.channel}>" in begun.text
    assert "<#71>" not in begun.text


async def test_a_closed_channel_waits_and_a_deleted_one_ends(world: World) -> None:
    presses, channel = presses_of(world), Channel()
    await world.services.daily_puzzles.begin(world.by(CARA), _SERVER, HALL, time(18))
    channel.closed = PlaceClosed("closed")
    assert await next_day(world, presses, channel) == [None]
    channel.closed = None
    (ref,) = await next_day(world, presses, channel)
    assert ref is not None
    channel.closed = PlaceClosed("gone", gone=True)
    assert await next_day(world, presses, channel) == [None]
    channel.closed = None
    assert await next_day(world, presses, channel) == []


async def test_wrong_times_and_forums_are_refused(world: World) -> None:
    daily = command_of((presses := presses_of(world)).app, "server", "puzzle")
    (answer,) = await presses.command(CARA, daily, admin=True, on=True, time="soon")
    assert answer.text.strip() == "“soon” is not a time of day. Type it as 18:00."
    (refused,) = await presses.command(ANNA, daily, on=True, time="18:00")
    assert "Only people who manage this server can do that." in refused.text
    forum = guilds.guild(forums=(HALL.channel,), channels=(HALL.channel,))
    in_post = Presses(world, puzzle_buttons.HANDLERS, forum, 7001, thread=True)
    command = command_of(in_post.app, "server", "puzzle")
    (no_place,) = await in_post.command(CARA, command, admin=True, on=True, time="18:00")
    assert "forum" in no_place.text
    assert await world.services.daily_puzzles.of_server(_SERVER) is None


async def test_a_puzzle_of_another_version_is_left_out(world: World) -> None:
    presses, channel = presses_of(world), Channel()
    sender = sender_of(world, presses, channel)
    known = puzzles_of(world, "conhex", Goal.WIN, 2)[0].id
    unused: Any = None
    assert await sender._post(PuzzleOfDay(_SERVER, HALL.channel, 3, 404), unused) is None
    assert channel.posts == []
    assert await sender._post(PuzzleOfDay(_SERVER, HALL.channel, 3, known, 404), unused) is not None
    ((_, post),) = channel.posts
    assert "The last one" not in post.message.body
