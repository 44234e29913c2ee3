"""Buttons that open the web page, below boards and on pages, and their links."""

import asyncio
import re
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from discord import ui
from syrupy.assertion import SnapshotAssertion

from bot.address import Address
from bot.app import bare_surfaces
from bot.chat.core import custom_ids
from bot.chat.surface import Surface, publish
from bot.features.boards.buttons import board_buttons
from bot.features.following.domain import FollowedEvents
from bot.features.following.sender import FollowerSender
from bot.features.people.commands import settings as settings_command
from bot.features.web import buttons
from bot.features.web.http import server as web_server
from bot.features.web.http.server import WebServer
from bot.locale import Texts
from bot.model.events.events import MatchStarted, PlyPlayed
from bot.model.events.instructions import TellFollower
from bot.model.people.person import Person
from tests.bot.chat.composers import board_composer
from tests.bot.chat.page_text import page_text
from tests.bot.chat.presses import Answer, Presses
from tests.bot.features.boards.test_board_composer import app_context
from tests.bot.features.web.pages import SETTINGS, open_page, page_of
from tests.bot.support.fakes import ANNA, BEN, CARA, DORA, GAMES, World

pytest_plugins = ("tests.bot.support.worlds", "tests.bot.chat.approved")
OPEN = "open-board"


@pytest.fixture
def served(world: World) -> World:
    open_page(world)
    return world


def links(answer: Answer) -> list[str]:
    items = [] if answer.view is None else list(answer.view.walk_children())
    return [item.url for item in items if isinstance(item, ui.Button) and item.url]


async def test_the_button_issues_a_link(served: World) -> None:
    match = await served.match("conhex")
    answer = await Presses(served, buttons.HANDLERS).answer_to(
        ANNA, custom_ids.write(OPEN, match.id), public=True
    )
    (link,) = links(answer)
    assert not answer.public, "only the person who pressed sees the link"
    address, _, fragment = link.partition("#")
    assert address == f"{SETTINGS.url}/"
    token = fragment.removeprefix("t=").removesuffix(f"&game={match.id}")
    _, entry = await page_of(served).grants.exchange(token)
    assert (entry.person.id, entry.match.id, entry.seat) == (ANNA.id, match.id, 0)


@pytest.mark.parametrize("code", ["en", "de"])
async def test_pages_about_browser_boards(served: World, approved: SnapshotAssertion, code: str) -> None:
    match = await served.match("conhex")
    await served.services.settings.set_preferences(served.by(ANNA), language=code)
    presses = Presses(served, buttons.HANDLERS)
    for name, custom_id in (
        ("open", custom_ids.write(OPEN, match.id)),
        ("names-off", custom_ids.write("web-names")),
        ("names-on", custom_ids.write("web-names", 1)),
        ("signed-out", custom_ids.write("web-sign-out")),
    ):
        answer = await presses.answer_to(ANNA, custom_id)
        assert answer.view is not None
        assert re.sub("t=[^&)]+", "t=", page_text(answer.view)) == approved(name=f"{name}-{code}")


async def test_a_ping_read_hours_later_links_to_the_game(served: World) -> None:
    match = await served.match("conhex")
    served.time.pass_by(timedelta(hours=30))
    answer = await Presses(served, buttons.HANDLERS).answer_to(BEN, custom_ids.write(OPEN, match.id))
    assert links(answer)


async def test_a_hidden_game_is_not_opened(served: World) -> None:
    match = await served.match("conhex")
    answer = await Presses(served, buttons.HANDLERS, channel=1).answer_to(
        CARA, custom_ids.write(OPEN, match.id)
    )
    assert not links(answer)
    assert "Open board" not in answer.text


@pytest.mark.parametrize(("person", "opens"), [(CARA, True), (DORA, False)])
async def test_a_follower_can_open_a_game_in_direct_messages(
    served: World, person: Person, opens: bool
) -> None:
    """Discord confirms that they are in the server and see the channel."""
    match = await served.match("conhex")
    answer = await Presses(served, buttons.HANDLERS, direct=True).answer_to(
        person, custom_ids.write(OPEN, match.id)
    )
    assert bool(links(answer)) is opens
    assert ("There is no game" in answer.text) is not opens


