"""Public pages of finished games: address, permission, lifetime and content."""

from collections.abc import AsyncIterator
from urllib.robotparser import RobotFileParser

import pytest
from syrupy.assertion import SnapshotAssertion

from bot.model.challenges.terms import Terms
from bot.model.match.match import Match
from bot.model.people.person import Person, Place
from bot.model.refusal import Refusal
from tests.bot.features.engines.service.test_practice import FirstMoveEngines, begin_practice
from tests.bot.features.web.pages import Web, web_over
from tests.bot.support.fakes import ANNA, BEN, CARA, HALL, World

pytest_plugins = ("tests.bot.support.worlds", "tests.bot.chat.approved")


@pytest.fixture
async def web(world: World) -> AsyncIterator[Web]:
    async with web_over(world) as running:
        yield running


async def play_and_resign(web: Web) -> Match:
    """Return a game of two moves that Ben resigned, in a server with public pages on."""
    match = await web.world.match("conhex")
    turns = web.world.services.turns
    await turns.take_turn(web.world.by(ANNA), match.id, "f6")
    await turns.take_turn(web.world.by(BEN), match.id, "g8")
    await web.world.services.resignations.resign(web.world.by(BEN), match.id)
    await web.pages.switch(web.world.by(ANNA), HALL.server or 0, HALL, on=True)
    return match


async def page(web: Web, match: Match, query: str = "") -> tuple[int, str]:
    answer = await web.client.get(f"/g/{match.id}{query}")
    return answer.status, await answer.text()


async def test_a_finished_game_has_a_page(web: Web) -> None:
    match = await play_and_resign(web)
    status, text = await page(web, match)
    assert status == 200
    assert "<script" not in text
    picture = await web.client.get(f"/g/{match.id}/board.png")
    assert picture.content_type == "image/png"


async def test_a_public_page_steps_without_scripts(web: Web, approved: SnapshotAssertion) -> None:
    await web.world.challenge("conhex")  # the ids of games and challenges must differ
    for _ in range(4):
        await web.world.match("conhex")
    match = await play_and_resign(web)
    await web.pages.set_named(web.world.by(BEN), on=True)
    for query, name in (("", "end"), ("?ply=99", "end"), ("?ply=1", "middle")):
        _, html = await page(web, match, query)
        assert html.replace("><", ">\n<") == approved(name=name)
    _, start = await page(web, match, "?ply=0")
    assert "<span>Anfang</span><span>Zurück</span>" in start
    assert "class=now" not in start
    pictures = {
        await (await web.client.get(f"/g/{match.id}/board.png?ply={ply}")).read() for ply in (0, 1, 2)
    }
    assert len(pictures) == 3


async def test_names_are_shown_only_with_consent(web: Web) -> None:
    match = await play_and_resign(web)
    _, text = await page(web, match)
    assert "Anna" not in text
    assert "Ben" not in text
    await web.pages.set_named(web.world.by(ANNA), on=True)
    _, text = await page(web, match)
    assert "Anna" in text
    assert "Ben" not in text
    await web.pages.set_named(web.world.by(ANNA), on=False)
    assert "Anna" not in (await page(web, match))[1]


async def test_names_are_escaped(web: Web) -> None:
    odd = Person(ANNA.id, "<script>alert(1)</script>&\"'", "de")
    match = await play_and_resign(web)
    await web.pages.set_named(web.world.by(odd), on=True)
    _, text = await page(web, match)
    assert "<script" not in text
    assert "&lt;script&gt;" in text


async def test_running_unknown_and_hidden_games_have_no_page(web: Web) -> None:
    running = await web.world.match("conhex")
    match = await play_and_resign(web)
    answers = [await page(web, running), await unknown_page(web), await page_when_hidden(web, match)]
    answers.append(await page_when_off(web, match))
    assert [status for status, _ in answers] == [404] * 4
    assert len({text for _, text in answers}) == 1, "hidden and unknown games get the same answer"


async def unknown_page(web: Web) -> tuple[int, str]:
    answer = await web.client.get("/g/99999999")
    return answer.status, await answer.text()


async def page_when_hidden(web: Web, match: Match) -> tuple[int, str]:
    web.channels.open = False
    answer = await page(web, match)
    web.channels.open = True
    assert (await page(web, match))[0] == 200
    return answer


async def page_when_off(web: Web, match: Match) -> tuple[int, str]:
    await web.pages.switch(web.world.by(ANNA), HALL.server or 0, HALL, on=False)
    assert (await web.client.get(f"/g/{match.id}/board.png")).status == 404
    return await page(web, match)


async def test_a_player_can_hide_a_page(web: Web) -> None:
    match = await play_and_resign(web)
    with pytest.raises(Refusal, match="not-your-game"):
        await web.pages.hide(web.world.by(CARA), match.id)
    assert (await page(web, match))[0] == 200
    await web.pages.hide(web.world.by(BEN), match.id)
    assert (await page(web, match))[0] == 404


async def test_a_hidden_page_stays_hidden_after_deletion(web: Web) -> None:
    match = await play_and_resign(web)
    await web.pages.hide(web.world.by(BEN), match.id)
    personal = web.world.services.app.kernel.personal_data
    async with web.world.store.write() as session:
        await personal.erase(session, BEN.id, ("Ben",))
    assert (await page(web, match))[0] == 404


async def test_robots_can_read_only_public_pages(web: Web) -> None:
    """A robot barred from a page cannot read its `noindex` nor fetch its preview picture."""
    rules = RobotFileParser()
    rules.parse((await (await web.client.get("/robots.txt")).text()).splitlines())
    allowed = [path for path in ("/", "/api/config", "/g/7", "/g/7/board.png") if rules.can_fetch("*", path)]
    assert allowed == ["/g/7", "/g/7/board.png"]


async def test_switching_public_pages_is_logged(web: Web) -> None:
    await play_and_resign(web)
    await web.pages.switch(web.world.by(ANNA), HALL.server or 0, HALL, on=True)
    entries = await web.world.services.servers.audit(HALL.server or 0)
    assert [(entry.what, entry.note) for entry in entries if entry.what == "web-pages"] == [
        ("web-pages", "on")
    ]


async def test_private_threads_and_practice_have_no_page(web: Web) -> None:
    world = web.world
    await web.pages.switch(world.by(ANNA), HALL.server or 0, HALL, on=True)
    thread = Place(HALL.server, 7001, "de", parent=HALL.channel, private=True)
    terms = Terms("conhex", {"swap": "off"}, "red")
    challenge = await world.services.invitations.challenge(world.by(ANNA), terms, thread, [BEN])
    accepted = await world.services.invitations.accept(world.by(BEN), challenge.id)
    practice = await begin_practice(world, FirstMoveEngines(world))
    for match in (accepted.match or 0, practice.id):
        await world.services.resignations.resign(world.by(ANNA), match)
        assert await web.pages.match_with_page(match) is None
        assert (await web.client.get(f"/g/{match}")).status == 404
