"""Matches, their specs and their intervals."""

from itertools import count

import pytest
from syrupy.assertion import SnapshotAssertion

from engines import ENGINES
from engines.games.hounds_and_jackals.position import begin
from engines.playing.matches import EngineMatch, MatchTally, Score
from engines.playing.opponents import AtRandom, opponent
from engines.search.engine import AlphaBetaEngine
from rules import GAMES

NEARLY_WON = "hens d5 d3 c2 b4 f4 a3 g3 c1 e1 d1 g4; foxes a5 d4; off 0; turn foxes"


def stopped_clock() -> float:
    return 0.0


def test_interval_is_the_wilson_interval() -> None:
    score = Score(40, 39)
    low, high = score.interval
    assert (round(low, 3), round(high, 3)) == (0.871, 0.996)
    assert Score().interval == (0, 1)


@pytest.mark.parametrize("spec", ["6", "5/2", "5/2x", "uct", "uct/5", "uct/n", "human", "5/-1s", ""])
def test_spec_without_an_opponent_is_refused(spec: str) -> None:
    with pytest.raises(ValueError, match="is not an opponent"):
        opponent(spec, ENGINES["conhex"], stopped_clock)


@pytest.mark.parametrize("spec", ["2/3n", "5/5n", "random", "greedy", "glance", "uct/3n", "uct/3n/20"])
def test_every_kind_of_opponent_plays(spec: str) -> None:
    engine = ENGINES["hounds-and-jackals"]
    first, second = opponent(spec, engine, stopped_clock), opponent("random", engine, stopped_clock)
    tally = MatchTally()
    for result in EngineMatch(GAMES["hounds-and-jackals"], {}, None, first, second).play(2):
        tally.add(result)
    assert tally.total.games == 2
    assert {*tally.by_role} == {"hounds", "jackals"}


@pytest.mark.parametrize(("spec", "readings"), [("5/20s", 21), ("4/0.5s", 2), ("5", 0), ("5/90n", 0)])
def test_seconds_in_a_spec_replace_the_bots_nodes(spec: str, readings: int) -> None:
    clock = count()
    engine = AlphaBetaEngine("hounds-and-jackals", begin, nodes=10)
    opponent(spec, engine, lambda: float(next(clock))).move([GAMES["hounds-and-jackals"].new()], "1")
    assert next(clock) == readings


def test_matches_and_opponent_moves_match_snapshot(snapshot: SnapshotAssertion) -> None:
    key = "fox-and-hens"
    engine, states = ENGINES[key], (GAMES[key].new(), GAMES[key].from_position(NEARLY_WON))
    specs = ("random", "greedy", "glance", "uct/9n", "uct/9n/1", "1/5n", "5/5n", "5/90n")
    opponents = {spec: opponent(spec, engine, stopped_clock) for spec in specs}
    lines = [f"{spec} {opponents[spec].move([state], '3')}" for spec in specs for state in states]
    match = EngineMatch(GAMES[key], {}, None, opponent("greedy", engine, stopped_clock), AtRandom())
    tally = MatchTally()
    for result in match.play(3):
        tally.add(result)
        lines.append(str(result))
    assert "\n".join((*lines, str(tally))) == snapshot


def test_parties_play_on_the_same_side() -> None:
    engine = ENGINES["catch-the-hat"]
    first, second = opponent("random", engine, stopped_clock), opponent("random", engine, stopped_clock)
    game = GAMES["catch-the-hat"]
    results = list(EngineMatch(game, {"mode": "party"}, 4, first, second).play(2))
    assert {result.role for result in results} == {*game.roles(4)[:2]}
    assert {result.share for result in results} <= {0.0, 0.5, 1.0}
