"""Lessons by buttons and typing: choosing, judging, progress, and the game at the end."""

import discord
import pytest
from discord import ui
from syrupy.assertion import SnapshotAssertion

from bot.chat.core import custom_ids
from bot.chat.core.walked_game import NOTHING_TRIED
from bot.features.help import buttons as welcome_buttons
from bot.features.lessons import buttons as lesson_buttons
from bot.features.lessons.domain.lesson_files import shipped_lessons
from bot.model.people.person import Person
from data.store import Store
from render import View
from rules import State
from tests.bot.chat.presses import Answer, Presses
from tests.bot.support.fakes import ANNA, BEN, GAMES, World
from tests.galleries import FRESH_GALLERY, GALLERY

pytest_plugins = ("tests.data.databases", "tests.bot.chat.approved")

SPEAKERS = [
    pytest.param(ANNA, discord.Locale.british_english, "en", id="en"),
    pytest.param(BEN, discord.Locale.german, "de", id="de"),
]

KEY = "hnefatafl"
# The approved pages list only these games: a new game changes no page.
SHOWN = {key: GAMES[key] for key in (KEY, "fox-and-hens")}


@pytest.fixture
async def world(store: Store) -> World:
    return World(store, SHOWN)


def id_of(lesson: str, picks: str = NOTHING_TRIED) -> str:
    return custom_ids.write("lesson", KEY, lesson, picks)


async def type_answer(presses: Presses, lesson: str, typed: str) -> Answer:
    """Type an answer into the form of a lesson."""
    (answer,) = await presses.press(ANNA, custom_ids.write("lesson-typed", KEY, lesson), typed=typed)
    return answer


@pytest.mark.parametrize(("person", "locale", "language"), SPEAKERS)
async def test_pages_of_lessons(
    world: World, approved: SnapshotAssertion, person: Person, locale: discord.Locale, language: str
) -> None:
    presses = Presses(world, lesson_buttons.HANDLERS, locale=locale)
    typed = custom_ids.write("lesson-typed", KEY, "move")
    page = await presses.answer_to(person, id_of("capture"))
    assert page.page == approved(name=f"task-{language}")
    form = await presses.answer_to(person, custom_ids.write("lesson-type", KEY, "edge"))
    assert form.page == approved(name=f"form-that-gives-no-answer-{language}")
    for name, text in (
        ("wrong-way", "b2-c3"),
        ("wrong-end", "b2 b4"),
        ("no-move", "hello"),
        ("right", "B2 - B6"),
        ("wrong-once-done", "b2 b4"),
    ):
        (page,) = await presses.press(person, typed, typed=text)
        shown = page.page if name == "right" else page.text
        assert shown == approved(name=f"{name}-{language}")
    last = shipped_lessons(KEY).lessons[-1]
    page = await presses.answer_to(person, id_of(last.id))
    assert page.page == approved(name=f"a-whole-game-{language}")
    unknown_lesson = await presses.answer_to(person, id_of("gone"))
    unknown_game = await presses.answer_to(person, custom_ids.write("lessons-of", "counting"))
    assert unknown_lesson.page + unknown_game.page == approved(name=f"none-{language}")


async def test_a_move_is_chosen_by_buttons_step_by_step(world: World) -> None:
    presses = Presses(world, lesson_buttons.HANDLERS)
    page = await presses.answer_to(ANNA, id_of("capture"))
    visited, remaining = (
        set[str](),
        [custom_id for custom_id in page.ids if custom_id.startswith(id_of("capture", "1."))],
    )
    while remaining and "✅" not in page.text:
        press = remaining.pop()
        visited.add(press)
        page = await presses.answer_to(ANNA, press)
        remaining += [
            custom_id
            for custom_id in page.ids
            if custom_id.startswith(id_of("capture", "1.")) and custom_id not in visited
        ]
    assert "✅ Caught between d5 and f5" in page.text
    assert id_of("corner") in page.ids
    assert custom_ids.write("lesson-type", KEY, "capture") not in page.ids


async def test_the_next_lesson_follows_a_right_answer(world: World) -> None:
    presses = Presses(world, lesson_buttons.HANDLERS)
    await type_answer(presses, "move", "b2-c3")
    assert (await world.services.lessons.next(ANNA.id, KEY)).lesson.id == "move"
    await type_answer(presses, "move", "b2-b6")
    assert (await world.services.lessons.next(ANNA.id, KEY)).lesson.id == "capture"


async def test_the_board_keeps_the_learner_s_side(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    seats = []

    def record_seat(state: State, view: View) -> bytes:
        seats.append(view.seat)
        return FRESH_GALLERY.picture(state, view)

    monkeypatch.setattr(GALLERY, "picture", record_seat)
    presses = Presses(world, lesson_buttons.HANDLERS)
    await presses.answer_to(ANNA, id_of("move"))
    await type_answer(presses, "move", "b2-b6")
    assert len(seats) == 2
    assert seats[0] == seats[1] is not None


async def test_menus_lead_to_other_games(world: World) -> None:
    presses = Presses(world, lesson_buttons.HANDLERS)
    page = await presses.answer_to(ANNA, custom_ids.write("lessons-of"), KEY)
    assert "lesson 1 of 10" in page.text
    page = await presses.answer_to(ANNA, custom_ids.write("first-steps"))
    assert "lesson 1 of 10" in page.text


async def test_one_menu_leads_to_other_lessons_and_games(world: World) -> None:
    presses = Presses(world, lesson_buttons.HANDLERS)
    page = await presses.answer_to(ANNA, id_of("capture"))
    menu = custom_ids.write("lesson-go", KEY)
    assert menu in page.ids
    assert "The king escapes" in (await presses.answer_to(ANNA, menu, "lescape")).text
    assert "Fox and Hens · lesson 1 of" in (await presses.answer_to(ANNA, menu, "gfox-and-hens")).text


async def test_a_newcomer_gets_from_the_greeting_to_a_capture(world: World) -> None:
    presses = Presses(world, {**welcome_buttons.HANDLERS, **lesson_buttons.HANDLERS})
    page = await presses.answer_to(ANNA, custom_ids.write("how-it-works", 0))
    first_steps = custom_ids.write("first-steps")
    assert first_steps in page.ids
    assert "lesson 1 of 10" in (await presses.answer_to(ANNA, first_steps)).text
    page = await type_answer(presses, "move", "b2-b6")
    assert id_of("capture") in page.ids
    assert "✅" in (await type_answer(presses, "capture", "f3-f5")).text


async def test_a_claim_and_a_move_to_one_point_are_distinguished(world: World) -> None:
    presses = Presses(world, lesson_buttons.HANDLERS)
    page = await presses.answer_to(ANNA, custom_ids.write("lesson", "fox-and-hens", "both", NOTHING_TRIED))
    assert page.view is not None
    items = list(page.view.walk_children())
    labels = [item.label for item in items if isinstance(item, ui.Button)]
    menu_labels = [option.label for item in items if isinstance(item, ui.Select) for option in item.options]
    assert {"Claim: c5", "Claim: e5"} <= {*labels, *menu_labels}
