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
    state, moves = task.start, list[Move]()
    for ply in plies:
        moves.append(state.parse(ply))
        state = state.play(moves[-1])
    line = write_line(task.start, moves, calls=True)
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
async def test_puzzles_from_task_to_next_task(
    world: World, approved: SnapshotAssertion, person: Person, locale: discord.Locale, code: str
) -> None:
    presses, puzzle = presses_of(world, locale), puzzles_of(world, "conhex", Goal.WIN, 2)[0]
    first_answer, last_answer = await solve(presses, person, puzzle)
    assert first_answer.page == approved(name=f"right-so-far-{code}")
    assert last_answer.page == approved(name=f"solved-{code}")
    other_puzzle = puzzles_of(world, "conhex", Goal.SAVE, 1)[0]
    (second,) = await solve(presses, person, other_puzzle)
    assert second.page == approved(name=f"two-in-a-row-{code}")
    given_up_puzzle = puzzles_of(world, "conhex", Goal.WIN, 2)[1]
    solution_page = await presses.answer_to(person, custom_ids.write("puzzle-solution", given_up_puzzle.id))
    assert solution_page.page == approved(name=f"given-up-{code}")
    missed_puzzle = puzzles_of(world, "conhex", Goal.SAVE, 1)[1]
    task = await world.services.puzzles.get(missed_puzzle.id)
    wrong_move = next(
        str(move) for move in task.start.legal_moves() if str(move) != missed_puzzle.puzzle.answer
    )
    assert (await press_move(presses, person, missed_puzzle, (), wrong_move)).text == approved(
        name=f"wrong-{code}"
    )
    start = (await world.services.puzzles.get(other_puzzle.id)).start
    later_mistake = next(str(move) for move in start.legal_moves() if str(move) != other_puzzle.puzzle.answer)
    await press_move(presses, person, other_puzzle, (), later_mistake)  # the puzzle stays solved
    results = {
        puzzle.id: (1, 0),
        other_puzzle.id: (1, 0),
        given_up_puzzle.id: (0, 1),
        missed_puzzle.id: (0, 1),
    }
    stored = await world.services.puzzles._results(person.id)
    assert {entry.puzzle: (entry.solved, entry.wrong) for entry in stored} == results


async def test_an_end_by_earlier_moves_names_winner_and_loser(
    world: World, approved: SnapshotAssertion
) -> None:
    tasks = [
        task
        for entry in puzzles_of(world, "ludus-latrunculorum", Goal.SAVE, 1)[:12]
        if (task := await world.services.puzzles.get(entry.id)).end is not None
    ]
    tasks_by_winner = {task.end.winners[0]: task for task in tasks if task.end is not None}
    for code in ("en", "de"):
        texts = [task_text(tasks_by_winner[winner], TEXTS.language(code)) for winner in (0, 1)]
        assert "\n\n".join(texts) == approved(name=code)


async def test_without_a_game_the_latest_one_is_used(world: World) -> None:
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
    conhex_puzzle = puzzles_of(world, "conhex", Goal.SAVE, 1)[0]
    for puzzle_in_turn in (
        conhex_puzzle,
        puzzles_of(world, "hounds-and-jackals", Goal.WIN, 1)[1],
        conhex_puzzle,
    ):
        world.time.pass_by(timedelta(minutes=1))
        (solved,) = await solve(presses, BEN, puzzle_in_turn)
    assert "in a row" not in solved.text, "puzzles of another game do not count here"
    (third,) = await presses.command(BEN, puzzle)
    assert third.text.strip().startswith("### ConHex · puzzle "), "a repeated puzzle is the latest one, too"
    (other,) = await presses.command(ANNA, puzzle)
    assert other.text.strip().startswith("### ConHex · puzzle 1 of "), "each person has their own latest game"


async def test_a_line_outside_the_solution_is_refused(world: World) -> None:
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
    fake_sender: Any = channel
    services, readers = world.services, presses.app.readers
    return DailyPuzzleSender(
        fake_sender, readers, services.puzzles, services.daily_puzzles, services.limitations, services.servers
    )


