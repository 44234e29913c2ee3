"""Suggested clocks: the server's default first, then those that match the typed text."""

from types import SimpleNamespace
from typing import Any

from bot.chat.core.commands.clock_option import suggested_clocks
from bot.locale import Texts
from bot.model.servers.server_rules import ServerRules
from bot.model.time.clocks import read_clock

TEXTS = Texts.load()


class Servers:
    """Servers whose default clock, in days, is their number."""

    async def server(self, server: int) -> ServerRules:
        return ServerRules(clock=read_clock(f"{server}d"))


async def _suggested(typed: str, server: int | None = 7) -> list[tuple[str, str]]:
    context: Any = SimpleNamespace(place=SimpleNamespace(server=server), t=TEXTS.language("en"))
    choices = await suggested_clocks(TEXTS, Servers(), context, typed)
    return [(str(choice.name), str(choice.value)) for choice in choices]


async def test_the_servers_usual_clock_is_suggested_first() -> None:
    assert [(await _suggested("", server))[0][1] for server in (7, 3)] == ["7d", "3d"]
    assert (await _suggested("", None))[0][1] == "none"


async def test_a_typed_clock_is_suggested_with_its_name() -> None:
    suggested = [("3 days per move; running out of time loses", "3d")]
    assert (await _suggested("3d"))[:1] == suggested
    assert await _suggested("3 Tage") == suggested, "also in another language"
    assert await _suggested("any clock whatever") == []
