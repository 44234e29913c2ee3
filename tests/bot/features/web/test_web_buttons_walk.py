"""The chat's pages about the web board and public pages: for players, onlookers and admins."""

import re
from dataclasses import replace
from typing import Any

import pytest
from pydantic import SecretStr
from syrupy.assertion import SnapshotAssertion

from bot.features.web import buttons
from tests.bot.chat import guilds
from tests.bot.chat.presses import Answer, Presses
from tests.bot.chat.surfaces import command_of
from tests.bot.features.web.pages import SETTINGS, open_page, page_of
from tests.bot.support.fakes import ANNA, BEN, CARA, HALL, World

pytest_plugins = ("tests.bot.support.worlds", "tests.bot.chat.approved")
pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)


@pytest.mark.parametrize("code", ["en", "de"])
async def test_a_public_page_is_offered_and_hidden(
    world: World, approved: SnapshotAssertion, code: str
) -> None:
    open_page(world, replace(SETTINGS, client_secret=SecretStr("secret")))
    for person in (ANNA, BEN, CARA):
        await world.services.settings.set_preferences(world.by(person), language=code)
    presses = Presses(world, buttons.HANDLERS, guilds.guild((HALL.channel,)))
    pages: list[str] = []

    def keep(heading: str, answer: Answer) -> None:
        assert not answer.public
        pages.append(f"> {heading}\n{re.sub('t=[^&)]+', 't=', answer.page)}")

    async def press(person: Any, custom_id: str) -> None:
        keep(f"{person.name}: {custom_id}", await presses.answer_to(person, custom_id))

    async def switch(*, on: bool) -> None:
        command = command_of(presses.app, "server", "web")
        (answer,) = await presses.command(CARA, command, admin=True, on=on)
        keep(f"/server web {on}", answer)

    match, hidden = await world.match("conhex"), await world.match("conhex")
    await world.services.resignations.resign(world.by(BEN), hidden.id)
    await switch(on=True)
    await press(CARA, f"fp:open-board:{match.id}")
    await press(ANNA, f"fp:open-board:{match.id}")
    await world.services.resignations.resign(world.by(BEN), match.id)
    await press(CARA, f"fp:open-board:{match.id}")
    await press(ANNA, f"fp:open-board:{match.id}")
    await press(CARA, f"fp:web-hide:{match.id}")
    await press(BEN, f"fp:web-hide:{match.id}")
    await press(ANNA, f"fp:open-board:{match.id}")
    await press(BEN, f"fp:open-board:{hidden.id}")
    await switch(on=False)
    await press(BEN, f"fp:open-board:{hidden.id}")
    await press(BEN, f"fp:open-activity:{match.id}")
    command = command_of(presses.app, "server", "audit")
    (answer,) = await presses.command(CARA, command, admin=True)
    keep("/server audit", answer)
    refused = await presses.command(ANNA, command_of(presses.app, "server", "web"), on=True)
    assert "manage" in refused[0].text or "verwaltet" in refused[0].text
    assert await page_of(world).backend(presses.app.chat).pages.match_with_page(hidden.id) is None
    assert "\n".join(pages) == approved(name=code)
