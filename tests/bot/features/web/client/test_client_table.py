"""The interactive board: choosing, undo, offers, stepping, exploring, planning, two windows, reconnecting."""

import asyncio
import re
from datetime import timedelta
from typing import Any

import pytest
import sqlalchemy as sa
from playwright.async_api import Page, Route, expect

from bot.features.web.service.live import LiveHub
from bot.model.challenges.terms import Terms
from bot.model.match.offers.offer_rules import OfferKind
from bot.model.people.preferences import CONFIRM
from bot.model.time.clocks import read_clock
from bot.repositories.tables.match_tables import games
from tests.bot.features.web.client.table_stage import Room, Seat, until, wait_until_ready
from tests.bot.features.web.pages import page_of
from tests.bot.support.fakes import ANNA, BEN, HALL
from tests.playground.page.page_stage import CHROMIUM, TIMEOUT

pytestmark = [
    pytest.mark.asyncio(loop_scope="session"),
    pytest.mark.skipif(not CHROMIUM.exists(), reason="the system's Chromium is not installed"),
    pytest.mark.timeout(120),
]


async def test_the_token_leaves_the_url_and_no_other_host_is_requested(room: Room) -> None:
    match = await room.world.match("conhex")
    link = await room.link(ANNA, match)
    page = await room.window()
    hosts: list[str] = []
    page.on("request", lambda request: hosts.append(request.url))
    await page.goto(link)
    await wait_until_ready(page)
    assert hosts
    assert not [address for address in hosts if not address.startswith((room.url, "blob:"))]
    assert page.url == f"{room.url}/#game={match.id}"
    assert await page.evaluate("history.length") == 2
    await page.reload()
    await wait_until_ready(page)
    await expect(page.locator(".player").first).to_contain_text("Anna")
    other = await room.window()
    await other.goto(link)
    await expect(other.get_by_role("alert")).not_to_be_empty()
    room.page_errors.clear()


async def test_a_move_is_chosen_previewed_and_confirmed(room: Room) -> None:
    await room.world.services.settings.set_value(room.world.by(ANNA), CONFIRM, True)
    match = await room.world.match("hnefatafl", board="tablut-9")
    async with room.world.store.write() as session:
        stands = sa.update(games).where(games.c.id == match.id)
        await session.connection.execute(stands.values(board_channel=70, board_message=144))
    anna = await room.open_seat(ANNA, match)
    page = anna.page
    await expect(page.locator("html")).to_have_attribute("lang", "de")
    await expect(page.locator("#chat")).to_have_attribute("href", "https://discord.com/channels/7/70/144")
    # Another piece is chosen by touching it.
    await anna.touch("d1")
    await anna.touch("a4")
    assert await anna.marked_points("chosen") == {"a4"}
    assert "a3" in await anna.marked_points("target")
    await page.keyboard.press("Escape")
    assert await anna.marked_points("chosen") == set()
    # Theme and side apply to the picture, and the theme is stored.
    await anna.press("flip")
    await expect(page.locator("#picture")).to_have_attribute("src", re.compile("side=1"))
    await anna.press("look")
    await page.get_by_label("Dunkel").check()
    await page.keyboard.press("Escape")
    await page.reload()
    await wait_until_ready(page)
    await expect(page.locator("#picture")).to_have_attribute("src", re.compile("theme=dark"))
    # The move is shown before it is played.
    await anna.touch("a4")
    await anna.touch("a3")
    await expect(anna.bar).to_contain_text("a4 → a3")
    await anna.press("back")
    await anna.touch("a3")
    await expect(page.locator("#confirm")).to_have_text("Bestätigen")
    source = await page.locator("#picture").get_attribute("src")
    await anna.press("confirm")
    await anna.wait_for_position(1, 1)
    await expect(page.locator("#confirm")).to_have_count(0)
    await expect(page.locator("#picture")).not_to_have_attribute("src", source or "")
    assert (await room.world.services.matches.get(match.id)).plies == 1


