"""The web page's queries to Discord: readers of channels, people in Activities."""

from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.features.web.service.activity import DiscordInstances
from bot.features.web.service.visibility import DiscordVisibility
from tests.bot.chat.samples import MATCH


def refusal() -> discord.HTTPException:
    response: Any = SimpleNamespace(status=503, reason="out of order")
    return discord.HTTPException(response, {"code": 0, "message": "no"})


class AnsweringPlaces:
    """Fake lookups at Discord, which may fail: channels are open to one person."""

    def __init__(self, *, fails: bool = False) -> None:
        self.fails = fails

    async def is_open_to_everyone(self, match: object) -> bool:
        if self.fails:
            raise refusal()
        return match is MATCH

    async def is_open_to(self, match: object, person: int) -> bool:
        if self.fails:
            raise refusal()
        return match is MATCH and person == 5


async def test_channel_visibility_is_looked_up() -> None:
    visibility = DiscordVisibility()
    assert not await visibility.is_open(MATCH)
    assert not await visibility.is_open_to(MATCH, 5)
    places: Any = AnsweringPlaces()
    visibility.places = places
    assert await visibility.is_open(MATCH)
    assert await visibility.is_open_to(MATCH, 5)
    assert not await visibility.is_open_to(MATCH, 6)
    places.fails = True
    assert not await visibility.is_open(MATCH)
    assert not await visibility.is_open_to(MATCH, 5)


class InstanceClient:
    """A fake client that knows one instance."""

    def __init__(self, answer: object) -> None:
        self.answer = answer
        self.requests: list[str] = []
        self.http = self

    async def request(self, route: discord.http.Route) -> object:
        self.requests.append(f"{route.method} {route.url.removeprefix(discord.http.Route.BASE)}")
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


RUNNING = {"location": {"channel_id": "70", "kind": "gc"}, "users": ["1001", "1002"], "more": 1}


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        (RUNNING, (70, frozenset({1001, 1002}))),
        ({**RUNNING, "users": ["x"]}, None),
        ({"users": []}, None),
        (refusal(), None),
    ],
    ids=["running", "no numbers", "no place", "refused"],
)
async def test_activity_instances_are_looked_up(answer: object, expected: object) -> None:
    instances = DiscordInstances()
    assert await instances.people_at(99, "i-1") is None
    client: Any = InstanceClient(answer)
    instances.client = client
    assert await instances.people_at(99, "i-1_A") == expected
    assert client.requests == ["GET /applications/99/activity-instances/i-1_A"]
    for forged in ("", "../../users/@me", "a b", "ä"):
        assert await instances.people_at(99, forged) is None
    assert len(client.requests) == 1, "Discord is not queried for forged names"
