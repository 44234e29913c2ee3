"""Name erasure in the bot's messages: each message with the name is changed once, others are left alone."""

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import discord
import pytest

from bot.chat.core.lookup.readers import Readers
from bot.chat.core.pictures import Pictures
from bot.chat.delivery.discord_sender import PlaceClosed
from bot.features.privacy.sender import (
    MAX_EDITS,
    PAGE,
    NameErasureSender,
    edit_of,
    reworder,
)
from bot.features.tournaments.messages.dice_seal_message import is_seal
from bot.kernel.outbox.notices import Notice
from bot.locale import Texts
from bot.model.people.person import MessageRef
from bot.model.people.preferences import Preferences
from bot.model.people.privacy import NameErasure
from tests.galleries import GALLERY

TEXTS = Texts.load()
ROBIN, ANNA, ME = 501, 502, 900
NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
REWORD = reworder(ROBIN, ("Robin",), TEXTS.language("en"))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("<@501> moved, <@502> is to move", "someone moved, <@502> is to move"),
        ("<@!501> and <@5011>", "someone and <@5011>"),
        ("Hnefatafl #3 · Robin moved", "Hnefatafl #3 · someone moved"),
        ("Robinson and Robin_2", "Robinson and Robin_2"),
        ("_Robin_ wins Robins Pokal", "_someone_ wins someone Pokal"),
        ("Anna has won", "Anna has won"),
    ],
)
def test_mentions_and_whole_word_names_are_replaced(before: str, after: str) -> None:
    assert REWORD(before) == after


def test_shortened_names_in_headlines_are_found() -> None:
    reword = reworder(ROBIN, ("*Robin* the Redbreast of Sherwood Forest",), TEXTS.language("de"))
    assert reword("Robin the Redbreast… zieht") == "jemand zieht"
    assert reword("Hnefatafl: Robin the Redbreast of Sherwood… gegen Anna") == "Hnefatafl: jemand gegen Anna"


def test_a_nameless_person_is_found_only_by_mention() -> None:
    reword = reworder(ROBIN, (), TEXTS.language("en"))
    assert reword("? · <@501>") == "? · someone"


def message(number: int, content: str, author: int = ME, at: datetime = NOON) -> Any:
    return SimpleNamespace(
        id=number,
        content=content,
        author=SimpleNamespace(id=author),
        created_at=at,
        is_system=lambda: content.startswith(("opened", "renamed")),
        type=discord.MessageType.channel_name_change
        if content.startswith("renamed")
        else discord.MessageType.default,
        flags=SimpleNamespace(components_v2=False),
        components=[],
        attachments=[],
        mentions=[SimpleNamespace(id=person) for person in (ROBIN, ANNA) if f"<@{person}>" in content],
    )


def test_an_edit_keeps_mentions_of_others() -> None:
    edit = edit_of(message(1, "<@501> and <@502>"), ROBIN, REWORD)
    assert edit is not None
    assert edit.content == "someone and <@502>"
    assert edit.mentions.to_dict()["users"] == [ANNA]
    assert edit_of(message(1, "<@502>"), ROBIN, REWORD) is None


def test_only_pictures_naming_the_person_are_removed() -> None:
    for words, count in (("Robin to move", 0), ("Anna to move", 1)):
        board = message(1, "<@501>")
        board.attachments = [SimpleNamespace(id=3, description=words)]
        edit = edit_of(board, ROBIN, REWORD)
        assert edit is not None
        assert len(edit.files) == count


