"""Values, threats, loud moves and outlooks of the positions of all searched games, as texts to approve."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from engines.contract import UNCLEAR, Position
from engines.contract.position import KnowsPressure
from engines.games.fox_and_hens import position as fox
from engines.games.hounds_and_jackals import position as hounds
from engines.games.nine_mens_morris import position as morris
from engines.games.tafl.hnefatafl import position as hnefatafl
from engines.games.tafl.latrunculorum import position as latrunculorum
from rules import GAMES, State
from tests.engines.thinking import path_of

Begin = Callable[[Sequence[State]], Any]
Options = Mapping[str, str]

BEGIN: Mapping[str, Begin] = {
    "hnefatafl": hnefatafl.begin,
    "ludus-latrunculorum": latrunculorum.begin,
    "fox-and-hens": fox.begin,
    "hounds-and-jackals": hounds.begin,
    "nine-mens-morris": morris.begin,
}
BRANDUBH = {"board": "brandubh-7"}
GAMES_PLAYED: Sequence[tuple[str, Options]] = (
    ("hnefatafl", {"board": "tablut-9"}),
    ("hnefatafl", BRANDUBH | {"escape": "edge"}),
    ("hnefatafl", BRANDUBH | {"king_capture": "two", "encirclement": "on", "shieldwall": "on"}),
    ("ludus-latrunculorum", {}),
    ("fox-and-hens", {}),
    ("fox-and-hens", {"missed_capture": "enforced"}),
    ("hounds-and-jackals", {}),
    ("nine-mens-morris", {}),
    ("nine-mens-morris", {"men": "12", "two_mills": "two", "all_in_mills": "none"}),
)
PLIES = (0, 7, 20, 33, 46)
POSITIONS: Sequence[tuple[str, Options, str]] = (
    *(
        ("hnefatafl", BRANDUBH | options, f"{board} {side}")
        for options in ({}, {"escape": "edge"}, {"king_capture": "two"}, {"king_capture": "two-away"})
        for side in "ad"
        for board in (
            "7/2aa3/1ak1a2/2a4/4a2/7/7",
            "7/2aa3/1akda2/2a4/4a2/7/7",
            "7/7/3k3/7/7/2aa3/1add1a1",
            "7/3a3/2ak3/7/4a2/2d4/7",
            "7/4k2/2a4/7/7/1d5/5a1",
            "7/7/2ak3/7/4a2/2d4/7",
            "7/3d3/2ak3/7/4a2/7/7",
            "1d3d1/2aa3/1akda2/2a4/4a2/1d3d1/3d3",
        )
    ),
    *(("hnefatafl", BRANDUBH, f"{board} d") for board in ("4k2/7/2a4/7/7/1d5/5a1", "2a1k2/7/7/4a2/7/1d5/7")),
)


def evaluations(begin: Begin, path: Sequence[State]) -> Iterator[str]:
    """Yield a position's value, its loud moves, and the values of all its moves."""
    position: Position = begin(path)
    if position.winner is not None:
        yield f"    won by {position.winner}"
        return
    pressed = position.pressed() if isinstance(position, KnowsPressure) else "-"
    loud = " ".join(sorted(map(position.write, position.loud())))
    yield f"    {position.turn} {position.evaluate()} {pressed}; {loud}"
    values: dict[int, list[str]] = {}
    for value, move in position.outlook():
        values.setdefault(value, []).append(position.write(move))
    for value, moves in sorted(values.items()):
        name = "unclear" if value == UNCLEAR else value
        yield f"      {name}: {len(moves)} {' '.join(sorted(moves)[:4])}"


@pytest.mark.parametrize(("key", "options"), GAMES_PLAYED, ids=str)
def test_evaluations_during_a_game_match_snapshot(
    key: str, options: Options, snapshot: SnapshotAssertion
) -> None:
    path = path_of(key, options, None, PLIES[-1])
    lines = []
    for plies in (number for number in PLIES if number < len(path)):
        lines += [path[plies].position, *evaluations(BEGIN[key], path[: plies + 1])]
    assert "\n".join(lines) == snapshot


def test_evaluations_of_endangered_kings_match_snapshot(snapshot: SnapshotAssertion) -> None:
    lines = []
    for key, options, text in POSITIONS:
        lines += [f"{options} {text}", *evaluations(BEGIN[key], [GAMES[key].from_position(text, options)])]
    assert "\n".join(lines) == snapshot
