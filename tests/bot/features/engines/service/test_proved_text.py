"""Proved results as sentences."""

from dataclasses import replace

import pytest

import rules
from bot.features.engines.service.proved_text import result_text
from bot.locale import Texts
from bot.model.people.players import HumanPlayer
from engines import Fact, GameValue, Milestone, PositionFacts
from tests.bot.support.matches_in_memory import match_of

T = Texts.load().language("en")
ANNA, BEN = 1, 2
MATCH = replace(match_of(HumanPlayer(ANNA), HumanPlayer(BEN)), key="nine-mens-morris", options={"men": "6"})


@pytest.mark.parametrize(("result", "winner"), [(GameValue.WON, ANNA), (GameValue.LOST, BEN)])
@pytest.mark.parametrize("plies", [0, 5])
def test_the_winner_of_a_proved_position_is_named(result: GameValue, winner: int, plies: int) -> None:
    """Anna is to act."""
    state = rules.GAMES[MATCH.key].new(MATCH.options)
    text = result_text(MATCH, state, PositionFacts(Fact(result, plies), ("a7",), 1, Milestone.MAN_FALLS), T)
    named = [person for person in (ANNA, BEN) if f"<@{person}>" in text]
    assert named == [winner], text
