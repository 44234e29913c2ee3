"""Merges a ply and the automatic replies to it into one event, and so into one message."""

from collections.abc import Sequence
from dataclasses import replace

from bot.kernel.outbox.recorded import Recorded, RecordedInMatch
from bot.model.events.events import MatchEnded, PlyPlayed


def merged_plies(events: Sequence[Recorded]) -> list[Recorded]:
    """Return a transaction's events, with each ply merged with the automatic plies after it.

    The merged event takes the place of that ply; the end of the match comes after it.
    """
    together: list[Recorded] = []
    starts: dict[int, int] = {}
    for recorded in events:
        if not isinstance(recorded, RecordedInMatch):
            together.append(recorded)
            continue
        first = _first(together, starts.get(recorded.match.id))
        match recorded.event:
            case PlyPlayed() as ply if first is not None and ply.automatic is not None:
                together[starts[recorded.match.id]] = replace(recorded, event=_merge(first, ply))
            case PlyPlayed():
                starts[recorded.match.id] = len(together)
                together.append(recorded)
            case MatchEnded(last=PlyPlayed() as last) as ended:
                last = first or last
                ended = replace(ended, last=last, timed=ended.timed or last.timed)
                together.append(replace(recorded, event=ended))
            case _:
                together.append(recorded)
    return together


def _first(together: Sequence[Recorded], at: int | None) -> PlyPlayed | None:
    event = None if at is None else together[at].event
    return event if isinstance(event, PlyPlayed) else None


def _merge(first: PlyPlayed, then: PlyPlayed) -> PlyPlayed:
    """Return two plies merged into one, with the first one's player and move."""
    return replace(
        then,
        since=first.since,
        seat=first.seat,
        move=first.move,
        before=first.before,
        timed=first.timed or then.timed,
    )
