import pytest

from bot.chat.core.commands.variant_option import read_variant, suggested_variants
from bot.chat.core.messages.message_budget import shorten
from bot.locale import Texts
from rules import GAMES

TEXTS = Texts.load()


@pytest.mark.parametrize(
    ("key", "typed", "line"),
    [
        ("hnefatafl", "Tablut", "board=tablut-9"),
        ("hnefatafl", "alea evangelii", "board=alea-evangelii-19"),
        ("nine-mens-morris", "Sechsermühle", "men=6"),
        ("nine-mens-morris", "six men's morris", "men=6"),
    ],
)
@pytest.mark.parametrize("language", ["en", "de"])
def test_the_name_of_a_board_is_understood_in_every_language(
    key: str, typed: str, line: str, language: str
) -> None:
    choices = suggested_variants(TEXTS, GAMES[key], typed, TEXTS.language(language))
    assert choices[0].value == line


@pytest.mark.assumes("suggestions-by-name")
@pytest.mark.parametrize("key", [key for key, game in GAMES.items() if game.options])
@pytest.mark.parametrize("language", ["en", "de"])
def test_what_a_suggestion_is_called_will_do_for_it(key: str, language: str) -> None:
    t, game = TEXTS.language(language), GAMES[key]
    first = suggested_variants(TEXTS, game, "", t)
    for choice in (*first, *suggested_variants(TEXTS, game, f"{first[0].value} ", t)):
        name = shorten(choice.name, 100)
        assert read_variant(TEXTS, game, name, t) == read_variant(TEXTS, game, choice.value, t), name
