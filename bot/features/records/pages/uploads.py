"""Files uploaded to commands: checked before the download, and fetched only from Discord.

Discord serves them at signed, temporary addresses of its CDN (docs/discord-messages.md, Files).
"""

import logging
from typing import Final
from urllib.parse import urlsplit

import aiohttp
import discord

from bot.model.refusal import Refusal

log = logging.getLogger(__name__)

_DISCORD: Final = "https://discord.com"
_CONTENT: Final = frozenset({"https://cdn.discordapp.com", "https://media.discordapp.net"})
_TIMEOUT: Final = aiohttp.ClientTimeout(total=10)
_CHUNK: Final = 1 << 16
_KILO: Final = 1024


async def fetch(attachment: discord.Attachment, most: int) -> bytes:
    """Download a file of at most `most` bytes.

    Raises Refusal: "record-too-large", "file-gone" if Discord does not serve it.
    """
    if attachment.size > most:
        raise _too_large(most)
    if _origin(attachment.url) not in _origins():
        log.error("a file's host %s is not Discord's", _origin(attachment.url))
        raise Refusal("file-gone")
    try:
        return await _read(attachment.url, most)
    except (aiohttp.ClientError, TimeoutError, OSError) as error:
        log.info("file %d cannot be fetched: %r", attachment.id, error)
        raise Refusal("file-gone") from error


async def _read(url: str, most: int) -> bytes:
    data = bytearray()
    # A redirect would bypass the check of the address.
    async with (
        aiohttp.ClientSession(timeout=_TIMEOUT) as session,
        session.get(url, allow_redirects=False) as response,
    ):
        if response.status != 200:
            raise Refusal("file-gone")
        async for chunk in response.content.iter_chunked(_CHUNK):
            data += chunk
            if len(data) > most:
                raise _too_large(most)
    return bytes(data)


def _too_large(most: int) -> Refusal:
    return Refusal("record-too-large", limit=str(most // _KILO))


def _origins() -> frozenset[str]:
    """Return the allowed origins of files: Discord's, or the playground's in its place."""
    here = _origin(discord.http.Route.BASE)
    return _CONTENT if here == _DISCORD else frozenset({here})


def _origin(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"
