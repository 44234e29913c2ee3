"""Verdicts of ConHex on moves shortly before the end, as a text to approve."""

from collections.abc import Iterator
from random import Random

from syrupy.assertion import SnapshotAssertion

from engines import ENGINES, Budget, Task
from engines.contract import Chance, MoveWorth
from rules import GAMES, State

ENGINE = ENGINES["conhex"]


def _game(seed: int) -> list[State]:
    chance = Random(seed)
    path: list[State] = [GAMES["conhex"].new({"swap": "off", "balls": "unlimited"})]
    while path[-1].outcome is None:
        path.append(path[-1].play(chance.choice(path[-1].legal_moves())))
    return path


def _describe(worth: MoveWorth) -> str:
    return f"{worth.chance:.3f} in {worth.ends}"


def _verdicts(path: list[State], played: str) -> Iterator[str]:
    for nodes in (6, 60):
        verdict = ENGINE.weigh(Task(path, ENGINE.levels[4], Budget(nodes), Chance("1")), played)
        shares = " ".join(f"{share:.3f}" for share in verdict.shares)
        yield f"{verdict.best} {_describe(verdict.of_best)}, played {_describe(verdict.of_played)}; {shares}"


def test_weighed_moves_near_the_end_match_snapshot(snapshot: SnapshotAssertion) -> None:
    lines = []
    for seed in (1, 2, 5):
        path = _game(seed)
        for before in (1, 2, 3, 5):
            earlier = path[:-before]
            moves = [move.text for move in earlier[-1].legal_moves()]
            last = path[-before].last
            assert last is not None
            for played in dict.fromkeys((last.text, moves[0], moves[-1])):
                verdicts = " | ".join(_verdicts(earlier, played))
                lines.append(
                    f"{seed}, {before} before the end, {earlier[-1].turn} plays {played}: {verdicts}"
                )
    assert "\n".join(lines) == snapshot
