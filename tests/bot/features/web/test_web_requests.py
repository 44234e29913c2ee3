"""Unusual requests: odd numbers, outdated views, cached files, languages of strangers."""

from collections.abc import AsyncIterator
from dataclasses import replace
from uuid import uuid4

import pytest

from bot.features.web.pages.positions import WIDTHS
from bot.model.match.match import Match
from bot.model.people.preferences import MIRRORED
from render import THEMES
from tests.bot.chat.walks import CONHEX, begin
from tests.bot.features.web.pages import Web, web_over
from tests.bot.support.fakes import ANNA, BEN, World

pytest_plugins = ("tests.bot.support.worlds",)
pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)


@pytest.fixture
async def web(world: World) -> AsyncIterator[Web]:
    async with web_over(world) as running:
        yield running


def path(match: Match, action: str) -> str:
    return f"/api/games/{match.id}/{action}"


async def test_pictures_have_few_widths_and_limited_lines(web: Web) -> None:
    match = await web.world.match("conhex", swap="off")
    anna, session = await web.browser(ANNA, match)
    picture = f"/{session['view']['picture']['url']}"
    widths = (min(WIDTHS), 0, 799, max(WIDTHS) + 1)
    statuses = [(await anna.request("GET", f"{picture}&width={width}")).status for width in widths]
    assert statuses == [200, 200, 400, 400]
    moves = "".join("&move=f6" for _ in range(200))
    assert (await anna.refusal("GET", f"{picture}{moves}"))[:2] == (400, "malformed")
    status, _, reason = await anna.refusal("GET", picture.replace("taken=0", "taken=3"))
    assert (status, reason) == (409, "position-changed"), "the game's take-backs have another number"


@pytest.mark.parametrize(("chosen", "shown"), [("print", "print"), ("", "dark"), ("neon", "dark")])
async def test_every_answer_uses_the_chosen_theme(web: Web, chosen: str, shown: str) -> None:
    await web.world.services.settings.set_preferences(web.world.by(ANNA), theme="dark")
    match = await web.world.match("conhex", swap="off")
    anna, token = web.stranger(), await web.token(ANNA, match)
    line = {"moves": ["f6"], "ply": 0, "taken_back": 0, "theme": chosen}
    move = {"request": str(uuid4()), "move": "f6", "plies": 0, "taken_back": 0}
    views = {
        "link": (await anna.post("/api/session", {"token": token, "theme": chosen}))["view"],
        "page": (await anna.get(f"/api/games/{match.id}?theme={chosen}"))["view"],
        "view": await anna.get(path(match, f"view?theme={chosen}")),
        "explore": await anna.post(path(match, "explore"), line),
        "move": (await anna.post(path(match, f"move?theme={chosen}"), move))["view"],
    }
    themes = {
        name: (view["theme"], f"theme={shown}&" in view["picture"]["url"]) for name, view in views.items()
    }
    assert themes == dict.fromkeys(views, (shown, True))


async def test_a_mirrored_board_is_mirrored_in_every_theme(web: Web) -> None:
    match = await web.world.match("conhex", swap="off")
    anna, _ = await web.browser(ANNA, match)
    sides = []
    for mirrored in (False, True):
        await web.world.services.settings.set_value(web.world.by(ANNA), MIRRORED, mirrored)
        answers = [await anna.request("GET", path(match, f"picture?theme={theme}")) for theme in THEMES]
        sides.append([await answer.read() for answer in answers])
    unchanged = [theme for theme, *pair in zip(THEMES, *sides, strict=True) if pair[0] == pair[1]]
    assert unchanged == []


async def test_a_picture_uses_the_theme_of_its_url(web: Web) -> None:
    match = await web.world.match("conhex", swap="off")
    anna, _ = await web.browser(ANNA, match)
    pictures = [
        await (await anna.request("GET", path(match, f"picture?theme={theme}"))).read() for theme in THEMES
    ]
    assert len(set(pictures)) == len(THEMES)


async def test_numbers_in_urls_are_short_and_plain(web: Web) -> None:
    match = await web.world.match("conhex")
    anna, _ = await web.browser(ANNA, match)
    for number in ("x", "-1", "+1", "1.0", "٣", "1000001", "00000000", "9" * 5000):
        assert (await anna.refusal("GET", path(match, f"view?ply={number}")))[1] == "malformed", number
    for number in ("", "0", "00"):
        assert (await anna.get(path(match, f"view?ply={number}")))["ply"] == 0
    assert (await anna.refusal("GET", path(match, "view?ply=1000000")))[1] == "moved"


