"""What happens at once is told at once: the replies that follow a player's ply by themselves come with it."""

from collections.abc import Sequence
from dataclasses import replace

from bot.play.domain.events import Event, MatchEnded, PlyPlayed


def told_together(events: Sequence[Event]) -> list[Event]:
    """Return the events of a transaction with each player's ply and the automatic ones behind it as one.

    It stands where the player's ply stood; an end that the last of them brought comes after all of them.
    """
    together: list[Event] = []
    begun: dict[int, int] = {}
    for event in events:
        if isinstance(event, PlyPlayed):
            at = begun.get(event.match.id)
            first = None if at is None else together[at]
            if at is not None and event.automatic is not None and isinstance(first, PlyPlayed):
                together[at] = _joined(first, event)
                continue
            begun[event.match.id] = len(together)
        elif isinstance(event, MatchEnded) and isinstance(event.last, PlyPlayed):
            at = begun.get(event.match.id)
            first = None if at is None else together[at]
            last = first if isinstance(first, PlyPlayed) else event.last
            together.append(replace(event, last=last, timed=event.timed or last.timed))
            continue
        together.append(event)
    return together


def _joined(first: PlyPlayed, then: PlyPlayed) -> PlyPlayed:
    """Return two plies as one, from where the first began: it is told by whom and with what it began."""
    return replace(
        then,
        since=first.since,
        seat=first.seat,
        move=first.move,
        before=first.before,
        timed=first.timed or then.timed,
    )
