"""Interactions as the bot receives them: their person, place and permissions."""

import asyncio
from typing import Any

import pytest

from playground.values.permissions import Permission
from tests.playground.stage import COMMANDS, Stage
from tests.pocket import BEN, BOT, BRETTSPIELE, SPIELEABEND, Pocket, Refused

Json = dict[str, Any]


async def test_interaction_states_the_person_and_server_locales(stage: Stage) -> None:
    pocket = stage.pocket
    await pocket.line.ask("PATCH", f"/playground/users/{BEN}", {"locale": "fr"})
    await pocket.line.ask("PATCH", f"/playground/guilds/{SPIELEABEND}", {"community": True, "locale": "de"})
    direct = (await pocket.line.ask("POST", "/playground/dms", {"as": BEN}))["id"]
    here = await stage.begin(BRETTSPIELE, pocket.ben)
    there = await stage.begin(direct, pocket.ben)
    assert [act["locale"] for act in (here, there)] == ["fr", "fr"]
    assert (here["guild_locale"], here["guild"]["locale"], here["guild"]["id"]) == ("de", "de", SPIELEABEND)
    assert here["member"]["user"]["id"] == there["user"]["id"] == BEN
    assert not {"guild", "guild_id", "guild_locale", "member"} & there.keys()
    assert "user" not in here
    assert [act["context"] for act in (here, there)] == [0, 1]


async def test_interaction_states_the_bot_and_person_permissions(stage: Stage) -> None:
    pocket = stage.pocket
    body = {"channel_id": BRETTSPIELE, "deny": ["ATTACH_FILES"], "deny_people": ["EMBED_LINKS"]}
    await pocket.line.ask("POST", "/playground/control/permissions", body)
    act = await stage.begin(BRETTSPIELE, pocket.ben)
    of_bot, of_ben = int(act["app_permissions"]), int(act["member"]["permissions"])
    assert (of_bot & Permission.ATTACH_FILES, of_ben & Permission.EMBED_LINKS) == (0, 0)
    assert of_bot & Permission.EMBED_LINKS
    assert of_ben & Permission.ATTACH_FILES
    assert int(act["channel"]["permissions"]) == of_ben


async def test_ephemeral_message_has_no_context_menu_commands(stage: Stage) -> None:
    command = {"name": "Show board", "type": 3}
    await stage.rest.ask("PUT", f"/applications/{BOT}/commands", [*COMMANDS, command])
    answers = []
    for flags in (0, 64):
        act = await stage.begin(BRETTSPIELE, stage.pocket.ben)
        answer = await stage.answer(act, 4, {"content": "x", "flags": flags}, "?with_response=1")
        answers.append(answer.body["resource"]["message"]["id"])
    public, private = answers
    using = asyncio.create_task(stage.pocket.ben.menu(BRETTSPIELE, "Show board", public))
    heard = (await stage.wire.until("INTERACTION_CREATE"))["d"]
    assert (heard["data"]["target_id"], list(heard["data"]["resolved"]["messages"])) == (public, [public])
    using.cancel()
    for person in (stage.pocket.ben, stage.pocket.anna):
        with pytest.raises(Refused, match="unknown target"):
            await asyncio.wait_for(person.menu(BRETTSPIELE, "Show board", private), 5)


async def test_unregistered_command_is_unknown(pocket: Pocket) -> None:
    with pytest.raises(Refused, match="unknown command: x"):
        await pocket.anna.command(BRETTSPIELE, "x")
