"""The change log: one line per commit, with the request that caused it."""

import logging

from bot.kernel.outbox.recorded import Recorded, RecordedInMatch
from bot.kernel.transactions.unit_of_work import Change
from bot.model.events.events import OverviewWanted
from bot.tracing import learn

log = logging.getLogger(__name__)


def log_change(change: Change) -> None:
    """Log the events of a commit, with their subjects."""
    about: dict[str, object] = {}
    for recorded in change.events:
        about |= _about(recorded)
    if "match" in about:
        learn(match=about["match"])
    kinds = dict.fromkeys(type(recorded.event).__name__ for recorded in change.events)
    level = logging.DEBUG if kinds.keys() == {OverviewWanted.__name__} else logging.INFO
    log.log(level, "committed", extra={"events": " ".join(kinds), **about})


def _about(recorded: Recorded) -> dict[str, object]:
    """Return the ids of an event's subjects, without texts and names of people."""
    if isinstance(recorded, RecordedInMatch):
        plies = getattr(recorded.event, "plies", None)
        match = recorded.match
        return {"game": match.key, "match": match.id} | ({} if plies is None else {"ply": plies})
    challenge = getattr(recorded.event, "challenge", None)
    return {} if challenge is None else {"challenge": challenge}
