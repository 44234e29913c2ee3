"""Which tag a post in a forum gets."""

from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.chat.delivery.forum_posts import needs_tag_nobody_may_set, tag_for


def forum(*tags: tuple[str, bool], required: bool = False) -> Any:
    flags = discord.flags.ChannelFlags._from_value(16 if required else 0)
    named = [SimpleNamespace(name=name, moderated=moderated) for name, moderated in tags]
    return SimpleNamespace(available_tags=named, flags=flags)


@pytest.mark.assumes("forum-tags")
@pytest.mark.parametrize(
    ("tags", "required", "chosen", "refused"),
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
    tags: tuple[tuple[str, bool], ...], required: bool, chosen: str | None, refused: bool
) -> None:
    place = forum(*tags, required=required)
    tag = tag_for(place, "ConHex")
    assert (None if tag is None else tag.name) == chosen
    assert needs_tag_nobody_may_set(place) is refused
