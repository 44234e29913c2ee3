"""Hounds and Jackals against its naive implementation: complete games and random positions."""

import random
from collections.abc import Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.games.hounds_and_jackals import GAME
from tests.repeats import repeats
from tests.rules.games.hounds_and_jackals.case import agree
from tests.rules.games.hounds_and_jackals.naive import HOME, SIDES, Naive

OPTIONS = {option.key: option.values for option in GAME.options}
SETUPS = st.fixed_dictionaries({key: st.sampled_from(values) for key, values in OPTIONS.items()})


@pytest.mark.parametrize("opens", OPTIONS["opens"])
@pytest.mark.parametrize("shortcut", OPTIONS["shortcut_when_blocked"])
@pytest.mark.parametrize("zone", OPTIONS["zone_block"])
@pytest.mark.parametrize("void", OPTIONS["void_attack"])
@pytest.mark.parametrize("no_move", OPTIONS["no_move"])
def test_whole_games_match_the_naive_model(
    opens: str, shortcut: str, zone: str, void: str, no_move: str
) -> None:
    chance = random.Random(f"{opens} {shortcut} {zone} {void} {no_move}")
    options = {
        "opens": opens,
        "shortcut_when_blocked": shortcut,
        "zone_block": zone,
        "void_attack": void,
        "no_move": no_move,
        "repetition": "draw",
    }
    for _ in range(repeats(1, 4)):
        state, naive = GAME.new(options), Naive(options)
        for _ in range(600):
            agree(state, naive)
            if state.outcome is not None:
                break
            move = chance.choice(state.legal_moves())
            state, naive = state.play(move), naive.play(str(move))


FIVE = st.lists(st.integers(1, 29), min_size=5, max_size=5, unique=True)
CROWDED = st.lists(st.integers(14, 29), min_size=5, max_size=5, unique=True)


@settings(max_examples=repeats(100, 400))
@given(hounds=FIVE | CROWDED, jackals=FIVE | CROWDED, options=SETUPS, data=st.data())
def test_random_positions_match_the_naive_model(
    hounds: list[int], jackals: list[int], options: Mapping[str, str], data: st.DataObject
) -> None:
    side = data.draw(st.sampled_from(SIDES))
    own = hounds if side == "hounds" else jackals
    attacked = sorted(data.draw(st.sets(st.sampled_from(own), max_size=3)))
    parts = [
        " ".join(["hounds", *map(str, sorted(hounds))]),
        " ".join(["jackals", *map(str, sorted(jackals))]),
        f"turn {side}",
        *([" ".join(["attacked", *map(str, attacked)])] if attacked else []),
    ]
    if set(hounds) == set(jackals) == HOME:
        return
    text = "; ".join(parts)
    state, naive = GAME.from_position(text, options), Naive.from_text(text, options)
    agree(state, naive)
    for move in state.legal_moves():
        agree(state.play(move), naive.play(str(move)))
