"""Files given to commands: checked before the download, and fetched only from Discord."""

from collections.abc import AsyncIterator
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer

from bot.chat.core.words.error_text import refuse
from bot.features.records.pages.uploads import fetch
from bot.locale import Texts
from bot.model.refusal import Refusal

LIMIT = 100


class FileServer:
    """A file server that records the requested paths and also sends bad answers."""

    def __init__(self) -> None:
        self.paths: list[str] = []

    async def serve(self, request: web.Request) -> web.Response:
        self.paths.append(request.path)
        if request.path == "/moved":
            raise web.HTTPFound("/file")
        if request.path == "/gone":
            raise web.HTTPNotFound
        return web.Response(body=b"x" * (LIMIT + 1 if request.path == "/long" else LIMIT))


@pytest.fixture
def file_server() -> FileServer:
    return FileServer()


@pytest.fixture
async def discord_address(file_server: FileServer, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[str]:
    """Yield the address of a server that stands in for Discord."""
    app = web.Application()
    app.router.add_get("/{name}", file_server.serve)
    async with TestServer(app) as server:
        address = str(server.make_url("/")).rstrip("/")
        monkeypatch.setattr(discord.http.Route, "BASE", f"{address}/api/v10")
        yield address


def attachment(url: str, size: int = LIMIT) -> discord.Attachment:
    data: Any = {"id": "5", "filename": "game.json", "size": size, "url": url, "proxy_url": url}
    state: Any = SimpleNamespace(http=None)
    return discord.Attachment(data=data, state=state)


async def refusal_reason(url: str, size: int = LIMIT) -> str:
    with pytest.raises(Refusal) as caught:
        await fetch(attachment(url, size), LIMIT)
    return caught.value.reason


async def test_a_file_is_fetched(discord_address: str, file_server: FileServer) -> None:
    assert await fetch(attachment(f"{discord_address}/file"), LIMIT) == b"x" * LIMIT
    assert file_server.paths == ["/file"]


async def test_an_oversized_file_is_not_requested(discord_address: str, file_server: FileServer) -> None:
    assert await refusal_reason(f"{discord_address}/file", LIMIT + 1) == "record-too-large"
    assert file_server.paths == []


async def test_a_file_larger_than_announced_is_refused(discord_address: str) -> None:
    assert await refusal_reason(f"{discord_address}/long") == "record-too-large"


async def test_a_refusal_names_the_largest_size_in_kilobytes() -> None:
    with pytest.raises(Refusal) as caught:
        await fetch(attachment("", 300 * 1024 + 1), 300 * 1024)
    assert "larger than 300 kB" in refuse(caught.value, Texts.load().language("en"))


async def test_other_hosts_are_not_requested(
    discord_address: str, file_server: FileServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    elsewhere = discord_address.replace("127.0.0.1", "localhost")
    assert await refusal_reason(f"{elsewhere}/file") == "file-gone"
    assert await refusal_reason("file:///etc/passwd") == "file-gone"
    assert (
        await refusal_reason("https://cdn.discordapp.com/ephemeral-attachments/1/2/game.json") == "file-gone"
    )
    monkeypatch.setattr(discord.http.Route, "BASE", "https://discord.com/api/v10")
    assert await refusal_reason(f"{discord_address}/file") == "file-gone"
    assert await refusal_reason("http://cdn.discordapp.com/file") == "file-gone"
    assert await refusal_reason("https://cdn.discordapp.com@evil.example/file") == "file-gone"
    assert file_server.paths == []


async def test_errors_and_redirects_count_as_a_missing_file(
    discord_address: str, file_server: FileServer
) -> None:
    assert await refusal_reason(f"{discord_address}/gone") == "file-gone"
    assert await refusal_reason(f"{discord_address}/moved") == "file-gone"
    assert file_server.paths == ["/gone", "/moved"]


@pytest.mark.usefixtures("discord_address")
async def test_an_unreachable_server_counts_as_a_missing_file(
    free_port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(discord.http.Route, "BASE", f"http://127.0.0.1:{free_port}/api/v10")
    assert await refusal_reason(f"http://127.0.0.1:{free_port}/file") == "file-gone"


@pytest.fixture
async def free_port() -> int:
    """Return a port without a listener."""
    async with TestServer(web.Application()) as server:
        return int(server.port or 0)
