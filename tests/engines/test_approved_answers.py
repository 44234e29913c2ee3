"""What every engine thinks of some positions and plays there, in few nodes, kept beside the tests."""

from collections.abc import Iterator, Mapping

import pytest
from syrupy.assertion import SnapshotAssertion

from engines import ENGINES, Budget, answer, verdict
from engines.contract import MoveWorth
from rules import GAMES, State

STRIDE, NODES = 61, 150
SUBJECTS: Mapping[str, tuple[str, Mapping[str, str], int | None, tuple[int, ...]]] = {
    "hnefatafl": ("hnefatafl", {}, None, (14, 33)),
    "brandubh": ("hnefatafl", {"board": "brandubh-7", "escape": "edge"}, None, (7, 14)),
    "tablut": ("hnefatafl", {"board": "tablut-9", "king_capture": "two"}, None, (9, 24)),
    "latrunculi": ("ludus-latrunculorum", {}, None, (17, 44)),
    "latrunculi-kings": ("ludus-latrunculorum", {"army": "king"}, None, (16, 31)),
    "conhex": ("conhex", {}, None, (1, 12, 25)),
    "fox": ("fox-and-hens", {}, None, (4, 11)),
    "fox-enforced": ("fox-and-hens", {"missed_capture": "enforced", "diagonals": "none"}, None, (8, 15)),
    "hounds": ("hounds-and-jackals", {}, None, (12, 29)),
    "hats": ("catch-the-hat", {}, 3, (19, 41)),
    "towers": ("catch-the-hat", {"mode": "tower-race"}, 2, (31,)),
    "golden-hat": ("catch-the-hat", {"mode": "golden-hat"}, 2, (25,)),
    "morris": ("nine-mens-morris", {}, None, (7, 24)),
    "morris-6": ("nine-mens-morris", {"men": "6"}, None, (6, 19)),
}


def path_of(key: str, options: Mapping[str, str], players: int | None, plies: int) -> list[State]:
    """Return the states of a game in which a fixed stride chooses, among the plies with events if any."""
    path: list[State] = [GAMES[key].new(options, players)]
    while len(path) <= plies or path[-1].is_chance:
        state = path[-1]
        moves = state.legal_moves() or tuple(roll for roll, _ in state.chances())
        children = [state.play(move) for move in moves]
        telling = [child for child in children if child.events and child.outcome is None]
        pool = telling or children
        path.append(pool[len(path) * STRIDE % len(pool)])
    return path


def worth(worth: MoveWorth) -> str:
    return f"{worth.chance:.3f} in {worth.ends}"


def answers(subject: str) -> Iterator[str]:
    key, options, players, numbers = SUBJECTS[subject]
    engine = ENGINES[key]
    for number in numbers:
        path = path_of(key, options, players, number)
        state = path[-1]
        estimates = ", ".join(f"{engine.estimate(path, seat):.3f}" for seat in range(state.players))
        yield f"{state.position}\n    {estimates}; {engine.full_nodes(state)} nodes"
        yield "    " + " ".join(f"{answer(engine, path, level, Budget(NODES), 'a')}" for level in range(1, 6))
        played = state.legal_moves()[-1].text
        judgement = verdict(engine, path, played, Budget(NODES), "1")
        assert judgement is not None
        shares = " ".join(f"{share:.3f}" for share in judgement.shares)
        yield (
            f"    {played} {worth(judgement.of_played)}; {judgement.best} {worth(judgement.of_best)}; "
            f"{shares}"
        )


@pytest.mark.parametrize("subject", SUBJECTS)
def test_an_engine_answers_as_it_did(subject: str, snapshot: SnapshotAssertion) -> None:
    assert "\n".join(answers(subject)) == snapshot


@pytest.mark.parametrize("key", ENGINES)
def test_an_engine_has_the_levels_that_it_had(key: str, snapshot: SnapshotAssertion) -> None:
    engine, state = ENGINES[key], GAMES[key].new()
    while state.is_chance:
        state = state.play(state.chances()[0][0])
    states = (state, state.play(state.legal_moves()[0]))
    beginners = [f"to begin with {engine.level(state, 1)}" for state in states if state.turn is not None]
    assert "\n".join((*map(str, engine.levels), *beginners, f"even up to {engine.even_margin}")) == snapshot
