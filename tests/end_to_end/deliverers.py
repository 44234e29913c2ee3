"""A delivery-only process: logged in but never connected, so it knows no server."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import aiohttp
import discord

import rules
from bot.chat.core.app_context import AppContext
from bot.chat.core.pictures import Pictures
from bot.chat.delivery.workers.liveness_check import LivenessCheck
from bot.chat.delivery.workers.wakeup import Wakeup
from bot.chat.delivery.workers.worker import DeliveryWorker
from bot.kernel.outbox.outbox import Outbox
from bot.locale import Texts
from bot.model.people.person import Person, Place, Request
from data.store import Store
from playground.server import Playground
from render import Gallery
from tests.bot.chat.surfaces import senders_of
from tests.bot.support.services import ROUTES, Services, make_services
from tests.end_to_end import people
from tests.end_to_end.bots import FixedChance, Hourglass
from tests.end_to_end.tables import Table
from tests.pocket import discord_at


@dataclass
class Deliverer:
    """One of several processes over a store. Its `services` leave notices to be claimed by any process."""

    store: Store
    clock: Hourglass
    client: discord.Client
    outbox: Outbox
    services: Services
    worker: DeliveryWorker
    wakeup: Wakeup
    request_count: int = 0
    tasks: list[asyncio.Task[None]] = field(default_factory=list)

    def begin(self) -> None:
        self.tasks.append(asyncio.create_task(self.worker.run()))

    async def end(self) -> None:
        """Finish running deliveries and start no others."""
        self.worker.end()
        await asyncio.gather(*self.tasks)

    def by(self, person: people.Person) -> Request:
        self.request_count += 1
        return Request(f"{self.outbox}-{self.request_count}", service_person(person))

    def advance(self, seconds: float) -> None:
        self.clock.advance(seconds)
        self.wakeup.ring()


def service_person(person: people.Person) -> Person:
    """Return the services' person for a person of the playground."""
    return Person(int(person.id), person.name, "en-US")


def place_of(table: Table, channel: str = "", parent: str = "") -> Place:
    """Return the table's place, or that of another channel on its server."""
    above = int(parent) if parent else None
    return Place(int(table.server), int(channel or table.channel), "en-US", above)


@asynccontextmanager
async def deliverer(
    playground: Playground,
    store: Store,
    gallery: Gallery,
    name: str,
    clock: Hourglass | None = None,
    alive: Callable[[], bool] = lambda: True,
    trace: aiohttp.TraceConfig | None = None,
) -> AsyncIterator[Deliverer]:
    """Yield a deliverer before its start; close its connections after the block.

    `trace` acts before the liveness check of each request.
    """
    clock = clock or Hourglass()
    outbox = Outbox(store, clock, ROUTES, name, alive=alive)
    services = make_services(store, rules.GAMES, clock, FixedChance(), claimant=name, alive=alive)
    app = AppContext(services, outbox, rules.GAMES, Pictures(gallery), Texts.load(), clock)
    liveness, trace, wakeup = LivenessCheck(alive), trace or aiohttp.TraceConfig(), Wakeup()
    liveness.watch(trace)
    with discord_at(playground.api_url, playground.gateway_url):
        client = discord.Client(intents=discord.Intents(guilds=True), http_trace=trace)
        async with client:
            await client.login(playground.token)
            senders = senders_of(app, client)
            worker = DeliveryWorker(outbox, senders, clock, wakeup, liveness)
            yield Deliverer(store, clock, client, outbox, services, worker, wakeup)
