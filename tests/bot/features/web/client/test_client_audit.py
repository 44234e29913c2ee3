"""The client's accessibility, checked by axe-core in every look of the page."""

import re

import pytest
from axe_playwright_python.async_playwright import Axe
from playwright.async_api import Page, expect

from bot.model.match.match import Match
from bot.model.people.preferences import CONFIRM
from tests.bot.features.web.client.table_stage import Room, wait_until_ready
from tests.bot.support.fakes import ANNA
from tests.playground.page.page_stage import CHROMIUM
from tests.repeats import cases

pytestmark = [
    pytest.mark.asyncio(loop_scope="session"),
    pytest.mark.skipif(not CHROMIUM.exists(), reason="the system's Chromium is not installed"),
    pytest.mark.timeout(120),
]

LOOKS = [("light", 1280), ("dark", 360), ("dark", 1280), ("light", 360)]
"""axe's rules for colours and for widths are independent: two looks cover both."""


async def violations(page: Page) -> str:
    report = await Axe().run(page)
    return report.generate_report() if report.violations_count else ""


async def match_to_confirm(room: Room) -> Match:
    """Return a match after four moves, with Anna to move."""
    await room.world.services.settings.set_value(room.world.by(ANNA), CONFIRM, True)
    match = await room.world.match("nine-mens-morris")
    for move in ("a1", "d1", "a4", "d2"):
        match = await room.play(match, move)
    return match


@pytest.mark.parametrize(("scheme", "width"), cases(LOOKS[:2], LOOKS))
async def test_axe_finds_nothing(room: Room, scheme: str, width: int) -> None:
    seat = await room.open_seat(
        ANNA, await match_to_confirm(room), width=width, height=800, color_scheme=scheme
    )
    page, checks_every_step = seat.page, (scheme, width) == LOOKS[0]
    assert not await violations(page)
    await seat.touch("g7")
    await page.locator("#confirm").wait_for()
    if checks_every_step:
        # The colours are those already checked; other looks need only the dialogs and the end.
        assert not await violations(page)
    await seat.press("back")
    await seat.press("look")
    assert not await violations(page)
    await page.keyboard.press("Escape")
    await seat.press("step-back")
    await page.locator("#present").wait_for()
    if checks_every_step:
        assert not await violations(page)
    await seat.press("explore-here")
    await page.locator("#leave").wait_for()
    assert not await violations(page)
    await seat.press("leave")
    await seat.press("resign")
    if checks_every_step:
        assert not await violations(page)
    await page.locator("#dialog button.danger").click()
    await page.locator("#rematch").wait_for()
    assert not await violations(page)


async def test_axe_finds_nothing_on_the_error_page(room: Room) -> None:
    page = await room.window()
    await page.goto(f"{room.url}/#t=made-up")
    await page.get_by_role("alert").wait_for()
    room.page_errors.clear()
    assert not await violations(page)


async def test_every_point_is_labelled_and_in_order(room: Room) -> None:
    match = await room.world.match("conhex", swap="off")
    seat = await room.open_seat(ANNA, match)
    places = await seat.page.locator(".point").evaluate_all(
        "all => all.map(one => [one.ariaLabel, one.getBoundingClientRect()])"
        ".map(([name, box]) => [name, Math.round(box.y + box.height / 2), Math.round(box.x + box.width / 2)])"
    )
    assert not [name for name, _, _ in places if not name]
    assert [place[1:] for place in places] == sorted(place[1:] for place in places)
    await expect(seat.page.locator(".point[tabindex='0']")).to_have_count(1)


async def test_arrow_keys_move_to_neighbours(room: Room) -> None:
    match = await room.world.match("hnefatafl", board="tablut-9")
    seat = await room.open_seat(ANNA, match)
    await seat.point("e5").focus()
    for key, name in (("ArrowUp", "e4"), ("ArrowRight", "d4"), ("ArrowDown", "d5"), ("ArrowLeft", "e5")):
        await seat.page.keyboard.press(key)
        # The board is seen from Anna's side, which may be at the top.
        names = re.compile(f"^({name}|{mirror(name)})$")
        await expect(seat.page.locator(":focus")).to_have_attribute("data-names", names)
    await wait_until_ready(seat.page)


def mirror(name: str) -> str:
    """Return the point opposite through the centre of a board of nine."""
    return f"{'abcdefghi'[8 - 'abcdefghi'.index(name[0])]}{10 - int(name[1])}"


async def test_reduced_motion_disables_transitions(room: Room) -> None:
    match = await room.world.match("conhex")
    seat = await room.open_seat(ANNA, match, reduced_motion="reduce")
    moving = await seat.page.evaluate(
        "[...document.querySelectorAll('*')].filter(one => ['', '::before'].some(part =>"
        " getComputedStyle(one, part || null).transitionDuration !== '0s')).length"
    )
    assert moving == 0
