"""The files of commands, visible only to the bot and short-lived."""

import base64
import binascii
from dataclasses import dataclass

from playground.values.errors import ClientError
from playground.values.messages import Attachment
from playground.values.people import Json
from playground.values.uploads import MAX_FILE, MAX_FILES, clean_name, content_type_of, picture_size
from playground.world.world import World

KEPT_SECONDS = 900.0
"""The lifetime of a file. Discord does not document it (api-docs pull request 5294); here it is a token's."""


@dataclass(frozen=True, slots=True)
class GivenFile:
    """A file with its bytes and upload time."""

    attachment: Attachment
    data: bytes
    given: float


class CommandFiles:
    """Stores the files of a command for the bot to fetch.

    They are ephemeral attachments without a message (resources/message, Attachment Object, `ephemeral`).
    """

    def __init__(self, world: World) -> None:
        self._world = world
        self._files: dict[str, GivenFile] = {}

    def take(self, value: object) -> dict[str, Attachment]:
        """Store a client's uploads and return them by the client's own ids; expired files are dropped.

        Raise ClientError for invalid uploads.
        """
        now = self._world.clock.now()
        self._files = {key: file for key, file in self._files.items() if now - file.given < KEPT_SECONDS}
        entries = [] if value is None else value
        if not isinstance(entries, list) or len(entries) > MAX_FILES:
            raise ClientError(f"attachments must be a list of at most {MAX_FILES}")
        files: dict[str, Attachment] = {}
        for item in entries:
            if not isinstance(item, dict) or str(item.get("id")) in files:
                raise ClientError("attachments must be objects with ids of their own")
            file = self._make(item, now)
            self._files[file.attachment.id] = file
            files[str(item.get("id"))] = file.attachment
        return files

    def _make(self, item: Json, now: float) -> GivenFile:
        filename, content = item.get("filename"), item.get("content")
        if not isinstance(filename, str) or not filename or not isinstance(content, str):
            raise ClientError("an attachment needs filename and content")
        try:
            data = base64.b64decode(content, validate=True)
        except binascii.Error:
            raise ClientError("the content of an attachment is not base64") from None
        if not data:
            raise ClientError("empty files cannot be uploaded")
        if len(data) > MAX_FILE:
            raise ClientError("the file is too large")
        name, size = clean_name(filename), picture_size(data)
        attachment = Attachment(
            id=self._world.snowflakes.mint(),
            filename=name,
            size=len(data),
            content_type=content_type_of(name, data),
            width=size[0] if size else None,
            height=size[1] if size else None,
            ephemeral=True,
        )
        return GivenFile(attachment, data, now)

    def get(self, attachment_id: str, filename: str) -> GivenFile | None:
        """Return a file by its id and name, None if it is unknown or has expired."""
        file = self._files.get(attachment_id)
        if file is None or file.attachment.filename != filename:
            return None
        return file if self._world.clock.now() - file.given < KEPT_SECONDS else None
