"""Puzzles over the wire: set in private, answered by buttons, remembered."""

import pytest

from tests.end_to_end.people import Person
from tests.end_to_end.seen import Seen
from tests.end_to_end.tables import Table
from tests.pocket import Refused

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("bot")]

HOUNDS = "hounds-and-jackals"
ELSE = {"Show solution", "Next puzzle", "Back"}
OTHER_GAMES = "fp:puzzle-of"


def ways(page: Seen) -> list[str]:
    """Return the moves, or what leads to them, that a page offers: by buttons, or in menus as values."""
    menus = [menu for menu in page.menus if not menu["custom_id"].startswith(OTHER_GAMES)]
    listed = [option["value"] for menu in menus for option in menu["options"]]
    return [*(label for label in page.buttons if label not in ELSE), *listed]


async def goes(person: Person, page: Seen, way: str) -> Seen:
    """Press the button of a way, or choose it in a menu."""
    given = await (person.press(page, way) if way in page.buttons else person.choose(page, way))
    return given.message


async def solved(person: Person, page: Seen) -> tuple[Seen, int]:
    """Answer until a puzzle is solved, trying one way after the other; return the end and the mistakes."""
    mistakes, tried, path = 0, set[tuple[str, ...]](), tuple[str, ...]()
    start = ways(page)
    for _ in range(120):
        way = next((one for one in ways(page) if (*path, one) not in tried), "Back")
        if way == "Back":
            tried.add(path)
            page, path = (await goes(person, page, way)), ()
            continue
        path = (*path, way)
        page = await goes(person, page, way)
        if "Back" in page.buttons:
            continue
        if "🎉" in page.text:
            return page, mistakes
        if "❌" in page.text:
            mistakes += 1
            tried.add(path)
            assert ways(page) == start, "one may try again"
        else:
            assert "✅" in page.text
            tried.clear()
            start = ways(page)
        path = ()
    raise AssertionError(page.text)


async def test_a_puzzle_is_solved_by_buttons_and_remembered(table: Table) -> None:
    before = len(table.posted)
    given = (await table.anna.slash(table.channel, "puzzle", game=HOUNDS)).message
    assert given.text.startswith("### Hounds and Jackals · puzzle 1 of ")
    assert "Your side: hounds. You can win, but only one of your 3 moves does. Find it." in given.text
    assert "Solved so far: 0." in given.text
    assert given.pictures
    end, mistakes = await solved(table.anna, given)
    assert "Solved so far: 1." in end.text
    assert set(end.buttons) == {"Next puzzle"}
    following = (await table.anna.press(end, "Next puzzle")).message
    place = 2 if mistakes else 4
    assert following.text.startswith(f"### Hounds and Jackals · puzzle {place} of ")
    assert all(message.ephemeral_for for message in table.posted[before:]), "nobody else has seen anything"


async def test_the_solution_is_shown_to_who_gives_up(table: Table) -> None:
    given = (await table.ben.slash(table.channel, "puzzle", game=HOUNDS)).message
    shown = (await table.ben.press(given, "Show solution")).message
    assert "The solution: **" in shown.text
    assert "Solved so far: 0." in shown.text
    other = (await table.ben.choose(shown, "conhex")).message
    assert other.text.startswith("### ConHex · puzzle 1 of ")
    again = (await table.ben.slash(table.channel, "puzzle")).message
    assert again.text.startswith("### Hounds and Jackals · puzzle 2 of "), "the game one had last"


async def test_a_puzzle_of_a_chosen_board(table: Table) -> None:
    given = await table.anna.slash(table.channel, "puzzle", game="hnefatafl/brandubh-7")
    assert given.text.startswith("### Brandubh · puzzle 1 of ")
    other = await table.anna.choose(given.message, "nine-mens-morris/6")
    assert other.text.startswith("### Six Men's Morris · puzzle 1 of ")


async def test_games_of_chance_are_not_offered(table: Table) -> None:
    with pytest.raises(Refused, match="game: not one of the choices"):
        await table.anna.slash(table.channel, "puzzle", game="catch-the-hat")
