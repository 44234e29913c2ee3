import pytest

from bot.features.boards.messages.series_message import series_end
from bot.locale import Texts
from bot.model.match.match import SeriesRecord
from bot.model.ratings.rating import Rating
from bot.model.ratings.rating_views import RatingChange, ShownRating
from rules.contract.series import Result, TieBreak

TEXTS = Texts.load()


@pytest.mark.parametrize(
    ("language", "lines"),
    [
        (
            "en",
            ["#7: <@1>, 30 moves", "#8: no result", "🚫 The series has been called off; it has no result."],
        ),
        (
            "de",
            [
                "#7: <@1>, 30 Züge",
                "#8: kein Ergebnis",
                "🚫 Die Serie ist abgebrochen; sie bleibt ohne Ergebnis.",
            ],
        ),
    ],
)
def test_a_series_that_an_aborted_game_has_ended(language: str, lines: list[str]) -> None:
    record = SeriesRecord(
        id=3,
        key="hnefatafl",
        games=(7, 8),
        length=2,
        tie_break=TieBreak.NONE,
        results=(Result(frozenset({1}), 30),),
        winner=None,
        finished=True,
    )
    message = series_end(record, {}, TEXTS.language(language))
    assert message.content.split("\n")[1:] == lines


def test_a_series_that_counts_says_what_it_did_to_ratings() -> None:
    record = SeriesRecord(
        id=3,
        key="hnefatafl",
        games=(7, 8),
        length=2,
        tie_break=TieBreak.NONE,
        results=(Result(frozenset({1}), 30), Result(frozenset({1}), 20)),
        winner=1,
        finished=True,
    )
    change = RatingChange(
        1, "", ShownRating(Rating(1512.4), settled=False), ShownRating(Rating(1524.6), settled=True)
    )
    message = series_end(record, {}, TEXTS.language("en"), (change,))
    assert message.content.split("\n")[-1] == "📈 <@1> 1512? → 1525"


def test_a_series_that_does_not_count_says_why() -> None:
    record = SeriesRecord(3, "hnefatafl", (7, 8), 2, TieBreak.NONE, (), winner=None, finished=True)
    message = series_end(record, {}, TEXTS.language("en"), (), ("Not counted.",))
    assert message.content.split("\n")[-1] == "Not counted."