async def test_two_players_explore_plan_undo_and_see_the_changes(room: Room) -> None:
    await room.switch_off_confirm()
    match = await room.world.match("conhex", swap="off")
    anna, ben = await room.open_both(match)
    # A move is undone.
    await anna.touch("a1")
    await ben.wait_for_position(1, 1)
    await expect(ben.page.locator(".player.moving")).to_contain_text("Ben")
    await expect(ben.announcement).to_contain_text("a1")
    assert "●" in await ben.page.title()
    await anna.press("undo")
    for seat in (anna, ben):
        await seat.wait_for_position(0, 0)
    # Moves are explored, and played.
    await anna.press("explore")
    await anna.touch("a1")
    await expect(anna.bar).to_contain_text("a1")
    await anna.touch("c2")
    await expect(anna.bar).to_contain_text("c2")
    await anna.press("back")
    await expect(anna.bar).not_to_contain_text("c2")
    await anna.press("leave")
    await anna.wait_for_position(0, 0)
    # A reply is planned.
    await ben.press("plan")
    await ben.touch("d2")
    await ben.touch("c2")
    await ben.press("plan-it")
    await expect(ben.page.locator(".offer li")).to_have_count(1)
    await anna.press("explore")
    await anna.touch("d2")
    await anna.press("play-it")
    await ben.wait_for_position(2, 2)
    await expect(ben.page.locator("#moves li")).to_have_count(2)
    await expect(ben.page.locator("#moves")).to_contain_text("c2")


async def test_offers_are_answered_and_lead_to_a_rematch(room: Room) -> None:
    match = await room.world.match("nine-mens-morris")
    for move in ("a1", "d1"):
        await room.play(match, move)
    anna, ben = await room.open_both(match)
    await ben.press("offer-draw")
    await expect(ben.page.locator("[id^=withdraw-draw]")).to_be_visible()
    await anna.page.locator("[id^=decline-draw]").click()
    for seat in (anna, ben):
        await expect(seat.page.locator(".offer")).to_have_count(0)
    await anna.press("resign")
    dialog = anna.page.locator("#dialog")
    await dialog.get_by_role("button", name="Zurück").click()
    await expect(dialog).to_be_hidden()
    await anna.press("resign")
    await dialog.locator("button.danger").click()
    await expect(ben.page.locator(".player.won")).to_contain_text("Ben")
    await anna.press("rematch")
    await expect(anna.bar.locator(".note").first).not_to_be_empty()
    await ben.page.locator("#rematch").click()
    await ben.press("opened")
    await until(ben.page, f"location.hash === '#game={match.id + 1}'")
    await wait_until_ready(ben.page)
    await ben.wait_for_position(0, 0)
    # The previous game no longer responds.
    await swipe(ben, left=False)
    await ben.page.keyboard.press("ArrowLeft")
    await ben.wait_for_position(0, 0)
    await expect(ben.page.locator("#picture")).to_have_attribute("src", re.compile(f"games/{match.id + 1}/"))
    # A draw of the new game is agreed.
    rematch = await room.world.services.matches.get(match.id + 1)
    await room.world.services.offers.offer(room.world.by(ANNA), rematch.id, OfferKind.DRAW)
    await ben.page.locator("[id^=accept-draw]").click()
    await expect(ben.page.locator("#resign")).to_have_count(0)
    await expect(ben.page.locator(".player.won")).to_have_count(0)


async def test_a_phone_has_large_areas_and_unclipped_text(room: Room) -> None:
    for key, options in (("conhex", {"swap": "off"}), ("hounds-and-jackals", {})):
        match = await room.world.match(key, **options)
        seat = await room.open_seat(ANNA, match, width=360, height=740, has_touch=True, is_mobile=True)
        sizes = await seat.page.evaluate(
            "[...document.querySelectorAll('.point, #bar button, #steps button, #actions button')]"
            ".map(one => one.getBoundingClientRect()).map(box => Math.min(box.width, box.height))"
        )
        assert min(sizes) >= 32
        assert await seat.page.evaluate("document.documentElement.scrollWidth") == 360
        clipped = await seat.page.evaluate(
            "[...document.querySelectorAll('.player small')].filter(small => {"
            " small.textContent = 'Verteidiger · Computer';"
            " return small.scrollWidth > small.clientWidth; }).length"
        )
        assert clipped == 0