@dataclass
class _Client:
    """A client with one channel; messages newest first."""

    messages: Sequence[Any]
    user: Any = field(default_factory=lambda: SimpleNamespace(id=ME))
    changed: list[int] = field(default_factory=list)
    deleted: list[int] = field(default_factory=list)
    closed: bool = False

    async def fetch_channel(self, _channel: int) -> Any:
        return SimpleNamespace()

    def get_partial_messageable(self, _channel: int) -> "_Client":
        return self

    async def history(self, *, limit: int, before: discord.Object | None) -> AsyncIterator[Any]:
        older = [entry for entry in self.messages if before is None or entry.id < before.id]
        for entry in older[:limit]:
            yield entry

    async def change(self, ref: MessageRef, make: Any) -> None:
        original = next(entry for entry in self.messages if entry.id == ref.message)
        edit = await make(original)
        original.content = edit.content
        original.attachments = list(edit.files)
        self.changed.append(ref.message)

    async def delete(self, ref: MessageRef) -> None:
        self.deleted.append(ref.message)

    async def channel(self, _reader: int, *, reopen: bool) -> int:
        assert reopen
        if self.closed:
            raise PlaceClosed("closed")
        return 71


@dataclass
class _Composer:
    """Recomposes any message as `message`; None if it cannot."""

    message: Any = None

    async def recompose(self, _message: Any) -> Any:
        return self.message


@dataclass
class _Services:
    remaining: list[NameErasure] = field(default_factory=list)
    latest: Any = None

    async def latest_at(self, _channel: int) -> Any:
        return self.latest

    async def resume_erasure(self, erasure: NameErasure) -> None:
        self.remaining.append(erasure)

    async def locale(self, _server: int, community: str) -> str:
        return "de" if community == "fr" else "en"

    async def preferences(self, _person: int) -> Any:
        return Preferences(language="de")


def _thread(title: str) -> Any:
    thread = Mock(spec=discord.Thread)
    thread.configure_mock(name=title, owner_id=ME, archived=False)
    return thread


@dataclass
class _ThreadClient(_Client):
    """A client whose channel is a thread created by the bot."""

    thread: Any = None
    edits: list[dict[str, Any]] = field(default_factory=list)

    async def fetch_channel(self, _channel: int) -> Any:
        async def edit(**changed: Any) -> None:
            self.edits.append(changed)

        self.thread.edit = edit
        return self.thread


async def clean(
    client: _Client,
    place: NameErasure,
    *,
    attempts: int = 0,
    latest: Any = None,
    composer: _Composer | None = None,
) -> list[NameErasure | None]:
    """Clean a place until nothing is left; return what remains after each step."""
    services = _Services(latest=latest)
    fake_parts: dict[str, Any] = {
        **dict.fromkeys(("client", "sender", "direct"), client),
        **dict.fromkeys(("deletions", "welcomes", "matches"), services),
    }
    people: Any = None
    readers = Readers(TEXTS, Pictures(GALLERY), people, fake_parts["deletions"])
    recomposer: Any = composer or _Composer()
    names = NameErasureSender(**fake_parts, recomposer=recomposer, readers=readers, is_unchangeable=is_seal)
    remainders: list[NameErasure | None] = []
    remainder: NameErasure | None = place
    while remainder is not None:
        (sender,) = names.senders()
        await sender.send(remainder, Notice(1, remainder, 1, None, None, None, attempts, uncertain=False))
        remainder = services.remaining.pop() if services.remaining else None
        remainders.append(remainder)
    return remainders


PLACE = NameErasure(ROBIN, "Robin", 70, None, 7, "en", NOON - timedelta(days=1))


async def test_a_channel_is_edited_in_small_steps_each_message_once() -> None:
    numbers = list(range(2 * PAGE, 0, -1))
    message_ids = [190, 150, 140, 130, 20, 10]
    client = _Client([message(number, "Robin" if number in message_ids else "Anna") for number in numbers])
    remainders = await clean(client, PLACE)
    assert client.changed == message_ids
    assert remainders[0] is not None
    assert remainders[0].before == message_ids[MAX_EDITS - 1]
    assert not [entry for entry in client.messages if entry.content not in {"Anna", "someone"}]
    second_pass = await clean(client, PLACE)
    assert client.changed == message_ids, "a second pass changes nothing"
    assert second_pass[-1] is None


