"""Puzzles and lessons over the wire: private answers by buttons and by typing, and remembered results."""

import pytest

from tests.end_to_end.people import Person
from tests.end_to_end.seen import Seen
from tests.end_to_end.tables import Table

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("bot")]

HOUNDS = "hounds-and-jackals"
ELSE = {"Show solution", "Next puzzle", "Back"}
TRIES = 400


def ways_on(page: Seen) -> list[str]:
    """Return the answers that a puzzle's page offers in its menus and buttons."""
    pressed = [custom_id for label, custom_id in page.buttons.items() if label not in ELSE]
    ways = [value for value in (*page.offered, *pressed) if "." in value]
    return list(dict.fromkeys(f".{way.rpartition('.')[2]}" for way in ways))


async def go(person: Person, page: Seen, way: str) -> Seen:
    """Give an answer: choose it in a menu or press its button."""
    if way in page.offered:
        return (await person.choose(page, way)).message
    label = next(label for label, custom_id in page.buttons.items() if custom_id.endswith(way))
    return (await person.press(page, label)).message


async def solve(person: Person, page: Seen) -> tuple[Seen, int]:
    """Try answers until a puzzle is solved; return the last page and the number of mistakes."""
    mistakes, paths, path, start = 0, set[tuple[str, ...]](), tuple[str, ...](), ways_on(page)
    for _ in range(TRIES):
        if "🎉" in page.text:
            return page, mistakes
        way = next((step for step in ways_on(page) if (*path, step) not in paths), None)
        if way is None:
            paths.add(path)
            page, path = (await person.press(page, "Back")).message, path[:-1]
            continue
        page = await go(person, page, way)
        if "❌" in page.text:
            mistakes += 1
            paths.add((*path, way))
            path = ()
            assert set(ways_on(page)) == set(start), "every answer is offered again"
        elif "Back" in page.buttons:
            path = (*path, way)
        else:
            paths.clear()
            path, start = (), ways_on(page)
    raise AssertionError(page.text)


async def test_a_puzzle_is_solved_by_buttons_and_remembered(table: Table) -> None:
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
