"""Players of matches in tests."""

from data.records import PlayerRecord


def humans(*people: int) -> tuple[PlayerRecord, ...]:
    """People as they hold seats."""
    return tuple(map(PlayerRecord, people))
