"""What the bot hears of the person and the place of an interaction."""

from typing import Any

import pytest

from tests.playground.stage import Stage
from tests.pocket import BEN, BRETTSPIELE, SPIELEABEND, Pocket, Refused

Json = dict[str, Any]


async def test_an_interaction_names_its_person_s_and_its_server_s_language(stage: Stage) -> None:
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


async def test_a_server_without_commands_knows_none(pocket: Pocket) -> None:
    with pytest.raises(Refused, match="unknown command: x"):
        await pocket.anna.command(BRETTSPIELE, "x")
