"""REST and gateway by hand, for requests that discord.py never sends."""

import io
import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import aiohttp

from tests.pocket import Pocket

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Answer:
    status: int
    body: Any
    headers: Mapping[str, str]

    @property
    def code(self) -> int:
        return int(self.body["code"])

    def faults(self) -> dict[str, str]:
        return fault_codes(self.body.get("errors", {}))


def fault_codes(tree: Json) -> dict[str, str]:
    """Return the codes of an error tree by dotted path."""
    codes: dict[str, str] = {}

    def walk(node: Json, path: str) -> None:
        for key, inner in node.items():
            if key == "_errors":
                codes[path] = inner[0]["code"]
            else:
                walk(inner, f"{path}.{key}" if path else key)

    walk(tree, "")
    return codes


@dataclass(frozen=True, slots=True)
class Rest:
    """REST with a bot token, by default the playground's."""

    pocket: Pocket

    async def ask(
        self,
        method: str,
        path: str,
        body: object = None,
        files: Mapping[str, bytes] | None = None,
        token: str | None = None,
    ) -> Answer:
        headers = {"Authorization": f"Bot {token or self.pocket.playground.token}"}
        data: aiohttp.FormData | None = None
        if files is not None:
            data = aiohttp.FormData(quote_fields=False)
            data.add_field("payload_json", json.dumps(body))
            for number, (name, blob) in enumerate(files.items()):
                data.add_field(f"files[{number}]", io.BytesIO(blob), filename=name)
        url = self.pocket.playground.api_url + path
        plain = None if data else body
        async with self.pocket.line.session.request(
            method, url, json=plain, data=data, headers=headers
        ) as response:
            text = await response.text()
            return Answer(response.status, json.loads(text) if text else None, response.headers)


@dataclass(slots=True)
class Wire:
    """A gateway connection by hand, and the interactions that it has received."""

    socket: aiohttp.ClientWebSocketResponse
    interactions: list[Json] = field(default_factory=list)

    async def receive(self) -> Json:
        message = await self.socket.receive()
        assert message.type is aiohttp.WSMsgType.TEXT, message
        frame: Json = json.loads(message.data)
        if frame["t"] == "INTERACTION_CREATE":
            self.interactions.append(frame["d"])
        return frame

    async def until(self, event: str) -> Json:
        """Return the next event with this name."""
        while True:
            frame = await self.receive()
            if frame["t"] == event:
                return frame

    async def close_code(self) -> int | None:
        """Read to the end and return the server's close code."""
        async for _ in self.socket:
            pass
        return self.socket.close_code

    async def send(self, op: int, data: object) -> None:
        await self.socket.send_str(json.dumps({"op": op, "d": data}))

    async def identify(self, token: str, intents: int = 1, shard: tuple[int, int] | None = None) -> Json:
        """Identify and return READY."""
        data: Json = {"token": token, "intents": intents, "properties": {}}
        await self.send(2, data | ({"shard": list(shard)} if shard else {}))
        return await self.until("READY")


@asynccontextmanager
async def gateway(pocket: Pocket) -> AsyncIterator[Wire]:
    """Connect to the gateway and read HELLO."""
    async with pocket.line.session.ws_connect(pocket.playground.gateway_url + "?v=10") as socket:
        wire = Wire(socket)
        hello = await wire.receive()
        assert hello["op"] == 10
        assert hello["d"]["heartbeat_interval"] > 0
        yield wire
