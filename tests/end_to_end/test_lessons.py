"""Lessons over the wire: answered by buttons and by typing, remembered, in private."""

import pytest

from tests.end_to_end.people import Person
from tests.end_to_end.seen import Seen
from tests.end_to_end.tables import Table

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("bot")]


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
