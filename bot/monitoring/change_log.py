"""The log of changes: one line for each that is committed, found by the request that has led to it."""

import logging

from bot.play.domain.events import Event, MatchHeader, OverviewWanted
from bot.play.storage.unit_of_work import Change
from bot.tracing import learn

log = logging.getLogger(__name__)


def log_change(change: Change) -> None:
    """Write down what has happened, and what it has happened to."""
    about: dict[str, object] = {}
    for event in change.events:
        about |= _about(event)
    if "match" in about:
        learn(match=about["match"])
    told = dict.fromkeys(type(event).__name__ for event in change.events)
    level = logging.DEBUG if told.keys() == {OverviewWanted.__name__} else logging.INFO
    log.log(level, "committed", extra={"events": " ".join(told), **about})


def _about(event: Event) -> dict[str, object]:
    """Return the ids of what has happened: nothing that anybody has written or is called."""
    match = getattr(event, "match", None)
    if isinstance(match, MatchHeader):
        plies = getattr(event, "plies", None)
        return {"game": match.key, "match": match.id} | ({} if plies is None else {"ply": plies})
    challenge = getattr(event, "challenge", None)
    return {} if challenge is None else {"challenge": challenge}
