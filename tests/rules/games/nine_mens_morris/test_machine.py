"""Nine Men's Morris ends without a move limit, too."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.games.nine_mens_morris import GAME
from tests.repeats import repeats

SETUPS = st.fixed_dictionaries({option.key: st.sampled_from(option.values) for option in GAME.options})


@settings(max_examples=repeats(15, 30))
@given(st.randoms(use_true_random=False))
def test_games_without_a_limit_end(chance: Random) -> None:
    state = GAME.new({"no_mill": "off", "men": "6"})
    for _ in range(3000):
        if state.outcome is not None:
            break
        state = state.play(chance.choice(state.legal_moves()))
    assert state.outcome is not None
