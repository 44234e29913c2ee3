"""The role that open challenges call is given to those who ask, and taken from them."""

from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.chat.core.rights.call_roles import set_role
from bot.model.refusal import Refusal

SERVER, PERSON, ROLE = 7, 1, 50
HARMLESS = discord.Permissions(send_messages=True)
POWERFUL = discord.Permissions(ban_members=True)


class Server:
    """A server with one role, that records who gets or loses it."""

    def __init__(self, permissions: discord.Permissions) -> None:
        self.id = SERVER
        self.changes: list[tuple[str, int, int, int]] = []
        self.fails: discord.HTTPException | None = None
        self._permissions = permissions

    def get_role(self, number: int) -> SimpleNamespace | None:
        role = SimpleNamespace(
            id=ROLE, guild=self, managed=False, permissions=self._permissions, is_default=lambda: False
        )
        return role if number == ROLE else None

    async def add_role(self, *ids: int, reason: str) -> None:
        self._change("add", ids, reason)

    async def remove_role(self, *ids: int, reason: str) -> None:
        self._change("remove", ids, reason)

    def _change(self, how: str, ids: tuple[int, ...], reason: str) -> None:
        assert reason == "open challenges"
        if self.fails is not None:
            raise self.fails
        server, person, role = ids
        self.changes.append((how, server, person, role))


def speaking(server: Server) -> Any:
    return SimpleNamespace(guild=server, user=SimpleNamespace(id=PERSON), client=SimpleNamespace(http=server))


async def refused(server: Server, *, held: bool, role: int = ROLE) -> str:
    with pytest.raises(Refusal) as error:
        await set_role(speaking(server), role, held=held)
    assert not server.changes
    return error.value.reason


@pytest.mark.parametrize(("held", "how"), [(True, "add"), (False, "remove")])
async def test_a_harmless_role_is_given_and_taken(how: str, *, held: bool) -> None:
    server = Server(HARMLESS)
    await set_role(speaking(server), ROLE, held=held)
    assert server.changes == [(how, SERVER, PERSON, ROLE)]


async def test_a_role_that_gained_power_can_only_be_left() -> None:
    server = Server(POWERFUL)
    assert await refused(server, held=True) == "call-role-unsafe"
    await set_role(speaking(server), ROLE, held=False)
    assert server.changes == [("remove", SERVER, PERSON, ROLE)]


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        (10011, "call-role-gone"),
        (60003, "call-role-two-factor"),
        (50013, "call-role-forbidden"),
        (0, "call-role-later"),
    ],
)
async def test_a_refusal_of_discord_is_explained(code: int, reason: str) -> None:
    server, response = Server(HARMLESS), SimpleNamespace(status=403, reason="no")
    answer: Any = response
    server.fails = discord.HTTPException(answer, {"code": code, "message": "no"})
    assert await refused(server, held=True) == reason


async def test_a_deleted_role_is_gone() -> None:
    assert await refused(Server(HARMLESS), held=True, role=51) == "call-role-gone"