async def streak_of(world: World, person: Person) -> Streak:
    async with world.store.read() as session:
        return await session.of(DailyPuzzleRepository).streak(person.id, _SERVER)


async def next_day(world: World, presses: Presses, channel: Channel) -> list[MessageRef | None]:
    """Advance the clock by a day; send everything due."""
    world.time.pass_by(DAY)
    await world.services.timers.act()
    (handler,) = sender_of(world, presses, channel).senders()
    return [
        await handler.send(event_of(notice, handler.event), notice) for notice in await world.deliver_all()
    ]


@pytest.mark.parametrize(("person", "locale", "code"), SPEAKERS)
async def test_daily_puzzle_command(
    world: World, approved: SnapshotAssertion, person: Person, locale: discord.Locale, code: str
) -> None:
    presses, channel = presses_of(world, locale), Channel()
    daily = command_of(presses.app, "server", "puzzle")
    await world.services.servers.set_server(world.by(CARA), _SERVER, language=code, theme="dark")
    await world.services.settings.set_preferences(world.by(CARA), zone="Europe/Berlin", language=code)
    (switched_on,) = await presses.command(CARA, daily, admin=True, on=True, time="18 Uhr")
    (line,) = [entry for entry in presses.app.slots.server_lines if entry.key == "puzzle"]
    reader: Any = SimpleNamespace(t=TEXTS.language(code))
    assert page_text(await line.page(reader, _SERVER)) == approved(name=f"setting-{code}")
    async with world.services.turns._unit_of_work.write() as tx:
        for solver, streak in ((person, Streak(0, 0, 5)), (CARA, Streak(1, 1, 1))):
            await world.services.turns._unit_of_work.people.record_seen_in(tx, solver)
            await tx.of(DailyPuzzleRepository).save_streak(solver.id, _SERVER, streak)
        await tx.of(DailyPuzzleRepository).save_streak(CARA.id, _SERVER + 1, Streak(9, 9, 9))
    (ref,) = await next_day(world, presses, channel)
    assert ref is not None
    ((channel_id, post),) = channel.posts
    assert (channel_id, post.called, post.roles) == (HALL.channel, (), ())
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
    assert await streak_of(world, CARA) == Streak(1, 1, 1), "yesterday's puzzle no longer counts"
    late_page = await presses.answer_to(CARA, post.mark, public=True)
    assert custom_ids.write("puzzle-solution", first.puzzle.id) in late_page.ids, (
        "yesterday's puzzle may be given up like any other"
    )
    assert switched_on.text == approved(name=f"begun-{code}")
    (switched_off,) = await presses.command(CARA, daily, admin=True, on=False)
    assert switched_off.text == approved(name=f"ended-{code}")
    assert await line.value(reader, _SERVER) == TEXTS.language(code)("setting.puzzle.off")


async def test_in_a_thread_the_answer_names_the_parent_channel(world: World) -> None:
    presses = Presses(world, puzzle_buttons.HANDLERS, channel=71, thread=True)
    daily = command_of(presses.app, "server", "puzzle")
    (answer,) = await presses.command(CARA, daily, admin=True, on=True)
    assert "18:00" in answer.text, "the default time"
    assert f"<#{HALL.channel}>" in answer.text
    assert "<#71>" not in answer.text


async def test_a_closed_channel_is_retried_and_a_deleted_one_ends(world: World) -> None:
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
    (forum_answer,) = await in_post.command(CARA, command, admin=True, on=True, time="18:00")
    assert "forum" in forum_answer.text
    assert await world.services.daily_puzzles.of_server(_SERVER) is None


async def test_a_puzzle_of_another_version_is_left_out(world: World) -> None:
    presses, channel = presses_of(world), Channel()
    sender = sender_of(world, presses, channel)
    puzzle_id = puzzles_of(world, "conhex", Goal.WIN, 2)[0].id
    unused: Any = None
    assert await sender._post(PuzzleOfDay(_SERVER, HALL.channel, 3, 404), unused) is None
    assert channel.posts == []
    assert await sender._post(PuzzleOfDay(_SERVER, HALL.channel, 3, puzzle_id, 404), unused) is not None
    ((_, post),) = channel.posts
    assert "The last one" not in post.message.body
