"""All types of events and instructions that are declared."""

import sys

from bot.kernel.event import Event


def event_types() -> frozenset[type[Event]]:
    """Return the declared types that are no base of others."""
    return frozenset(_leaves(Event))


def _leaves(base: type[Event]) -> list[type[Event]]:
    below = [one for one in base.__subclasses__() if _is_declared(one)]
    return [leaf for one in below for leaf in _leaves(one)] if below else [base]


def _is_declared(event_type: type[Event]) -> bool:
    """Return False for the class without slots that a dataclass with slots has replaced."""
    return getattr(sys.modules[event_type.__module__], event_type.__name__, None) is event_type
