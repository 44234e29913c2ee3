"""Whole courses: every lesson, the final game, and the drawings of the rules."""

from datetime import timedelta

import discord
import pytest
from syrupy.assertion import SnapshotAssertion

from bot.chat.core import custom_ids
from bot.features.lessons import buttons as lesson_buttons
from bot.features.lessons.domain.lesson_files import shipped_lessons
from bot.model.people.person import Person
from bot.model.people.players import EnginePlayer
from bot.model.refusal import Refusal
from data.store import Store
from tests.bot.chat.presses import Answer, Presses
from tests.bot.chat.surfaces import command_of
from tests.bot.features.practice.test_hints import with_engines
from tests.bot.support.fakes import ANNA, BEN, GAMES, HALL, World
from tests.bot.support.refusals import expect_refusal

pytest_plugins = ("tests.data.databases", "tests.bot.chat.approved")

SPEAKERS = [
    pytest.param(BEN, discord.Locale.british_english, "en", id="en"),
    pytest.param(ANNA, discord.Locale.german, "de", id="de"),
]
# The approved pages list only these games: a new game changes no page.
SHOWN = {key: GAMES[key] for key in ("hnefatafl", "fox-and-hens", "catch-the-hat")}


@pytest.fixture
async def world(store: Store) -> World:
    world = World(store, SHOWN)
    with_engines(world)
    return world


async def type_answer(presses: Presses, person: Person, key: str, lesson: str, text: str) -> Answer:
    (answer,) = await presses.press(person, custom_ids.write("lesson-typed", key, lesson), typed=text)
    return answer


@pytest.mark.parametrize(("person", "locale", "code"), SPEAKERS)
async def test_a_course_leads_to_a_game(
    world: World, approved: SnapshotAssertion, person: Person, locale: discord.Locale, code: str
) -> None:
    presses, key = Presses(world, lesson_buttons.HANDLERS, locale=locale), "fox-and-hens"
    course = shipped_lessons(key)
    verdicts = list[str]()
    for lesson in course.lessons[:-1]:
        assert (await world.services.lessons.next(person.id, key)).lesson == lesson
        page = await type_answer(presses, person, key, lesson.id, lesson.right_answer or "")
        verdicts.append(page.text.strip())
    assert "\n\n".join(verdicts) == approved(name=f"answers-{code}")
    (last,) = await presses.command(person, command_of(presses.app, "learn"), game=key)
    assert last.page == approved(name=f"last-{code}")
    assert not last.in_place
    assert course.game is not None
    game = await presses.answer_to(person, custom_ids.write("lesson-game", key, course.game.id))
    assert "\n".join(game.page.splitlines()[:3]) == approved(name=f"game-{code}")
    (match,) = await world.services.matches.of(person.id)
    assert (match.key, match.options) == (key, course.lessons[-1].state(GAMES[key]).options)
    assert [player.level for player in match.players if isinstance(player, EnginePlayer)] == [1]
    assert len(await world.services.lessons.done_lessons(person.id, key)) == len(course.lessons)
    (course_end,) = await presses.command(person, command_of(presses.app, "learn"))
    repeated = await type_answer(
        presses, person, key, course.lessons[0].id, course.lessons[0].right_answer or ""
    )
    assert (course_end.text + repeated.text).strip() == approved(name=f"all-done-{code}")
    assert custom_ids.write("lesson-game", key, course.game.id) in repeated.ids


async def test_a_course_without_engines_has_no_game(world: World) -> None:
    presses = Presses(world, lesson_buttons.HANDLERS)
    first, *_, lesson = shipped_lessons("hnefatafl").lessons
    button = custom_ids.write("lesson-game", "hnefatafl", lesson.id)
    page = custom_ids.write("lesson", "hnefatafl", lesson.id, "1")
    assert button in (await presses.answer_to(ANNA, page)).ids
    assert HALL.server is not None
    await world.services.servers.set_server(world.by(BEN), HALL.server, engines=False)
    assert button not in (await presses.answer_to(ANNA, page)).ids
    await presses.answer_to(ANNA, button)
    assert await world.services.matches.of(ANNA.id) == ()
    assert await world.services.lessons.done_lessons(ANNA.id, "hnefatafl") == frozenset()
    answer = await type_answer(presses, ANNA, "hnefatafl", first.id, first.right_answer or "")
    assert "✅" in answer.text
    assert button not in answer.ids, "a right answer leads to no game, either"


