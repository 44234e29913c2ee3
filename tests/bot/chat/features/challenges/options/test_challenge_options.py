import pytest

from bot.chat.features.challenges.options.challenge_options import suggested_variants
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
    found = suggested_variants(TEXTS, GAMES[key], typed, TEXTS.language(language))
    assert found[0].value == line
