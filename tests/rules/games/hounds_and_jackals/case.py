"""The contract test case of Hounds and Jackals."""

from rules import State
from rules.games.hounds_and_jackals import GAME, HoundsState
from tests.rules.contract.cases import Case, Perft, Setting, Twin
from tests.rules.games.hounds_and_jackals.naive import SIDES, Naive

LATE = "hounds 10 18 20 24 27; jackals 9 15 20 22 28; turn hounds"
CROWD = "hounds 14 15 16 20 28; jackals 10 16 17 25 29; turn jackals; attacked 16 25"
HARD = {"zone_block": "chain-first", "void_attack": "pass", "no_move": "loss"}


def twin(options: Setting, _players: int, position: str) -> Naive:
    return Naive.from_text(position, options) if position else Naive(options)


def agree(state: HoundsState, naive: Naive) -> None:
    """Assert that both implementations agree about a position."""
    assert state.position == naive.position()
    end = None if state.outcome is None else (state.outcome.winners, state.outcome.reason)
    assert end == naive.end
    moves = [str(move) for move in state.legal_moves()]
    assert set(moves) == naive.legal()
    assert len(moves) == len(set(moves))
    ways = [tuple(map(int, move.split("-"))) for move in moves if move != "pass"]
    assert ways == sorted(ways)
    for seat, side in enumerate(SIDES):
        assert set(state.pieces[seat]) == naive.holes[side]
        assert len(state.pieces[seat]) == 5
        assert state.steps(seat) == {hole: naive.count(side, hole) for hole in naive.holes[side]}
    if naive.end is None:
        duties = {duty.hole: {str(move) for move in duty.moves} for duty in state.obligations}
        forced = {hole: naive.forced_moves(hole, naive.count(naive.turn, hole)) for hole in naive.attacked}
        assert duties == {hole: {f"{a}-{b}" for a, b in ways} for hole, ways in forced.items()}
    else:
        assert state.obligations == ()


def holds(before: State | None, state: State, naive: Twin) -> None:
    assert isinstance(state, HoundsState)
    assert isinstance(naive, Naive)
    agree(state, naive)
    if state.outcome is None or state.outcome.reason != "repetition":
        read = GAME.from_position(state.position, state.options)
        assert (read.outcome, read.legal_moves()) == (state.outcome, state.legal_moves())
    if isinstance(before, HoundsState) and state.last is not None:
        text, events = state.last.text, {event.kind for event in state.events}
        assert ("attack" in events) == bool(state.attacked)
        assert ("pass" in events) == (text == "pass")
        if text != "pass":
            origin, goal = map(int, text.split("-"))
            assert ("retreat" in events) == (goal < origin)
            assert ("home" in events) == (origin < 25 <= goal)
            assert ("blocked" in events) <= (origin not in before.attacked)


CASE = Case(
    GAME,
    (
        Perft((2, 3, 9, 20, 57, 129, 353, 935), twin=8),
        Perft((2, 3, 9, 20, 57, 129, 353, 935), {"opens": "jackals"}, twin=8),
        Perft((6, 15, 49, 160, 543), position=LATE, twin=5),
        Perft((6, 15, 49, 158, 538), {"shortcut_when_blocked": "must-if-free"}, position=LATE, twin=5),
        Perft((2, 10, 19, 53, 110), position=CROWD, twin=5),
        Perft((2, 10, 19, 53, 107), HARD, position=CROWD, twin=5),
    ),
    twin,
    (({}, None), (HARD, None), ({"opens": "jackals", "repetition": "none"}, None)),
    holds=holds,
)
