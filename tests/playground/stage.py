"""The bot's gateway connection and REST, with people who run commands and press buttons."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

from tests.playground.raw import Answer, Rest, Wire, gateway
from tests.pocket import BOT, BRETTSPIELE, Person, Pocket

Json = dict[str, Any]
AUTOCOMPLETE = 4
COMMANDS: list[Json] = [
    {"name": "x", "description": "x"},
    {
        "name": "y",
        "description": "y",
        "options": [{"type": 3, "name": "o", "description": "o", "autocomplete": True}],
    },
]


async def answer_pending(rest: Rest, wire: Wire) -> None:
    """Answer the received interactions; the server would wait a second for them before it closes."""
    for interaction in wire.interactions:
        body: Json = (
            {"type": 8, "data": {"choices": []}} if interaction["type"] == AUTOCOMPLETE else {"type": 5}
        )
        await rest.ask("POST", f"/interactions/{interaction['id']}/{interaction['token']}/callback", body)


class Stage:
    """The bot's side of an interaction, by hand."""

    def __init__(self, pocket: Pocket, wire: Wire) -> None:
        self.pocket = pocket
        self.wire = wire
        self.rest = Rest(pocket)
        self.acts: list[asyncio.Task[Any]] = []

    async def begin(self, channel: str = BRETTSPIELE, person: Person | None = None) -> Json:
        """Run /x as Anna, or as another person, and return the interaction."""
        actor = person or self.pocket.anna
        self.acts.append(asyncio.create_task(actor.command(channel, "x")))
        return dict((await self.wire.until("INTERACTION_CREATE"))["d"])

    async def press(self, message: Json, custom_id: str, person: Person | None = None) -> Json:
        """Press a button as Anna, or as another person, and return the interaction."""
        actor = person or self.pocket.anna
        self.acts.append(asyncio.create_task(actor.press(message, custom_id)))
        return dict((await self.wire.until("INTERACTION_CREATE"))["d"])

    async def answer(
        self,
        interaction: Json,
        kind: int,
        data: Json | None = None,
        query: str = "",
        files: Mapping[str, bytes] | None = None,
    ) -> Answer:
        path = f"/interactions/{interaction['id']}/{interaction['token']}/callback{query}"
        return await self.rest.ask("POST", path, {"type": kind, "data": data}, files, token="none")

    def hook(self, interaction: Json, rest: str = "") -> str:
        return f"/webhooks/{BOT}/{interaction['token']}{rest}"


@asynccontextmanager
async def set_stage(pocket: Pocket) -> AsyncIterator[Stage]:
    """Identify, register the commands, and release pending actions at the end."""
    async with gateway(pocket) as wire:
        await wire.identify(pocket.playground.token)
        stage = Stage(pocket, wire)
        await stage.rest.ask("PUT", f"/applications/{BOT}/commands", COMMANDS)
        yield stage
        await answer_pending(stage.rest, wire)
        for act in stage.acts:
            act.cancel()
        await asyncio.gather(*stage.acts, return_exceptions=True)
