"""An engine's estimates, answers and verdicts with few nodes, as texts to be approved."""

from collections.abc import Iterator, Mapping

from engines import ENGINES, Budget, answer, verdict
from engines.contract import MoveWorth
from rules import GAMES, State

STRIDE, NODES = 61, 150


def path_of(key: str, options: Mapping[str, str], players: int | None, plies: int) -> list[State]:
    """Return the states of a game with moves chosen by a fixed stride, preferring plies with events."""
    path: list[State] = [GAMES[key].new(options, players)]
    while path[-1].outcome is None and (len(path) <= plies or path[-1].is_chance):
        state = path[-1]
        moves = state.legal_moves() or tuple(roll for roll, _ in state.chances())
        children = [state.play(move) for move in moves]
        eventful = [child for child in children if child.events and child.outcome is None]
        pool = eventful or children
        path.append(pool[len(path) * STRIDE % len(pool)])
    return path


def thoughts(
    key: str, *plies: int, options: Mapping[str, str] | None = None, players: int | None = None
) -> str:
    """Return estimates, the answers of all levels and a verdict after each of `plies`.

    The first lines are the estimates of all positions up to the last ply, for the first seat.
    """
    path = path_of(key, options or {}, players, max(plies))
    estimates = (ENGINES[key].estimate(path[: ply + 1], 0) for ply in range(1, len(path)))
    lines = (line for number in plies for line in _thoughts(path_of(key, options or {}, players, number)))
    return "\n".join((" ".join(f"{estimate:.4g}" for estimate in estimates), *lines))


def _thoughts(path: list[State]) -> Iterator[str]:
    state = path[-1]
    engine = ENGINES[state.game.key]
    estimates = ", ".join(f"{engine.estimate(path, seat):.3f}" for seat in range(state.players))
    yield f"{state.position}\n    {estimates}; {engine.full_nodes(state)} nodes"
    yield "    " + " ".join(f"{answer(engine, path, level, Budget(NODES), 'a')}" for level in range(1, 6))
    played = state.legal_moves()[-1].text
    judgement = verdict(engine, path, played, Budget(NODES), "1")
    assert judgement is not None
    shares = " ".join(f"{share:.3f}" for share in judgement.shares)
    of_played, of_best = _describe(judgement.of_played), _describe(judgement.of_best)
    yield f"    {played} {of_played}; {judgement.best} {of_best}; {shares}"


def _describe(worth: MoveWorth) -> str:
    return f"{worth.chance:.3f} in {worth.ends}"


def levels(key: str) -> str:
    """Return an engine's levels, starting with those for the first two movers, and its even margin."""
    engine, state = ENGINES[key], GAMES[key].new()
    while state.is_chance:
        state = state.play(state.chances()[0][0])
    states = (state, state.play(state.legal_moves()[0]))
    beginners = [f"to begin with {engine.level(state, 1)}" for state in states if state.turn is not None]
    return "\n".join((*map(str, engine.levels), *beginners, f"even up to {engine.even_margin}"))
