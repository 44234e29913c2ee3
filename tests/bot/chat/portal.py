"""A fake of Discord's HTTP API that records requests and interaction responses."""

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import count
from types import SimpleNamespace
from typing import Any, Final

import discord

from tests.bot.chat import guilds
from tests.bot.support.fakes import HALL

APPLICATION: Final = 800
_ME: Final = {"id": str(guilds.ME), "username": "bot", "discriminator": "0", "avatar": None, "bot": True}
_EPHEMERAL: Final = 1 << 6
IDS = count(1450000000000000001)
"""The ids of messages and interactions."""


@dataclass
class Portal:
    """A fake HTTP client that records requests; `refuses` maps requests ("GET /path") to error statuses."""

    requests: list[tuple[str, Any]] = field(default_factory=list)
    refuses: dict[str, int] = field(default_factory=dict)
    hangs: str = ""
    """The method and path of a request that never gets an answer."""
    channels: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """The payloads of channels by id."""
    takes_files: bool = True
    """Whether messages may have files; otherwise the bot lacks that right."""
    files: list[str] = field(default_factory=list)
    """The methods and paths of the requests with files."""
    people_install: bool = False
    shards: int = 1
    _numbers: "count[int]" = field(default_factory=lambda: count(50_000))

    async def request(self, route: discord.http.Route, **options: Any) -> Any:
        line = f"{route.method} {route.url.removeprefix(discord.http.Route.BASE)}"
        self.requests.append((line, options.get("json")))
        if line == self.hangs:
            await asyncio.Event().wait()
        if line in self.refuses:
            response: Any = SimpleNamespace(status=self.refuses[line], reason="refused")
            raise discord.HTTPException(response, {"code": 0, "message": "refused"})
        if options.get("files"):
            self.files.append(line)
            if not self.takes_files:
                raise discord.Forbidden(_forbidden(), {"code": 50013, "message": "Missing Permissions"})
        return self._answer(line, options.get("json"))

    def _answer(self, line: str, body: Any) -> Any:
        if line.endswith("/commands"):
            return [{**command, "id": str(next(self._numbers))} for command in body or ()]
        if line.endswith("/emojis"):
            return {"items": []} if body is None else {"id": str(next(self._numbers)), "name": body["name"]}
        if line.startswith("POST ") and line.endswith("/messages"):
            return page_with()
        if (channel := self.channels.get(line.removeprefix("GET /channels/"))) is not None:
            return channel
        limits = {"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": 1}
        return {
            "GET /users/@me": _ME,
            "GET /oauth2/applications/@me": self._application(),
            "GET /gateway/bot": {"shards": self.shards, "url": "wss://x.test", "session_start_limit": limits},
        }.get(line, {})

    def calls(self, part: str = "") -> list[str]:
        """Return the methods and paths of the requests whose path contains `part`."""
        return [line for line, _ in self.requests if part in line]

    def _application(self) -> Mapping[str, Any]:
        return {
            "id": str(APPLICATION),
            "name": "Fernpartie",
            "icon": None,
            "description": "",
            "bot_public": True,
            "bot_require_code_grant": False,
            "verify_key": "",
            "owner": {**_ME, "id": "1"},
            "integration_types_config": {"0": {}, "1": {}} if self.people_install else {"0": {}},
        }


def _forbidden() -> Any:
    return SimpleNamespace(status=403, reason="Forbidden")


@dataclass(frozen=True)
class _AcceptedResponse:
    """Discord's reply to an interaction response."""

    reply: Mapping[str, Any]
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=lambda: {"content-type": "application/json"})

    async def text(self, encoding: str) -> str:
        del encoding
        return json.dumps(self.reply)


@dataclass
class ResponseRecorder:
    """An HTTP session that records interaction responses."""

    responses: list[Mapping[str, Any]] = field(default_factory=list)

    @asynccontextmanager
    async def request(self, _method: str, url: str, **body: Any) -> AsyncIterator[_AcceptedResponse]:
        form = body["data"]
        if isinstance(form, str):
            self.responses.append(json.loads(form))
        else:
            self.responses.append(body["json"] if form is None else json.loads(form._fields[0][2]))
        is_first = url.endswith("/callback")
        yield _AcceptedResponse({"interaction": {"id": "1", "type": 3}} if is_first else page_with())

    async def close(self) -> None:
        """Do nothing: no connection is open."""


def page_with(*custom_ids: str) -> Mapping[str, Any]:
    """Return the JSON of a bot message with these buttons."""
    buttons = [{"type": 2, "style": 2, "label": key, "custom_id": key} for key in custom_ids]
    return {
        "id": str(next(IDS)),
        "channel_id": str(HALL.channel),
        "author": _ME,
        "content": "",
        "components": [{"type": 1, "components": buttons}] if buttons else [],
        "attachments": [],
        "embeds": [],
        "timestamp": "2026-11-20T12:00:00+00:00",
        "edited_timestamp": None,
        "tts": False,
        "mention_everyone": False,
        "mentions": [],
        "mention_roles": [],
        "pinned": False,
        "type": 0,
        "flags": _EPHEMERAL,
    }