async def test_learn_resumes_the_latest_course(world: World) -> None:
    presses = Presses(world, lesson_buttons.HANDLERS)
    learn = command_of(presses.app, "learn")
    (first,) = await presses.command(ANNA, learn)
    assert "Brandubh · lesson 1 of" in first.text
    lesson = shipped_lessons("fox-and-hens").lessons[0]
    await type_answer(presses, ANNA, "fox-and-hens", lesson.id, lesson.right_answer or "")
    (second,) = await presses.command(ANNA, learn)
    assert "Fox and Hens · lesson 2 of" in second.text
    (by_name,) = await presses.command(ANNA, learn, game="hnefatafl/tablut-9")
    assert "Brandubh · lesson 1 of" in by_name.text
    (other,) = await presses.command(BEN, learn)
    assert "Brandubh · lesson 1 of" in other.text
    world.time.pass_by(timedelta(minutes=1))
    lesson = shipped_lessons("hnefatafl").lessons[0]
    await type_answer(presses, ANNA, "hnefatafl", lesson.id, lesson.right_answer or "")
    (latest,) = await presses.command(ANNA, learn)
    assert "Brandubh · lesson 2 of" in latest.text


async def test_first_steps_start_with_the_first_game(world: World) -> None:
    presses = Presses(world, lesson_buttons.HANDLERS)
    lesson = shipped_lessons("fox-and-hens").lessons[0]
    await type_answer(presses, ANNA, "fox-and-hens", lesson.id, lesson.right_answer or "")
    page = await presses.answer_to(ANNA, custom_ids.write("first-steps"))
    assert "Brandubh · lesson 1 of" in page.text


async def test_an_illegal_answer_can_be_right(world: World) -> None:
    """A lesson may ask for a move that the rules forbid, and count it."""
    presses = Presses(world, lesson_buttons.HANDLERS)
    illegal = [
        (key, lesson, reply)
        for key in SHOWN
        for lesson in shipped_lessons(key).lessons
        for reply in lesson.replies
        if reply.facts.refused
    ]
    for key, lesson, reply in illegal:
        before = await world.services.lessons._results(ANNA.id)
        page = await type_answer(presses, ANNA, key, lesson.id, reply.example)
        assert ("✅" if reply.right else "❌") in page.text
        assert (lesson.id in await world.services.lessons.done_lessons(ANNA.id, key)) is reply.right
        results = await world.services.lessons._results(ANNA.id)
        assert sum(result.wrong for result in results) == sum(result.wrong for result in before) + (
            not reply.right
        )
    assert illegal


@pytest.mark.parametrize(("person", "locale", "code"), SPEAKERS)
async def test_the_opponent_s_answer_is_named(
    world: World, approved: SnapshotAssertion, person: Person, locale: discord.Locale, code: str
) -> None:
    presses, replies = Presses(world, lesson_buttons.HANDLERS, locale=locale), list[str]()
    for key in ("hnefatafl", "fox-and-hens"):
        for lesson in shipped_lessons(key).lessons:
            for reply in lesson.replies:
                if reply.facts.allows:
                    page = await type_answer(presses, person, key, lesson.id, reply.example)
                    replies.append(f"{key} {lesson.id}: " + page.text.strip().splitlines()[-1])
    assert "\n".join([*replies, ""]) == approved(name=code)


async def test_drawings_of_the_rules(world: World, approved: SnapshotAssertion) -> None:
    tablut = {"board": "tablut-9", "shieldwall": "on"}
    cases = {
        "brandubh": ("hnefatafl", {"board": "brandubh-7"}, False),
        "tablut": ("hnefatafl", {"board": "tablut-9"}, False),
        "tablut with shieldwall": ("hnefatafl", GAMES["hnefatafl"].new(tablut).options, True),
        "hnefatafl": ("hnefatafl", {"board": "hnefatafl-11"}, False),
        "brandubh with other rules": (
            "hnefatafl",
            GAMES["hnefatafl"]
            .new({"board": "brandubh-7", "escape": "edge", "king_arms": "weaponless"})
            .options,
            True,
        ),
        "fox and hens": ("fox-and-hens", {}, False),
        "catch the hat": ("catch-the-hat", {}, False),
    }
    lines = list[str]()
    for name, (key, options, settled) in cases.items():
        lines.append(f"{name}:")
        drawings = world.services.lessons.drawings(key, options, settled=settled)
        lines += [f"  {drawing.lesson}: {drawing.state.position}" for drawing in drawings]
    assert "\n".join([*lines, ""]) == approved


async def test_games_without_lessons_have_no_drawings(world: World) -> None:
    with pytest.raises(Refusal, match="no-lessons"):
        world.services.lessons.drawings("counting", {})
    await expect_refusal(world.services.lessons.next(ANNA.id, "counting"), "no-lessons")
