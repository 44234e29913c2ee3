"""The aims of the sides, in one line each for every game, variant and language."""

from collections.abc import Mapping

import pytest

from bot.chat.core.words.aims import aim
from bot.locale import LANGUAGES, Texts
from rules import GAMES

TEXTS = Texts.load()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", GAMES)
def test_every_side_has_a_one_line_aim(key: str, language: str) -> None:
    game, t = GAMES[key], TEXTS.language(language)
    for option in game.options:
        for value in option.values:
            for role in game.roles(max(game.seats)):
                line = aim(game, role, {option.key: value}, t)
                assert 20 < len(line) <= 110
                assert not set("{}\n") & set(line)


@pytest.mark.parametrize(
    ("key", "role", "options", "text"),
    [
        ("hnefatafl", "defenders", {}, "You defend: bring the king to a corner."),
        ("hnefatafl", "defenders", {"escape": "edge"}, "You defend: bring the king to the edge."),
        ("hnefatafl", "defenders", {"board": "tablut-9-balanced"}, "bring the king to the edge."),
        ("hnefatafl", "attackers", {"board": "tablut-9-balanced"}, "before he reaches the edge."),
        ("hnefatafl", "defenders", {"board": "hnefatafl-11-balanced"}, "bring the king to the edge."),
        ("hnefatafl", "attackers", {"board": "hnefatafl-11-balanced"}, "before he reaches the edge."),
        ("hnefatafl", "attackers", {"board": "brandubh-7-balanced"}, "before he reaches a corner."),
        ("catch-the-hat", "red", {"mode": "tower-race", "goal": "defence"}, "the last tower"),
        ("ludus-latrunculorum", "white", {"army": "king"}, "You play white: leave the other army nothing"),
    ],
)
def test_options_change_the_aim(key: str, role: str, options: Mapping[str, str], text: str) -> None:
    assert text in aim(GAMES[key], role, options, TEXTS.language("en"))
