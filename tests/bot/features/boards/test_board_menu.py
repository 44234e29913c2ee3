"""The message menu's command: the match that a message belongs to."""

import pytest

from bot.chat.core import custom_ids
from bot.features.boards.commands import match_on

BUTTONS = (custom_ids.write("board", 7, 3), custom_ids.write("more", 7, 12), custom_ids.write("move", 7, 3))


@pytest.mark.parametrize("custom_id", BUTTONS)
def test_a_board_s_buttons_identify_its_match(custom_id: str) -> None:
    assert match_on([custom_id], 0) == 7


@pytest.mark.parametrize("custom_id", ["else", "fp:accept:7", "fp:board:x", "fp:board"])
def test_other_buttons_identify_no_match(custom_id: str) -> None:
    assert match_on([custom_id], 0) is None


def test_buttons_of_another_epoch_identify_no_match() -> None:
    matches = [match_on([custom_ids.of_epoch(BUTTONS[0], 5)], epoch) for epoch in (0, 4, 5, 6)]
    assert matches == [None, None, 7, None]
    assert match_on(BUTTONS, 5) is None
