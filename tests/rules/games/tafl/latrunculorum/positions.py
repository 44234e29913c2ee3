"""Short notation and queries for positions of Ludus latrunculorum."""

from rules.games.tafl.latrunculorum import LatrunculorumState

KING = {"army": "king"}


def board(side: str, **ranks: str) -> str:
    """Write a position from its ranks: board("b", r10="b8", r1="8w")."""
    return "/".join(ranks.get(f"r{rank}", "9") for rank in range(10, 0, -1)) + f" {side}"


def captures_in(state: LatrunculorumState) -> set[str]:
    return {point for event in state.events for point in event.points}
