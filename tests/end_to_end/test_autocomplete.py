"""What /move offers while somebody types."""

import re

import pytest

import rules
from tests.end_to_end.tables import Table

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("bot")]

GROUP = re.compile(r"(.+)… \((\d+) moves\)")


async def test_many_moves_are_grouped_and_typing_narrows(table: Table) -> None:
    match = await table.begin("hnefatafl")
    legal = {str(move) for move in rules.GAMES["hnefatafl"].new().legal_moves()}
    todo, reached = [""], set()
    while todo:
        offered = await table.anna.complete(match.home, "move", "move", todo.pop())
        assert 0 < len(offered) <= 25
        for choice in offered:
            group = GROUP.fullmatch(choice["name"])
            if group is None:
                assert choice["name"] == choice["value"]
                reached.add(choice["value"])
            else:
                assert group[1] == choice["value"]
                assert int(group[2]) == sum(move.startswith(group[1]) for move in legal)
                todo.append(choice["value"])
    assert reached == legal


async def test_all_moves_when_there_are_few(table: Table) -> None:
    match = await table.begin("hnefatafl", board="brandubh-7")
    offered = await table.anna.complete(match.home, "move", "move", "d")
    legal = [str(move) for move in rules.GAMES["hnefatafl"].new({"board": "brandubh-7"}).legal_moves()]
    assert [choice["value"] for choice in offered] == [move for move in legal if move.startswith("d")]


async def test_a_chosen_group_is_no_move(table: Table) -> None:
    match = await table.begin("hnefatafl")
    offered = await table.anna.complete(match.home, "move", "move", "")
    group = next(choice["value"] for choice in offered if GROUP.fullmatch(choice["name"]))
    given = await table.anna.slash(match.home, "move", move=group)
    assert given.message.is_private
    assert "only the beginning of a move" in given.text
    assert len(await match.boards()) == 1


async def test_nothing_for_others(table: Table) -> None:
    match = await table.begin("hnefatafl")
    for person in (table.ben, table.sam):
        assert await person.complete(match.home, "move", "move", "") == []
    assert await table.sam.complete(match.home, "move", "move", "", game=str(match.number)) == []


async def test_swap_is_offered_when_it_is_there(table: Table) -> None:
    match = await table.begin("conhex")
    assert await table.anna.complete(match.home, "move", "move", "sw") == []
    await match.play("f6")
    offered = await table.ben.complete(match.home, "move", "move", "sw")
    assert [choice["value"] for choice in offered] == ["swap"]


@pytest.mark.parametrize("typed", ["xyz", "@everyone", "\x00", "🎲", "x" * 4000, "e1-" * 300])
async def test_nonsense_offers_nothing(table: Table, typed: str) -> None:
    match = await table.begin("hnefatafl")
    assert await table.anna.complete(match.home, "move", "move", typed) == []
