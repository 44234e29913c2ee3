"""Concurrent edits of a message: the later one lists a file that the earlier one has replaced."""

from dataclasses import dataclass, field
from typing import Any, cast

import discord
import pytest

from bot.chat.core.messages.message_edits import Edit, calling, kept_files
from bot.chat.delivery.discord_sender import DiscordSender
from bot.chat.delivery.refused_forms import RefusedForms, RequestForm
from bot.model.people.person import MessageRef

REF = MessageRef(70, 900)


@dataclass
class _File:
    id: int


@dataclass
class _Response:
    status: int = 400
    reason: str = "Bad Request"


@dataclass
class _Place:
    """A channel with one message; it refuses edits that do not list exactly the current file."""

    file: int = 1
    fetched: int = 0
    taken: list[str] = field(default_factory=list)
    meets: bool = False

    def get_partial_messageable(self, _channel: int) -> "_Place":
        return self

    async def fetch_message(self, _message: int) -> "_Message":
        self.fetched += 1
        return _Message(self, [_File(self.file)])


@dataclass
class _Message:
    place: _Place
    attachments: list[_File]
    components: tuple[()] = ()
    id: int = REF.message

    async def edit(self, *, content: str, attachments: list[_File], **_: Any) -> "_Message":
        if self.place.meets:
            self.place.meets, self.place.file = False, self.place.file + 1
        if [attachment.id for attachment in attachments] != [self.place.file]:
            raise discord.HTTPException(cast("Any", _Response()), {"code": 50035, "message": "no such file"})
        self.place.taken.append(content)
        return self


async def _edit(message: discord.Message) -> Edit | None:
    return Edit("kept", None, kept_files(message), calling(()))


async def _anew(_: discord.Message) -> Edit | None:
    raise AssertionError("the picture is drawn again for nothing")


@pytest.mark.parametrize("meets", [False, True])
async def test_a_concurrent_edit_is_repeated_on_the_current_message(*, meets: bool) -> None:
    place, forms = _Place(meets=meets), RefusedForms()
    nothing: Any = None
    sender = DiscordSender(cast("discord.Client", place), nothing, nothing, nothing, 0, forms=forms)
    assert await sender.change(REF, _edit, _anew)
    assert place.taken == ["kept"]
    assert place.fetched == 1 + meets
    assert not forms.knows(REF.channel, RequestForm.KEEPING_EDIT), "the place takes such edits"
