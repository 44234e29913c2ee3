"""Daily puzzles of servers: posted once a day, solved in private, with a personal streak."""

from dataclasses import replace
from datetime import time, timedelta

from bot.features.puzzles.domain.daily_puzzles import DAILY_PUZZLE, Streak
from bot.features.puzzles.events import PuzzleOfDay
from bot.features.puzzles.service.daily_puzzles import DailyPuzzles
from bot.features.puzzles.service.puzzles import PuzzleTask
from bot.features.puzzles.store import DailyPuzzleRepository
from bot.features.servers.store.subscriptions import SubscriptionRepository
from bot.kernel.outbox.delivered import Delivered
from rules.contract import Move
from tests.bot.support.fakes import ANNA, BEN, CARA, HALL, World
from tests.bot.support.refusals import expect_refusal

pytest_plugins = ("tests.bot.support.worlds",)

_DAY = timedelta(days=1)
_SERVER = HALL.server or 0


async def begin_puzzles(world: World) -> None:
    await world.services.daily_puzzles.begin(world.by(CARA), _SERVER, HALL, time(18))


async def next_day(world: World) -> list[PuzzleOfDay]:
    """Advance the clock by a day; return the posted puzzles."""
    world.time.now += _DAY
    await world.services.timers.act()
    notices = await world.outbox.claim()
    for notice in notices:
        await world.outbox.exchange([Delivered(notice.id, None)], 0)
    return [notice.event for notice in notices if isinstance(notice.event, PuzzleOfDay)]


async def solve(world: World, task: PuzzleTask) -> None:
    """Answer as Ben until the puzzle is solved."""
    state, plies, turns = task.start, list[Move](), list[bool]()
    for text in world.services.puzzles.line(task):
        move = state.parse(text)
        if state.turn == task.start.turn:
            answer = await world.services.puzzles.answer(
                world.by(BEN), task, plies, turns, state, move, _SERVER
            )
            assert answer.right
        plies.append(move)
        turns.append(state.turn == task.start.turn)
        state = state.play(move)


async def test_a_puzzle_is_posted_once_a_day(world: World) -> None:
    await begin_puzzles(world)
    assert await world.services.timers.next_due() is not None
    (first,) = await next_day(world)
    assert (first.server, first.channel, first.number, first.before) == (_SERVER, HALL.channel, 1, None)
    assert await world.services.timers.act() == 0, "nothing more is due today"
    (second,) = await next_day(world)
    assert (second.number, second.before) == (2, first.puzzle)
    assert second.puzzle != first.puzzle


async def test_a_thread_posts_to_its_parent_channel(world: World) -> None:
    thread = replace(HALL, channel=7001, parent=HALL.channel)
    daily = await world.services.daily_puzzles.begin(world.by(CARA), _SERVER, thread, time(18))
    assert daily.channel == HALL.channel
    assert [due.channel for due in await next_day(world)] == [HALL.channel]
    (entry,) = await world.services.servers.audit(_SERVER)
    assert entry.note == f"on {HALL.channel}"


async def test_a_puzzle_never_repeats_the_previous_day(world: World) -> None:
    await begin_puzzles(world)
    (first,) = await next_day(world)
    # The order starts again, as after a change of the server's games: the same puzzle would be next.
    async with world.services.turns._unit_of_work.write() as tx:
        daily = await tx.of(SubscriptionRepository).get(_SERVER, DAILY_PUZZLE)
        assert daily is not None
        await tx.of(SubscriptionRepository).save(replace(daily, number=0))
    (second,) = await next_day(world)
    assert second.before == first.puzzle
    assert second.puzzle != first.puzzle


async def test_two_processes_post_one_puzzle(world: World) -> None:
    await begin_puzzles(world)
    world.time.now += _DAY
    other = world.other_services()
    await other.daily_puzzles.post(_SERVER)
    await world.services.daily_puzzles.post(_SERVER)
    assert len(await world.outbox.claim()) == 1


async def test_each_solver_has_their_own_streak(world: World) -> None:
    await begin_puzzles(world)
    for day in (1, 2):
        (due,) = await next_day(world)
        task = await world.services.puzzles.get(due.puzzle)
        await solve(world, task)
        await solve(world, task)
        assert await world.services.puzzles.streak(BEN.id, task, _SERVER) == Streak(day, day, day)
        assert await world.services.puzzles.streak(ANNA.id, task, _SERVER) == Streak()
    await next_day(world)
    (due,) = await next_day(world)
    task = await world.services.puzzles.get(due.puzzle)
    await solve(world, task)
    assert await world.services.puzzles.streak(BEN.id, task, _SERVER) == Streak(4, 1, 2)


