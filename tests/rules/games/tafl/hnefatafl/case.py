"""The contract test case of Hnefatafl."""

from rules import State
from rules.games.tafl.hnefatafl import GAME, HnefataflState
from rules.games.tafl.hnefatafl.options import in_force
from tests.rules.contract.cases import Case, Perft, Setting, Twin
from tests.rules.games.tafl.hnefatafl.naive import Slow

ALL_ON = {"shieldwall": "on", "encirclement": "on", "throne_pass": "both"}
KING_LIKE_A_MAN = {"king_capture": "two", "king_arms": "weaponless", "throne_return": "off"}
LINNAEUS = {"king_capture": "two-away", "escape": "edge", "throne_hostile": "off"}
# The throne is empty with men next to it, rows line the edge, and the king is near capture and escape.
CROWDED = "1dd1a2/1aad3/3a1k1/d1a1d1a/3a1a1/2d1aa1/1a1dd2 a"


def twin(options: Setting, players: int, position: str) -> Slow:
    start = GAME.new(options, players)
    return Slow(position or start.position, in_force(start.options))


def holds(before: State | None, state: State, slow: Twin) -> None:
    assert isinstance(state, HnefataflState)
    assert isinstance(slow, Slow)
    outcome = state.outcome
    assert (None if outcome is None else (outcome.winners, outcome.reason)) == slow.outcome
    captured = outcome is not None and outcome.reason.endswith("captured")
    assert list(state.pieces.values()).count("k") == (0 if captured else 1)
    read = GAME.from_position(state.position, state.options, 2)
    if outcome is None:
        assert (read.outcome, read.legal_moves()) == (None, state.legal_moves())
    elif outcome.reason != "repetition":
        assert read.outcome is not None
        assert read.outcome.winners == outcome.winners
    if isinstance(before, HnefataflState):
        points = {point for event in state.events if "capture" in event.kind for point in event.points}
        assert len(state.pieces) == len(before.pieces) - len(points)
        assert {before.pieces[point] for point in points} <= ({"d", "k"} if before.turn == 0 else {"a"})
        assert outcome is not None or state.turn == 1 - (before.turn or 0)


CASE = Case(
    GAME,
    (
        Perft((152, 11900)),
        Perft((152, 11900), ALL_ON, twin=1),
        Perft((116, 6788), {"board": "hnefatafl-11"}),
        Perft((68, 1372), {"board": "hnefatafl-9"}),
        Perft((72, 3944), {"board": "tablut-9"}),
        Perft((40, 960, 39512), {"board": "brandubh-7"}, twin=3),
        Perft((40, 960, 39512), {"board": "brandubh-7", **ALL_ON}, twin=2),
        Perft((588, 108964), {"board": "alea-evangelii-19"}, twin=1),
        Perft((39, 1063, 41973), {"board": "brandubh-7", **ALL_ON}, position=CROWDED, twin=3),
        Perft((40, 960, 39512), {"board": "brandubh-7", **KING_LIKE_A_MAN}, twin=3),
        Perft((39, 1058, 41043), {"board": "brandubh-7", **KING_LIKE_A_MAN}, position=CROWDED, twin=3),
        Perft((40, 960, 39512), {"board": "brandubh-7-balanced"}, twin=3),
        Perft((124, 7276), {"board": "hnefatafl-11-balanced"}, twin=1),
        Perft((80, 4400), {"board": "tablut-9-balanced"}, twin=2),
        Perft((80, 4400), {"board": "tablut-9", **LINNAEUS}, twin=2),
        Perft((24, 944), {"board": "brandubh-7", "first_move": "defenders"}, twin=2),
    ),
    twin,
    (({}, None), ({"board": "tablut-9", **ALL_ON}, None), ({"board": "tablut-9", **LINNAEUS}, None)),
    plies=60,
    drawn={"board": ("brandubh-7", "tablut-9", "hnefatafl-11")},
    holds=holds,
)
