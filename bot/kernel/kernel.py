"""The kernel: the services that every feature builds on."""

import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Final

from bot.kernel.feature import Feature, Features
from bot.kernel.outbox.message_projection import message_projection
from bot.kernel.outbox.message_routes import MessageRoutes
from bot.kernel.personal.own_tables import CHECKS, TABLES
from bot.kernel.personal.personal_data import PersonalData
from bot.kernel.personal.server_data import ServerData
from bot.kernel.refusals import REASONS
from bot.kernel.timers import TimerSchedule
from bot.kernel.transactions.name_cache import NameCache
from bot.kernel.transactions.state_cache import StateCache
from bot.kernel.transactions.unit_of_work import Change, UnitOfWork
from bot.model.agenda import Limits
from bot.model.engine_question import EngineService, NoEngines
from bot.model.ports import Chance, Clock, ReadMove
from data.store import Store
from rules.contract import Game
from rules.toolkit import typed

PACE: Final = timedelta(seconds=10)
"""The time between two first messages: 20 to 40 in a row were too many (tmerc-cogs issue 111)."""


@dataclass(frozen=True, kw_only=True)
class Kernel:
    """The services that all features build on, over one store.

    `committed` is called after each commit. `delivers` returns whether this process claims the notices that a
    transaction writes. `read_move` parses typed moves. Timers are claimed as `claimant`; nothing is changed
    unless this process is surely `alive`. First direct messages are `first_messages_every` apart. The outbox
    reads notices by the `routes` of all features.
    """

    store: Store
    games: Mapping[str, Game]
    clock: Clock
    chance: Chance
    limits: Limits = Limits()  # noqa: RUF009  # an immutable value
    committed: Callable[[Change], None] = lambda _: None
    delivers: Callable[[], bool] = lambda: False
    read_move: ReadMove = typed.read
    claimant: str = field(default_factory=lambda: secrets.token_hex(8))
    alive: Callable[[], bool] = lambda: True
    engines: EngineService = field(default_factory=NoEngines)
    first_messages_every: timedelta = PACE
    features: Features = field(default_factory=Features)
    routes: MessageRoutes = field(default_factory=MessageRoutes)
    names: NameCache = field(init=False)
    work: UnitOfWork = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "names", NameCache(self.store))
        work = UnitOfWork(
            self.store,
            self.games,
            self.clock,
            self.chance,
            self.limits,
            self.committed,
            StateCache(self.games),
            self.names,
            self.delivers,
            alive=self.alive,
        )
        object.__setattr__(self, "work", work)
        self.register(
            Feature(
                name="kernel",
                refusals=REASONS,
                checks=CHECKS,
                tables=TABLES,
                projections=(message_projection(self.routes),),
            )
        )

    def timers(self) -> TimerSchedule:
        return TimerSchedule(
            self.store, self.clock, self.features.timers(), claimant=self.claimant, alive=self.alive
        )

    def register(self, feature: Feature) -> None:
        """Add a feature after the registered ones. Raises DeclaredTwice, PlacesUndeclared, and ValueError."""
        self.features.add(feature)
        self.routes.add(feature.routes, feature.merges)
        consequences = self.work.consequences
        consequences.reactions += feature.reactions
        consequences.projections += feature.projections
        consequences.committed += feature.committed

    @property
    def personal_data(self) -> PersonalData:
        """People's data in the tables of all features."""
        return PersonalData(self.features)

    @property
    def server_data(self) -> ServerData:
        """Servers' data in the tables of all features."""
        return ServerData(self.features)
