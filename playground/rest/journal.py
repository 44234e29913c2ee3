"""The record of the bot's REST requests."""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass

from playground.values.people import Json
from playground.values.uploads import Upload

KEPT = 10_000


@dataclass(frozen=True, slots=True)
class JournalEntry:
    """A request and its answer. `status` is None if the connection was cut instead."""

    n: int
    method: str
    path: str
    query: dict[str, str]
    authorized: bool
    content_type: str
    json: object
    files: tuple[Json, ...]
    status: int | None
    response: object

    def json_view(self) -> Json:
        """Return the entry in the control interface's form."""
        return {
            "n": self.n,
            "method": self.method,
            "path": self.path,
            "query": self.query,
            "authorized": self.authorized,
            "content_type": self.content_type,
            "json": self.json,
            "files": list(self.files),
            "status": self.status,
            "response": self.response,
        }


class Journal:
    """The latest requests, numbered from 1."""

    def __init__(self) -> None:
        self._entries: deque[JournalEntry] = deque(maxlen=KEPT)
        self._count = 0

    def record(
        self,
        *,
        method: str,
        path: str,
        query: dict[str, str],
        authorized: bool,
        content_type: str,
        body: object,
        uploads: Sequence[Upload],
        status: int | None,
        response: object,
    ) -> None:
        """Add a request."""
        self._count += 1
        self._entries.append(
            JournalEntry(
                self._count,
                method,
                path,
                query,
                authorized,
                content_type,
                body,
                tuple(_describe(upload, body) for upload in uploads),
                status,
                response,
            )
        )

    def since(self, n: int) -> list[JournalEntry]:
        """Return the entries numbered above n, oldest first."""
        return [entry for entry in self._entries if entry.n > n]


def _describe(upload: Upload, body: object) -> Json:
    return {
        "field": upload.field,
        "filename": upload.filename,
        "content_type": upload.content_type,
        "size": len(upload.data),
        "description": _description(upload, body),
    }


def _description(upload: Upload, body: object) -> str | None:
    if not isinstance(body, dict):
        return None
    inner = body.get("data")
    attachments = body.get("attachments") or (inner.get("attachments") if isinstance(inner, dict) else None)
    number = upload.field.removeprefix("files[").removesuffix("]")
    for item in attachments if isinstance(attachments, list) else []:
        if isinstance(item, dict) and str(item.get("id")) == number:
            description = item.get("description")
            return description if isinstance(description, str) else None
    return None
