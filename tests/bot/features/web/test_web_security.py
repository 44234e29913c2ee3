"""Security: forgeries gain nothing, and refusals reveal nothing."""

import asyncio
import base64
import logging
import random
import secrets
from collections.abc import AsyncIterator
from dataclasses import replace
from uuid import uuid4

import pytest
from aiohttp.test_utils import make_mocked_request
from pydantic import SecretStr

from bot.features.web.domain import LINK_HOLDS, Secret
from bot.features.web.http.limits import SESSION_SHARE, RequestKind, RequestLimits, TooFast
from bot.features.web.http.security import client_address
from bot.features.web.web_settings import DISCORD_FRAMES, read_networks
from tests.bot.features.web.pages import SETTINGS, URL, Web, web_over
from tests.bot.support.fakes import ANNA, BEN, CARA, World
from tests.repeats import repeats

pytest_plugins = ("tests.bot.support.worlds",)
TRIES = repeats(75, 2000)


@pytest.fixture
async def web(world: World) -> AsyncIterator[Web]:
    async with web_over(world) as running:
        yield running


def change_character(token: str, chance: random.Random) -> str:
    """Return a token with one character changed."""
    index = chance.randrange(len(token))
    other = chance.choice([char for char in "abcXYZ019-_" if char != token[index]])
    return token[:index] + other + token[index + 1 :]


