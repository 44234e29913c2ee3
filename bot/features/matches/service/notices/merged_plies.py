"""What happens at once is told at once: the replies that follow a player's ply by themselves come with it."""

from collections.abc import Sequence
from dataclasses import replace

from bot.kernel.outbox.recorded import Recorded, RecordedInMatch
from bot.model.events.events import MatchEnded, PlyPlayed


def merged_plies(events: Sequence[Recorded]) -> list[Recorded]:
    """Return the events of a transaction with each player's ply and the automatic ones behind it as one.

    It stands where the player's ply stood; an end that the last of them brought comes after all of them.
    """
    together: list[Recorded] = []
    begun: dict[int, int] = {}
    for one in events:
        if not isinstance(one, RecordedInMatch):
            together.append(one)
            continue
        first = _first(together, begun.get(one.match.id))
        match one.event:
            case PlyPlayed() as ply if first is not None and ply.automatic is not None:
                together[begun[one.match.id]] = replace(one, event=_joined(first, ply))
            case PlyPlayed():
                begun[one.match.id] = len(together)
                together.append(one)
            case MatchEnded(last=PlyPlayed() as last) as ended:
                last = first or last
                ended = replace(ended, last=last, timed=ended.timed or last.timed)
                together.append(replace(one, event=ended))
            case _:
                together.append(one)
    return together


def _first(together: Sequence[Recorded], at: int | None) -> PlyPlayed | None:
    event = None if at is None else together[at].event
    return event if isinstance(event, PlyPlayed) else None


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
