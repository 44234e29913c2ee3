"""Head-to-head results: counted by game and role, from the first person's side."""

from dataclasses import replace

import rules
from bot.features.ratings.domain.head_to_head import Encounters, encounters
from bot.features.ratings.domain.statistics import RoleRecord
from bot.model.match.match import ADJUDICATION, AGREEMENT, Match
from bot.model.people.players import HumanPlayer
from rules.contract import Outcome
from tests.bot.chat.samples import MATCH

ANNA, BEN, CARA = HumanPlayer(1), HumanPlayer(2), HumanPlayer(3)


def finished_match(number: int, *winners: int, reason: str = "goal", swapped: bool = False) -> Match:
    players = (BEN, ANNA) if swapped else (ANNA, BEN)
    return replace(MATCH, id=number, players=players, turn=None, outcome=Outcome(winners, reason))


def test_encounters_are_counted_by_role_for_the_first_person() -> None:
    matches = [
        finished_match(4, reason=AGREEMENT),
        finished_match(3, 0, swapped=True),
        finished_match(2, 0),
        finished_match(1, 0),
    ]
    result = encounters(rules.GAMES, ANNA.id, matches)
    assert result.records == (RoleRecord("conhex", "blue", 0, 0, 1), RoleRecord("conhex", "red", 2, 1, 0))
    assert (result.total, result.last) == ((2, 1, 1), matches[0])
    assert encounters(rules.GAMES, BEN.id, matches).total == (1, 1, 2)


def test_only_results_between_exactly_the_two_count() -> None:
    adjudicated = finished_match(3, 0, reason=ADJUDICATION)
    table = replace(finished_match(2, 0), players=(ANNA, BEN, CARA))
    assert encounters(rules.GAMES, ANNA.id, [adjudicated, table]) == Encounters()
    assert encounters(rules.GAMES, CARA.id, [finished_match(1, 0)]) == Encounters()
