"""The list of a server's tournaments and winners, paged back to the first."""

from syrupy.assertion import SnapshotAssertion

from bot.chat.core import custom_ids
from bot.features.tournaments.buttons.tournament_buttons import HANDLERS
from bot.features.tournaments.pages.tournament_page import LIST
from tests.bot.chat.page_text import page_text
from tests.bot.chat.presses import Presses
from tests.bot.features.tournaments.service.test_tournaments import (
    SERVER,
    open_tournament,
    resign_as_second,
    running,
)
from tests.bot.support.fakes import ANNA, BEN, World

pytest_plugins = ("tests.bot.support.worlds", "tests.bot.chat.approved")


async def test_all_tournaments_are_listed_in_pages(world: World, approved: SnapshotAssertion) -> None:
    first = await open_tournament(world)
    while games := await running(world, first):
        await resign_as_second(world, games[0])
    for _ in range(11):
        cup = await open_tournament(world, people=())
        await world.services.tournaments.call_off(world.by(ANNA), cup.id, SERVER)
    presses = Presses(world, HANDLERS)
    first_page = await presses.answer_to(BEN, custom_ids.write(LIST, 0))
    assert first_page.text.count("Autumn cup") == 10
    assert "🏆 <@" not in first_page.text
    assert first_page.ids == [custom_ids.write(LIST, 1)]
    last_page = await presses.answer_to(BEN, first_page.ids[0])
    assert last_page.ids == [custom_ids.write(LIST, 0)]
    for code in ("en", "de"):
        await world.services.settings.set_preferences(world.by(BEN), language=code)
        page = await presses.answer_to(BEN, custom_ids.write(LIST, 1))
        assert page.view is not None
        assert page_text(page.view) == approved(name=code)
    await world.services.settings.set_preferences(world.by(BEN), language="en")
    past_last_page = await presses.answer_to(BEN, custom_ids.write(LIST, 9**9))
    assert "There has been none so far" in past_last_page.text