async def test_messages_by_others_or_before_the_range_are_skipped() -> None:
    long_ago = NOON - timedelta(days=9)
    client = _Client([message(3, "Robin"), message(2, "Robin", ANNA), message(1, "Robin", at=long_ago)])
    assert await clean(client, PLACE) == [None]
    assert client.changed == [3]


async def test_a_short_history_is_edited_in_one_pass() -> None:
    client = _Client([message(2, "Robin"), message(1, "Robin", at=PLACE.since)])
    assert await clean(client, PLACE) == [None]
    assert client.changed == [2, 1]


async def test_a_dice_seal_is_never_edited() -> None:
    """A seal may contain a person's name as a word; marked as edited, it would prove nothing."""
    seal = message(2, "Robin is a board")
    row = SimpleNamespace(children=[SimpleNamespace(custom_id="fp:tournament:5:seal-1")])
    seal.components = [row]
    client = _Client([message(3, "Robin"), seal])
    await clean(client, PLACE)
    assert client.changed == [3]


async def test_thread_opening_notices_are_deleted() -> None:
    client = _Client([message(2, "opened Anna - Robin"), message(1, "opened Anna - Ben")])
    await clean(client, PLACE)
    assert (client.changed, client.deleted) == ([], [2])


async def test_undeletable_system_messages_do_not_block_the_erasure() -> None:
    client = _Client([message(3, "renamed Anna - Robin"), message(2, "opened Robin"), message(1, "<@501>")])
    await clean(client, PLACE)
    assert (client.changed, client.deleted) == ([1], [2])


async def test_direct_messages_use_their_readers_language() -> None:
    client = _Client([message(1, "<@501>")])
    await clean(client, NameErasure(ROBIN, "Robin", None, ANNA, 7, "en", PLACE.since))
    assert client.messages[0].content == "jemand"


@pytest.mark.parametrize(("reader", "closed"), [(ANNA, True), (-4, False)], ids=["closed", "forgotten, too"])
async def test_inaccessible_channels_complete_the_erasure(reader: int, *, closed: bool) -> None:
    client = _Client([message(1, "<@501>")], closed=closed)
    assert await clean(client, NameErasure(ROBIN, "Robin", None, reader, 7, "en", PLACE.since)) == [None]
    assert client.changed == []


class _UndeletableClient(_Client):
    """A client that refuses each deletion with an unknown error code."""

    async def delete(self, ref: MessageRef) -> None:
        answer: Any = SimpleNamespace(status=403, reason="Forbidden")
        raise discord.HTTPException(answer, {"code": 987_654, "message": f"not {ref.message}"})


async def test_a_persistent_refusal_does_not_block_the_erasure() -> None:
    client = _UndeletableClient([message(2, "opened Robin"), message(1, "<@501>")])
    with pytest.raises(discord.HTTPException):
        await clean(client, PLACE)
    assert client.changed == [], "the refusal may be temporary, so the whole step is retried"
    await clean(client, PLACE, attempts=6)
    assert client.changed == [1]


@pytest.mark.assumes("own-threads-renamed")
@pytest.mark.parametrize(
    ("person", "title", "match", "renamed"),
    [
        ("Robin", "ConHex #3 · Anna - Robin", 3, "ConHex #3"),
        ("Robin", "Anna - Robin", None, "A game"),
        ("Robin", "ConHex #3", 3, None),
        ("ConHex", "ConHex #3", 3, None),
    ],
)
async def test_a_thread_is_renamed_once_without_the_name(
    person: str, title: str, match: int | None, renamed: str | None
) -> None:
    client = _ThreadClient([], thread=_thread(title))
    latest = None if match is None else SimpleNamespace(id=match, key="conhex", options={})
    await clean(client, replace(PLACE, name=person), latest=latest)
    assert [edit["name"] for edit in client.edits] == ([] if renamed is None else [renamed])


