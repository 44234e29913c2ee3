"""Fox and Hens against its naive implementation: complete games."""

import random

import pytest
from hypothesis import strategies as st

from rules.games.fox_and_hens import GAME
from tests.repeats import repeats
from tests.rules.games.fox_and_hens.naive import Naive

OPTIONS = {option.key: option.values for option in GAME.options}
SETUPS = st.fixed_dictionaries({key: st.sampled_from(values) for key, values in OPTIONS.items()})


@pytest.mark.parametrize("missed", OPTIONS["missed_capture"])
@pytest.mark.parametrize("both", OPTIONS["both_missed"])
def test_whole_games_match_the_naive_model(missed: str, both: str) -> None:
    chance = random.Random(f"{missed} {both}")
    for zone, by, start, diagonals, stuck in (
        ("anywhere", "foxes", "front", "alternating", "foxes-win"),
        ("outside-house", "hens", "back", "alternating", "draw"),
        ("outside-house", "foxes", "front", "none", "draw"),
    ):
        options = {
            "missed_capture": missed,
            "both_missed": both,
            "return_zone": zone,
            "return_by": by,
            "fox_start": start,
            "diagonals": diagonals,
            "hens_stuck": stuck,
        }
        for _ in range(repeats(1, 4)):
            state, naive = GAME.new(options), Naive(options)
            for _ in range(400):
                assert state.position == naive.position()
                assert {str(move) for move in state.legal_moves()} == naive.legal()
                if state.outcome is not None:
                    break
                move = chance.choice(state.legal_moves())
                state, naive = state.play(move), naive.play(str(move))
            assert state.outcome is not None, "every game ends (ruling A18)"
            assert (state.outcome.winners, state.outcome.reason) == naive.end
