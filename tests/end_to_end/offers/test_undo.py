"""Undo: a button on the answer to a move, for two minutes or until a later event."""

import pytest

from tests.end_to_end.panels import confirm
from tests.end_to_end.tables import Table

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("bot")]


async def test_undoing_a_typed_move_restores_the_board(table: Table) -> None:
    match = await table.begin("hnefatafl", board="brandubh-7")
    answer = await table.anna.slash(match.home, "move", move="d1-c1")
    assert list(answer.message.buttons) == ["Undo"]
    assert "You have two minutes to undo this" in answer.text
    board = await match.board(1)
    assert board.pinged == [table.ben.id]
    undone = await table.anna.press(answer.message, "Undo")
    assert f"Game #{match.number}: your move is undone" in undone.text
    assert "d1" in undone.message.buttons, "the answer is a panel for another move"
    over = await match.wait_until_stripped(board)
    assert over.text.endswith(f"↩️ Taken back: {table.anna.mention} is still to move.")
    back = await table.sam.wait_for_message(
        match.home, lambda m: "takes back: d1-c1" in m.text, "the board before"
    )
    assert (list(back.buttons), back.pinged) == (["Move", "Board", "More"], [])
    piece = await table.anna.press(undone.message, "d1")
    await confirm(table.anna, (await table.anna.press(piece.message, "b1")).message)
    second = await match.board(1)
    assert second.reports_move("d1-b1")
    assert second.pinged == [table.ben.id]
