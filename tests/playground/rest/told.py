"""Requests to the playground with their answers and the bot's events, as texts to approve."""

import json
import re
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from datetime import datetime
from typing import Any

from tests import pocket as names
from tests.playground.raw import Answer, Rest, Wire, gateway
from tests.pocket import Pocket

Json = dict[str, Any]

_SOON = 30.0
"""More seconds than the playground takes to start."""
_HEARTBEAT, _ACKNOWLEDGED = 1, 11
_INTENTS = 1 << 0 | 1 << 9 | 1 << 12
_PEOPLE = ("ANNA", "BEN", "CLARA", "DAVID", "EMMA", "FINN", "BOT")
_PLACES = ("SPIELEABEND", "GAME_NIGHT", "BRETTSPIELE", "PLAUDEREI", "BOARD_GAMES", "LOBBY")
_ID = re.compile(r"\b\d{17,20}\b")
_TIME = re.compile(r"\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?\+00:00")
_SERVER = re.compile(r"127\.0\.0\.1:\d+")
_SIGNATURE = re.compile(r"\?ex=\w+&is=\w+&hm=\w+&?")


class Told:
    """The bot's requests and the answers, with names for the ids and with times since the beginning."""

    def __init__(self, pocket: Pocket, wire: Wire | None = None) -> None:
        pocket.clock.stop()
        self._wire = wire
        self._pocket, self._rest = pocket, Rest(pocket)
        self._begin = pocket.clock.now()
        self._names = {getattr(names, name): name.lower() for name in (*_PEOPLE, *_PLACES)}
        self._lines: list[str] = []

    async def ask(
        self, method: str, path: str, body: object = None, files: Mapping[str, bytes] | None = None
    ) -> Any:
        """Make a request, and return the body of its answer."""
        said = [] if body is None else [json.dumps(body, ensure_ascii=False)]
        answer = await self._rest.ask(method, path, body, files)
        self.note(" ".join((method, path, *said, *(files or ()))), answer)
        return answer.body

    async def control(self, method: str, path: str, body: object = None) -> Any:
        """Make a request of the page or of a test's control, whose paths begin with `/playground`."""
        url = f"{self._pocket.playground.url}/playground{path}"
        async with self._pocket.line.session.request(method, url, json=body) as response:
            answer = Answer(response.status, await response.json(), response.headers)
        said = [] if body is None else [json.dumps(body, ensure_ascii=False)]
        self.note(" ".join((method, path, *said)), answer)
        return answer.body

    async def controls(self, method: str, path: str, usual: Json, *changes: Json) -> None:
        """Make a request with each of some changes to a usual body."""
        for change in changes:
            await self.control(method, path, usual | change)

    def note(self, request: str, answer: Answer) -> None:
        shown = json.dumps(_without_empty(answer.body), ensure_ascii=False)
        self._lines += (self._plain(request), f"    {answer.status} {self._plain(shown)}")

    async def text(self) -> str:
        """Return all requests with their answers, then the bot's events."""
        if self._wire is not None:
            await self._wire.send(_HEARTBEAT, None)
            while (frame := await self._wire.receive())["op"] != _ACKNOWLEDGED:
                shown = json.dumps(_without_empty(frame["d"]), ensure_ascii=False)
                self._lines.append(f"> {frame['t']} {self._plain(shown)}")
        return "\n".join(self._lines)

    def _plain(self, text: str) -> str:
        text = _SIGNATURE.sub("", _SERVER.sub("here", text))
        return _TIME.sub(self._since, _ID.sub(self._named, text))

    def _named(self, found: re.Match[str]) -> str:
        return self._names.setdefault(found[0], f"#{len(self._names) - len(_PEOPLE) - len(_PLACES) + 1}")

    def _since(self, found: re.Match[str]) -> str:
        seconds = datetime.fromisoformat(found[0]).timestamp() - self._begin
        return "earlier" if seconds < -_SOON else "at first" if seconds < 1 else f"after {round(seconds)} s"


@asynccontextmanager
async def telling(pocket: Pocket) -> AsyncIterator[Told]:
    """Note requests and events from here on."""
    async with gateway(pocket) as wire:
        await wire.identify(pocket.playground.token, _INTENTS)
        for _ in pocket.playground.world.guilds:
            await wire.until("GUILD_CREATE")
        yield Told(pocket, wire)


def _without_empty(value: Any) -> Any:
    """Return a JSON value without the fields that are empty, zero or false."""
    if isinstance(value, list):
        return [_without_empty(item) for item in value]
    if isinstance(value, dict):
        return {key: _without_empty(part) for key, part in sorted(value.items()) if part}
    return value
