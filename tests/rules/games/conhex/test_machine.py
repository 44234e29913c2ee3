"""ConHex ends without a draw rule when balls are unlimited."""

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.games.conhex import GAME, NODES
from tests.repeats import repeats

SETUPS = st.one_of(
    st.fixed_dictionaries(
        {
            "balls": st.sampled_from(["1", "2", "3", "6", "12", "25", "34", "unlimited"]),
            "swap": st.sampled_from(["on", "off"]),
            "handicap": st.just("0"),
        }
    ),
    st.fixed_dictionaries(
        {
            "balls": st.sampled_from(["3", "8", "25", "26", "unlimited"]),
            "swap": st.just("off"),
            "handicap": st.sampled_from(["2", "3"]),
        }
    ),
)


@settings(max_examples=repeats(20, 40))
@given(st.permutations(NODES))
def test_unlimited_balls_connect_before_the_board_is_full(order: list[str]) -> None:
    state = GAME.new({"balls": "unlimited", "swap": "off"})
    for node in order:
        state = state.play(state.parse(node))
        if state.outcome is not None:
            break
    assert state.outcome is not None
    assert state.outcome.reason == "connected"
    assert len(state.outcome.winners) == 1
