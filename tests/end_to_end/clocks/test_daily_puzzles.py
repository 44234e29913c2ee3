"""A server's daily puzzle over the wire: set up by an admin, posted on time, solved in private."""

import pytest

from tests import pocket
from tests.end_to_end.bots import InProcessBot
from tests.end_to_end.people import Person
from tests.end_to_end.shown_message import ShownMessage
from tests.end_to_end.tables import Table
from tests.end_to_end.test_learning import answers_on, solve

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("bot")]

DAY = 86400


def owner(table: Table) -> Person:
    return Person(pocket.Person(table.line, pocket.BEN), "Ben")


async def wait_for_puzzle(table: Table, number: int) -> ShownMessage:
    """Wait for the daily puzzle with this number."""
    title = f"Puzzle of the day {number} · "
    return await table.sam.wait_for_message(table.channel, lambda m: m.headline.startswith(title), title)


async def test_a_daily_puzzle_is_posted_and_solved_privately(table: Table, bot: InProcessBot) -> None:
    answer = await owner(table).slash(table.channel, "server puzzle", on=True, time="18 Uhr")
    assert "every day at 18:00 (UTC); the first one <t:" in answer.text
    bot.advance(1.1 * DAY)
    first = await wait_for_puzzle(table, 1)
    assert first.pictures
    assert "Your side: " in first.text
    assert "The last one" not in first.text
    page = (await table.anna.press(first, "Solve")).message
    assert page.is_private
    assert "Show solution" not in page.buttons
    assert answers_on(page)
    end, _ = await solve(table.anna, page)
    assert "Your streak of daily puzzles here begins." in end.text
    log = await owner(table).slash(table.channel, "server audit")
    assert f"daily puzzle · posted in <#{table.channel}>" in log.text
    off = await owner(table).slash(table.channel, "server puzzle", on=False)
    assert "The daily puzzle is off." in off.text
