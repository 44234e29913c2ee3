"""Puzzles over the wire: set in private, answered by buttons, remembered."""

import pytest

from tests.end_to_end.people import Person
from tests.end_to_end.seen import Seen
from tests.end_to_end.tables import Table
from tests.pocket import Refused

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("bot")]

HOUNDS = "hounds-and-jackals"
ELSE = {"Show solution", "Next puzzle", "Back"}
TRIES = 400


def ways_on(page: Seen) -> list[str]:
    """Return the ways that a puzzle's page offers to answer, in its menus and on its buttons."""
    pressed = [custom_id for label, custom_id in page.buttons.items() if label not in ELSE]
    ways = [value for value in (*page.offered, *pressed) if "." in value]
    return list(dict.fromkeys(f".{way.rpartition('.')[2]}" for way in ways))


async def go(person: Person, page: Seen, way: str) -> Seen:
    """Take a way to answer: choose it in a menu, or press its button."""
    if way in page.offered:
        return (await person.choose(page, way)).message
    label = next(label for label, custom_id in page.buttons.items() if custom_id.endswith(way))
    return (await person.press(page, label)).message


async def solved(person: Person, page: Seen) -> tuple[Seen, int]:
    """Answer until a puzzle is solved, trying one way after the other; return the end and the mistakes."""
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
            assert set(ways_on(page)) == set(start), "one may try again"
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
    end, mistakes = await solved(table.anna, page)
    assert "Solved so far: 1." in end.text
    assert set(end.buttons) == {"Next puzzle"}
    following = (await table.anna.press(end, "Next puzzle")).message
    place = 2 if mistakes else 4
    assert following.text.startswith(f"### Hounds and Jackals · puzzle {place} of ")
    assert all(message.ephemeral_for for message in table.posted[before:]), "nobody else has seen anything"


async def test_the_solution_is_shown_to_who_gives_up(table: Table) -> None:
    page = (await table.ben.slash(table.channel, "puzzle", game=HOUNDS)).message
    message = (await table.ben.press(page, "Show solution")).message
    assert "The solution: **" in message.text
    assert "Solved so far: 0." in message.text
    other = (await table.ben.choose(message, "conhex")).message
    assert other.text.startswith("### ConHex · puzzle 1 of ")
    again = (await table.ben.slash(table.channel, "puzzle")).message
    assert again.text.startswith("### Hounds and Jackals · puzzle 2 of "), "the game one had last"


async def test_a_puzzle_of_a_chosen_board(table: Table) -> None:
    answer = await table.anna.slash(table.channel, "puzzle", game="hnefatafl/brandubh-7")
    assert answer.text.startswith("### Brandubh · puzzle 1 of ")
    other = await table.anna.choose(answer.message, "nine-mens-morris/6")
    assert other.text.startswith("### Six Men's Morris · puzzle 1 of ")


async def test_games_of_chance_are_not_offered(table: Table) -> None:
    with pytest.raises(Refused, match="game: not one of the choices"):
        await table.anna.slash(table.channel, "puzzle", game="catch-the-hat")
