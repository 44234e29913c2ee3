"""All services over a store, flat, as tests use them."""

from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Any, Final

from bot.app import App, services_of
from bot.kernel.kernel import PACE, Kernel
from bot.kernel.messages import MessageRoutes
from bot.play.domain.agenda import Limits
from bot.play.domain.engine_question import EngineService, NoEngines
from bot.play.ports import Chance, Clock, ReadMove, SecretChance, utc_now
from bot.play.projections.earlier_notices import EARLIER
from bot.play.services import Services
from bot.play.storage.unit_of_work import Change, Delivery
from data.store import Store
from rules import GAMES
from rules.contract import Game
from rules.toolkit import typed

__all__ = ["ROUTES", "Services", "make_services"]


def make_services(
    store: Store,
    games: Mapping[str, Game],
    clock: Clock,
    chance: Chance,
    limits: Limits = Limits(),  # noqa: B008  # an immutable value
    committed: Callable[[Change], None] = lambda _: None,
    delivery: Delivery | None = None,
    read_move: ReadMove = typed.read,
    claimant: str = "tests",
    alive: Callable[[], bool] = lambda: True,
    engines: EngineService | None = None,
    first_messages_every: timedelta = PACE,
) -> Services:
    kernel = Kernel(
        store=store,
        games=games,
        clock=clock,
        chance=chance,
        limits=limits,
        committed=committed,
        delivery=delivery,
        read_move=read_move,
        claimant=claimant,
        alive=alive,
        engines=engines or NoEngines(),
        first_messages_every=first_messages_every,
        routes=MessageRoutes(EARLIER),
    )
    return services_of(App(kernel))


def _routes() -> MessageRoutes:
    nothing: Any = None
    kernel = Kernel(
        store=Store(nothing), games=GAMES, clock=utc_now, chance=SecretChance(), routes=MessageRoutes(EARLIER)
    )
    App(kernel)
    return kernel.routes


ROUTES: Final = _routes()
"""The routes of all features."""
