"""The list of open challenges: its buttons, and the role that new challenges mention."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

from bot.chat.core import custom_ids
from bot.features.challenges.buttons import partner_buttons
from bot.model.challenges.terms import Terms
from tests.bot.chat import guilds
from tests.bot.chat.presses import Presses
from tests.bot.support.fakes import ANNA, BEN, CARA, HALL, World

pytest_plugins = ("tests.bot.support.worlds",)


async def test_an_open_challenge_is_accepted_from_the_list(world: World) -> None:
    challenge = await world.challenge("conhex", opponent=None)
    presses = Presses(world, partner_buttons.HANDLERS)
    listed = await presses.answer_to(BEN, custom_ids.write("partners", 0))
    take = custom_ids.write("take", challenge.id)
    assert take in listed.ids
    await presses.answer_to(BEN, take)
    assert (await world.services.challenges.get(challenge.id)).match is not None


ROLE = 88


class RolesInMemory:
    """Implements the part of discord.py's HTTP client that adds and removes roles."""

    def __init__(self) -> None:
        self.changes: list[tuple[str, int, int, int]] = []

    async def add_role(self, server: int, person: int, role: int, *, reason: str) -> None:
        assert reason
        self.changes.append(("add", server, person, role))

    async def remove_role(self, server: int, person: int, role: int, *, reason: str) -> None:
        assert reason
        self.changes.append(("remove", server, person, role))


def presses_with_role(world: World) -> tuple[Presses, RolesInMemory]:
    """Return presses in a server with the role that new challenges mention, and its HTTP client."""
    server, http = guilds.guild((HALL.channel,), roles=(ROLE,)), RolesInMemory()
    presses = Presses(world, partner_buttons.HANDLERS, server)
    presses.client = SimpleNamespace(user=None, get_guild=lambda _: server, http=http)
    return presses, http


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
async def test_challenge_pings_toggle_on_and_off(world: World) -> None:
    """The page stays on its part of the list and offers the opposite."""
    await world.services.servers.set_server(world.by(CARA), HALL.server or 0, call_role=ROLE)
    for _ in range(7):
        await world.challenge("conhex", opponent=None)
    presses, http = presses_with_role(world)
    switched_on = await presses.answer_to(BEN, custom_ids.write("tell-open", 1, 6))
    assert http.changes == [("add", HALL.server, BEN.id, ROLE)]
    assert switched_on.ids == [custom_ids.write("take", 1), *(custom_ids.write(*ids) for ids in OFF)]
    switched_off = await presses.answer_to(BEN, custom_ids.write("tell-open", 0, 6))
    assert http.changes[1:] == [("remove", HALL.server, BEN.id, ROLE)]
    assert switched_off.ids[-1] == custom_ids.write("tell-open", 1, 6)
    assert (await presses.answer_to(BEN, custom_ids.write("partners", 0))).ids[-1] == custom_ids.write(
        "tell-open", 1, 0
    )
    presses.roles = {BEN.id: (ROLE,)}
    assert (await presses.answer_to(BEN, custom_ids.write("partners", 6))).ids[-1] == custom_ids.write(
        "tell-open", 0, 6
    )


OFF = (("partners", 0), ("tell-open", 0, 6))


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
async def test_challenge_pings_need_a_server_with_a_role(world: World) -> None:
    presses, http = presses_with_role(world)
    assert "role" in (await presses.answer_to(BEN, custom_ids.write("tell-open", 1, 0))).text
    presses.direct = True
    assert "server" in (await presses.answer_to(BEN, custom_ids.write("tell-open", 1, 0))).text
    assert http.changes == []


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
async def test_a_table_is_joined_from_the_list_on_its_current_terms(world: World) -> None:
    await world.challenge("conhex")
    table = await world.services.invitations.challenge(world.by(ANNA), Terms("catch-the-hat", {}), HALL)
    await world.services.lobbies.join(world.by(CARA), table.id)
    await world.services.term_changes.change(world.by(ANNA), table.id, replace(table.terms, rated=True))
    presses, _ = presses_with_role(world)
    shown = await presses.answer_to(BEN, custom_ids.write("take", table.id))
    assert BEN.id not in {member.person for member in (await world.services.challenges.get(table.id)).members}
    assert custom_ids.write("join", table.id, "any", 1) in shown.ids
    joined = await presses.answer_to(BEN, custom_ids.write("take", table.id, 1))
    assert custom_ids.write("leave", table.id) in joined.ids
    members = (await world.services.challenges.get(table.id)).members
    assert [member.person for member in members] == [ANNA.id, BEN.id]


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
async def test_listed_challenges_are_accepted_only_on_current_terms(world: World) -> None:
    await world.challenge("conhex")
    offer = await world.challenge("conhex", opponent=None)
    await world.services.term_changes.change(world.by(ANNA), offer.id, replace(offer.terms, rated=True))
    presses, _ = presses_with_role(world)
    for revision, is_taken in (((), False), ((1,), True)):
        await presses.answer_to(BEN, custom_ids.write("take", offer.id, *revision))
        assert (await world.services.challenges.get(offer.id)).open is not is_taken
