"""Links and sessions: used once, for one person and one game, and ended in time."""

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta
from uuid import uuid4

import pytest
import sqlalchemy as sa

from bot.features.web.domain import LINK_HOLDS, MAX_LINKS, MAX_SESSIONS, SESSION_HOLDS, WebGrant
from bot.features.web.store import GrantRepository
from bot.model.people.person import Person
from bot.model.refusal import Refusal
from bot.repositories.restores import epochs
from tests.bot.features.web.pages import SETTINGS, Web, open_page, page_of, web_over
from tests.bot.support.fakes import ANNA, BEN, CARA, DORA, World

pytest_plugins = ("tests.bot.support.worlds",)


@pytest.fixture
async def web(world: World) -> AsyncIterator[Web]:
    async with web_over(world) as running:
        yield running


async def test_a_link_opens_its_game_once(web: Web) -> None:
    match = await web.world.match("conhex")
    token = await web.token(ANNA, match)
    for path in ("/", f"/?t={token}", f"/api/session?token={token}"):
        await web.client.get(path)
    browser = web.stranger()
    session = await browser.post("/api/session", {"token": token})
    assert session["view"]["match"] == match.id
    assert session["view"]["seat"] == 0
    assert session["view"]["title"] == f"ConHex · #{match.id}"
    assert await browser.refusal("POST", "/api/session", {"token": token}) == (401, "expired", "web-expired")
    assert (await browser.get(f"/api/games/{match.id}"))["view"]["seat"] == 0


@pytest.mark.parametrize(
    ("url", "path", "secure"),
    [
        ("https://games.example", "/api/games/", True),
        ("https://games.example/board/", "/board/api/games/", True),
        ("http://localhost:8080", "/api/games/", False),
    ],
)
async def test_a_session_cookie_is_scoped_to_its_game(
    world: World, url: str, path: str, secure: bool
) -> None:
    async with web_over(world, replace(SETTINGS, url=url)) as web:
        match = await world.match("conhex")
        browser = web.stranger()
        (browser.origin,) = web.server.origins.allowed
        answer = await browser.request("POST", "/api/session", {"token": await web.token(ANNA, match)})
        (cookie,) = answer.cookies.values()
    assert cookie.key == f"fernpartie-{match.id}"
    assert (cookie["path"], bool(cookie["secure"])) == (f"{path}{match.id}", secure)
    assert (cookie["httponly"], cookie["samesite"], cookie["max-age"]) == (True, "Lax", str(14 * 86_400))


async def test_links_and_sessions_expire(web: Web) -> None:
    match = await web.world.match("conhex")
    browser, _ = await web.browser(ANNA, match)
    token = await web.token(ANNA, match)
    web.world.time.pass_by(LINK_HOLDS)
    assert (await web.stranger().refusal("POST", "/api/session", {"token": token}))[0] == 401
    web.world.time.pass_by(SESSION_HOLDS - LINK_HOLDS - timedelta(seconds=1))
    await browser.get(f"/api/games/{match.id}/view")
    web.world.time.pass_by(timedelta(seconds=1))
    assert (await browser.refusal("GET", f"/api/games/{match.id}/view"))[1] == "expired"


async def test_a_session_cannot_open_another_game(web: Web) -> None:
    match, other = await web.world.match("conhex"), await web.world.match("hnefatafl")
    browser, _ = await web.browser(ANNA, match)
    browser.bearer = next(iter(browser.cookies.values()))
    await browser.get(f"/api/games/{match.id}/view")
    assert (await browser.refusal("GET", f"/api/games/{other.id}/view"))[:2] == (404, "unknown")


async def test_a_spectator_cannot_see_private_places(web: Web) -> None:
    match = await web.world.match("conhex")
    assert await web.token(CARA, match), "control: an onlooker gets a link to a public game"
    for place in (replace(match.place, private=True), replace(match.place, server=None)):
        hidden = replace(match, place=place)
        with pytest.raises(Refusal) as refused:
            await page_of(web.world).grants.link(web.world.by(CARA), hidden)
        assert refused.value.reason == "web-hidden"
        assert await page_of(web.world).grants.link(web.world.by(ANNA), hidden), "a player gets a link"


async def test_sign_out_ends_all_sessions_and_links(web: Web) -> None:
    match = await web.world.match("conhex")
    browser, _ = await web.browser(ANNA, match)
    other, _ = await web.browser(BEN, match)
    token = await web.token(ANNA, match)
    await page_of(web.world).grants.sign_out(web.world.by(ANNA))
    assert (await browser.refusal("GET", f"/api/games/{match.id}/view"))[0] == 401
    assert (await web.stranger().refusal("POST", "/api/session", {"token": token}))[0] == 401
    await other.get(f"/api/games/{match.id}/view")


