"""The doctor's table of a server's channels."""

from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.chat.gateway.invite_links import NEEDED
from bot.kernel.probes import FindingStatus
from bot.operations.doctor.explanations import FREE_A_TAG
from bot.operations.doctor.places import FOR_POSTS, permissions, standing, standings
from tests.bot.chat.guilds import ME, channel_data, guild, member

TAGS_REQUIRED = 16
ATTACHING = discord.Permissions(attach_files=True)


def forum(number: int, *, moderated: bool) -> discord.ForumChannel:
    """Return a forum that requires its only tag; `moderated`: only moderators may set it."""
    server = guild()
    tag = {"id": "50", "name": "Games", "moderated": moderated, "emoji_id": None, "emoji_name": None}
    data: Any = {**channel_data(number, forums=(number,)), "flags": TAGS_REQUIRED, "available_tags": [tag]}
    return discord.ForumChannel(state=server._state, guild=server, data=data)


@pytest.mark.assumes("forum-tags")
def test_forums_whose_tags_only_moderators_set_are_unfit() -> None:
    forums = [forum(1, moderated=False), forum(2, moderated=True)]
    table, *findings = permissions("Game Night", [standing(place, FOR_POSTS) for place in forums], {1, 2})
    assert "games can live in 1 of 2 channels" in table.text
    assert [(row.place, row.verdict) for row in table.rows] == [("#c1", "can play"), ("#c2", "nothing")]
    (finding,) = findings
    assert finding.text == "the bot can do nothing there: a tag that everybody may set missing"
    assert finding.todo == FREE_A_TAG
    (_, both) = permissions("Game Night", [standing(forums[1], FOR_POSTS & ~ATTACHING)], {2})
    assert both.text.endswith("Attach Files, a tag that everybody may set missing")
    assert both.todo.startswith("in the channel's settings, Permissions, allow")
    assert both.todo.endswith(f"; {FREE_A_TAG}")


async def test_text_channels_and_forums_are_listed_in_order() -> None:
    server = guild((70, 71), forums=(71,))
    hall, posts = server.channels
    hall.position, posts.position = 2, 1
    voice = SimpleNamespace(position=0, id=74)

    async def fetch_channels() -> list[Any]:
        return [hall, voice, posts]

    async def fetch_member(number: int) -> discord.Member:
        return member(server, number)

    fetching: Any = SimpleNamespace(fetch_channels=fetch_channels, fetch_member=fetch_member)
    client: Any = SimpleNamespace(user=SimpleNamespace(id=ME))
    assert [place.name for place in await standings(client, fetching)] == ["c71", "c70"]
    assert await standings(SimpleNamespace(user=None), fetching) == ()  # type: ignore[arg-type]  # a client


@pytest.mark.parametrize(
    ("denied", "verdict", "missing"),
    [
        ("attach_files", "words only", ("Attach Files",)),
        ("create_public_threads", "can play", ("Create Public Threads",)),
        ("read_message_history", "can play", ("Read Message History",)),
        ("send_messages", "nothing", ("Send Messages",)),
        ("view_channel", "nothing", ("View Channel",)),
    ],
)
def test_each_missing_permission_has_its_verdict(denied: str, verdict: str, missing: tuple[str, ...]) -> None:
    hall = guild((70,)).text_channels[0]
    allowed = discord.Permissions(**{**dict(NEEDED), denied: False})
    if denied == "view_channel":
        allowed = NEEDED & ~discord.Permissions(view_channel=True)
    place = standing(hall, allowed)
    assert (place.verdict, place.missing) == (verdict, missing)
    finding, *unnamed = permissions("Game Night", [place, standing(hall, NEEDED)], {71})
    assert unnamed == [], "only named channels are worth a line of their own"
    assert finding.status is (FindingStatus.OK if verdict == "nothing" else FindingStatus.WARN)
    able = int(verdict != "nothing")
    assert finding.text == f"Game Night: games can live in {able + 1} of 2 channels"
    alone, *named = permissions("Game Night", [place], {70})
    assert alone.text == f"Game Night: games can live in {able} of 1 channels"
    if verdict == "nothing":
        assert alone.status is FindingStatus.FAIL
        assert [each.text for each in named] == [f"the bot can do nothing there: {missing[0]} missing"]
    else:
        assert (alone.status, named) == (FindingStatus.WARN, [])
    every, *_ = permissions("Game Night", [standing(hall, NEEDED)], {70})
    assert (every.status, every.text) == (FindingStatus.OK, "Game Night: games can live in 1 of 1 channels")
