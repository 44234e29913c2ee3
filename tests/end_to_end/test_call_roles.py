"""Self-assigned roles that new open challenges mention."""

import pytest

from tests import pocket
from tests.end_to_end.bots import InProcessBot
from tests.end_to_end.people import Person
from tests.end_to_end.tables import Table
from tests.end_to_end.waiting import until

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("bot")]

ON, OFF = "Tell me about open challenges", "Stop telling me about open challenges"


@pytest.mark.assumes("give-roles", "member-roles", "unknown-role")
async def test_a_call_role_is_chosen_assigned_pinged_and_removed(table: Table, bot: InProcessBot) -> None:
    control, server = table.control, table.server
    await control.allow_everywhere(server)
    bot.advance(3601)
    owner = Person(pocket.Person(table.line, pocket.BEN), "Ben")
    assert ON not in (await table.ben.slash(table.channel, "open")).message.buttons, (
        "notifications are off by default"
    )
    managed = await control.add_role(server, "Another app", managed=True)
    role = await control.add_role(server, "Players")
    panel = (await owner.slash(table.channel, "server role")).message
    assert "I need the permission *Manage Roles*" in panel.text
    await control.allow_everywhere(server, "MANAGE_ROLES")
    panel = (await owner.slash(table.channel, "server role")).message
    assert "Manage Roles" not in panel.text
    assert panel.offered == [role]
    refused = await owner.forge(panel, "fp:server-role:0", managed)
    assert "You can only choose a role that you could give to others" in refused.text
    page = await owner.forge(panel, "fp:server-role:0", role)
    assert f"ping <@&{role}>" in page.text
    assert "Nobody is notified yet" in page.text, "the bot may not mention the role yet"
    listed = await table.ben.slash(table.channel, "open")
    answer = await table.ben.press(listed.message, ON)
    assert OFF in answer.message.buttons
    guild = table.playground.world.guilds[server]
    assert guild.holders(role) == [table.ben.id]
    assert OFF in (await table.ben.slash(table.channel, "open")).message.buttons
    card = await table.card(table.anna, "conhex")
    assert f"<@&{role}>: who would like to play?" in card.text
    posts = [message for message in table.posted if message.id == card.id]
    assert posts[0].role_mentions == (), "the mention notifies nobody yet"
    second = await table.card(table.anna, "conhex")
    assert "<@&" not in second.text, "the role is mentioned once an hour"
    await control.allow_everywhere(server)
    refused = await table.ben.press(answer.message, OFF)
    assert "Discord does not let me give or take this role." in refused.text
    assert table.playground.world.guilds[server].holders(role) == [table.ben.id]
    await control.allow_everywhere(server, "MANAGE_ROLES")
    reply = await table.ben.press(answer.message, OFF)
    assert ON in reply.message.buttons
    assert table.playground.world.guilds[server].holders(role) == []
    await control.fault("status", f"/guilds/{server}/members/", "PUT", status=503)
    failed = await table.ben.press(reply.message, ON)
    assert "Discord could not do that just now." in failed.text
    await control.clear_faults()
    await control.fault("status", f"/guilds/{server}/members/", "PUT", status=403, code=60003)
    assert "two-factor" in (await table.ben.press(reply.message, ON)).text
    await control.fault("status", f"/guilds/{server}/members/", "PUT", status=404, code=10011)
    response = await table.ben.press(reply.message, ON)
    assert "The role no longer exists." in response.text
    assert (
        "New challenges that anyone may accept ping nobody."
        in (await owner.press(page.message, "Ping nobody")).text
    )
    assert "This server has chosen no role for that." in (await table.ben.press(reply.message, ON)).text


@pytest.mark.assumes("role-mention", "deleted-roles-are-told")
async def test_members_of_a_mentionable_call_role_are_pinged(table: Table, bot: InProcessBot) -> None:
    control, server = table.control, table.server
    owner = Person(pocket.Person(table.line, pocket.BEN), "Ben")
    await control.allow_everywhere(server, "MANAGE_ROLES")
    role = await control.add_role(server, "Callable", mentionable=True)
    panel = (await owner.slash(table.channel, "server role")).message
    assert "Nobody is notified yet" not in (await owner.choose(panel, role)).text
    listed = await table.ben.slash(table.channel, "open")
    await table.ben.press(listed.message, ON)
    bot.advance(3601)
    before = len(await control.pushes())
    card = await table.card(table.anna, "conhex")
    posting = next(message for message in table.posted if message.id == card.id)
    assert posting.role_mentions == (role,)
    assert [push["user_id"] for push in (await control.pushes())[before:]] == [table.ben.id]
    await control.delete_role(server, role)

    async def is_forgotten() -> bool:
        return (await bot.app.services.servers.server(int(server))).call_role is None

    await until(is_forgotten, "the bot to forget the role")