async def test_previews_and_plans_need_the_current_position(web: Web) -> None:
    match = await web.world.match("conhex")
    anna, _ = await web.browser(ANNA, match)
    for ply, taken_back in ((1, 0), (0, 1)):
        request = {"ply": ply, "taken_back": taken_back, "moves": ["f6"], "preview": True}
        assert (await anna.refusal("POST", path(match, "explore"), request))[2] == "position-changed"
    for moves in ([], ["f6", "g8"]):
        request = {"ply": 0, "taken_back": 0, "moves": moves, "preview": True}
        answer = await anna.request("POST", path(match, "explore"), request)
        assert (await answer.json()).get("error", {}).get("reason") == ("not-your-turn" if moves else None)
    body = {"request": str(uuid4()), "moves": ["f6", "g8"], "plies": 0, "taken_back": 1}
    assert (await anna.refusal("POST", path(match, "plan"), body))[2] == "position-changed"


async def test_a_preview_has_a_picture_where_exploring_is_off(web: Web) -> None:
    match = await begin(web.world, replace(CONHEX, exploring=False))
    anna, _ = await web.browser(ANNA, match)
    request = {"ply": 0, "taken_back": 0, "moves": ["f6"]}
    assert (await anna.refusal("POST", path(match, "explore"), request))[2] == "exploring-forbidden"
    view = await anna.post(path(match, "explore"), {**request, "preview": True})
    picture = await anna.request("GET", f"/{view['picture']['url']}")
    assert (picture.status, picture.content_type) == (200, "image/png")


async def test_files_are_cached_until_they_change(web: Web) -> None:
    first = await web.client.get("/client/page.css")
    assert (first.status, first.content_type, first.charset) == (200, "text/css", "utf-8")
    assert first.headers["Content-Encoding"] == "gzip"
    assert first.headers["Cache-Control"] == "no-cache"
    known = await web.client.get("/client/page.css", headers={"If-None-Match": first.headers["ETag"]})
    assert (known.status, await known.read()) == (304, b"")
    other = await web.client.get("/client/main.js", headers={"If-None-Match": first.headers["ETag"]})
    assert (other.status, other.content_type) == (200, "text/javascript")
    plain = await web.client.get("/client/icon.svg", headers={"Accept-Encoding": "br"})
    assert "Content-Encoding" not in plain.headers
    assert b"<svg" in await plain.read()


async def test_an_answer_with_a_secret_is_not_compressed(web: Web) -> None:
    """The length of a compressed answer could give away a secret next to texts that others choose."""
    match = await web.world.match("conhex")
    packed = []
    for frame in (False, True):
        request = {"token": await web.token(ANNA, match), "frame": frame}
        answer = await web.stranger().request("POST", "/api/session", request)
        packed.append(((await answer.json())["bearer"] is None, "Content-Encoding" in answer.headers))
    assert packed == [(True, True), (False, False)]


async def test_strangers_get_texts_in_their_language(web: Web) -> None:
    accepted = ("de-AT", "fr, DE;q=0.9,en;q=0.5", "en,de", "fr", "")
    stranger, texts = web.stranger(), list[str]()
    for languages in accepted:
        headers = {"Accept-Language": languages}
        answer = await stranger.request("POST", "/api/session", {"token": "made-up"}, headers)
        texts.append((await answer.json())["error"]["text"])
    german = ["nicht mehr" in text or "abgelaufen" in text for text in texts]
    assert german == [True, True, False, False, False], texts


async def test_a_line_for_a_taken_back_position_is_refused(web: Web) -> None:
    match = await web.world.match("conhex", swap="off")
    ben, _ = await web.browser(BEN, match)
    await web.world.services.turns.take_turn(web.world.by(ANNA), match.id, "f6")
    await web.world.services.undo.undo(web.world.by(ANNA), match.id, 1, 0)
    line = {"moves": ["f6", "g8"], "plies": 0}
    outdated = {"request": str(uuid4()), **line, "taken_back": 0}
    assert (await ben.refusal("POST", path(match, "plan"), outdated))[2] == "position-changed"
    await ben.post(path(match, "plan"), {**outdated, "request": str(uuid4()), "taken_back": 1})
