"""Lessons over the wire: from the greeting to the first capture of one's own, and to a first game."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

import rules
from bot.features.lessons.domain.lesson_files import shipped_lessons
from bot.opponents import EnginePool
from playground.server import Playground
from render import Gallery
from tests.end_to_end.bots import BotHere, bot_here
from tests.end_to_end.people import Person
from tests.end_to_end.seen import Seen
from tests.end_to_end.tables import Table
from tests.repeats import cases

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("bot")]

TAUGHT = [key for key in rules.GAMES if shipped_lessons(key).lessons]
"""The answers of all lessons are judged in `tests/bot/features/lessons/domain`."""


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def bot(
    playground: Playground, gallery: Gallery, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[BotHere]:
    """A bot with engines."""
    database = tmp_path_factory.mktemp("lessons") / "fernpartie.db"
    async with (
        EnginePool(1) as engines,
        bot_here(playground, database, gallery=gallery, engines=engines) as running,
    ):
        yield running


async def press_all(person: Person, page: Seen, *labels: str) -> Seen:
    """Press one button after the other, each known by how it begins."""
    for label in labels:
        whole = next(caption for caption in page.buttons if caption.startswith(label))
        page = (await person.press(page, whole)).message
    return page


async def test_a_lesson_is_answered_by_buttons_and_remembered(table: Table) -> None:
    before = len(table.posted)
    page = (await table.anna.slash(table.channel, "learn", game="hnefatafl")).message
    assert page.text.startswith("### Brandubh · lesson 1 of 10: How men move")
    assert "Lessons done: 0 of 10." in page.text
    assert page.pictures
    wrong = await press_all(table.anna, page, "b2", "b4")
    assert "❌ The right man in the right column" in wrong.text
    right = await press_all(table.anna, wrong, "b2", "b6")
    assert "✅ That is all there is to it: b2 → b6" in right.text
    assert "Lessons done: 1 of 10." in right.text
    following = await press_all(table.anna, right, "Next lesson")
    assert "lesson 2 of 10: How to capture" in following.text
    assert all(message.ephemeral_for for message in table.posted[before:]), "nobody else has seen anything"


async def test_a_lesson_is_answered_by_typing(table: Table) -> None:
    page = (await table.ben.slash(table.channel, "learn", game="hnefatafl")).message
    wrong = (await table.ben.fill_in(page, "Type the move", text="b2-c3")).message
    assert "❌ Nothing moves diagonally here" in wrong.text
    right = (await table.ben.fill_in(wrong, "Type the move", text="b2 to b6")).message
    assert "✅ That is all there is to it: b2 → b6" in right.text


async def test_rules_lead_to_the_lessons_and_lessons_to_a_game(table: Table) -> None:
    cara = await table.newcomer("Cara")
    read = (await cara.slash(table.channel, "rules", game="hnefatafl")).message
    lesson = await press_all(cara, read, "Lessons")
    assert "lesson 1 of 10" in lesson.text
    last = (await cara.choose(lesson, "lgame")).message
    assert "the smallest board" in last.text
    game = await press_all(cara, last, "Play a short game")
    assert "Bo (level 1)" in game.text


@pytest.mark.parametrize("key", cases(["conhex", "catch-the-hat"], TAUGHT))
async def test_all_lessons_of_a_game_can_be_taken(table: Table, key: str) -> None:
    dora = await table.newcomer("Dora", "de")
    page = (await dora.slash(table.channel, "learn", game=key)).message
    course = shipped_lessons(key)
    for number, lesson in enumerate(course.lessons[:-1], start=1):
        assert f"Lektion {number} von {len(course.lessons)}" in page.text
        page = (await dora.fill_in(page, "Zug tippen", text=lesson.right_answer)).message
        assert "✅" in page.text
        assert page.pictures
        page = await press_all(dora, page, "Nächste Lektion")
    assert f"Geschaffte Lektionen: {len(course.lessons) - 1} von {len(course.lessons)}." in page.text
    game = await press_all(dora, page, "Kurze Partie spielen")
    assert "Bo (Stufe 1)" in game.text
    page = (await dora.slash(table.channel, "learn")).message
    assert "Lektion 1 von" in page.text, "all are done"
