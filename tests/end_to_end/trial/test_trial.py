"""`/server trial` on the pocket Discord: the whole of it, and what becomes of what it has posted."""

import pytest

from playground.server import Playground
from tests import pocket
from tests.end_to_end.trial.guide import BELIEVED, UNTRIED, Guide

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def walk(guide: Guide) -> None:
    await guide.start()
    await guide.walk_board()
    await guide.walk_page()
    await guide.walk_form()
    await guide.walk_suggestion()
    await guide.walk_thread()
    await guide.walk_direct()
    await guide.walk_ring()
    await guide.walk_forum()


async def test_a_whole_trial_finds_what_is_believed(guide: Guide, control: pocket.Control) -> None:
    await control.add_forum(pocket.GAME_NIGHT, "games")
    await walk(guide)
    report = await guide.report()
    assert not {row: said for row, said in report.items() if said not in {BELIEVED, UNTRIED}}
    assert sum(said == BELIEVED for said in report.values()) >= 40
