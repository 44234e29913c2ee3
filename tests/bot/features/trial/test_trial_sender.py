"""Deletion of a trial's own messages: in its channel, in its thread, and in a forum."""

from collections.abc import AsyncIterator, Sequence
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import discord
import pytest

from bot.features.trial.sender import TrialSender
from bot.model.events.instructions import DeleteTrial
from bot.model.people.person import MessageRef

ME, CHANNEL, FORUM, THREAD = 900, 70, 71, 72
NO_PERMISSION, GONE, BUSY = (403, 50013), (404, 10003), (503, 0)


def message(number: int, custom_id: str = "", author: int = ME, about: int | None = None) -> Any:
    """Return a message with a button, or Discord's own message `about` a thread."""
    kinds = discord.MessageType
    return SimpleNamespace(
        id=number,
        author=SimpleNamespace(id=author),
        components=[SimpleNamespace(custom_id=custom_id, children=[])] if custom_id else [],
        reference=None if about is None else SimpleNamespace(channel_id=about),
        type=kinds.default if about is None else kinds.thread_created,
    )


class Requests:
    """A client and a sender; the log of their changes."""

    def __init__(self) -> None:
        self.log: list[str] = []
        self.user = SimpleNamespace(id=ME)
        self.places: dict[int, Any] = {}

    async def fetch_channel(self, number: int) -> Any:
        return self.places[number]

    async def delete(self, ref: MessageRef) -> None:
        self.log.append(f"#{ref.channel} deletes {ref.message}")

    async def send(self, posted: DeleteTrial) -> list[str]:
        fake: Any = self
        notice: Any = None
        (sender,) = TrialSender(fake, fake).senders()
        await sender.send(posted, notice)
        return self.log

    def place(self, kind: type, number: int, messages: Sequence[Any] = (), **attributes: Any) -> Any:
        """Return a channel or thread; deleting it is answered with `refused`."""
        refused = attributes.pop("refused", None)

        async def history(*, limit: int) -> AsyncIterator[Any]:
            for entry in messages[:limit]:
                yield entry

        async def delete() -> None:
            if refused is not None:
                raise discord.HTTPException(Mock(status=refused[0]), {"code": refused[1], "message": ""})
            self.log.append(f"thread {number} is deleted")

        async def edit(*, archived: bool) -> None:
            self.log.append(f"thread {number} {'closes' if archived else 'opens'}")

        async def fetch_message(message_id: int) -> Any:
            assert message_id == number
            return messages[-1]

        place = Mock(spec=kind, id=number, **attributes)
        place.history, place.delete, place.edit, place.fetch_message = history, delete, edit, fetch_message
        return place


MESSAGES = (
    *(message(100 + number, author=901) for number in range(40)),
    message(9, "fp:trial:ab12:move:"),
    message(8, about=7),
    message(7, "fp:trial:ab12:stop:"),
    message(6, about=5),
    message(5, "fp:trial:0ld:move:"),
    message(4, "fp:board:12"),
    message(3),
    message(2, "fp:trial:ab12:move:", author=901),
)


async def test_in_a_channel_only_own_messages_are_deleted() -> None:
    requests = Requests()
    requests.places[CHANNEL] = requests.place(discord.TextChannel, CHANNEL, MESSAGES)
    assert await requests.send(DeleteTrial(5, "ab12", CHANNEL)) == [
        f"#{CHANNEL} deletes {number}" for number in (9, 8, 7)
    ]
    assert (await requests.send(DeleteTrial(5, "ab12", CHANNEL, 33)))[3:] == [f"#{CHANNEL} deletes 33"]


@pytest.mark.parametrize(
    ("known", "log"),
    [
        ({}, [f"thread {THREAD} is deleted"]),
        ({"refused": GONE}, []),
        ({"refused": NO_PERMISSION}, ["deletes", "closes"]),
        ({"refused": NO_PERMISSION, "archived": True}, ["opens", "deletes", "closes"]),
        ({"refused": NO_PERMISSION, "archived": True, "locked": True}, ["deletes", "closes"]),
    ],
)
async def test_an_undeletable_thread_is_emptied_and_closed(known: dict[str, Any], log: list[str]) -> None:
    requests, words = Requests(), {"opens": f"thread {THREAD} opens", "closes": f"thread {THREAD} closes"}
    state = {"archived": False, "locked": False, **known}
    messages = (message(2), message(1, author=901))
    requests.places[THREAD] = requests.place(discord.Thread, THREAD, messages, **state)
    words["deletes"] = f"#{THREAD} deletes 2"
    assert await requests.send(DeleteTrial(5, "ab12", THREAD)) == [words.get(step, step) for step in log]


async def test_a_temporary_failure_is_retried() -> None:
    requests = Requests()
    thread = requests.place(discord.Thread, THREAD, refused=BUSY, archived=False, locked=False)
    requests.places[THREAD] = thread
    with pytest.raises(discord.HTTPException):
        await requests.send(DeleteTrial(5, "ab12", THREAD))


async def test_in_a_forum_only_own_posts_are_deleted() -> None:
    requests = Requests()
    posts = [
        requests.place(discord.Thread, number, [message(number, custom_id)], parent_id=parent, owner_id=owner)
        for number, custom_id, parent, owner in (
            (81, "fp:trial:ab12:move:", FORUM, ME),
            (82, "fp:trial:0ld:move:", FORUM, ME),
            (83, "fp:board:12", FORUM, ME),
            (84, "fp:trial:ab12:move:", FORUM, 901),
            (85, "fp:trial:ab12:move:", CHANNEL, ME),
        )
    ]

    async def active_threads() -> list[Any]:
        return posts

    guild = SimpleNamespace(active_threads=active_threads)
    requests.places[FORUM] = requests.place(discord.ForumChannel, FORUM, guild=guild)
    assert await requests.send(DeleteTrial(5, "ab12", FORUM)) == ["thread 81 is deleted"]
