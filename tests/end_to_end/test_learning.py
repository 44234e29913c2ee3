"""Puzzles and lessons over the wire: private answers by buttons and by typing, and remembered results."""

import pytest

from tests.end_to_end.people import Person
from tests.end_to_end.shown_message import ShownMessage
from tests.end_to_end.tables import Table

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("bot")]

HOUNDS = "hounds-and-jackals"
NO_ANSWERS = {"Show solution", "Next puzzle", "Back"}
TRIES = 400


def answers_on(page: ShownMessage) -> list[str]:
    """Return the answers that a puzzle's page offers in its menus and buttons."""
    custom_ids = [custom_id for label, custom_id in page.buttons.items() if label not in NO_ANSWERS]
    answers = [value for value in (*page.offered, *custom_ids) if "." in value]
    return list(dict.fromkeys(f".{answer.rpartition('.')[2]}" for answer in answers))


async def give_answer(person: Person, page: ShownMessage, answer: str) -> ShownMessage:
    """Give an answer: choose it in a menu or press its button."""
    if answer in page.offered:
        return (await person.choose(page, answer)).message
    label = next(label for label, custom_id in page.buttons.items() if custom_id.endswith(answer))
    return (await person.press(page, label)).message


async def solve(person: Person, page: ShownMessage) -> tuple[ShownMessage, int]:
    """Try answers until a puzzle is solved; return the last page and the number of mistakes."""
    mistakes, paths, path, start = 0, set[tuple[str, ...]](), tuple[str, ...](), answers_on(page)
    for _ in range(TRIES):
        if "🎉" in page.text:
            return page, mistakes
        answer = next((step for step in answers_on(page) if (*path, step) not in paths), None)
        if answer is None:
            paths.add(path)
            page, path = (await person.press(page, "Back")).message, path[:-1]
            continue
        page = await give_answer(person, page, answer)
        if "❌" in page.text:
            mistakes += 1
            paths.add((*path, answer))
            path = ()
            assert set(answers_on(page)) == set(start), "every answer is offered again"
        elif "Back" in page.buttons:
            path = (*path, answer)
        else:
            paths.clear()
            path, start = (), answers_on(page)
    raise AssertionError(page.text)


async def test_a_puzzle_is_solved_by_buttons_and_progress_is_saved(table: Table) -> None:
    before = len(table.posted)
    page = (await table.anna.slash(table.channel, "puzzle", game=HOUNDS)).message
    assert page.text.startswith("### Hounds and Jackals · puzzle 1 of ")
    assert "You can win, but only one of your 3 moves does. Find it." in page.text
    assert "Solved so far: 0." in page.text
    assert page.pictures
    end, mistakes = await solve(table.anna, page)
    assert "Solved so far: 1." in end.text
    assert set(end.buttons) == {"Next puzzle"}
    following = (await table.anna.press(end, "Next puzzle")).message
    place = 2 if mistakes else 4
    assert following.text.startswith(f"### Hounds and Jackals · puzzle {place} of ")
    assert all(message.ephemeral_for for message in table.posted[before:]), "all messages are private"
