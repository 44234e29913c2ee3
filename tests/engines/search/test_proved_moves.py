"""Verdicts from proved results."""

from collections.abc import Mapping

import pytest
from syrupy.assertion import SnapshotAssertion

from engines import ENGINES
from engines.contract import Budget, Chance, Fact, GameValue, Level, Task
from engines.contract.facts import Milestone
from engines.search.proved_moves import candidates, weigh_by_facts
from rules import GAMES, State

START = GAMES["conhex"].new()
LEVEL = Level(5, nodes=None)
WON, LOST = Fact(GameValue.WON, 5), Fact(GameValue.LOST, 6)


class OneWinningMove:
    """Knows that the first legal move wins and all others lose."""

    milestone: Milestone | None = None

    def may_know(self, _state: State) -> bool:
        return True

    def fact(self, _state: State) -> Fact:
        return WON

    def of_moves(self, state: State) -> Mapping[str, Fact | None]:
        first, *others = map(str, state.legal_moves())
        return {first: WON, **dict.fromkeys(others, LOST)}

    def sample(self, _chance: Chance, _options: Mapping[str, str]) -> State:
        return START


def task(state: State) -> Task:
    return Task([state], LEVEL, Budget(), Chance("1"))


@pytest.mark.parametrize(("plies", "shares"), [(0, (1.0, 0.0)), (1, (0.0, 1.0))])
def test_winner_gets_the_whole_share(plies: int, shares: tuple[float, float]) -> None:
    state = START
    for _ in range(plies):
        state = state.play(state.legal_moves()[0])
    best, other = map(str, state.legal_moves()[:2])
    verdict = weigh_by_facts(OneWinningMove(), task(state), other)
    assert verdict is not None
    assert (verdict.best, verdict.keepers) == (best, (best,))
    assert verdict.shares == shares
    assert (verdict.of_best.fact, verdict.of_played.fact) == (WON, LOST)


def test_a_proved_win_is_the_only_candidate() -> None:
    proved = candidates(OneWinningMove(), task(START))
    assert (proved.kept, proved.wins) == ([str(START.legal_moves()[0])],) * 2


class LostButTakesAMan(OneWinningMove):
    """Knows that all moves lose: the first soon takes a man, the second holds out longest."""

    def __init__(self) -> None:
        self.takes, self.holds_out, *self.others = map(str, START.legal_moves())

    def fact(self, _state: State) -> Fact:
        return LOST

    def of_moves(self, _state: State) -> Mapping[str, Fact | None]:
        lost = dict.fromkeys(self.others, LOST)
        return lost | {self.takes: Fact(GameValue.LOST, 1), self.holds_out: Fact(GameValue.LOST, 8)}


def test_loser_captures_or_delays() -> None:
    oracle = LostButTakesAMan()
    proved = candidates(oracle, task(START))
    assert set(proved.kept) == {oracle.takes, oracle.holds_out}
    assert proved.wins == ()


NEAR_THE_END = {
    "fox-and-hens": (
        "hens c5 d5 e5 c6 d6 e6 c7 d7 d4; foxes a3 g3; off 0; turn hens",
        "hens c5 d5 c6 d6 e6 c7 d7 e7 e4; foxes b3 c3; off 0; turn foxes",
        "hens c4 c5 c6 c7 d4 d5 d6 e4 e5 e6 e7 f4 f5 g4 g5; foxes d1; off 1; turn hens",
    ),
    "hounds-and-jackals": (
        "hounds 24 26 27 28 29; jackals 1 26 27 28 29; turn hounds",
        "hounds 6 26 27 28 29; jackals 4 20 27 28 29; turn jackals",
        "hounds 22 26 27 28 29; jackals 9 16 26 27 28; turn hounds",
    ),
    "nine-mens-morris": (
        "bb./.../w..w/.b./w.. b 0 0",
        "b.b/.w./w..w/.b./w.. b 0 0",
    ),
}


@pytest.mark.parametrize("key", NEAR_THE_END)
def test_weighed_moves_in_solved_positions_match_snapshot(key: str, snapshot: SnapshotAssertion) -> None:
    oracle, lines = ENGINES[key].oracle, []
    for position in NEAR_THE_END[key]:
        options = {"men": "6"} if key == "nine-mens-morris" else {}
        state = GAMES[key].from_position(position, options)
        for move in state.legal_moves()[::4]:
            verdict = weigh_by_facts(oracle, task(state), move.text)
            assert verdict is not None
            evaluations = (
                f"{worth.chance} in {worth.ends}" for worth in (verdict.of_played, verdict.of_best)
            )
            lines.append(f"{move.text} {', '.join(evaluations)} {verdict.best} {verdict.shares}")
        assert oracle is not None
        proved = candidates(oracle, task(state))
        lines.append(f"{position}: {' '.join(proved.kept)}; {len(proved.wins)} wins")
    assert "\n".join(lines) == snapshot