async def test_a_wrong_answer_starts_no_streak(world: World) -> None:
    await begin_puzzles(world)
    (due,) = await next_day(world)
    puzzles = world.services.puzzles
    task = await puzzles.get(due.puzzle)
    wrong = next(move for move in task.start.legal_moves() if str(move) != task.puzzle.puzzle.answer)
    answer = await puzzles.answer(world.by(BEN), task, (), (), task.start, wrong, _SERVER)
    assert not answer.right
    assert await puzzles.streak(BEN.id, task, _SERVER) == Streak()


async def test_only_todays_puzzle_counts_for_a_streak(world: World) -> None:
    await begin_puzzles(world)
    (first,) = await next_day(world)
    (due,) = await next_day(world)
    puzzles = world.services.puzzles
    await solve(world, await puzzles.get(first.puzzle))
    assert await puzzles.streak(BEN.id, await puzzles.get(due.puzzle), _SERVER) == Streak()


async def test_a_streak_survives_switching_puzzles_off_and_on(world: World) -> None:
    await begin_puzzles(world)
    for _ in range(2):
        (due,) = await next_day(world)
        await solve(world, await world.services.puzzles.get(due.puzzle))
    await world.services.daily_puzzles.end(world.by(CARA), _SERVER)
    assert await next_day(world) == []
    await begin_puzzles(world)
    (due,) = await next_day(world)
    task = await world.services.puzzles.get(due.puzzle)
    await solve(world, task)
    assert await world.services.puzzles.streak(BEN.id, task, _SERVER) == Streak(3, 3, 3)


async def test_todays_puzzle_cannot_be_given_up(world: World) -> None:
    await begin_puzzles(world)
    (due,) = await next_day(world)
    task = await world.services.puzzles.get(due.puzzle)
    await expect_refusal(world.services.puzzles.give_up(world.by(BEN), task, _SERVER), "puzzle-of-today")
    await next_day(world)
    assert await world.services.puzzles.give_up(world.by(BEN), task, _SERVER), "nothing to give up"


async def test_puzzles_have_no_streak_outside_their_server(world: World) -> None:
    await begin_puzzles(world)
    (due,) = await next_day(world)
    task = await world.services.puzzles.get(due.puzzle)
    assert await world.services.puzzles.streak(BEN.id, task, None) is None
    assert await world.services.puzzles.streak(BEN.id, task, _SERVER + 1) is None


async def test_ending_daily_puzzles_is_logged_once(world: World) -> None:
    await begin_puzzles(world)
    await world.services.daily_puzzles.end(world.by(CARA), _SERVER)
    await world.services.daily_puzzles.end(world.by(CARA), _SERVER)
    assert await next_day(world) == []
    log = await world.services.servers.audit(_SERVER)
    assert [(entry.what, entry.note) for entry in log] == [
        (DailyPuzzles.audit_action, f"off {HALL.channel}"),
        (DailyPuzzles.audit_action, f"on {HALL.channel}"),
    ]


async def test_a_repeated_request_changes_nothing(world: World) -> None:
    request = world.by(CARA)
    first = await world.services.daily_puzzles.begin(request, _SERVER, HALL, time(18))
    assert await world.services.daily_puzzles.begin(request, _SERVER, HALL, time(18)) == first
    assert len(await world.services.servers.audit(_SERVER)) == 1


async def test_a_deleted_channel_gets_no_more_puzzles(world: World) -> None:
    await begin_puzzles(world)
    await world.services.daily_puzzles.on_deleted_channel(_SERVER, HALL.channel + 1)
    assert await next_day(world), "no puzzle is due"
    await world.services.daily_puzzles.on_deleted_channel(_SERVER, HALL.channel)
    assert await next_day(world) == []


async def test_daily_puzzles_use_only_allowed_games(world: World) -> None:
    await world.services.servers.set_server(world.by(CARA), _SERVER, games=("conhex",))
    await begin_puzzles(world)
    for _ in range(3):
        (due,) = await next_day(world)
        assert (await world.services.puzzles.get(due.puzzle)).puzzle.key == "conhex"
    await world.services.servers.set_server(world.by(CARA), _SERVER, games=("counting",))
    assert await next_day(world) == []


async def test_a_server_without_the_bot_is_paused_until_its_return(world: World) -> None:
    await begin_puzzles(world)
    await world.services.presence.pause_server(_SERVER)
    assert await next_day(world) == []
    await world.services.presence.resume_server(_SERVER)
    assert len(await next_day(world)) == 1


async def test_server_removal_deletes_subscription_and_streaks(world: World) -> None:
    await begin_puzzles(world)
    (due,) = await next_day(world)
    await solve(world, await world.services.puzzles.get(due.puzzle))
    await world.services.presence.pause_server(_SERVER)
    world.time.now += 40 * _DAY
    await world.services.timers.act()
    async with world.store.read() as session:
        assert await session.of(SubscriptionRepository).get(_SERVER, DAILY_PUZZLE) is None
        assert await session.of(DailyPuzzleRepository).streak(BEN.id, _SERVER) == Streak()
