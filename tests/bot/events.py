"""All event types that the bot declares."""

import sys

from bot.model.event import DomainEvent


def event_types() -> frozenset[type[DomainEvent]]:
    """Return the declared types that have no subtypes."""
    return frozenset(_leaves(DomainEvent))


def _leaves(base: type[DomainEvent]) -> list[type[DomainEvent]]:
    below = [subclass for subclass in base.__subclasses__() if _is_declared(subclass)]
    return [leaf for subclass in below for leaf in _leaves(subclass)] if below else [base]


def _is_declared(event_type: type[DomainEvent]) -> bool:
    """Return False for a class that `dataclass(slots=True)` replaced."""
    return getattr(sys.modules[event_type.__module__], event_type.__name__, None) is event_type
