"""Posts in forums: tags, changed forums, search after a lost answer, refused titles."""

import io
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.chat.core.rights.bot_rights import needs_tag_nobody_may_set
from bot.chat.delivery.discord_sender import PlaceClosed, Undecided
from bot.chat.delivery.forum_posts import ForumPosts, tag_for
from bot.model.people.person import MessageRef


def forum(*tags: tuple[str, bool], required: bool = False) -> Any:
    flags = discord.flags.ChannelFlags._from_value(16 if required else 0)
    tags_of_forum = [SimpleNamespace(name=name, moderated=moderated) for name, moderated in tags]
    return SimpleNamespace(available_tags=tags_of_forum, flags=flags)


@pytest.mark.assumes("forum-tags")
@pytest.mark.parametrize(
    ("tags", "required", "expected", "refused"),
    [
        ((), False, None, False),
        ((("conhex", False), ("Chess", False)), False, "conhex", False),
        ((("Chess", False),), False, None, False),
        ((("ConHex", True), ("Chess", False)), True, "Chess", False),
        ((("ConHex", True),), True, None, True),
        ((), True, None, True),
    ],
)
def test_a_post_has_the_games_tag_or_the_first_if_required(
    tags: tuple[tuple[str, bool], ...], required: bool, expected: str | None, refused: bool
) -> None:
    place = forum(*tags, required=required)
    tag = tag_for(place, "ConHex")
    assert (None if tag is None else tag.name) == expected
    assert needs_tag_nobody_may_set(place) is refused


@dataclass
class _Forum:
    """A forum that accepts only posts with the tag `takes`."""

    takes: str
    code: int
    tag: str
    tried: list[tuple[str, bytes]] = field(default_factory=list)

    @property
    def available_tags(self) -> list[Any]:
        return [SimpleNamespace(name=self.tag, moderated=False)]

    @property
    def flags(self) -> Any:
        return forum(required=True).flags

    async def create_thread(self, *, applied_tags: list[Any], files: list[discord.File], **_: Any) -> Any:
        (tag,) = applied_tags
        self.tried.append((tag.name, files[0].fp.read()))
        if tag.name != self.takes:
            answer: Any = SimpleNamespace(status=400, reason="Bad Request")
            raise discord.HTTPException(answer, {"code": self.code, "message": "no"})
        return SimpleNamespace(message=SimpleNamespace(id=7, channel=SimpleNamespace(id=7)))


@dataclass
class _Discord:
    """Forums returned in turn, and a sender that posts a picture."""

    forums: list[_Forum]

    async def forum(self, _number: int) -> _Forum:
        return self.forums.pop(0)

    async def post_by(self, send: Any, _notice: Any, _post: Any) -> Any:
        return await send("", None, [discord.File(io.BytesIO(b"board"), "board.png")], None)


@pytest.mark.assumes("forum-tags")
@pytest.mark.parametrize("code", [40067, 50035, 50013])
async def test_a_changed_forum_is_retried_at_once(code: int) -> None:
    before, after = _Forum("new", code, "old"), _Forum("new", code, "new")
    place: Any = _Discord([before, after])
    notice: Any = SimpleNamespace(uncertain=False, attempts=0)
    post: Any = None
    ref = await ForumPosts(place, place, place).open(1, notice, post, ["title"], "ConHex")
    assert ref.channel == 7
    assert (before.tried, after.tried) == ([("old", b"board")], [("new", b"board")])


async def test_an_unchanged_forum_is_not_retried() -> None:
    same = _Forum("another", 40067, "old")
    place: Any = _Discord([same, same])
    notice: Any = SimpleNamespace(uncertain=False, attempts=0)
    post: Any = None
    with pytest.raises(discord.HTTPException):
        await ForumPosts(place, place, place).open(1, notice, post, ["title"], "ConHex")
    assert len(same.tried) == 1


