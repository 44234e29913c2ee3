"""The search for fair boards: order of variants, early stops, and resuming without repeated games."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from engines import ENGINES
from engines.balance import SelfPlay
from engines.balance.search import BATCH, BalanceSearch, Plan, SideTally
from engines.playing.opponents import Opponent, opponent
from rules import GAMES

GAME = GAMES["hnefatafl"]
BOARD = {"board": "brandubh-7"}
QUICK = Plan(
    most=3, screened=2 * BATCH, screen="random", finalists=1, final_games=2 * BATCH, finals=("random",)
)


def make_opponent(spec: str) -> Opponent:
    return opponent(spec, ENGINES["hnefatafl"], lambda: 0.0)


def run(wins: Mapping[str, int], draws: int = 0) -> SelfPlay:
    return SelfPlay(BOARD, 2, "3", "1", sum(wins.values()) + draws, 100, draws, wins)


def tally(attackers: int, defenders: int, draws: int = 0) -> SideTally:
    return SideTally((), "3").with_run(run({"attackers": attackers, "defenders": defenders}, draws))


EVEN = SideTally((("board", "brandubh-7"), ("king_capture", "two")), "random", 20, 400, (10, 10))


def test_draws_count_for_neither_side() -> None:
    side_tally = tally(6, 4, 10)
    assert (side_tally.games, side_tally.decided_games, side_tally.draws, side_tally.share) == (
        20,
        10,
        10,
        0.6,
    )
    assert side_tally.interval == pytest.approx((0.313, 0.832), abs=0.001)
    assert tally(0, 0, 10).interval == (0, 1)


@pytest.mark.parametrize(
    ("attackers", "defenders", "hopeless"),
    [(0, 10, True), (1, 19, True), (10, 0, True), (2, 8, False), (20, 20, False), (40, 160, True)],
)
def test_lopsided_variant_is_hopeless(attackers: int, defenders: int, hopeless: bool) -> None:
    assert tally(attackers, defenders).is_hopeless == hopeless


def test_screening_starts_with_base_and_starts_then_neighbours() -> None:
    start = (("board", "brandubh-7"), ("king_capture", "two"))
    search = BalanceSearch(GAME, BOARD, make_opponent, lambda _: None)
    plan = replace(QUICK, most=4, starts=(start,))
    first, second, *others = (estimate.variant for estimate in search.screening(plan))
    assert first == (("board", "brandubh-7"),)
    assert second == start
    assert len(set(others)) == 2
    for variant in others:
        assert any(
            len(set(dict(variant).items()) ^ set(dict(other).items())) in {1, 2} for other in (first, second)
        ), (first, second)


def test_fixed_options_are_not_varied() -> None:
    search = BalanceSearch(GAME, {**BOARD, "escape": "edge"}, make_opponent, lambda _: None)
    for estimate in search.screening(replace(QUICK, most=6)):
        assert dict(estimate.variant)["board"] == "brandubh-7"
        assert dict(estimate.variant)["escape"] == "edge"


def test_remembered_batches_are_not_replayed() -> None:
    runs: list[SelfPlay] = []
    search = BalanceSearch(GAME, BOARD, make_opponent, runs.append)
    screened = [*search.screening(QUICK), EVEN]
    finals = list(search.finals(screened, QUICK))
    resumed = BalanceSearch(GAME, BOARD, make_opponent, lambda _: pytest.fail("a batch was played again"))
    resumed.remember(SelfPlay.read(play.to_line()) for play in runs)
    assert [*resumed.screening(QUICK), EVEN] == screened
    assert list(resumed.finals(screened, QUICK)) == finals


def test_interrupted_search_resumes() -> None:
    runs: list[SelfPlay] = []
    whole = list(BalanceSearch(GAME, BOARD, make_opponent, runs.append).screening(QUICK))
    fresh: list[SelfPlay] = []
    search = BalanceSearch(GAME, BOARD, make_opponent, fresh.append)
    search.remember(runs[:2])
    assert list(search.screening(QUICK)) == whole
    assert len(fresh) == len(runs) - 2


def test_finals_play_fresh_games() -> None:
    runs: list[SelfPlay] = []
    search = BalanceSearch(GAME, BOARD, make_opponent, runs.append)
    (final,) = search.finals([*search.screening(QUICK), EVEN], QUICK)
    assert final.variant == EVEN.variant
    assert final.games == QUICK.final_games
    assert len({play.seed for play in runs if play.seed.startswith("1/final")}) == 2
