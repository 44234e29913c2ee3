"""The emojis of the application (resources/emoji "Application-Owned Emoji")."""

import base64
import binascii
import re
from dataclasses import dataclass

from playground.limits.forms import Form, body_object
from playground.values.errors import UNKNOWN_EMOJI, ApiError
from playground.values.people import Json
from playground.world.world import World

MAX_EMOJIS = 2000
MAX_BYTES = 256 * 1024
NAME = re.compile(r"\w{2,32}", re.ASCII)
IMAGE = re.compile(r"data:image/(?:png|jpeg|gif|webp|avif);base64,(.*)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Emoji:
    """An emoji with its picture."""

    id: str
    name: str
    data: bytes


class EmojiBook:
    """The application's emojis; lost when the playground ends."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._emojis: dict[str, Emoji] = {}

    def everything(self) -> list[Json]:
        return [self.shape(emoji) for emoji in self._emojis.values()]

    def get(self, emoji_id: str) -> Emoji:
        """Return an emoji; raise ApiError 404/10014 for an unknown id."""
        emoji = self._emojis.get(emoji_id)
        if emoji is None:
            raise ApiError(UNKNOWN_EMOJI)
        return emoji

    def add(self, body: object) -> Json:
        """Add an emoji; raise ApiError for a name or picture that Discord rejects.

        The refusals of duplicate names, and of more than 2,000 emojis, are inferred.
        """
        fields, form = body_object(body), Form()
        name = self._name(form, fields)
        data = _picture(form, fields.get("image"))
        if len(self._emojis) >= MAX_EMOJIS:
            form.add_error((), "BASE_TYPE_MAX_LENGTH", f"Must be {MAX_EMOJIS} or fewer in length.")
        form.raise_errors()
        emoji = Emoji(self._world.snowflakes.mint(), name, data)
        self._emojis[emoji.id] = emoji
        self._world.emojis.add(emoji.id)
        return self.shape(emoji)

    def rename(self, emoji_id: str, body: object) -> Json:
        emoji, form = self.get(emoji_id), Form()
        name = self._name(form, body_object(body))
        form.raise_errors()
        self._emojis[emoji_id] = Emoji(emoji.id, name, emoji.data)
        return self.shape(self._emojis[emoji_id])

    def remove(self, emoji_id: str) -> None:
        """Delete an emoji."""
        self.get(emoji_id)
        del self._emojis[emoji_id]
        self._world.emojis.discard(emoji_id)

    def shape(self, emoji: Emoji) -> Json:
        """Return Discord's emoji object."""
        return {
            "id": emoji.id,
            "name": emoji.name,
            "roles": [],
            "user": self._world.bot.wire(),
            "require_colons": True,
            "managed": False,
            "animated": False,
            "available": True,
        }

    def _name(self, form: Form, fields: Json) -> str:
        name = form.text(("name",), fields.get("name"), 2, 32) or ""
        if name and not NAME.fullmatch(name):
            form.add_error(("name",), "STRING_TYPE_REGEX", "String value did not match validation regex.")
        if any(emoji.name == name for emoji in self._emojis.values()):
            form.add_error(("name",), "APPLICATION_EMOJI_NAME_ALREADY_TAKEN", "The name is taken already")
        return name


def _picture(form: Form, image: object) -> bytes:
    match = IMAGE.fullmatch(image) if isinstance(image, str) else None
    try:
        data = base64.b64decode(match[1], validate=True) if match is not None else b""
    except binascii.Error:
        data = b""
    if not data:
        form.add_error(("image",), "IMAGE_INVALID", "Invalid image data")
    elif len(data) > MAX_BYTES:
        form.add_error(("image",), "BINARY_TYPE_MAX_SIZE", "File cannot be larger than 256.0 kb.")
    return data
