"""Conditional moves: input in the private panel, display, deletion, play."""

from collections.abc import Sequence
from itertools import count

import pytest

import rules
from tests.end_to_end.bots import InProcessBot
from tests.end_to_end.panels import Between, no_step
from tests.end_to_end.people import Person
from tests.end_to_end.shown_message import ShownMessage
from tests.end_to_end.tables import Table
from tests.repeats import repeats

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("bot")]

OFTEN = repeats(12, 1)
"""The bot restarts once per this many presses."""


async def plan_line(
    person: Person, panel: ShownMessage, moves: Sequence[str], between: Between = no_step
) -> ShownMessage:
    """Enter a line of moves such as `e1-e4` in the panel; return the panel after the last move."""
    if "New line" in panel.buttons:
        panel = (await person.press(panel, "New line")).message
    for move in moves:
        squares = move.split("-")
        while squares:
            await between()
            names = {label.split(",")[0]: label for label in panel.buttons}
            whole, letter = " → ".join(squares), f"{squares[0][0]} …"
            label = next(name for name in (whole, squares[0], letter) if name in names)
            panel = (await person.press(panel, names[label])).message
            squares = {whole: [], squares[0]: squares[1:]}.get(label, squares)
    return panel


async def test_ten_planned_plies_survive_restarts(table: Table, bot: InProcessBot) -> None:
    match = await table.begin("conhex", swap="off")
    points = [move.path[0] for move in rules.GAMES["conhex"].new({"swap": "off"}).legal_moves()[:10]]
    panel = (await table.ben.slash(match.home, "plan")).message
    presses = count()

    async def restart() -> None:
        if next(presses) % OFTEN == 0:
            await bot.restart()

    panel = await plan_line(table.ben, panel, points, restart)
    assert "There is nothing more to plan from here." in panel.text
    assert not panel.menus
    await bot.restart()
    page = (await table.ben.press(panel, "Save line")).message
    assert page.text.count("then") == 5
    await bot.restart()
    for ply in range(0, 10, 2):
        await table.anna.slash(match.home, "move", move=points[ply])
        board = await match.board(ply + 2)
        assert f"**{points[ply + 1]}** *(as planned)*" in board.text
