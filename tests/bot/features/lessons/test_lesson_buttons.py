"""Lessons by buttons and by typing: chosen, judged, remembered, and led on to a game."""

from discord import ui

from bot.chat.core import custom_ids
from bot.chat.core.walked_game import NOTHING_TRIED
from bot.features.help import buttons as welcome_buttons
from bot.features.lessons import buttons as lesson_buttons
from bot.features.lessons.domain.lesson_files import shipped_lessons
from tests.bot.chat.presses import Answer, Presses
from tests.bot.support.fakes import ANNA, World

pytest_plugins = ("tests.bot.support.worlds",)

KEY = "hnefatafl"


def id_of(lesson: str, picks: str = NOTHING_TRIED) -> str:
    return custom_ids.write("lesson", KEY, lesson, picks)


async def answered(presses: Presses, lesson: str, typed: str) -> Answer:
    """Type an answer into the form of a lesson."""
    (answer,) = await presses.press(ANNA, custom_ids.write("lesson-typed", KEY, lesson), typed=typed)
    return answer


async def test_a_move_is_chosen_by_buttons_step_by_step(world: World) -> None:
    presses = Presses(world, lesson_buttons.HANDLERS)
    page = await presses.one(ANNA, id_of("capture"))
    assert "**Your task:** You are the attackers. Capture the man on e5" in page.text
    visited, waiting = (
        set[str](),
        [custom_id for custom_id in page.ids if custom_id.startswith(id_of("capture", "1."))],
    )
    while waiting and "✅" not in page.text:
        pressed = waiting.pop()
        visited.add(pressed)
        page = await presses.one(ANNA, pressed)
        waiting += [
            custom_id
            for custom_id in page.ids
            if custom_id.startswith(id_of("capture", "1.")) and custom_id not in visited
        ]
    assert "✅ Caught between d5 and f5" in page.text
    assert "Lessons done: 1 of 10." in page.text
    assert id_of("corner") in page.ids
    assert custom_ids.write("lesson-type", KEY, "capture") not in page.ids


async def test_a_typed_move_is_judged_and_mistakes_are_explained(world: World) -> None:
    presses = Presses(world, lesson_buttons.HANDLERS)
    form = await presses.one(ANNA, custom_ids.write("lesson-type", KEY, "move"))
    assert form.view is not None
    assert "❌ Nothing moves diagonally here" in (await answered(presses, "move", "b2-c3")).text
    assert "does not end on b6" in (await answered(presses, "move", "b2 b4")).text
    text = (await answered(presses, "move", "hello")).text
    assert "❌" in text
    assert "Lessons done: 0" in text
    assert "✅ That is all there is to it: b2 → b6" in (await answered(presses, "move", "B2 - B6")).text
    assert (await world.services.lessons.next(ANNA.id, KEY)).lesson.id == "capture"


async def test_the_form_to_type_in_gives_the_answer_not_away(world: World) -> None:
    presses = Presses(world, lesson_buttons.HANDLERS)
    form = await presses.one(ANNA, custom_ids.write("lesson-type", KEY, "edge"))
    assert form.view is not None
    (about,) = [child.description for child in form.view.children if isinstance(child, ui.Label)]
    assert about == "As you type it with /move, for example a5-a6"


async def test_what_is_done_stays_done(world: World) -> None:
    presses = Presses(world, lesson_buttons.HANDLERS)
    await answered(presses, "corner", "c5 c1")
    again = await answered(presses, "corner", "f3 f6")
    assert "❌" in again.text
    assert "Lessons done: 1" in again.text


async def test_menus_lead_to_other_games(world: World) -> None:
    presses = Presses(world, lesson_buttons.HANDLERS)
    page = await presses.one(ANNA, custom_ids.write("lessons-of"), KEY)
    assert "lesson 1 of 10" in page.text
    page = await presses.one(ANNA, custom_ids.write("first-steps"))
    assert "lesson 1 of 10" in page.text


async def test_one_menu_leads_to_other_lessons_and_games(world: World) -> None:
    presses = Presses(world, lesson_buttons.HANDLERS)
    page = await presses.one(ANNA, id_of("capture"))
    menu = custom_ids.write("lesson-go", KEY)
    assert menu in page.ids
    assert "The king escapes" in (await presses.one(ANNA, menu, "lescape")).text
    assert "Fox and Hens · lesson 1 of" in (await presses.one(ANNA, menu, "gfox-and-hens")).text


async def test_a_newcomer_is_led_from_the_greeting_to_a_capture(world: World) -> None:
    presses = Presses(world, {**welcome_buttons.HANDLERS, **lesson_buttons.HANDLERS})
    page = await presses.one(ANNA, custom_ids.write("how-it-works", 0))
    begin = custom_ids.write("first-steps")
    assert begin in page.ids
    assert "lesson 1 of 10" in (await presses.one(ANNA, begin)).text
    page = await answered(presses, "move", "b2-b6")
    assert id_of("capture") in page.ids
    assert "✅" in (await answered(presses, "capture", "f3-f5")).text


async def test_a_lesson_that_is_not_there_says_so(world: World) -> None:
    presses = Presses(world, lesson_buttons.HANDLERS)
    assert "This lesson no longer exists." in (await presses.one(ANNA, id_of("gone"))).text
    text = (await presses.one(ANNA, custom_ids.write("lessons-of", "counting"))).text
    assert "There are no lessons for this game." in text


async def test_a_call_is_told_from_a_move_to_the_same_point(world: World) -> None:
    presses = Presses(world, lesson_buttons.HANDLERS)
    page = await presses.one(ANNA, custom_ids.write("lesson", "fox-and-hens", "both", NOTHING_TRIED))
    assert page.view is not None
    items = list(page.view.walk_children())
    labels = [item.label for item in items if isinstance(item, ui.Button)]
    listed = [option.label for item in items if isinstance(item, ui.Select) for option in item.options]
    assert {"Claim: c5", "Claim: e5"} <= {*labels, *listed}


async def test_the_last_lesson_of_a_game_is_a_game(world: World) -> None:
    presses = Presses(world, lesson_buttons.HANDLERS)
    last = shipped_lessons(KEY).lessons[-1]
    page = await presses.one(ANNA, id_of(last.id))
    assert "the smallest board" in page.text
    assert not [custom_id for custom_id in page.ids if custom_id.startswith(id_of(last.id, "1."))]
