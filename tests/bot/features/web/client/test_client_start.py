"""The start of the page: by a link, an address or Discord's frame, and from one game to the next."""

from collections.abc import AsyncIterator, Mapping

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Frame, Page
from syrupy.assertion import SnapshotAssertion

from tests.bot.features.web.client.module_page import ADDRESS, module_page
from tests.playground.page.page_stage import CHROMIUM

pytest_plugins = ("tests.bot.chat.approved",)
pytestmark = [
    pytest.mark.asyncio(loop_scope="session"),
    pytest.mark.skipif(not CHROMIUM.exists(), reason="the system's Chromium is not installed"),
    pytest.mark.timeout(60),
]

FRAMED = "?frame_id=f1&instance_id=i1&platform=desktop"
ACTIVITY = (
    "'api/config': { application: '77' },"
    " 'api/activity': { access_token: 'secret', bearer: 'b', language: 'de', texts: "
)
GAMES = "[{ match: 6, title: '6', turn: false }, { match: 7, title: '7', turn: true }]"
REMATCH = """
    answers['api/games/7/rematch'] = { view: view(7), said: [], opened: 8, bearer: 'b8' };
    answers['api/games/8'] = opened(8);
    await step('rematch', () => click('#rematch'), 'POST');
    await step('open it', () => click('#opened'), 'live');
"""
STORIES: Mapping[str, tuple[str, str, str]] = {
    "a link": (
        "#t=token&game=7",
        "{ 'api/session': opened(7), 'api/games/7': opened(7), 'api/games/7/view': view(7), first: 'live' }",
        """
        const dark = async () => { await click('#look'); await click('input[value=dark]'); };
        await step('dark', dark, 'GET api/games/7/view');
        location.hash = '#else';
        await step('an address without a game', () => { location.hash = '#game=x'; });
        await step('its game again', () => { location.hash = '#game=7'; }, 'live');
        """,
    ),
    "a link in another page": (
        "#t=token",
        "{ 'api/session': opened(7, { bearer: 'b4' }), 'api/games/7/view': view(7), first: 'live' }",
        """
        await step('turn the board', () => click('#flip'), 'GET api/games/7/view');
        await step('the line is up', () => lastSocket.onopen(), 'greeted');
        const data = JSON.stringify({ type: 'closed', error: { code: 'expired', text: 'Sign in again' } });
        await step('the session ends', () => lastSocket.onmessage({ data }), 'closed');
        """,
    ),
    "an address": ("#game=7", "{ 'api/games/7': opened(7), first: 'live' }", REMATCH),
    "no game": (
        "",
        "{ 'api/games/5': '' }",
        """
        await step('a link that was used', () => { location.hash = '#t=token'; });
        await step('a game that does not open', () => { location.hash = '#game=5'; });
        """,
    ),
    "a frame with one game": (
        FRAMED,
        f"{{ {ACTIVITY}{{}}, match: 7, games: {GAMES} }}, 'api/games/7': opened(7), first: 'live' }}",
        f"await step('to the chat', () => click('#chat'), 'Discord'); {REMATCH}",
    ),
    "a frame with games": (
        FRAMED,
        f"{{ {ACTIVITY}{{ games: 'Yours' }}, match: null, games: {GAMES} }}, 'api/games/7': opened(7) }}",
        "await step('choose', () => click('li:last-child button'), 'live');",
    ),
    "a frame without games": (
        FRAMED,
        f"{{ {ACTIVITY}{{ 'games.none': 'No games' }}, match: null, games: [] }} }}",
        "",
    ),
}


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def tab(chrome: Browser) -> AsyncIterator[Page]:
    """Yield a tab of its own: the page's start leaves listeners behind."""
    async with module_page(chrome) as page:
        yield page


@pytest.mark.parametrize("name", STORIES)
async def test_stories_of_a_start(tab: Page, approved: SnapshotAssertion, name: str) -> None:
    query, answers, script = STORIES[name]
    await tab.goto("about:blank")
    page: Page | Frame = tab
    if name.endswith("another page"):
        await tab.goto(f"{ADDRESS}?around")
        await tab.set_content(f'<iframe src="{ADDRESS}{query}"></iframe>')
        page = tab.frames[1]
    else:
        await tab.goto(f"{ADDRESS}{query}")
    text = await page.evaluate(
        "async ([answers, script]) => {"
        " const { made, play } = await import('http://client.localhost/start_stage.js');"
        " const build = new Function(...Object.keys(made), `return (${answers})`);"
        " return play(build(...Object.values(made)), script); }",
        [answers, script],
    )
    assert text == approved(name=name.replace(" ", "-"))
