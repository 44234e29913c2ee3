"""Count the nodes of a game's tree, to check move generation and measure its speed."""

from collections.abc import Iterator

from rules.contract import Move, State


def plies(state: State) -> tuple[Move, ...]:
    """Return the next plies: the legal moves, or the chance moves in a chance state."""
    if state.is_chance:
        return tuple(move for move, _ in state.chances())
    return state.legal_moves()


def nodes_at(state: State, depth: int) -> int:
    """Count the sequences of exactly `depth` >= 1 plies from `state`."""
    total = 0
    # An explicit stack: a forced line may exceed Python's recursion limit.
    levels = [iter((state,))]
    while levels:
        node = next(levels[-1], None)
        if node is None:
            levels.pop()
        elif len(levels) == depth:
            total += len(plies(node))
        else:
            levels.append(_children(node))
    return total


def perft(state: State) -> Iterator[int]:
    """Yield the number of nodes at depth 1, 2, 3 and so on, endlessly; a finished game has none."""
    depth = 1
    while nodes := nodes_at(state, depth):
        yield nodes
        depth += 1
    while True:
        yield 0


def _children(state: State) -> Iterator[State]:
    return (state.play(move) for move in plies(state))
