"""The files of the client, read and compressed once."""

import gzip
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Final

from aiohttp import web

_TYPES: Final[Mapping[str, str]] = {
    "html": "text/html",
    "css": "text/css",
    "js": "text/javascript",
    "svg": "image/svg+xml",
    "png": "image/png",
    "webmanifest": "application/manifest+json",
}
INDEX: Final = "index.html"


@dataclass(frozen=True, slots=True)
class ClientFile:
    content_type: str
    content: bytes
    compressed: bytes
    etag: str

    def answer(self, request: web.Request) -> web.Response:
        """Return the file, or 304 if the browser has it already."""
        headers = {"ETag": f'"{self.etag}"', "Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
        etags = request.if_none_match or ()
        if any(tag.value == self.etag for tag in etags):
            return web.Response(status=304, headers=headers)
        packs = "gzip" in request.headers.get("Accept-Encoding", "")
        if packs:
            headers["Content-Encoding"] = "gzip"
        response = web.Response(body=self.compressed if packs else self.content, headers=headers)
        response.content_type = self.content_type
        if self.content_type.startswith("text/"):
            response.charset = "utf-8"
        return response


def client_files() -> Mapping[str, ClientFile]:
    """Return the files of the client by name."""
    folder = files("bot.features.web").joinpath("client")
    return {
        file.name: _file(file.name.rpartition(".")[2], file.read_bytes())
        for file in folder.iterdir()
        if file.is_file() and file.name.rpartition(".")[2] in _TYPES
    }


def _file(kind: str, content: bytes) -> ClientFile:
    etag = hashlib.blake2b(content, digest_size=12).hexdigest()
    return ClientFile(_TYPES[kind], content, gzip.compress(content, 9, mtime=0), etag)
