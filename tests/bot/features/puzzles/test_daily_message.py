"""The message of a daily puzzle: from the solver's side, in the server's theme, with the last solution."""

import pytest
from syrupy.assertion import SnapshotAssertion

from bot.chat.core.messages.public_message import Scene
from bot.features.puzzles.domain.puzzles import set_puzzles
from bot.features.puzzles.messages import daily_message
from bot.features.puzzles.service.puzzles import PuzzleTask
from bot.locale import Texts
from engines.puzzles import state_of
from rules import GAMES
from tests.bot.chat.page_text import message_text

pytest_plugins = ("tests.bot.chat.approved",)

TEXTS = Texts.load()


def _task(key: str, turn: int) -> PuzzleTask:
    puzzles = set_puzzles([GAMES[key]]).values()
    tasks = (PuzzleTask(puzzle, state_of(GAMES[key], puzzle.puzzle)) for puzzle in puzzles)
    return next(task for task in tasks if task.start.turn == turn)


@pytest.mark.parametrize("turn", [0, 1])
def test_the_daily_board_is_drawn_from_the_movers_side(approved: SnapshotAssertion, turn: int) -> None:
    task, before = _task("fox-and-hens", turn), _task("conhex", 1 - turn)
    for code in ("en", "de"):
        message = daily_message(4, task, before, "dark", TEXTS.language(code))
        assert isinstance(message.scene, Scene)
        assert (message.scene.view.seat, message.scene.view.theme) == (turn, "dark")
        assert message_text(message) == approved(name=f"{turn}-{code}")
