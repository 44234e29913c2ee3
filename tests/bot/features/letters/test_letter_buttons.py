"""The weekly letter before it comes: for admins alone, without puzzles that this version does not have."""

from datetime import UTC, datetime

from bot.chat.core import custom_ids
from bot.features.letters import buttons as letter_buttons
from bot.features.letters.events import LetterDue
from bot.features.puzzles.domain.puzzles import number_of
from engines.puzzles import shipped_lines
from tests.bot.chat.presses import Presses
from tests.bot.support.fakes import ANNA, World

pytest_plugins = ("tests.bot.support.worlds",)

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
NUMBER = number_of(shipped_lines("conhex")[0])


async def test_who_is_no_admin_sees_none(world: World) -> None:
    presses = Presses(world, letter_buttons.HANDLERS)
    answer = await presses.one(ANNA, custom_ids.write("letter-preview"))
    assert answer.text.strip() == "Only those who may manage this server can do that."


async def test_a_puzzle_that_is_not_there_is_left_out(world: World) -> None:
    due = LetterDue(7, 70, 3, NOON, NOON, puzzle=NUMBER, puzzle_before=1)
    puzzle = await letter_buttons.puzzle_of(world.services.puzzles, due)
    assert puzzle.task is not None
    assert (puzzle.number, puzzle.task.puzzle.id, puzzle.before) == (3, NUMBER, None)