async def test_only_one_of_two_windows_moves(room: Room) -> None:
    await room.switch_off_confirm()
    match = await room.world.match("conhex", swap="off")
    first, second = await room.open_seat(ANNA, match), await room.open_seat(ANNA, match)
    await second.page.route(re.compile("/(live|view)"), lambda route: route.abort())
    await room.play(match, "a1")
    await second.touch("c2")
    await expect(second.bar.locator(".note")).not_to_be_empty()
    await first.wait_for_position(1, 1)
    assert (await room.world.services.matches.get(match.id)).plies == 1
    room.page_errors.clear()


async def test_a_lost_answer_is_requested_again(room: Room) -> None:
    await room.switch_off_confirm()
    match = await room.world.match("conhex", swap="off")
    anna = await room.open_seat(ANNA, match)
    requestes: list[Any] = []

    async def lose(route: Route) -> None:
        requestes.append((route.request.post_data_json or {})["request"])
        answer = await route.fetch()
        if len(requestes) == 1:
            await route.abort()
        else:
            await route.fulfill(response=answer)

    await anna.page.route("**/move*", lose)
    await anna.touch("a1")
    await anna.wait_for_position(1, 1)
    await expect(anna.bar.locator(".waiting")).to_have_count(0)
    assert len(requestes) == 2
    assert len(set(requestes)) == 1
    assert (await room.world.services.matches.get(match.id)).plies == 1
    room.page_errors.clear()


async def test_a_hidden_tab_pauses_and_resumes_its_stream(room: Room) -> None:
    match = await room.world.match("conhex", swap="off")
    page = await room.window()
    await page.add_init_script(
        "window.hide = (off) => {"
        " Object.defineProperty(document, 'hidden', { value: off, configurable: true });"
        " document.dispatchEvent(new Event('visibilitychange')); }"
    )
    await page.goto(await room.link(BEN, match))
    await wait_until_ready(page)
    hub = page_of(room.world).hub
    await streams(page, hub, 1)
    await page.evaluate("hide(true)")
    await streams(page, hub, 0)
    await room.play(match, "a1")
    await page.evaluate("hide(false)")
    await Seat(page, BEN).wait_for_position(1, 1)


async def streams(page: Page, hub: LiveHub, number: int) -> None:
    """Wait until `number` streams are open."""
    async with asyncio.timeout(TIMEOUT):
        while hub.number != number:
            await page.wait_for_timeout(20)


async def test_a_dropped_connection_is_restored(room: Room) -> None:
    match = await room.world.match("conhex", swap="off")
    page = await room.window()
    await page.add_init_script(
        "const Own = WebSocket; window.lines = [];"
        "window.WebSocket = class extends Own { constructor(...a) { super(...a); lines.push(this); } };"
    )
    await page.goto(await room.link(BEN, match))
    await wait_until_ready(page)
    await until(page, "lines[0]?.readyState === 1")
    await page.evaluate("lines[0].close()")
    await until(page, "lines.length > 1 && lines.at(-1).readyState === 1")
    await room.play(match, "a1")
    await Seat(page, BEN).wait_for_position(1, 1)