@pytest.mark.timeout(300)
async def test_forged_tokens_are_refused(web: Web) -> None:
    chance = random.Random(3)
    match, other = await web.world.match("conhex"), await web.world.match("conhex")
    anna, _ = await web.browser(ANNA, match)
    ben, _ = await web.browser(BEN, other)
    real = next(iter(anna.cookies.values()))
    used, foreign = await web.token(ANNA, match), next(iter(ben.cookies.values()))
    await web.stranger().post("/api/session", {"token": used})
    late = await web.token(ANNA, match)
    web.world.time.pass_by(LINK_HOLDS)
    forged = [used, late, foreign, "", "null", real[:-1], real + "a", real.swapcase()]
    forged += [change_character(real, chance) for _ in range(TRIES // 2)]
    forged += [secrets.token_urlsafe(32) for _ in range(TRIES - len(forged))]
    accepted = 0
    for number, token in enumerate(forged):
        web.seconds.now += 10
        stranger = web.stranger()
        if number % 3 == 0:
            answer = await stranger.request("POST", "/api/session", {"token": token})
        elif number % 3 == 1:
            stranger.bearer = token or "x"
            answer = await stranger.request("GET", f"/api/games/{match.id}/view")
        else:
            stranger.bearer = token or "x"
            body = {"request": str(uuid4()), "move": "f6", "plies": 0, "taken_back": 0}
            answer = await stranger.request("POST", f"/api/games/{match.id}/move", body)
        accepted += answer.status < 400
    assert len(forged) == TRIES
    assert accepted == 0
    control = web.stranger()
    control.bearer = real
    await control.get(f"/api/games/{match.id}/view")


async def test_writes_require_the_own_origin(web: Web) -> None:
    match = await web.world.match("conhex")
    anna, _ = await web.browser(ANNA, match)
    body = {"request": str(uuid4()), "move": "f6", "plies": 0, "taken_back": 0}
    for origin in (
        "",
        "null",
        "https://evil.example",
        f"{URL}:444",
        f"{URL}.evil.example",
        "http://games.example",
    ):
        anna.origin = origin
        refused = await anna.refusal("POST", f"/api/games/{match.id}/move", body)
        assert refused[:2] == (403, "forbidden")
    anna.origin = URL
    await anna.post(f"/api/games/{match.id}/move", body)


async def test_the_activity_can_write_from_its_own_host(world: World) -> None:
    settings = replace(SETTINGS, client_secret=SecretStr("secret"), frames=DISCORD_FRAMES)
    async with web_over(world, settings) as web:
        match = await web.world.match("conhex")
        anna, _ = await web.browser(ANNA, match)
        for origin, status in (("https://99.discordsays.com", 200), ("https://98.discordsays.com", 403)):
            anna.origin = origin
            body = {"ply": 0, "taken_back": 0, "moves": []}
            assert (await anna.request("POST", f"/api/games/{match.id}/explore", body)).status == status
        headers = (await web.client.get("/")).headers
        assert "frame-ancestors https://discord.com" in headers["Content-Security-Policy"]
        assert "X-Frame-Options" not in headers


async def test_all_answers_carry_the_security_headers(web: Web) -> None:
    match = await web.world.match("conhex")
    anna, session = await web.browser(ANNA, match)
    for path in (
        "/",
        "/client/nothing.js",
        "/g/1",
        f"/{session['view']['picture']['url']}",
        "/api/config",
        "/x",
    ):
        headers = (await anna.request("GET", path)).headers
        policy = headers["Content-Security-Policy"]
        assert "script-src 'self'" in policy
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert headers["Referrer-Policy"] == "no-referrer"
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["X-Robots-Tag"].startswith("noindex")


async def test_the_cookie_is_scoped_to_its_game(world: World) -> None:
    async with web_over(world, replace(SETTINGS, url=f"{URL}/board")) as web:
        match = await web.world.match("conhex")
        browser, token = web.stranger(), await web.token(ANNA, match)
        answer = await browser.request("POST", "/api/session", {"token": token})
        (morsel,) = answer.cookies.values()
        assert morsel["path"] == f"/board/api/games/{match.id}"
        assert (morsel["httponly"], morsel["secure"], morsel["samesite"]) == (True, True, "Lax")
        assert int(morsel["max-age"]) == 14 * 24 * 60 * 60
        assert morsel.value not in await answer.text()


async def test_no_secret_is_logged(web: Web, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    match = await web.world.match("conhex")
    token = await web.token(ANNA, match)
    browser = web.stranger()
    await browser.post("/api/session", {"token": token})
    await browser.request("POST", "/api/session", {"token": token, "frame": "maybe"})
    await browser.get(f"/api/games/{match.id}/view")
    log = caplog.text
    assert token not in log
    assert next(iter(browser.cookies.values())) not in log


async def test_malformed_and_large_bodies_are_refused(web: Web) -> None:
    odd: list[object] = [{}, {"token": 7}, {"token": "a" * 300}, [], "text", {"token": "a", "frame": []}]
    for body in odd:
        assert (await web.stranger().refusal("POST", "/api/session", body))[:2] == (400, "malformed"), body
    answer = await web.client.post(
        "/api/session",
        data=b"[" * 100_000,
        headers={"Origin": URL, "Content-Type": "application/json"},
    )
    assert answer.status == 400
    answer = await web.client.post("/api/session", data=b"{}", headers={"Origin": URL})
    assert answer.status == 400


async def test_a_stalled_body_times_out(web: Web, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.features.web.http.api.BODY_SECONDS", 0.05)
    reader, writer = await asyncio.open_connection("127.0.0.1", web.client.port)
    head = f"POST /api/session HTTP/1.1\r\nHost: x\r\nOrigin: {URL}\r\nContent-Type: application/json\r\n"
    writer.write(f"{head}Content-Length: 100\r\n\r\n{{".encode())
    assert b"400" in await asyncio.wait_for(reader.readline(), 5)
    writer.close()


async def test_paths_cannot_escape_the_client_folder(web: Web) -> None:
    for path in ("/client/../protocol.py", "/client/%2e%2e/feature.py", "/client/", "/api/games/0x1/view"):
        assert (await web.client.get(path)).status in {404, 401}, path
    assert (await web.client.get("/client/public.css")).status == 200


async def test_request_limits_leave_room_for_other_sessions(web: Web) -> None:
    match = await web.world.match("conhex")
    (tab, _), (phone, _) = await web.browser(ANNA, match), await web.browser(ANNA, match)
    path = f"/api/games/{match.id}/view?known=x"
    share = int(RequestKind.READ.value.at_once * SESSION_SHARE)
    rest = int(RequestKind.READ.value.at_once) - share
    assert [(await tab.request("GET", path)).status for _ in range(share + 1)] == [200] * share + [429]
    assert [(await phone.request("GET", path)).status for _ in range(rest + 1)] == [200] * rest + [429]
    limited = await tab.request("GET", path)
    assert limited.headers["Retry-After"] == "1"
    web.seconds.now += 1
    assert (await tab.request("GET", path)).status == 200


def test_a_rate_limit_reports_the_wait() -> None:
    limits = RequestLimits(lambda: 0.0)
    for kind, seconds in ((RequestKind.FAILURE, 5), (RequestKind.READ, 1)):
        for _ in range(int(kind.value.at_once)):
            limits.take(kind, "key")
        with pytest.raises(TooFast) as refused:
            limits.take(kind, "key")
        assert refused.value.seconds == seconds


def test_a_refused_request_does_not_use_up_the_limit() -> None:
    seconds = 0.0
    limits = RequestLimits(lambda: seconds)
    for session in ("a",) * 15 + ("b",) * 5:
        limits.take_in_session(RequestKind.WRITE, session, ANNA.id)
    for _ in range(15):
        with pytest.raises(TooFast):
            limits.take_in_session(RequestKind.WRITE, "c", ANNA.id)
    seconds = 7.5
    for _ in range(15):
        limits.take_in_session(RequestKind.WRITE, "c", ANNA.id)


def test_an_idle_session_does_not_exceed_its_share() -> None:
    seconds = 0.0
    limits = RequestLimits(lambda: seconds)
    limits.take_in_session(RequestKind.WRITE, "tab", ANNA.id)
    seconds = 60.0
    for _ in range(15):
        limits.take_in_session(RequestKind.WRITE, "tab", ANNA.id)
    with pytest.raises(TooFast):
        limits.take_in_session(RequestKind.WRITE, "tab", ANNA.id)
    for _ in range(5):
        limits.take_in_session(RequestKind.WRITE, "phone", ANNA.id)


async def test_hidden_and_unknown_games_get_the_same_answer(web: Web) -> None:
    match = await web.world.match("conhex")
    hidden = await web.world.match("hnefatafl")
    cara, _ = await web.browser(CARA, match)
    cara.bearer = next(iter(cara.cookies.values()))
    answers = [
        await cara.request("GET", f"/api/games/{number}/view") for number in (hidden.id, 10**9, 10**17)
    ]
    bodies = {await answer.text() for answer in answers}
    assert [answer.status for answer in answers] == [404] * 3
    assert len(bodies) == 1


@pytest.mark.parametrize(
    ("peer", "forwarded", "address"),
    [
        ("198.51.100.9", "203.0.113.5", "198.51.100.9"),
        ("127.0.0.1", "203.0.113.5", "203.0.113.5"),
        ("127.0.0.1", "192.0.2.1, 203.0.113.5", "203.0.113.5"),
        ("127.0.0.1", "192.0.2.1, 10.0.0.7", "192.0.2.1"),
        ("127.0.0.1", "nonsense", "127.0.0.1"),
        ("127.0.0.1", "", "127.0.0.1"),
        ("2001:db8:1:2:3::4", "", "2001:db8:1:2::/64"),
    ],
)
def test_only_configured_proxies_are_trusted(peer: str, forwarded: str, address: str) -> None:
    class Transport:
        def get_extra_info(self, name: str, default: object = None) -> object:
            return (peer, 1) if name == "peername" else default

        def is_closing(self) -> bool:
            return False

    transport: object = Transport()
    headers = {"X-Forwarded-For": forwarded} if forwarded else {}
    request = make_mocked_request("GET", "/", headers=headers, transport=transport)
    assert client_address(request, read_networks("127.0.0.1, 10.0.0.0/8")) == address


def test_tokens_are_long_and_stored_hashed() -> None:
    secret = Secret.new()
    assert len(base64.urlsafe_b64decode(secret.token + "=")) == 32
    assert secret.token not in secret.hash
    assert secret.token not in repr(secret)
