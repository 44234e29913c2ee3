"""The option for a game or one of its named boards."""

from typing import Any

from bot.chat.core.commands.game_option import game_option
from bot.chat.core.offered_boards import named_board
from bot.locale import Texts
from rules import GAMES


class Asked:
    """The interactions that the option needs."""

    texts = Texts.load()
    games = GAMES


def test_every_game_and_board_is_a_choice_with_a_unique_name() -> None:
    interactions: Any = Asked
    option = game_option(interactions, "option.ranked.about")
    values = [choice.value for choice in option.choices]
    assert values[: len(GAMES)] == list(GAMES)
    assert "hnefatafl/tablut-9" in values
    assert "nine-mens-morris/6" in values
    names = [str(choice.name) for choice in option.choices]
    assert len(set(names)) == len(names)
    assert option.suggest is None
    assert not [value for value in values if named_board(GAMES, value).key != value.partition("/")[0]]
