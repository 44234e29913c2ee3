"""The value of positions of Catch the Hat to each seat, as a text to approve."""

from collections.abc import Mapping, Sequence

from syrupy.assertion import SnapshotAssertion

from engines.games.catch_the_hat.worth import Judge
from rules.games.catch_the_hat.game import HatState
from rules.games.catch_the_hat.setup import agree
from tests.rules.games.catch_the_hat.tables import GOLDEN, PARTY, TOTAL, TOWERS, set_up

Options = Mapping[str, str]

BOARDS: Sequence[tuple[Options, int, Sequence[str]]] = (
    (
        {},
        2,
        (
            "",
            "secured 0 g",
            "R5 rg",
            "R30 rg",
            "R6 rg; R7 gr; secured 1 r",
            "R19 rg; R17 g",
            "R10 r; R8 g",
            "R19 r; R17 g; R20 gr",
        ),
    ),
    ({"goal": "defence"}, 2, ("secured 1 r", "R5 rgg", "R19 r; R17 g")),
    ({}, 3, ("secured 0 y; secured 2 rr", "R9 ryg; R11 y; R12 g", "R20 yr; R17 g; R24 r")),
    (PARTY, 4, ("secured 0 y; secured 3 gg", "R9 rg; R12 y; R30 gr", "R20 yr; R17 g; R24 bg")),
    (TOTAL, 4, ("R9 rg; R12 y; secured 2 b",)),
    (TOWERS, 2, ("R9 rg; R12 gr; R8 r",)),
    (
        GOLDEN,
        2,
        (
            "C *",
            "R9 *; golden 0",
            "R9 r*; R12 g",
            "R20 g*r; R17 r",
            "R9 *g; golden 1; R40 r",
            "R20 *; R23 g; golden 0",
            "C *; S0.4 r; S1.5 g",
        ),
    ),
    (GOLDEN, 3, ("R20 *; R23 g; R18 y; golden 0", "C *; S2.3 y; S1.5 r")),
    (GOLDEN | {"golden_goal": "prisoners"}, 2, ("R9 r*; R12 g; secured 0 g", "R9 *; golden 1; R5 gr")),
)


def test_hat_values_match_snapshot(snapshot: SnapshotAssertion) -> None:
    lines = []
    for options, players, boards in BOARDS:
        judges = [Judge(agree(options, players), foresight=foresight) for foresight in (False, True)]
        for board in boards:
            lines.append(f"{dict(options)} {board}")
            for turn in range(players):
                state = set_up(board, "-", options, players, turn)
                assert isinstance(state, HatState)
                values = [[judge.worth(state, seat) for seat in range(players)] for judge in judges]
                shown = "; ".join(" ".join(f"{value:.1f}" for value in row) for row in values)
                lines.append(f"    {turn} to move: {shown}")
    state = set_up("R20 yr; R17 g; R24 r", players=3)
    after = state.retire(1)
    judge = Judge(agree({}, 3), foresight=True)
    lines += (f"{position.retired} left: {judge.worth(position, 0):.1f}" for position in (state, after))
    assert "\n".join(lines) == snapshot
