"""Walking through the private guided panel."""

from collections.abc import Awaitable, Callable, Sequence

import rules
from tests.end_to_end.people import Person
from tests.end_to_end.seen import Answer, Seen

UPDATE = 7

Between = Callable[[], Awaitable[None]]


async def nothing() -> None:
    """Do nothing between two steps."""


async def prepare(person: Person, board: Seen, points: Sequence[str], between: Between = nothing) -> Seen:
    """Press Move on a board and choose points one after the other; return the panel that shows the result."""
    opened = await person.press(board, "Move")
    panel = opened.message
    assert panel.is_private
    for point in points:
        assert panel.pictures
        await between()
        chosen = await person.choose(panel, f"p{point}")
        assert chosen.callback == UPDATE, "the panel goes on in the same message"
        panel = chosen.message
    assert list(panel.buttons)[:2] == ["Confirm", "Back"]
    return panel


async def confirm(person: Person, panel: Seen) -> Answer:
    """Press Confirm."""
    return await person.press(panel, "Confirm")


async def choose_move(person: Person, board: Seen, move: rules.Move, between: Between = nothing) -> Answer:
    """Play a move by buttons and menus alone."""
    panel = await prepare(person, board, move.path, between)
    await between()
    return await confirm(person, panel)