async def test_earlier_names_are_replaced_in_the_server_language() -> None:
    client = _Client([message(3, "Robinia moved"), message(2, "<@501> and Robin"), message(1, "Anna")])
    await clean(client, replace(PLACE, earlier=("Robinia", "Rob"), locale="fr"))
    assert [entry.content for entry in client.messages] == ["jemand moved", "jemand and jemand", "Anna"]
    client = _Client([message(1, "Robin moved")])
    await clean(client, replace(PLACE, server=None, locale="de"))
    assert client.messages[0].content == "jemand moved"


async def test_a_picture_with_the_name_is_redrawn_if_possible() -> None:
    def board(number: int, words: str) -> Any:
        posted_board = message(number, "<@501>")
        posted_board.attachments = [SimpleNamespace(id=3, description=words)]
        return posted_board

    async def draw(_pictures: Pictures) -> Any:
        return SimpleNamespace(file=lambda: "drawn again")

    composed = SimpleNamespace(scene=SimpleNamespace(draw=draw))
    for composer, replacement in (
        (_Composer(composed), "drawn again"),
        (_Composer(SimpleNamespace(scene=None)), None),
        (_Composer(), None),
    ):
        client = _Client([board(2, "Robin to move"), board(1, "Anna to move")])
        await clean(client, PLACE, composer=composer)
        files = [list(entry.attachments) for entry in client.messages]
        assert files[0] == ([] if replacement is None else [replacement])
        assert len(files[1]) == 1, "a picture without the name stays"
        assert files[1] != [replacement]


async def test_an_archived_thread_is_reopened_renamed_and_archived() -> None:
    thread = _thread("ConHex #3 · Anna - Robin")
    thread.archived = True
    client = _ThreadClient([], thread=thread)
    match = SimpleNamespace(id=3, key="conhex", options={})
    await clean(client, PLACE, latest=match)
    assert client.edits == [{"archived": False}, {"name": "ConHex #3", "archived": True}]


@pytest.mark.parametrize("owner", [ANNA, ME])
async def test_threads_of_others_keep_their_titles(owner: int) -> None:
    thread = _thread("Robin and friends")
    thread.owner_id = owner
    client = _ThreadClient([message(1, "Robin moved")], thread=thread)
    await clean(client, replace(PLACE, before=2 if owner == ME else None))
    assert client.edits == []
    assert client.changed == [1]


class _RefusingClient(_ThreadClient):
    """A client that refuses a new title."""

    status: int = 403

    async def fetch_channel(self, _channel: int) -> Any:
        answer: Any = SimpleNamespace(status=self.status, reason="no")
        raise discord.HTTPException(answer, {"code": 50013 if self.status == 403 else 0, "message": "no"})


@pytest.mark.parametrize(("status", "is_outage"), [(403, False), (503, True)])
async def test_a_refused_title_is_skipped_but_an_outage_retries(status: int, *, is_outage: bool) -> None:
    client = _RefusingClient([message(1, "Robin moved")])
    client.status = status
    if is_outage:
        with pytest.raises(discord.HTTPException):
            await clean(client, PLACE)
    else:
        await clean(client, PLACE)
    assert client.changed == ([] if is_outage else [1])


class _HiddenClient(_Client):
    """A client that refuses to read the history."""

    status: int = 403

    async def history(self, *, limit: int, before: discord.Object | None) -> AsyncIterator[Any]:
        answer: Any = SimpleNamespace(status=self.status, reason="no")
        raise discord.HTTPException(
            answer, {"code": 50001 if self.status == 403 else 0, "message": str((limit, before))}
        )
        yield


@pytest.mark.parametrize(("status", "is_outage"), [(403, False), (503, True)])
async def test_a_hidden_history_is_skipped_but_an_outage_retries(status: int, *, is_outage: bool) -> None:
    client = _HiddenClient([message(1, "Robin moved")])
    client.status = status
    if is_outage:
        with pytest.raises(discord.HTTPException):
            await clean(client, PLACE)
    else:
        assert await clean(client, PLACE) == [None]
