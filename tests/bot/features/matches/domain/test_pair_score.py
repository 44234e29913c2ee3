"""The score of two people in a channel, counted after one of their games."""

from dataclasses import replace
from datetime import timedelta

from bot.features.matches.domain.pair_score import PairScore, pair_score
from bot.model.match.match import ABORTED, ADJUDICATION, AGREEMENT, CORRECTION, Match
from bot.model.people.person import Place
from bot.model.people.players import EnginePlayer, HumanPlayer
from rules.contract import Outcome
from tests.bot.chat.samples import MATCH

ANNA, BEN, CARA = HumanPlayer(1), HumanPlayer(2), HumanPlayer(3)


def finished_match(number: int, *winners: int, reason: str = "goal", swapped: bool = False) -> Match:
    players = (BEN, ANNA) if swapped else (ANNA, BEN)
    return replace(MATCH, id=number, players=players, turn=None, outcome=Outcome(winners, reason))


def at(match: Match, place: Place, minutes: int) -> Match:
    return replace(match, place=place, updated=MATCH.updated + timedelta(minutes=minutes))


CHANNEL = Place(7, 70, "en")
THREAD = Place(7, 71, "en", parent=70)
OTHER = Place(7, 72, "en")
PRIVATE = Place(7, 73, "en", parent=70, private=True)


def test_a_pair_score_counts_the_channel_s_games_so_far() -> None:
    first, last = at(finished_match(1, 0), CHANNEL, 1), at(finished_match(3, 0, swapped=True), CHANNEL, 3)
    draw, later = at(finished_match(2, reason=AGREEMENT), THREAD, 2), at(finished_match(4, 0), CHANNEL, 4)
    games = [
        later,
        last,
        draw,
        first,
        at(finished_match(5, 0), OTHER, 0),
        at(finished_match(6, 0), PRIVATE, 0),
        *(
            at(finished_match(7, 0, reason=reason), CHANNEL, 0)
            for reason in (CORRECTION, ADJUDICATION, ABORTED)
        ),
        at(replace(finished_match(8, 0), players=(ANNA, BEN, EnginePlayer("conhex", 1))), CHANNEL, 0),
        at(replace(finished_match(9, 0), players=(ANNA, CARA)), CHANNEL, 0),
        at(replace(MATCH, id=10), CHANNEL, 0),
    ]
    assert pair_score(last, games) == PairScore(1, 1, 1)
    assert pair_score(later, games) == PairScore(2, 1, 1)


def test_a_private_thread_has_its_own_score() -> None:
    match = at(finished_match(2, 0), PRIVATE, 2)
    assert pair_score(match, [match, at(finished_match(1, 1), CHANNEL, 1)]) == PairScore(1, 0, 0)


def test_only_two_people_have_a_pair_score() -> None:
    self_game = replace(finished_match(1, 0), players=(ANNA, ANNA))
    assert pair_score(self_game, [self_game]) is None
    three_players = replace(finished_match(2, 0), players=(ANNA, BEN, CARA))
    assert pair_score(three_players, [three_players]) is None
