"""Suggestions for /move."""

import pytest

import rules
from tests.end_to_end.tables import Table

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("bot")]


async def test_whole_moves_are_suggested_and_narrowed_by_typing(table: Table) -> None:
    match = await table.begin("hnefatafl")
    legal = {str(move) for move in rules.GAMES["hnefatafl"].new().legal_moves()}
    suggestions = await table.anna.complete(match.home, "move", "move", "")
    assert len(suggestions) == 25
    assert {choice["value"] for choice in suggestions} < legal
    narrowed = await table.anna.complete(match.home, "move", "move", "E 1")
    assert {move for move in legal if move.startswith("e1-")} <= {choice["value"] for choice in narrowed}
    assert not [choice for choice in narrowed if not choice["value"].startswith("e1")]
    answer = await table.anna.slash(match.home, "move", move=narrowed[0]["value"])
    assert "is played" in answer.text


@pytest.mark.assumes("typed-to-the-cursor")
async def test_a_typed_prefix_is_enough(table: Table) -> None:
    """A phone sends the text before the cursor; the chosen suggestion replaces the rest."""
    await table.begin("hnefatafl", board="brandubh-7")
    for typed in ("d1", "d1-", "d1-c"):
        suggestions = [
            choice["value"] for choice in await table.anna.complete(table.channel, "move", "move", typed)
        ]
        assert "d1-c1" in suggestions


@pytest.mark.assumes("suggestions-by-name")
async def test_a_suggested_game_name_works_as_its_number(table: Table) -> None:
    match = await table.begin("hnefatafl")
    (suggestion,) = await table.anna.complete(table.channel, "board", "game", "")
    assert suggestion["value"] == str(match.number)
    page = await table.anna.slash(table.channel, "board", game=suggestion["name"])
    assert page.message.pictures
    refused = await table.anna.slash(table.channel, "board", game=f"{match.number}x")
    assert not refused.message.pictures
