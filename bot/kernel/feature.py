"""A feature as the kernel knows it, and the tables derived from all features."""

from collections import Counter
from collections.abc import Callable, Coroutine, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from sqlalchemy.sql.ddl import sort_tables

from bot.kernel.checks import Contradiction
from bot.kernel.outbox.message_routes import Merge, MessageRoute, Settled
from bot.kernel.outbox.notices import Notice
from bot.kernel.personal.settlement import Settlement
from bot.kernel.personal.tables import Export, NamePlaces, OwnedTable
from bot.kernel.probes import Probe
from bot.kernel.timers import TimerHandler
from bot.kernel.transactions.unit_of_work import Change, Projection, Reaction, Transaction
from bot.model.event import DomainEvent
from bot.model.settings import Owner, Setting

_Value = TypeVar("_Value")
Restored = Callable[[Transaction], Coroutine[None, None, None]]
"""Records messages to show again after a restore."""
Resume = Callable[[], Coroutine[None, None, None]]
"""Resumes work that a crash interrupted."""


class DeclaredTwice(ValueError):
    """Two features declare the same name."""


class PlacesUndeclared(ValueError):
    """A feature posts messages without declaring the places in which they may name people."""


@dataclass(frozen=True, kw_only=True)
class Feature:
    """A feature and its contributions.

    `reactions` run in the transaction that recorded an event and may record more events; `projections` run
    after all reactions, in the same transaction. Functions in `committed` are called after the commit.

    `tables` define the erasure of persons and servers. `exports` return rows about a person that do not
    follow from a table alone, `name_places` the channels whose messages may name them: required of a feature
    with posted events, `()` if its messages name nobody permanently, or are covered by other features.
    `settlements` run before any erasure.

    `routes` map events to messages, `merges` combine events that share a message. `settled` follows up on
    delivered or abandoned notices by type of event; `resume` runs at the start and every minute, for work
    that a crash interrupted. `timers` handle due timers of their kinds. `restored` runs in the last
    transaction of a restore from a backup. `checks` are contradictions that `fernpartie check` finds,
    `probes` are run by `fernpartie doctor`. `refusals` are reasons of refusals, with the values of their
    texts. `settings` are stored by key: they appear on the pages of servers and persons.
    """

    name: str
    reactions: Sequence[Reaction] = ()
    projections: Sequence[Projection] = ()
    committed: Sequence[Callable[[Change], None]] = ()
    tables: Sequence[OwnedTable] = ()
    exports: Sequence[Export] = ()
    name_places: Sequence[NamePlaces] | None = None
    settlements: Sequence[Settlement] = ()
    routes: Sequence[MessageRoute[Any]] = ()
    merges: Sequence[Merge] = ()
    settled: Mapping[type[DomainEvent], Settled] = field(default_factory=dict)
    resume: Sequence[Resume] = ()
    timers: Sequence[TimerHandler] = ()
    restored: Sequence[Restored] = ()
    checks: Sequence[Contradiction] = ()
    probes: Sequence[Probe] = ()
    refusals: Mapping[str, Sequence[str]] = field(default_factory=dict)
    settings: Sequence[Setting[Any]] = ()


class Features:
    """The registered features, in the order of their reactions and projections."""

    def __init__(self) -> None:
        self._features: dict[str, Feature] = {}

    def add(self, feature: Feature) -> None:
        """Append a feature.

        Raises DeclaredTwice if its name is taken, PlacesUndeclared if it posts without `name_places`.
        """
        once((*self._features, feature.name))
        if feature.name_places is None and any(route.event.is_posted for route in feature.routes):
            raise PlacesUndeclared(feature.name)
        self._features[feature.name] = feature

    @property
    def tables(self) -> Sequence[OwnedTable]:
        """The tables of all features, each after the tables that it refers to."""
        owned = {table.name: table for feature in self for table in feature.tables}
        return [owned[table.name] for table in sort_tables([owned[name].table for name in sorted(owned)])]

    @property
    def settlement_hooks(self) -> Mapping[type[DomainEvent], Settled]:
        """The hooks of settled notices, by type of event, in the order of the features."""
        by_type: dict[type[DomainEvent], list[Settled]] = {}
        for feature in self:
            for event, settled in feature.settled.items():
                by_type.setdefault(event, []).append(settled)
        return {event: _in_turn(settled) for event, settled in by_type.items()}

    @property
    def resume(self) -> Sequence[Resume]:
        """The steps that finish interrupted work after a crash."""
        return tuple(resume for feature in self for resume in feature.resume)

    @property
    def restore_steps(self) -> Sequence[Restored]:
        """The steps after a restore, in the order of the features."""
        return tuple(follow for feature in self for follow in feature.restored)

    def timers(self) -> Mapping[str, TimerHandler]:
        """Return the handlers of timers by kind. Raises DeclaredTwice."""
        return merge({timer.kind: timer} for feature in self for timer in feature.timers)

    def refusals(self) -> Mapping[str, Sequence[str]]:
        """Return the reasons of refusals with the values of their texts. Raises DeclaredTwice."""
        return merge(feature.refusals for feature in self)

    def settings(self, owner: Owner) -> Sequence[Setting[Any]]:
        """Return the settings of servers or of persons, in the pages' order. Raises DeclaredTwice."""
        result = [setting for feature in self for setting in feature.settings if setting.owner is owner]
        once(setting.key for setting in result)
        return sorted(result, key=lambda setting: setting.place)

    def __iter__(self) -> Iterator[Feature]:
        return iter(self._features.values())

    def __reversed__(self) -> Iterator[Feature]:
        return reversed(self._features.values())


def _in_turn(all_settled: Sequence[Settled]) -> Settled:
    async def run(notice: Notice) -> None:
        for settled in all_settled:
            await settled(notice)

    return run


def once(names: Iterable[str]) -> None:
    """Raise DeclaredTwice if a name is repeated."""
    doubled = [name for name, times in Counter(names).items() if times > 1]
    if doubled:
        raise DeclaredTwice(", ".join(doubled))


def merge(mappings: Iterable[Mapping[str, _Value]]) -> dict[str, _Value]:
    """Merge mappings. Raises DeclaredTwice if they share a key."""
    pairs = [pair for mapping in mappings for pair in mapping.items()]
    once(key for key, _ in pairs)
    return dict(pairs)
