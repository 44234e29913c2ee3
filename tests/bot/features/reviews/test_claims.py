"""Claims of reviews, checked by exhaustive search: shipped and random games."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import pytest

from bot.features.reviews.domain import ReviewedPly, TurnKind, settle, turning_points
from engines import ENGINES, Budget, MoveWorth, verdict
from engines.contract import Chance, Exhausted, pick
from engines.puzzles import shipped
from rules import GAMES, State
from tests.repeats import repeats

BOARDS: Final[Mapping[str, Mapping[str, str]]] = {
    "hnefatafl": {"board": "brandubh-7", "repetition": "mover-loses"},
    "ludus-latrunculorum": {},
    "fox-and-hens": {},
    "hounds-and-jackals": {},
    # On the solved board, proofs do not say when the game ends.
    "nine-mens-morris": {"men": "6", "all_in_mills": "none"},
    "conhex": {},
}
ENDLESS: Final = {"ludus-latrunculorum"}
"""Games that random moves seldom end."""
EVERY_NTH: Final = {
    "hnefatafl": 24,
    "ludus-latrunculorum": 9,
    "fox-and-hens": 12,
    "hounds-and-jackals": 6,
    "nine-mens-morris": 9,
    "conhex": 12,
}
"""Every n-th puzzle's game is taken; fewer of games with many moves."""
REVIEWED: Final = 6
"""The number of plies reviewed at the end of a game."""
LONGEST: Final = 5
"""Claims of more plies are skipped: an exhaustive search would take too long."""
PROOF_BUDGET: Final = 1_000
"""The budget of a proof; a costlier proof decides nothing."""

Game = tuple[State, ...]


def shipped_games(key: str) -> Iterator[Game]:
    """Yield the games of shipped puzzles, each continued with a wrong answer."""
    for puzzle in shipped(key)[:: repeats(EVERY_NTH[key], 6)]:
        path: list[State] = [GAMES[key].new(puzzle.options)]
        for ply in puzzle.plies:
            path.append(path[-1].play(path[-1].parse(ply)))
        wrong_moves = [move for move in path[-1].legal_moves() if move.text not in puzzle.tree]
        path.append(path[-1].play(pick(Chance(str(puzzle.plies)), wrong_moves)))
        yield (*path, *_play_on(path[-1], Chance("on"), 3))


def random_games(key: str, number: int) -> Iterator[Game]:
    """Yield random games; in every second game men move to and fro, so that positions repeat."""
    for seed in range(number):
        chance = Chance(f"{key} {seed}")
        start = GAMES[key].new(BOARDS[key])
        yield (start, *_play_on(start, chance, 300, shuffles=seed % 2 == 1))


def _play_on(state: State, chance: Chance, limit: int, *, shuffles: bool = False) -> Iterator[State]:
    last_paths: list[tuple[str, ...]] = [(), ()]
    for _ in range(limit):
        if state.outcome is not None or state.turn is None:
            return
        seat, moves = state.turn, state.legal_moves()
        reversals = [move for move in moves if len(move.path) > 1 and move.path == last_paths[seat][::-1]]
        move = reversals[0] if shuffles and reversals and chance.random() < 0.8 else pick(chance, moves)
        last_paths[seat] = move.path
        state = state.play(move)
        yield state


def review(key: str, game: Game, nodes: int) -> tuple[ReviewedPly, ...]:
    """Review the last plies of a game."""
    plies = []
    for number in range(max(1, len(game) - REVIEWED), len(game)):
        before, after = game[number - 1], game[number]
        assert after.last is not None
        judgement = verdict(ENGINES[key], game[:number], after.last.text, Budget(nodes), "review")
        plies.append(ReviewedPly(number, before.turn, after.last.text, 1, judgement))
    return tuple(plies)


def wins(state: State, seat: int, plies: int, budget: Budget) -> bool:
    """Search exhaustively whether a seat wins within `plies` plies against every defence."""
    budget.spend()
    if state.outcome is not None or not plies:
        return state.outcome is not None and state.outcome.winners == (seat,)
    replies = (wins(state.play(move), seat, plies - 1, budget) for move in state.legal_moves())
    return any(replies) if state.turn == seat else all(replies)


def claim_holds(after: State, seat: int | None, worth: MoveWorth, key: str) -> bool | None:
    """Return whether a seat wins or loses as claimed after its move; None if a proof costs too much."""
    if not worth.ends or abs(worth.ends) > LONGEST or seat is None:
        return None
    # Playouts prove wins without their length: the search goes to the end of the game.
    plies = 99 if key == "conhex" and abs(worth.ends) > 2 else abs(worth.ends) - 1
    try:
        return wins(after, seat if worth.wins else 1 - seat, plies, Budget(PROOF_BUDGET))
    except Exhausted:
        return None


def claims(key: str, state: State, ply: ReviewedPly) -> Iterator[tuple[str, bool | None]]:
    """Yield every claim about a ply and whether it holds."""
    assert ply.verdict is not None
    seat, best, worth = state.turn, ply.verdict.of_best, ply.verdict.of_played
    yield (
        "played wins" if worth.wins else "played loses",
        claim_holds(state.play(state.parse(ply.text)), seat, worth, key),
    )
    if best.wins:
        yield "best wins", claim_holds(state.play(state.parse(ply.verdict.best)), seat, best, key)
    elif best.loses:
        yield "all lose", _all(claim_holds(state.play(move), seat, best, key) for move in state.legal_moves())


def _all(verdicts: Iterator[bool | None]) -> bool | None:
    """Return whether all hold; None if one is undecided before any fails."""
    return next((holds for holds in verdicts if not holds), True)


def check(key: str, games: Sequence[Game], nodes: int) -> Counter[str]:
    """Check all claims about the games; count the decided ones."""
    counts: Counter[str] = Counter()
    for game in games:
        plies = settle(review(key, game, nodes))
        for ply in plies:
            if ply.verdict is None:
                continue
            for claim, holds in claims(key, game[ply.number - 1], ply):
                assert holds is not False, (claim, ply, game[ply.number - 1].position)
                counts[claim] += bool(holds)
        for point in turning_points(plies):
            best, worth = point.verdict.of_best, point.verdict.of_played
            assert point.text != point.verdict.best
            assert point.kind.misses_win == best.wins
            losses = {TurnKind.LOSES, TurnKind.GAVE_WIN, TurnKind.GAVE_DRAW}
            assert (point.kind in losses) == worth.loses
            counts[point.kind] += 1
    return counts


@pytest.mark.parametrize("key", BOARDS)
def test_claims_about_shipped_games_hold(key: str) -> None:
    """Shallow and deep searches make different claims; the full run applies both to every game."""
    games, step = list(shipped_games(key)), repeats(2, 1)
    counts = check(key, games[::step], 60) + check(key, games[step - 1 :: step], 600)
    for claim in ("best wins", "played loses", "all lose"):
        assert counts[claim], "no claim of this kind was decided"
    assert counts[TurnKind.MISSED_WIN] + counts[TurnKind.GAVE_WIN]


@pytest.mark.parametrize("key", sorted(BOARDS.keys() - ENDLESS))
def test_claims_about_random_games_hold(key: str) -> None:
    number = 3 if key == "conhex" else 5
    counts = check(key, list(random_games(key, repeats(number, 8))), 300)
    for claim in ("best wins", "played wins", "played loses", "all lose"):
        assert counts[claim], "no claim of this kind was decided"
