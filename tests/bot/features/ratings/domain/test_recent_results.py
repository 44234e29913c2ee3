"""A person's recent results: endings, places, opponents."""

from dataclasses import replace

from bot.features.ratings.domain.recent_results import HeadToHead, ResultKind, recent_results
from bot.model.match.match import ADJUDICATION, Match
from bot.model.people.players import EnginePlayer, HumanPlayer, Player
from rules import GAMES
from rules.contract import Outcome
from tests.data.matches import new_match

ANNA, BEN, CARA, ALIAS = 1, 2, 3, -7


def finished_match(
    other: Player, *winners: int, key: str = "conhex", reason: str = "any", **options: str
) -> Match:
    """Return a finished match with Anna in seat 0."""
    players = (HumanPlayer(ANNA), other)
    match = new_match(1, key=key, options=options, players=players)
    return replace(match, outcome=Outcome(winners, reason))


def test_the_last_ten_results_are_listed_newest_last() -> None:
    matches = [
        finished_match(HumanPlayer(BEN), 0),
        finished_match(HumanPlayer(BEN)),
        *[finished_match(HumanPlayer(BEN), 1)] * 12,
    ]
    summary = recent_results(GAMES, ANNA, matches, ANNA)
    assert summary.last == (*[ResultKind.LOST] * 8, ResultKind.DRAWN, ResultKind.WON)


def test_rivals_are_sorted_by_number_of_games() -> None:
    ben, cara = HumanPlayer(BEN), HumanPlayer(CARA)
    summary = recent_results(
        GAMES,
        ANNA,
        [finished_match(cara, 0), finished_match(ben, 0), finished_match(ben, 1), finished_match(ben)],
        ANNA,
    )
    assert summary.rivals == (HeadToHead(BEN, 1, 1, 1), HeadToHead(CARA, 1, 0, 0))


def test_the_viewer_is_the_first_rival() -> None:
    matches = [
        *[finished_match(HumanPlayer(other)) for other in (4, 5, 6)] * 2,
        finished_match(HumanPlayer(CARA), 0),
    ]
    summary = recent_results(GAMES, ANNA, matches, CARA)
    assert [rival.other for rival in summary.rivals] == [CARA, 4, 5]


def test_engines_aliases_and_adjudications_do_not_count() -> None:
    matches = [
        finished_match(EnginePlayer("conhex", 3), 0),
        finished_match(HumanPlayer(ALIAS), 0),
        finished_match(HumanPlayer(BEN), 1, reason=ADJUDICATION),
    ]
    summary = recent_results(GAMES, ANNA, matches, ANNA)
    assert (summary.last, summary.rivals) == ((ResultKind.WON,), ())


def test_the_favourite_is_a_board_of_a_game() -> None:
    ben = HumanPlayer(BEN)
    tablut = [finished_match(ben, 0, key="hnefatafl", board="tablut-9")] * 2
    summary = recent_results(
        GAMES, ANNA, [*tablut, finished_match(ben, key="hnefatafl", board="brandubh-7")], ANNA
    )
    assert summary.favourite is not None
    assert (summary.favourite.options, summary.favourite.games) == ({"board": "tablut-9"}, 2)
    assert recent_results(GAMES, ANNA, [], ANNA).favourite is None