@pytest.mark.parametrize(("blocker", "blocked"), [(ANNA, BEN), (BEN, ANNA)])
async def test_a_block_ends_sessions(web: Web, blocker: Person, blocked: Person) -> None:
    match = await web.world.match("conhex")
    await web.world.services.turns.take_turn(web.world.by(ANNA), match.id, "f6")
    browser, _ = await web.browser(ANNA, match)
    token = await web.token(ANNA, match)
    await web.world.services.blocks.block(web.world.by(blocker), blocked)
    assert (await browser.refusal("GET", f"/api/games/{match.id}/view"))[0] == 401
    assert (await web.stranger().refusal("POST", "/api/session", {"token": token}))[0] == 401
    web.world.time.pass_by(timedelta(seconds=1))
    later_browser, _ = await web.browser(ANNA, match)
    offer = {"request": str(uuid4()), "kind": "abort"}
    answer = await later_browser.request("POST", f"/api/games/{match.id}/offer", offer)
    refused = (await answer.json()).get("error", {}).get("text", "")
    assert ("Ben" in refused) is (blocker is BEN), "a refusal names the blocker"


async def test_a_seat_change_ends_the_session(web: Web) -> None:
    services = web.world.services
    match = await web.world.match("conhex")
    leaver, _ = await web.browser(BEN, match)
    onlooker, _ = await web.browser(CARA, match)
    offer = await services.substitutions.offer(web.world.by(BEN), match.id, CARA)
    await services.substitutions.accept(web.world.by(CARA), offer.id)
    assert (await leaver.refusal("GET", f"/api/games/{match.id}/view"))[0] == 401
    assert (await onlooker.refusal("GET", f"/api/games/{match.id}/view"))[0] == 401
    _, session = await web.browser(CARA, match)
    assert session["view"]["seat"] == 1
    second_offer = await services.substitutions.offer(web.world.by(CARA), match.id, DORA)
    await services.substitutions.accept(web.world.by(DORA), second_offer.id)
    assert (await onlooker.refusal("GET", f"/api/games/{match.id}/view"))[0] == 401, "the session stays ended"


async def test_spectators_see_only_public_games(web: Web) -> None:
    match = await web.world.match("conhex")
    browser, session = await web.browser(DORA, match)
    assert session["view"]["seat"] is None
    assert not session["view"]["may"]["move"]
    picture = session["view"]["picture"]["url"]
    assert (await browser.request("GET", f"/{picture}")).status == 200
    web.channels.open = False
    for path in (f"api/games/{match.id}/view", picture, f"api/games/{match.id}"):
        assert (await browser.refusal("GET", f"/{path}"))[:2] == (404, "unknown")
    player, _ = await web.browser(ANNA, match)
    await player.get(f"/api/games/{match.id}/view")


async def test_deletion_ends_sessions(web: Web) -> None:
    services = web.world.services
    match = await web.world.match("conhex")
    browser, _ = await web.browser(DORA, match)
    exported = (await services.personal_exports.of(DORA)).decode()
    assert "web_sessions" in exported
    await services.deletions.ask(web.world.by(DORA))
    web.world.time.pass_by(timedelta(days=1, seconds=1))
    await services.timers.act()
    assert (await browser.refusal("GET", f"/api/games/{match.id}/view"))[0] == 401


async def test_a_restore_ends_sessions(web: Web) -> None:
    match = await web.world.match("conhex")
    browser, _ = await web.browser(ANNA, match)
    token = await web.token(ANNA, match)
    start = web.world.time()
    values = {"epoch": 1, "backed_up": start, "begun": start, "last_game": 0, "last_challenge": 0}
    async with web.world.store.write() as session:
        await session.connection.execute(sa.insert(epochs).values(values))
    assert (await browser.refusal("GET", f"/api/games/{match.id}/view"))[0] == 401
    assert (await web.stranger().refusal("POST", "/api/session", {"token": token}))[0] == 401


async def test_a_session_cannot_move_on_to_another_person_s_game(world: World) -> None:
    grants, match = open_page(world).grants, await world.match("conhex")
    _, session = await grants.exchange(await grants.link(world.by(BEN), match))
    following, others = await world.match("conhex"), await world.gathering(CARA)
    opened = await grants.board_session(await grants.open_next(session, following.id), following.id)
    assert (opened.person.id, opened.match.id, opened.seat) == (BEN.id, following.id, 1)
    with pytest.raises(Refusal) as refused:
        await grants.open_next(session, others.id)
    assert refused.value.reason == "web-hidden"


async def test_excess_links_and_sessions_end_the_oldest(world: World) -> None:
    match = await world.match("conhex")
    now = world.time.now
    for person, created, count in ((BEN, now - timedelta(hours=1), 1), (ANNA, now, MAX_SESSIONS + 1)):
        async with world.store.write() as session:
            grants = session.of(GrantRepository)
            for number in range(count):
                # Hashes in another order than the moments.
                hash_ = f"{person.name}-{(7 * number) % 101:03}"
                moment = created + timedelta(seconds=number)
                grant = WebGrant(hash_, person.id, match.id, 0, moment, now + LINK_HOLDS)
                await grants.add_session(grant)
                if number <= MAX_LINKS:
                    await grants.add_link(grant)
    async with world.store.write() as session:
        grants = session.of(GrantRepository)
        hashes = ("Anna-000", "Anna-007", "Ben-000")
        assert [await grants.session(key, now) is None for key in hashes] == [
            True,
            False,
            False,
        ]
        assert [await grants.use_link(key, now) is None for key in hashes] == [
            True,
            False,
            False,
        ]
