"""Matches, their specs and their intervals."""

import pytest

from engines import ENGINES
from engines.playing.matches import EngineMatch, MatchTally, Score
from engines.playing.opponents import opponent
from rules import GAMES


def still() -> float:
    return 0.0


def test_an_interval_is_that_of_wilson() -> None:
    score = Score(40, 39)
    low, high = score.interval
    assert (round(low, 3), round(high, 3)) == (0.871, 0.996)
    assert Score().interval == (0, 1)


@pytest.mark.parametrize("spec", ["6", "5/2", "5/2x", "uct", "uct/5", "uct/n", "human", "5/-1s", ""])
def test_a_spec_that_names_nobody_is_refused(spec: str) -> None:
    with pytest.raises(ValueError, match="is not an opponent"):
        opponent(spec, ENGINES["conhex"], still)


@pytest.mark.parametrize("spec", ["2/3n", "5/5n", "random", "greedy", "glance", "uct/3n", "uct/3n/20"])
def test_everybody_who_can_be_named_plays(spec: str) -> None:
    engine = ENGINES["hounds-and-jackals"]
    first, second = opponent(spec, engine, still), opponent("random", engine, still)
    tally = MatchTally()
    for result in EngineMatch(GAMES["hounds-and-jackals"], {}, None, first, second).play(2):
        tally.add(result)
    assert tally.total.games == 2
    assert {*tally.by_role} == {"hounds", "jackals"}


def test_parties_sit_together() -> None:
    engine = ENGINES["catch-the-hat"]
    first, second = opponent("random", engine, still), opponent("random", engine, still)
    game = GAMES["catch-the-hat"]
    results = list(EngineMatch(game, {"mode": "party"}, 4, first, second).play(2))
    assert {result.role for result in results} == {*game.roles(4)[:2]}
    assert {result.share for result in results} <= {0.0, 0.5, 1.0}
