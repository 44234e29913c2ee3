"""The whole bot on discord.py without a network: tests send events, and its requests are recorded."""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any

import discord

from bot.chat.bot import FernpartieBot
from bot.chat.core.app_context import AppContext
from bot.chat.core.pictures import Pictures
from bot.chat.delivery.refused_forms import RequestForm
from bot.chat.delivery.workers.wakeup import Wakeup
from bot.chat.rate_limits.gate import Gate
from bot.cluster.membership import Membership
from bot.cluster.shard_leases import ShardLeases
from bot.cluster.shard_request import ShardRequest
from bot.locale import Texts
from bot.model.people.person import Person
from bot.model.restores.epochs import Epochs
from bot.monitoring.alarms import Alarms
from tests.bot.chat.portal import APPLICATION, IDS, Portal, ResponseRecorder
from tests.bot.support.fakes import ANNA, World
from tests.bot.support.services import Services
from tests.end_to_end.waiting import until
from tests.galleries import GALLERY


@dataclass
class OpenShard:
    """A shard's connection."""

    id: int
    latency: float = 0.25
    closed: bool = False

    def is_closed(self) -> bool:
        return self.closed

    async def disconnect(self) -> None:
        self.closed = True


class OfflineBot(FernpartieBot):
    """The bot with shards that connect immediately, and a portal instead of Discord."""

    connections: dict[int, OpenShard]
    portal: Portal
    answers: ResponseRecorder
    world: World
    leases: ShardLeases
    """The leases of this process's shards."""
    wakeup: Wakeup

    @property
    def is_delivery_woken(self) -> bool:
        """Whether the delivery worker has been woken."""
        return self.wakeup._rung.is_set()

    async def launch_shard(self, gateway: object, shard_id: int, *, initial: bool = False) -> None:
        del gateway
        await self.before_identify_hook(shard_id, initial=initial)
        self.connections[shard_id] = OpenShard(shard_id)

    @property
    def shards(self) -> Any:
        return self.connections

    def get_shard(self, shard_id: int, /) -> Any:
        return self.connections.get(shard_id)

    def add_server(self, data: Mapping[str, Any]) -> discord.Guild:
        """Add a server as listed by the gateway."""
        guild: Any = dict(data)
        return self._connection._add_guild_from_data(guild)

    async def handle(self, name: str, *arguments: Any) -> None:
        """Dispatch an event of discord.py and wait for all its tasks."""
        before = asyncio.all_tasks()
        self.dispatch(name, *arguments)
        await _wait_for_new_tasks(before)

    async def receive(self, event: str, data: Mapping[str, Any]) -> None:
        """Feed in an event of the gateway and wait for all its tasks."""
        before = asyncio.all_tasks()
        self._connection.parsers[event](data)
        await _wait_for_new_tasks(before)

    async def interaction(
        self, kind: int, data: Mapping[str, Any], person: Person = ANNA, **fields: Any
    ) -> list[str]:
        """Feed in an interaction, wait for all its tasks, and return the texts or types of the answers."""
        before = len(self.answers.responses)
        await self.receive("INTERACTION_CREATE", _interaction(kind, data, person, **fields))
        return [_text(answer) for answer in self.answers.responses[before:]]


def press_data(custom_id: str, *values: str) -> Mapping[str, Any]:
    """Return the data of a button press, or of a selection in a menu."""
    if values:
        return {"custom_id": custom_id, "component_type": 3, "values": list(values)}
    return {"custom_id": custom_id, "component_type": 2}


async def _wait_for_new_tasks(before: set[asyncio.Task[Any]]) -> None:
    while new_tasks := asyncio.all_tasks() - before:
        await asyncio.wait(new_tasks)


def _interaction(kind: int, data: Mapping[str, Any], person: Person, **fields: Any) -> Mapping[str, Any]:
    user = {"id": str(person.id), "username": person.name, "discriminator": "0", "avatar": None}
    return {
        "id": str(next(IDS)),
        "application_id": str(APPLICATION),
        "type": kind,
        "data": data,
        "token": "token",
        "version": 1,
        "locale": "en-US",
        "channel_id": "90",
        "channel": {"id": "90", "type": 1, "recipients": [user]},
        "user": user,
        "entitlements": [],
        "authorizing_integration_owners": {},
        "attachment_size_limit": 0,
        "context": 1,
        **fields,
    }


def _text(answer: Mapping[str, Any]) -> str:
    data = answer.get("data") or answer
    lines = [data.get("content") or "", *_texts_of(data.get("components") or ())]
    if "choices" in data:
        lines.append(f"suggests {[choice['name'] for choice in data['choices']]}")
    return "\n".join(line for line in lines if line) or f"type {answer['type']}"


def custom_ids_of(components: Sequence[Mapping[str, Any]]) -> list[str]:
    """Return the custom_ids of a sent message's buttons and menus."""
    ids: list[str] = []
    for component in components:
        children = [*(component.get("components") or ()), *filter(None, [component.get("accessory")])]
        ids += [str(component["custom_id"])] if "custom_id" in component else []
        ids += custom_ids_of(children)
    return ids


def _texts_of(components: Sequence[Mapping[str, Any]]) -> list[str]:
    texts: list[str] = []
    for component in components:
        texts += [str(component["content"])] if "content" in component else []
        texts += _texts_of(component.get("components") or ())
    return texts


@asynccontextmanager
async def offline_bot(
    world: World,
    *,
    portal: Portal | None = None,
    heartbeat_file: Path | None = None,
    draw_ahead: bool = False,
    avoid: frozenset[RequestForm] = frozenset(),
    alarms: Alarms | None = None,
    owner: int | None = None,
    shard_request: str = "",
    gate: Gate | None = None,
    epochs: Epochs = Epochs(),  # noqa: B008  # an immutable value
    services: Services | None = None,
) -> AsyncIterator[OfflineBot]:
    """Log in a bot with the services of a world; close it after the block."""
    membership = Membership(world.store, "here", "0")
    await membership.join()
    leases = ShardLeases(world.store, membership, ShardRequest.read(shard_request), timedelta())
    wakeup = Wakeup()
    app = AppContext(
        services or world.services,
        world.outbox,
        world.games,
        Pictures(GALLERY),
        Texts.load(),
        world.time,
        epochs=epochs,
    )
    bot = OfflineBot(
        app,
        world.services.app,
        world.time,
        wakeup,
        leases,
        heartbeat_file,
        draw_ahead=draw_ahead,
        gate=gate,
        avoid=avoid,
        alarms=alarms,
        owner=owner,
    )
    bot.connections, bot.portal, bot.world = {}, portal or Portal(), world
    bot.leases, bot.wakeup = leases, wakeup
    http: Any = bot.http
    http.request = bot.portal.request
    async with bot:
        await bot.login("token")
        await bot.http.close()
        bot.answers = http._HTTPClient__session = ResponseRecorder()
        yield bot


async def wait_for(condition: Callable[[], object], description: str) -> None:
    async def is_met() -> bool:
        return bool(condition())

    await until(is_met, description)


async def connect(bot: OfflineBot) -> "asyncio.Task[None]":
    """Connect the bot; return the connection task once all its shards are connected."""
    connection = asyncio.create_task(bot.connect())
    await wait_for(lambda: len(bot.connections) == bot.portal.shards or connection.done(), "the shards")
    return connection
