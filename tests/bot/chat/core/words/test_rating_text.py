"""Ratings in words."""

from collections.abc import Iterator
from dataclasses import replace

from syrupy.assertion import SnapshotAssertion

import rules
from bot.chat.core.words import rating_text
from bot.locale import Language, Texts
from bot.model.match.match import Counting
from bot.model.people.players import HumanPlayer
from bot.model.ratings.rating import Rating
from bot.model.ratings.rating_views import RatingChange, ShownRating
from rules.contract.series import TieBreak
from tests.bot.chat import samples

pytest_plugins = ("tests.bot.chat.approved",)

TEXTS = Texts.load()
NAMES = {1: "Anna", 2: "Ben"}
CONHEX, HATS, TAFL = (rules.GAMES[key] for key in ("conhex", "catch-the-hat", "hnefatafl"))


def rating(value: float, *, settled: bool = True) -> ShownRating:
    return ShownRating(Rating(value, 60), settled)


CHANGES = (
    RatingChange(1, "", rating(1500), rating(1484.4)),
    RatingChange(2, "", rating(1610), rating(1623.6, settled=False)),
    RatingChange(3, "", rating(1400), rating(1430)),
)


def _texts(t: Language) -> Iterator[str]:
    yield from rating_text.result("conhex", CHANGES, t)
    roles = TAFL.roles(2)
    as_role = tuple(replace(change, role=role) for change, role in zip(CHANGES, roles, strict=False))
    yield from rating_text.result("hnefatafl", as_role, t)
    yield from rating_text.on_card(CHANGES, NAMES, t)
    match = replace(samples.MATCH, counting=Counting.TOO_SHORT)
    yield from rating_text.not_counted_lines(match, CONHEX, t)
    table = replace(match, key=HATS.key, players=tuple(map(HumanPlayer, (1, 2, 3))))
    yield from rating_text.not_counted_lines(table, HATS, t)
    yield from rating_text.not_counted_lines(replace(match, tie_break=TieBreak.PLIES), CONHEX, t)
    yield from rating_text.not_counted_lines(replace(match, counting=Counting.TOO_OFTEN), CONHEX, t)
    yield rating_text.new_formula(t)
    for role, by_role in (("", False), ("", True), (roles[0], True)):
        yield rating_text.pool("hnefatafl", role, t, by_role=by_role)


def test_ratings_in_words(approved: SnapshotAssertion) -> None:
    for code in ("en", "de"):
        assert "\n".join((*_texts(TEXTS.language(code)), "")) == approved(name=code)


def test_a_counted_result_needs_no_reason() -> None:
    t = TEXTS.language("en")
    assert rating_text.result("conhex", (), t) == []
    for counting in (None, Counting.COUNTS, Counting.OTHERWISE):
        assert rating_text.not_counted_lines(replace(samples.MATCH, counting=counting), CONHEX, t) == []
    assert rating_text.spread(rating(1500)) == 120
