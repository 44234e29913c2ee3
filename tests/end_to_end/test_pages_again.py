"""Lost private pages: each page of a game can be reached again from its public board."""

import pytest

from bot.chat.core import custom_ids
from tests.end_to_end.people import Person
from tests.end_to_end.shown_message import ShownMessage
from tests.end_to_end.tables import Match, Table

pytestmark = [
    pytest.mark.asyncio(loop_scope="module"),
    pytest.mark.usefixtures("bot"),
    pytest.mark.assumes("private-pages-vanish"),
]

BOTH = frozenset(
    {"board", "more", "step", "explore", "rules", "replay", "export", "resign", "seat-offer", "offer"}
)
"""The verbs that both players reach on the board or one press away."""


def verbs(message: ShownMessage) -> set[str]:
    return {custom_ids.read(custom_id).verb for custom_id in message.custom_ids}


async def reachable_verbs(person: Person, board: ShownMessage) -> set[str]:
    """Return the verbs of a board, and of the pages one press away."""
    reachable = verbs(board)
    for label in ("Move", "Board", "More"):
        if label in board.buttons:
            page = (await person.press(board, label)).message
            assert page.is_private
            reachable |= verbs(page)
    return reachable


async def begin_two_plies(table: Table) -> tuple[Match, ShownMessage]:
    match = await table.begin("hnefatafl", board="brandubh-7", role="attackers")
    return match, await match.play("d1-c1", "d3-c3")


async def test_a_running_game_offers_every_page(table: Table) -> None:
    match, board = await begin_two_plies(table)
    mover, other = match.players
    assert await reachable_verbs(mover, board) >= BOTH | {"move", "choose"}
    assert await reachable_verbs(other, board) >= BOTH | {"plan"}
    assert await reachable_verbs(table.sam, board) >= {
        "board",
        "more",
        "step",
        "explore",
        "rules",
        "replay",
        "follow",
    }


async def test_a_finished_game_offers_every_page(table: Table) -> None:
    match, board = await begin_two_plies(table)
    more = (await match.players[0].press(board, "More")).message
    question = (await match.players[0].press(more, "Resign")).message
    await match.players[0].press(question, "Confirm")
    end = await table.sam.wait_for_message(match.home, lambda m: "Rematch" in m.buttons, "the end")
    assert await reachable_verbs(match.players[1], end) >= {
        "board", "more", "step", "explore", "rules", "replay", "export", "rematch", "review",
    }  # fmt: skip