@dataclass
class _Search:
    """A forum with posts, some `carrying` the notice's message."""

    active: list[Any] = field(default_factory=list)
    archived: list[Any] = field(default_factory=list)
    carrying: tuple[int, ...] = ()
    error: discord.HTTPException | None = None
    read: list[int] = field(default_factory=list)
    opened: int = 0
    id: int = 15
    available_tags: tuple[()] = ()
    flags: Any = field(default_factory=lambda: forum().flags)
    user: Any = field(default_factory=lambda: SimpleNamespace(id=ME))

    @property
    def guild(self) -> "_Search":
        return self

    async def active_threads(self) -> list[Any]:
        return self.active

    async def archived_threads(self, *, limit: int) -> AsyncIterator[Any]:
        assert limit > 0
        if self.error is not None:
            raise self.error
        for thread in self.archived:
            yield thread

    async def forum(self, _number: int) -> "_Search":
        return self

    async def carries(self, ref: MessageRef, _notice: Any, _post: Any) -> bool:
        assert ref.channel == ref.message
        self.read.append(ref.message)
        return ref.message in self.carrying

    async def post_by(self, *_: Any) -> Any:
        self.opened += 1
        return SimpleNamespace(id=99, channel=SimpleNamespace(id=99))

    async def open(self, *, lost: datetime | None = None, attempts: int = 1, uncertain: bool = False) -> int:
        """Open a post after an attempt of unknown fate; return its message."""
        this: Any = self
        notice: Any = SimpleNamespace(
            id=3,
            uncertain=uncertain,
            attempts=attempts,
            written=WRITTEN,
            lost=None if lost is None else SimpleNamespace(written=lost),
        )
        post: Any = None
        ref = await ForumPosts(this, this, this).open(15, notice, post, ["title"], "ConHex")
        assert ref.channel == ref.message
        return ref.message


ME = 100
WRITTEN = datetime(2026, 11, 20, 12, tzinfo=UTC)


def _thread(minutes: float, *, owner: int = ME, parent: int = 15, archived: bool = False) -> Any:
    """Return a thread opened and archived `minutes` after the notice was written."""
    at = WRITTEN + timedelta(minutes=minutes)
    number = discord.utils.time_snowflake(at)
    return SimpleNamespace(
        id=number, owner_id=owner, parent_id=parent, archived=archived, archive_timestamp=at
    )


@pytest.mark.parametrize("archived", [False, True])
async def test_an_existing_post_is_not_opened_twice(archived: bool) -> None:
    own, foreign, elsewhere = _thread(1), _thread(2, owner=5), _thread(3, parent=16)
    posts = [elsewhere, foreign, own]
    search = _Search(archived=posts) if archived else _Search(active=posts[::-1])
    search.carrying = (own.id, foreign.id, elsewhere.id)
    assert await search.open() == own.id
    assert (search.read, search.opened) == ([own.id], 0)


async def test_a_missing_post_is_opened() -> None:
    search = _Search(active=[_thread(1)], archived=[_thread(2, archived=True)])
    assert await search.open() == 99
    assert len(search.read) == 2


async def test_a_first_attempt_does_not_search() -> None:
    search = _Search(active=[_thread(1)])
    search.carrying = (search.active[0].id,)
    assert await search.open(attempts=0) == 99
    assert await search.open(attempts=0, uncertain=True) == search.active[0].id


async def test_the_search_ends_at_posts_older_than_the_notice() -> None:
    search = _Search(active=[_thread(-1000), _thread(-2000), _thread(-3000)])
    await search.open(lost=WRITTEN)
    assert len(search.read) == 1
    search.read.clear()
    await search.open()
    assert len(search.read) == 3, "clocks may differ, so the newest posts are read in any case"


@pytest.mark.parametrize(
    ("code", "status", "lost", "error"),
    [
        (50001, 403, None, None),
        (50001, 403, WRITTEN, Undecided),
        (0, 503, None, discord.HTTPException),
    ],
)
async def test_archived_posts_may_not_be_listable(
    code: int, status: int, lost: datetime | None, error: type[Exception] | None
) -> None:
    answer: Any = SimpleNamespace(status=status, reason="no")
    search = _Search(error=discord.HTTPException(answer, {"code": code, "message": "no"}))
    if error is None:
        assert await search.open(lost=lost) == 99
    else:
        with pytest.raises(error):
            await search.open(lost=lost)
        assert not search.opened


async def test_a_forum_that_refuses_every_title_is_closed() -> None:
    place: Any = _Discord([_Forum("conhex", 0, "conhex")])

    async def create_thread(**_: Any) -> Any:
        answer: Any = SimpleNamespace(status=400, reason="Bad Request")
        raise discord.HTTPException(answer, {"code": 200001, "message": "blocked"})

    place.forums[0].create_thread = create_thread
    notice: Any = SimpleNamespace(uncertain=False, attempts=0)
    post: Any = None
    with pytest.raises(PlaceClosed):
        await ForumPosts(place, place, place).open(1, notice, post, ["title", "plain"], "ConHex")