async def test_a_hidden_game_is_not_opened_in_direct_messages(served: World) -> None:
    match = await served.match("conhex")
    channels: Any = page_of(served).visibility.places
    channels.open = False
    texts = [
        (
            await Presses(served, buttons.HANDLERS, direct=True).answer_to(
                CARA, custom_ids.write(OPEN, number)
            )
        ).text
        for number in (match.id, 999)
    ]
    assert texts[0].replace(f"“{match.id}”", "“999”") == texts[1], (
        "hidden and unknown games get the same answer"
    )


async def test_a_follower_s_board_has_the_button(served: World) -> None:
    match = await served.match("conhex")
    await served.services.following.follow(served.by(CARA), match.id, FollowedEvents.PLIES)
    await served.deliver_all()
    await served.services.turns.take_turn(served.by(ANNA), match.id, "f6")
    app = app_context(served)
    unused: Any = None
    publish([page_of(served).surface(app.chat, Surface(name="web"))], app.slots)
    sender = FollowerSender(unused, unused, app.readers, served.services.matches, served.services.following)
    (notice,) = [notice for notice in await served.deliver_all() if isinstance(notice.event, TellFollower)]
    assert isinstance(notice.event, TellFollower)
    composed = await sender.board(notice.event, notice, CARA.id)
    assert composed is not None
    assert f"fp:{OPEN}:{match.id}" in composed.post.message.custom_ids()


async def test_without_the_page_an_old_button_is_refused(world: World) -> None:
    match = await world.match("conhex")
    answer = await Presses(world, buttons.HANDLERS).answer_to(ANNA, custom_ids.write(OPEN, match.id))
    assert "switched off" in answer.text


async def test_sign_out_ends_the_sessions(served: World) -> None:
    match = await served.match("conhex")
    grants = page_of(served).grants
    token, _ = await grants.exchange(await grants.link(served.by(ANNA), match))
    await Presses(served, buttons.HANDLERS).answer_to(ANNA, custom_ids.write("web-sign-out"))
    with pytest.raises(Exception, match="web-expired"):
        await grants.board_session(token, match.id)


async def test_settings_offer_sign_out(served: World) -> None:
    presses = Presses(served, settings_command.HANDLERS)
    answer = await presses.answer_to(ANNA, custom_ids.write("set", "theme"), "dark")
    assert "fp:web-sign-out" in answer.ids
    assert "fp:web-names" in answer.ids


async def test_a_button_shows_and_hides_the_name(served: World) -> None:
    presses = Presses(served, buttons.HANDLERS)
    pages = page_of(served).backend(presses.app.chat).pages
    await presses.answer_to(ANNA, custom_ids.write("web-names", 1))
    assert await pages.is_named(ANNA.id), "her name is shown"
    await presses.answer_to(ANNA, custom_ids.write("web-names", 0))
    assert not await pages.is_named(ANNA.id), "her name is hidden"


@pytest.mark.parametrize("page_on", [True, False])
async def test_boards_have_the_button_if_the_page_is_on(world: World, page_on: bool) -> None:
    if page_on:
        open_page(world)
    match = await world.match("conhex")
    await world.services.turns.take_turn(world.by(ANNA), match.id, "f6")
    app = app_context(world)
    publish([world.services.app.web.surface(app.chat)], app.slots)
    composer = board_composer(app)
    for notice in await world.deliver_all():
        if isinstance(notice.event, MatchStarted | PlyPlayed):
            board = await composer.board(notice.event, notice)
            assert board is not None
            ids = board.post.message.custom_ids()
            assert (f"fp:{OPEN}:{match.id}" in ids) is page_on
            assert not [row for row in board.post.message.rows if len(row) > 5]
    own = await Presses(world, board_buttons.HANDLERS).answer_to(ANNA, custom_ids.write("board", match.id))
    assert (f"fp:{OPEN}:{match.id}" in own.ids) is page_on


def test_the_command_is_absent_without_the_page() -> None:
    without_page = {
        command.place for surface in bare_surfaces(GAMES, Texts.load()) for command in surface.subcommands
    }
    assert 95 not in without_page


async def test_a_connection_without_a_request_is_closed(
    served: World, monkeypatch: pytest.MonkeyPatch, unused_tcp_port: int
) -> None:
    monkeypatch.setattr(web_server, "IDLE_SECONDS", 0.2)
    settings = replace(SETTINGS, address=Address("127.0.0.1", unused_tcp_port))
    server = WebServer(page_of(served).backend(app_context(served).chat), settings)
    async with server.listening():
        reader, writer = await asyncio.open_connection("127.0.0.1", unused_tcp_port)
        writer.write(b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ")
        assert await asyncio.wait_for(reader.read(), 5) == b""
        writer.close()
