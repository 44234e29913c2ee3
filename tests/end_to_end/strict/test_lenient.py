"""The lenient reading of every doubtful rule: the bot also works under it."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from playground.values.settings import STRICT
from tests import pocket
from tests.end_to_end.panels import confirm, prepare
from tests.end_to_end.strict.stage import Stage, begin_match, check_posted_once, type_move
from tests.end_to_end.tables import Table, picture_of
from tests.end_to_end.test_games_by_slash import SHORT_BRANDUBH
from tests.repeats import cases

pytestmark = pytest.mark.asyncio(loop_scope="module")

DOUBTFUL = sorted(STRICT.json_view())
GROUPS = cases([DOUBTFUL[first::6] for first in range(6)], [[switch] for switch in DOUBTFUL])


@pytest_asyncio.fixture(loop_scope="module")
async def lenient(control: pocket.Control) -> AsyncIterator[pocket.Control]:
    """Yield the control interface; restore strictness after the test."""
    yield control
    await control.strictness(all=True)


async def whole_game(table: Table) -> None:
    """Play a game by commands and buttons, with an archived thread and aged boards."""
    match = await table.begin("hnefatafl", board="brandubh-7")
    await match.wait_until_stripped(match.card)
    board = match.start
    for ply, move in enumerate(SHORT_BRANDUBH, start=1):
        player = match.players[(ply - 1) % 2]
        await table.control.age(board.id, 7200)
        if ply == 3:
            await table.control.archive(match.home)
        if ply % 2:
            answer = await player.slash(match.card.channel, "move", move=move, game=str(match.number))
        else:
            answer = await confirm(player, await prepare(player, board, move.split("-")))
        assert "is played" in answer.text
        old, board = board, await match.board(ply)
        closed = await match.wait_until_stripped(old)
        (await picture_of(table.line, closed)).close()
        assert board.pinged == [match.players[ply % 2].id]
        check_posted_once(match, match.home, ply)
    assert "🏁" in board.text
    assert match.pings() == match.calls(len(SHORT_BRANDUBH))


@pytest.mark.assumes("edit-keeps-listed", "edits-call-nobody", "old-edits-limited")
async def test_a_whole_game_works_with_every_switch_lenient(
    table: Table, stage: Stage, lenient: pocket.Control
) -> None:
    assert not [name for name, strict in (await lenient.strictness(all=False)).items() if strict]
    stage.ordered.add(50083)
    await whole_game(table)


@pytest.mark.parametrize("switches", GROUPS, ids=" ".join)
async def test_a_game_works_with_one_group_of_switches_lenient(
    stage: Stage, lenient: pocket.Control, switches: list[str]
) -> None:
    assert {*DOUBTFUL} == {switch for group in GROUPS for switch in group}
    await lenient.strictness(**dict.fromkeys(switches, False))
    match = await begin_match(stage)
    await type_move(match, "a1", 1)
    await match.wait_until_stripped(match.start)
    await type_move(match, "f6", 2)
    await match.wait_until_stripped(await stage.board(match, 1))
    assert match.pings() == match.calls(2)
