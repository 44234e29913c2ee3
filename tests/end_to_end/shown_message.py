"""A person's view of messages and answers."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Json = dict[str, Any]

ROW, BUTTON, SELECT, TEXT, GALLERY, FILE = 1, 2, 3, 10, 12, 13
EPHEMERAL = 1 << 6
COMMAND = re.compile(r"</([^:>]+):[0-9]+>")
COMPONENTS_V2 = 1 << 15


def strip_commands(text: str) -> str:
    """Return a text with its commands blanked: a mention shows English names after the typed ones."""
    return re.sub(r"/[\w ]+ \(`/[^`]+`\)|`/[^`]+`", "`/`", text)


def parts(components: Sequence[Json]) -> Iterator[Json]:
    """Yield all components, including nested ones."""
    for component in components:
        yield component
        yield from parts(component.get("components") or ())


@dataclass(frozen=True, slots=True)
class ShownMessage:
    """A message in a person's client."""

    raw: Json

    @property
    def id(self) -> str:
        return str(self.raw["id"])

    @property
    def channel(self) -> str:
        return str(self.raw["channel_id"])

    @property
    def text(self) -> str:
        """The whole text, top to bottom, with clickable commands as names in backticks."""
        texts = [part["content"] for part in parts(self.raw["components"]) if part["type"] == TEXT]
        return COMMAND.sub(r"`/\1`", "\n".join([*filter(None, [self.raw["content"]]), *texts]))

    @property
    def buttons(self) -> Mapping[str, str]:
        """The custom_ids of its buttons by label."""
        return {
            part["label"]: part["custom_id"]
            for part in self._controls
            if part["type"] == BUTTON and "custom_id" in part
        }

    @property
    def menus(self) -> Sequence[Json]:
        return [part for part in parts(self.raw["components"]) if part["type"] == SELECT]

    @property
    def offered(self) -> Sequence[str]:
        """The values of all its menus."""
        return [option["value"] for menu in self.menus for option in menu["options"]]

    @property
    def pictures(self) -> Sequence[tuple[str, str]]:
        """The addresses and alt texts of all pictures, attached or in a gallery."""
        attached = [(file["url"], file.get("description") or "") for file in self.raw["attachments"]]
        if not self.is_layout:
            return attached
        items = [i for p in parts(self.raw["components"]) if p["type"] == GALLERY for i in p["items"]]
        return [(item["media"]["url"], item.get("description") or "") for item in items]

    @property
    def files(self) -> Mapping[str, str]:
        """The addresses of its files, by name."""
        urls = [part["file"]["url"] for part in parts(self.raw["components"]) if part["type"] == FILE]
        return {url.partition("?")[0].rpartition("/")[2]: url for url in urls}

    @property
    def is_layout(self) -> bool:
        """Whether it uses Components V2."""
        return bool(self.raw["flags"] & COMPONENTS_V2)

    @property
    def headline(self) -> str:
        """The first line of a classic message, without bold markup."""
        return str(self.raw["content"]).partition("\n")[0].replace("**", "")

    def reports_move(self, move: str) -> bool:
        """Return whether the headline reports a move."""
        return f": {move} ·" in f"{self.headline} ·"

    @property
    def pinged(self) -> Sequence[str]:
        return list(self.raw["mention_ids"])

    @property
    def is_private(self) -> bool:
        return bool(self.raw["flags"] & EPHEMERAL)

    def has_custom_id(self, custom_id: str) -> bool:
        """Return whether it contains a component with this custom_id."""
        return custom_id in self.custom_ids

    def with_control(self, custom_id: str, *values: str) -> "ShownMessage":
        """Return the message with a hand-made button as its only control, or a menu if there are values."""
        control: Json = {"type": BUTTON, "style": 2, "label": "?", "custom_id": custom_id}
        if values:
            options = [{"label": "?", "value": "?"}]
            control = {"type": SELECT, "custom_id": custom_id, "options": options}
        return ShownMessage(self.raw | {"components": [{"type": ROW, "components": [control]}]})

    @property
    def custom_ids(self) -> Sequence[str]:
        """The custom_ids of all its controls, including accessories."""
        return [control["custom_id"] for control in self._controls if "custom_id" in control]

    @property
    def _controls(self) -> Sequence[Json]:
        """Its components, including accessories."""
        controls = parts(self.raw["components"])
        return [control for part in controls for control in (part, part.get("accessory")) if control]


@dataclass(frozen=True, slots=True)
class Answer:
    """The bot's first response to an action."""

    id: str
    answered: bool
    callback: int | None
    choices: Sequence[Json]
    shown: ShownMessage | None
    form: Json | None = None

    @property
    def message(self) -> ShownMessage:
        assert self.shown is not None, "the bot answered without a message"
        return self.shown

    @property
    def text(self) -> str:
        return self.message.text


def answer(raw: Json) -> Answer:
    message = None if raw["message"] is None else ShownMessage(raw["message"])
    answered = raw["status"] == "answered"
    return Answer(raw["id"], answered, raw["callback_type"], raw["choices"], message, raw["modal"])
