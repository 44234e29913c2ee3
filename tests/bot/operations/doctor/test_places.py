"""The table of a server's channels, as the owner of the bot reads it."""

from typing import Any

import discord
import pytest

from bot.operations.doctor.places import FOR_POSTS, permissions, standing
from tests.bot.chat.guilds import channel_data, guild

TAGS_REQUIRED = 16


def forum(number: int, *, moderated: bool) -> discord.ForumChannel:
    """Return a forum that requires its only tag, which everybody or moderators alone may set."""
    server = guild()
    tag = {"id": "50", "name": "Games", "moderated": moderated, "emoji_id": None, "emoji_name": None}
    data: Any = {**channel_data(number, forums=(number,)), "flags": TAGS_REQUIRED, "available_tags": [tag]}
    return discord.ForumChannel(state=server._state, guild=server, data=data)


@pytest.mark.assumes("forum-tags")
def test_no_game_fits_a_forum_whose_tags_moderators_set() -> None:
    forums = [forum(1, moderated=False), forum(2, moderated=True)]
    table, *findings = permissions("Game Night", [standing(place, FOR_POSTS) for place in forums], {1, 2})
    assert "games can live in 1 of 2 channels" in table.said
    assert [(row.place, row.verdict) for row in table.rows] == [("#c1", "can play"), ("#c2", "nothing")]
    (finding,) = findings
    assert finding.said == "the bot can do nothing there: a tag that everybody may set missing"
