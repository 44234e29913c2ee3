"""Uploads by people and the bot: their names and types, and the storage of their bytes."""

import mimetypes
import re
import struct
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

MAX_FILE = 10 * 1024 * 1024
MAX_REQUEST = 25 * 1024 * 1024
MAX_FILES = 10
PNG_SIGNATURE = b"\x89PNG\r\n\x1a\n"

Fetch = Callable[[str], Awaitable[bytes | None]]


@dataclass(frozen=True, slots=True)
class Upload:
    """A file of a multipart request, with its names on the wire."""

    field: str
    filename: str
    content_type: str
    data: bytes


def clean_name(filename: str) -> str:
    """Return a file name in Discord's form: letters, digits, dot, dash and underscore.

    It begins with neither dot nor underscore. `attachment://` references are cleaned in the same way since
    November 2025 (discord-api-docs issue 7754).
    """
    base = filename.replace("\\", "/").rsplit("/", 1)[-1]
    return re.sub(r"[^\w.\-]", "_", base, flags=re.ASCII).lstrip("._") or "unknown"


def content_type_of(filename: str, data: bytes) -> str:
    """Return a file's type by its signature or its extension."""
    if data.startswith(PNG_SIGNATURE):
        return "image/png"
    if data.startswith((b"GIF87a", b"GIF89a")):
        return "image/gif"
    media_type, _ = mimetypes.guess_type(filename)
    return media_type or "application/octet-stream"


def picture_size(data: bytes) -> tuple[int, int] | None:
    """Return the width and height in pixels of a PNG or GIF, None for others."""
    if data.startswith(PNG_SIGNATURE) and len(data) >= 24:
        width, height = struct.unpack(">II", data[16:24])
        return width, height
    if data.startswith((b"GIF87a", b"GIF89a")) and len(data) >= 10:
        width, height = struct.unpack("<HH", data[6:10])
        return width, height
    return None


class FileShelf:
    """The bytes of all attachments: new ones in memory, older ones through `fetch`."""

    def __init__(self) -> None:
        self._fresh: dict[str, bytes] = {}
        self._fetch: Fetch | None = None

    def fall_back_on(self, fetch: Fetch) -> None:
        """Use `fetch` for bytes that are no longer in memory."""
        self._fetch = fetch

    def put(self, attachment_id: str, data: bytes) -> None:
        self._fresh[attachment_id] = data

    async def get(self, attachment_id: str) -> bytes | None:
        """Return a file's bytes, or None for an unknown id."""
        data = self._fresh.get(attachment_id)
        if data is None and self._fetch is not None:
            data = await self._fetch(attachment_id)
        return data

    def unsaved_files(self) -> dict[str, bytes]:
        """Return the files that exist only in memory."""
        return dict(self._fresh)

    def forget(self, attachment_ids: list[str]) -> None:
        """Drop the bytes of files that are stored elsewhere."""
        for attachment_id in attachment_ids:
            self._fresh.pop(attachment_id, None)
