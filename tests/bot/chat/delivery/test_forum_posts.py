"""Which tag a post in a forum gets, also where its tags change meanwhile."""

import io
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.chat.core.rights.bot_rights import needs_tag_nobody_may_set
from bot.chat.delivery.forum_posts import ForumPosts, tag_for


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
def test_the_tag_of_the_game_or_the_first_where_one_is_needed(
    tags: tuple[tuple[str, bool], ...], required: bool, expected: str | None, refused: bool
) -> None:
    place = forum(*tags, required=required)
    tag = tag_for(place, "ConHex")
    assert (None if tag is None else tag.name) == expected
    assert needs_tag_nobody_may_set(place) is refused


@dataclass
class _Forum:
    """A forum that takes posts with one tag alone."""

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
    """Hands out a forum as it was, then as it is; sends a picture."""

    forums: list[_Forum]

    async def forum(self, _number: int) -> _Forum:
        return self.forums.pop(0)

    async def post_by(self, send: Any, _notice: Any, _post: Any) -> Any:
        return await send("", None, [discord.File(io.BytesIO(b"board"), "board.png")], None)


@pytest.mark.assumes("forum-tags")
@pytest.mark.parametrize("code", [40067, 50035, 50013])
async def test_a_forum_that_has_changed_is_asked_again_at_once(code: int) -> None:
    before, after = _Forum("new", code, "old"), _Forum("new", code, "new")
    place: Any = _Discord([before, after])
    notice: Any = SimpleNamespace(uncertain=False, attempts=0)
    post: Any = None
    ref = await ForumPosts(place, place, place).open(1, notice, post, ["title"], "ConHex")
    assert ref.channel == 7
    assert (before.tried, after.tried) == ([("old", b"board")], [("new", b"board")])


async def test_one_that_has_not_changed_is_taken_at_its_word() -> None:
    same = _Forum("another", 40067, "old")
    place: Any = _Discord([same, same])
    notice: Any = SimpleNamespace(uncertain=False, attempts=0)
    post: Any = None
    with pytest.raises(discord.HTTPException):
        await ForumPosts(place, place, place).open(1, notice, post, ["title"], "ConHex")
    assert len(same.tried) == 1
