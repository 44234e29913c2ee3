"""Boards after delivery: direct boards lose their buttons, and more time changes a deadline."""

import re

import pytest

from tests.end_to_end.clocks.test_clocks import DAY, begin_timed
from tests.end_to_end.clocks.test_settings import choose_setting, open_settings
from tests.end_to_end.people import Person
from tests.end_to_end.shown_message import ShownMessage
from tests.end_to_end.tables import Match, Table, picture_of

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("bot")]


async def set_notifications(person: Person, channel: str, where: str) -> None:
    """Set where a person gets notifications."""
    await choose_setting(person, await open_settings(person, channel), "tell", where)


async def resign(person: Person, match: Match) -> None:
    question = (await person.slash(match.home, "resign")).message
    await person.press(question, "Confirm")


async def wait_for_direct(person: Person, part: str) -> ShownMessage:
    """Wait for a direct message that contains `part`."""
    return await person.wait_for_message(await person.open_dm(), lambda m: part in m.text, part)


async def wait_without_buttons(person: Person, board: ShownMessage) -> ShownMessage:
    """Wait until a direct message has lost its buttons; its picture must remain."""
    page = await person.wait_for_message(
        board.channel, lambda m: m.id == board.id and not m.buttons, f"no buttons on {board.id}"
    )
    assert len(page.pictures) == 1
    return page


async def test_a_direct_board_loses_its_buttons_after_its_turn(table: Table) -> None:
    await set_notifications(table.ben, table.channel, "direct")
    match = await table.begin("hnefatafl", board="brandubh-7")
    await match.play("d1-c1")
    mark = f"fp:board:{match.number}:1"
    board = await table.ben.wait_for_message(
        await table.ben.open_dm(), lambda m: m.has_custom_id(mark), "the message"
    )
    assert "Move" in board.buttons
    await match.play("d3-a3", after=1)
    await wait_without_buttons(table.ben, board)
    await match.play("c1-d1", after=2)
    mark = f"fp:board:{match.number}:3"
    board = await table.ben.wait_for_message(
        await table.ben.open_dm(), lambda m: m.has_custom_id(mark), "the message"
    )
    await resign(table.anna, match)
    await wait_without_buttons(table.ben, board)
    end = await wait_for_direct(table.ben, "🏁")
    assert list(end.buttons) == ["Rematch", "Board", "More", "Review", "Replay", "Export"], (
        "the final message keeps its buttons"
    )


async def test_extra_time_updates_the_board_without_a_ping(table: Table) -> None:
    match = await begin_timed(table, "1d", "d1-c1")
    board = await match.board(1)
    until = re.compile(r"Move by <t:(\d+):f>")
    (before,) = until.findall(board.text)
    posted = len(match.pings())
    more = (await table.anna.press(board, "More")).message
    await table.anna.choose((await table.anna.press(more, "More time")).message, "3")

    def has_new_deadline(message: ShownMessage) -> bool:
        return message.id == board.id and until.findall(message.text) == [str(int(before) + 3 * DAY)]

    new = await table.sam.wait_for_message(match.home, has_new_deadline, "the new deadline")
    assert list(new.buttons) == list(board.buttons)
    assert board.text.split("⏳")[0] == new.text.split("⏳")[0], "the rest is unchanged"
    await picture_of(table.line, new)
    assert len(match.pings()) == posted
    await match.play("d3-a3", after=1)
    closed = await match.wait_until_stripped(new)
    assert not until.findall(closed.text), "a finished turn has no deadline"
    assert "your turn" not in closed.text
    await picture_of(table.line, closed)
