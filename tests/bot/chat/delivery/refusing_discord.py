"""A channel that accepts or refuses messages and edits as configured, and records the accepted ones."""

from collections.abc import Callable
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any, cast

import discord

ME = 100


def refusal(code: int, status: int = 400) -> discord.HTTPException:
    response: Any = SimpleNamespace(status=status, reason="refused")
    return discord.HTTPException(response, {"code": code, "message": "refused"})


@dataclass
class Sent:
    """A message or an edit: its text, buttons, files, and pings."""

    content: str
    ids: list[str]
    files: list[str]
    called: list[int]
    roles: list[int] = field(default_factory=list)
    nonce: str | None = None
    silent: bool = False
    channel: int = 0


Refuses = Callable[[Sent], int | None]


@dataclass
class RefusingDiscord:
    """A client with any channel; `refuses` returns the code of a refusal, or None."""

    refuses: Refuses = lambda _sent: None
    read_code: int | None = None
    messages: dict[int, Any] = field(default_factory=dict)
    posted: list[Sent] = field(default_factory=list)
    edits: list[Sent] = field(default_factory=list)
    deleted: list[int] = field(default_factory=list)
    fetched: list[int] = field(default_factory=list)
    opened: list[int] = field(default_factory=list)
    archived: bool = False

    @property
    def client(self) -> discord.Client:
        return cast("discord.Client", self)

    @property
    def user(self) -> Any:
        return SimpleNamespace(id=ME)

    @property
    def http(self) -> Any:
        return SimpleNamespace(edit_channel=self._open)

    def get_partial_messageable(self, channel: int) -> Any:
        return _Channel(self, channel)

    async def _open(self, thread: int, *, archived: bool) -> None:
        assert not archived
        self.opened.append(thread)
        self.archived = False

    def message(
        self,
        number: int,
        content: str = "**A board**",
        *ids: str,
        files: tuple[int, ...] = (),
        words: str = "",
    ) -> Any:
        """Return a message in channel 70."""
        row = SimpleNamespace(
            children=[SimpleNamespace(custom_id=custom_id, children=()) for custom_id in ids]
        )
        attachments = [SimpleNamespace(id=file, filename=f"{file}.png", description=words) for file in files]
        message = SimpleNamespace(
            id=number,
            content=content,
            components=[row] if ids else [],
            attachments=attachments,
            mentions=[SimpleNamespace(id=1001)],
            flags=SimpleNamespace(components_v2=False),
            channel=SimpleNamespace(id=70),
            author=self.user,
        )

        async def edit(**body: Any) -> Any:
            if self.archived:
                raise refusal(50083)
            sent = _describe_post(70, **body)
            code = self.refuses(sent)
            if code is not None:
                raise refusal(code)
            self.edits.append(sent)
            return message

        message.edit = edit
        self.messages[number] = message
        return message


@dataclass
class _Channel:
    there: RefusingDiscord
    id: int

    async def send(self, content: str, **body: Any) -> Any:
        sent = _describe_post(self.id, content=content, **body)
        code = self.there.refuses(sent)
        if code is not None:
            raise refusal(code)
        self.there.posted.append(sent)
        message = self.there.message(900 + len(self.there.posted), content, *sent.ids)
        message.channel = SimpleNamespace(id=self.id)
        return message

    async def fetch_message(self, number: int) -> Any:
        self.there.fetched.append(number)
        if self.there.read_code is not None:
            raise refusal(self.there.read_code)
        if number not in self.there.messages:
            raise refusal(10008, 404)
        return self.there.messages[number]

    def get_partial_message(self, number: int) -> Any:
        async def delete() -> None:
            if number not in self.there.messages:
                raise refusal(10008, 404)
            self.there.deleted.append(number)

        return SimpleNamespace(delete=delete)


def _describe_post(channel: int, **body: Any) -> Sent:
    view, mentions = body.get("view"), body["allowed_mentions"]
    files = body.get("files", body.get("attachments", ()))
    ids = (
        []
        if view is None
        else [item.custom_id for item in view.walk_children() if hasattr(item, "custom_id")]
    )
    assert mentions.everyone is False
    return Sent(
        body.get("content") or "",
        ids,
        [file.filename for file in files],
        [user.id for user in mentions.users],
        [role.id for role in mentions.roles],
        body.get("nonce"),
        body.get("silent", False),
        channel,
    )
