import pytest

from bot.chat.core.words import phrases
from bot.chat.core.words.game_names import board_name, game_name
from bot.locale import Texts
from bot.model.challenges.terms import Terms
from rules import GAMES

TEXTS = Texts.load()


@pytest.mark.parametrize(
    ("key", "options", "english", "german"),
    [
        ("hnefatafl", {"board": "tablut-9"}, "Tablut", "Tablut"),
        ("hnefatafl", {"board": "alea-evangelii-19"}, "Alea evangelii", "Alea evangelii"),
        ("hnefatafl", {"shieldwall": "on", "board": "brandubh-7"}, "Brandubh", "Brandubh"),
        ("nine-mens-morris", {"men": "6"}, "Six Men's Morris", "Sechsermühle"),
        ("conhex", {"balls": "25"}, "ConHex", "ConHex"),
    ],
)
def test_a_game_is_named_after_its_board(
    key: str, options: dict[str, str], english: str, german: str
) -> None:
    assert board_name(key, options, TEXTS.language("en")) == english
    assert board_name(key, options, TEXTS.language("de")) == german


def test_without_options_the_games_name_is_used() -> None:
    assert board_name("hnefatafl", {}, TEXTS.language("en")) == "Hnefatafl"


def test_the_board_in_the_name_is_not_listed_as_an_option() -> None:
    options = [("board", "tablut-9"), ("shieldwall", "on")]
    t = TEXTS.language("en")
    text = phrases.choices("hnefatafl", GAMES["hnefatafl"], options, t)
    assert "Shieldwall" in text
    assert "Tablut" not in text


def test_a_subject_is_named_after_its_board() -> None:
    subjects = [Terms("hnefatafl", {"board": "tablut-9"}), Terms("hnefatafl", {}), Terms("conhex", {})]
    names = [game_name(subject, TEXTS.language("de")) for subject in subjects]
    assert names == ["Tablut", "Hnefatafl", "ConHex"]
