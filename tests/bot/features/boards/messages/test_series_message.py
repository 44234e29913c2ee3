"""The message at the end of a series."""

import pytest
from syrupy.assertion import SnapshotAssertion

from bot.features.boards.messages.series_message import series_end
from bot.locale import LANGUAGES, Texts
from bot.model.match.match import SeriesRecord
from bot.model.ratings.rating import Rating
from bot.model.ratings.rating_views import RatingChange, ShownRating
from rules.contract.series import Result, TieBreak
from tests.bot.chat.page_text import message_text

pytest_plugins = ("tests.bot.chat.approved",)

TEXTS = Texts.load()
NAMES = {1: "Anna", 2: "Ben"}
GAINED = RatingChange(
    1, "", ShownRating(Rating(1512.4), settled=False), ShownRating(Rating(1524.6), settled=True)
)


def series(*plies: int, winner: int | None = None) -> SeriesRecord:
    """Return a finished series of two games, both won by seat 1, of `plies` plies each."""
    results = tuple(Result(frozenset({1}), number) for number in plies)
    return SeriesRecord(3, "hnefatafl", (7, 8), 2, TieBreak.NONE, results, winner=winner, finished=True)


@pytest.mark.parametrize("language", LANGUAGES)
def test_messages_at_the_end_of_a_series(approved: SnapshotAssertion, language: str) -> None:
    t = TEXTS.language(language)
    messages = {
        "called-off": series_end(series(30), "Tablut", NAMES, t),
        "drawn": series_end(series(30, 30), "Tablut", NAMES, t),
        "won": series_end(series(30, 20, winner=1), "Tablut", NAMES, t, (GAINED,)),
        "not-counted": series_end(series(), "Tablut", NAMES, t, (), ("Not counted.",)),
    }
    for name, message in messages.items():
        assert message_text(message) == approved(name=f"{name}-{language}")
