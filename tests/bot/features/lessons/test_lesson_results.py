"""Stored progress in lessons."""

from bot.features.lessons.store import LessonResultRepository
from bot.model.people.person import Person
from tests.bot.support.fakes import ANNA, BEN, World
from tests.bot.support.timed import DAY

pytest_plugins = ("tests.bot.support.worlds",)


async def progress(world: World, person: Person) -> list[tuple[int, bool]]:
    """Return the mistakes made in each lesson a person has tried, and whether it is done."""
    async with world.store.read() as session:
        results = await session.of(LessonResultRepository).of(person.id)
    return [(result.wrong, result.done) for result in results]


async def test_mistakes_are_counted_until_a_lesson_is_done(world: World) -> None:
    lessons = world.services.lessons
    task = lessons.get("hnefatafl", "capture")
    replies = {move: task.lesson.reply_to(task.start, move).reply for move in task.start.legal_moves()}
    right = next(move for move, reply in replies.items() if reply.right)
    wrong = next(move for move, reply in replies.items() if not reply.right)
    states = []
    for move in (wrong, wrong, right, wrong):
        await lessons.answer(world.by(ANNA), task, move)
        states += await progress(world, ANNA)
    assert states == [(1, False), (2, False), (2, True), (2, True)]
    assert await progress(world, BEN) == []


async def test_lessons_continue_in_the_game_of_the_last_answer(world: World) -> None:
    lessons = world.services.lessons
    tasks = [await lessons.next(ANNA.id, key) for key in ("hnefatafl", "conhex")]
    for task in (*tasks, tasks[0]):
        world.time.pass_by(DAY)
        await lessons.answer(world.by(ANNA), task, task.start.legal_moves()[0])
        assert (await lessons.next(ANNA.id, None)).key == task.key