async def test_arrow_keys_and_swipes_step_through_a_game(room: Room) -> None:
    match = await room.world.match("conhex", swap="off")
    for move in ("a1", "c2", "d2"):
        await room.play(match, move)
    anna = await room.open_seat(ANNA, match, width=360, height=740, has_touch=True, is_mobile=True)
    await anna.wait_for_position(3, 3)
    keys = anna.page.keyboard
    await keys.press("ArrowLeft")
    await anna.wait_for_position(2, 3)
    await keys.press("Home")
    await anna.wait_for_position(0, 3)
    await keys.press("ArrowRight")
    await anna.wait_for_position(1, 3)
    await expect(anna.page.locator("#moves [aria-current]")).to_contain_text("a1")
    await swipe(anna, left=True)
    await anna.wait_for_position(2, 3)
    await swipe(anna, left=False)
    await anna.wait_for_position(1, 3)
    await anna.press("present")
    await anna.wait_for_position(3, 3)
    await anna.page.locator(".point[tabindex='0']").focus()
    await keys.press("Shift+ArrowLeft")
    await anna.wait_for_position(2, 3)


async def swipe(seat: Seat, *, left: bool) -> None:
    """Swipe over the board with a finger."""
    box = await seat.page.locator("#board").bounding_box()
    assert box is not None
    session = await seat.page.context.new_cdp_session(seat.page)
    y = box["y"] + box["height"] / 2
    xs = [box["x"] + box["width"] * share for share in ((0.8, 0.5, 0.2) if left else (0.2, 0.5, 0.8))]
    for kind, x in zip(("touchStart", "touchMove", "touchMove"), xs, strict=True):
        await session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
    await session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


async def test_clocks_count_down(room: Room) -> None:
    world = room.world
    terms = Terms("conhex", {"swap": "off"}, "red", clock=read_clock("2d"))
    challenge = await world.services.invitations.challenge(world.by(ANNA), terms, HALL, [BEN])
    match = await world.services.matches.get(
        (await world.services.invitations.accept(world.by(BEN), challenge.id)).match or 0
    )
    # Moves start the clocks; on the last day they show seconds.
    for move in ("f6", "g8"):
        match = await room.play(match, move)
    world.time.pass_by(timedelta(days=1, hours=23))
    anna = await room.open_seat(ANNA, match)
    own = anna.page.locator('.clock[data-seat="0"]')
    first = await own.inner_text()
    assert re.fullmatch("[0-9]+:[0-9]{2}(:[0-9]{2})?", first)
    await expect(own).not_to_have_text(first)


async def test_dice_are_verified_by_a_button(room: Room) -> None:
    match = await room.world.match("catch-the-hat")
    await room.world.services.resignations.resign(room.world.by(BEN), match.id)
    anna = await room.open_seat(ANNA, match)
    await anna.press("dice")
    await expect(anna.page.locator("#dialog")).to_contain_text("Der Startwert passt zum Siegel")


async def test_tapping_a_crowded_board_zooms_in(room: Room) -> None:
    await room.world.services.settings.set_value(room.world.by(ANNA), CONFIRM, True)
    match = await room.world.match("hnefatafl", board="alea-evangelii-19")
    anna = await room.open_seat(ANNA, match, width=360, height=740, has_touch=True, is_mobile=True)
    await anna.page.locator(".point[data-mark=movable]").first.tap()
    targets = anna.page.locator(".point[data-mark=target]")
    zoomed = anna.page.locator(".stage.zoomed")
    target = await targets.first.bounding_box()
    await targets.first.tap()
    await expect(zoomed).to_have_count(1)
    enlarged = await targets.first.bounding_box()
    centres = [
        (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in (target, enlarged) if box
    ]
    assert centres[0] == pytest.approx(centres[1], abs=3), "the touched point moved"
    await expect(anna.page.locator("#confirm")).to_have_count(0)
    name = await targets.nth(1).get_attribute("data-names")
    await targets.nth(1).tap()
    await expect(anna.page.locator("#confirm")).to_be_visible()
    await expect(anna.bar).to_contain_text(str(name))
    scale = await anna.page.evaluate("document.querySelector('#board').offsetWidth / 800 * 40")
    assert scale >= 32
    await anna.press("zoom")
    await expect(zoomed).to_have_count(0)
