"""What play hears of servers."""

from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from typing import Any

import pytest
from discord import Locale

from bot.chat.server_presence import Servers


@dataclass
class _Guild:
    id: int
    features: tuple[str, ...] = ()
    preferred_locale: Locale = Locale.german
    shard_id: int = 0


@dataclass
class _Heard:
    told: list[tuple[str, object]] = field(default_factory=list)

    async def left(self, server: int) -> None:
        self.told.append(("left", server))

    async def joined(self, server: int) -> None:
        self.told.append(("joined", server))

    async def server_seen(self, server: int, locale: str) -> None:
        self.told.append((locale, server))

    async def compare(self, there: Collection[int], counts: Callable[[int], bool]) -> None:
        ours = {shard for shard in range(2) if counts(shard << 22)}
        self.told.append(("there", (sorted(there), ours)))


@dataclass(frozen=True)
class _Services:
    presence: _Heard
    name_cache: _Heard


def _servers() -> tuple[Any, list[tuple[str, object]]]:
    heard = _Heard()
    services: Any = _Services(heard, heard)
    return Servers(services), heard.told


@pytest.mark.assumes("removal-is-told")
async def test_a_removal_and_a_return_are_passed_on() -> None:
    servers, told = _servers()
    await servers.left(_Guild(1))
    await servers.joined(_Guild(1))
    assert told == [("left", 1), ("joined", 1)]


@pytest.mark.assumes("locale-of-communities")
async def test_only_a_community_says_its_language() -> None:
    servers, told = _servers()
    await servers.changed(_Guild(1, ("COMMUNITY",)))
    await servers.changed(_Guild(1))
    assert told == [("de", 1), ("", 1)]


async def test_a_shard_looks_at_its_own_servers() -> None:
    servers, told = _servers()
    await servers.ready([_Guild(1), _Guild(2, shard_id=1)], 0, 2)
    assert told == [("there", ([1], {0}))]


@pytest.mark.assumes("removal-is-told")
async def test_one_that_a_new_session_does_not_list_was_left() -> None:
    servers, told = _servers()
    stays, leaves, joined = _Guild(1), _Guild(2), _Guild(3)
    await servers.ready([stays, leaves], 0, 1)
    await servers.joined(joined)
    # Discord's list is made anew; what it does not name is still there as it was.
    await servers.ready([_Guild(1), leaves, joined], 0, 1)
    await servers.ready([_Guild(1), _Guild(2)], 0, 1)
    assert [there for kind, there in told if kind == "there"] == [
        ([1, 2], {0, 1}),
        ([1], {0, 1}),
        ([1, 2], {0, 1}),
    ]
