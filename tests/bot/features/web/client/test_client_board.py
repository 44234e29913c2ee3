"""The board component: areas and their order, keys, touches, swipes, zoom, pictures."""

from typing import Any

import pytest
from playwright.async_api import Page

from tests.playground.page.page_stage import CHROMIUM

pytestmark = [
    pytest.mark.asyncio(loop_scope="session"),
    pytest.mark.skipif(not CHROMIUM.exists(), reason="the system's Chromium is not installed"),
    pytest.mark.timeout(60),
]

SIX = "lay('six', ['c1', 'a1', 'b1', 'b2', 'a2', 'c2']);"


async def play(modules: Page, script: str) -> tuple[Any, list[list[Any]]]:
    """Run a script with a board; return its result and the board's events."""
    outcome = await modules.evaluate(
        "async script => (await import('http://client.localhost/board_stage.js')).play(script)", script
    )
    return outcome["returned"], outcome["told"]


async def test_areas_are_in_reading_order_and_can_overlap(modules: Page) -> None:
    points = (
        "[['R5', 60], ['R5:rb', 60], ['R1', 30]]"
        ".map(([name, x]) => ({ name, x, y: 24, across: 12, down: 6, round: x === 30 }))"
    )
    result, events = await play(
        modules,
        f"{SIX} const six = names(); board.lay({points}, 'shared'); mark({{ R1: 'free', R5: 'free' }});"
        " spot('R5:rb').click(); const shared = names(); lay('shared', ['a1']);"
        " const shape = ({ className, style }) => [className, ...['left', 'top', 'width', 'height']"
        ".map((side) => Number(style.getPropertyValue(`--${side}`)))];"
        " board.stage.style.width = '120px'; board.toggleZoom(); const close = board.zoom;"
        " board.toggleZoom(); board.stage.style.width = '';"
        " return [six, shared, names(), spots().map(shape), close];",
    )
    assert result == [
        ["a1", "b1", "c1", "a2", "b2", "c2"],
        *[["R1", "R5 R5:rb"]] * 2,
        [["point round", 0.25, 0.2, 0.2, 0.1], ["point", 0.5, 0.2, 0.2, 0.1]],
        3,
    ]
    assert events == [["touched", "R5,R5:rb"], ["zoomed", True], ["zoomed", False]]


async def test_keys_move_to_neighbours_and_open_points(modules: Page) -> None:
    result, _ = await play(
        modules,
        f"{SIX} mark({{ a1: 'free', c1: 'free', b2: 'free' }}); spot('a1').focus();"
        " return ['ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowUp', 'ArrowUp', 'End', 'PageUp', 'PageUp',"
        " 'PageUp', 'PageDown', 'Home', 'PageDown', 'x'].map((key) => press(key));",
    )
    names = ["b1", "b2", "a2", "a1", "a1", "b2", "c1", "a1", "b2", "a1", "a1", "c1", "c1"]
    assert [name for name, _ in result] == names
    assert [handled for _, handled in result] == [True] * 12 + [False]
    result, _ = await play(
        modules,
        f"{SIX} mark({{}}); spot('a1').focus(); const keys = ['ctrlKey', 'metaKey', 'altKey', 'shiftKey'];"
        " return keys.map((key) => press('ArrowRight', { [key]: true })[0]);",
    )
    assert result == ["a1"] * 4


async def test_one_point_is_a_tab_stop_and_keeps_focus_on_new_areas(modules: Page) -> None:
    result, _ = await play(
        modules,
        f"{SIX} const stops = () => [...document.querySelectorAll(\".point[tabindex='0']\")];"
        " const reached = () => stops().map((one) => one.dataset.names);"
        " const first = reached(); spot('b2').focus(); lay('three', ['a1', 'b2', 'c2']);"
        " const kept = [...reached(), focused()]; lay('two', ['c1', 'c2']);"
        " const left = [...reached(), focused()]; document.activeElement.blur(); lay('one', ['a2']);"
        " return [first, kept, left, [...reached(), focused()]];",
    )
    assert result == [["a1"], ["b2", "b2"], ["c1", "c1"], ["a2", None]]


async def test_marks_are_shown_and_announced(modules: Page) -> None:
    result, _ = await play(
        modules,
        f"{SIX} mark({{ a1: 'chosen', b1: 'target', c1: '' }});"
        " const facts = (one) => [one.dataset.mark, one.ariaLabel, one.ariaDisabled, one.ariaPressed];"
        " return ['a1', 'b1', 'c1', 'a2'].map(spot).map(facts);",
    )
    assert result == [
        ["chosen", "a1", None, "true"],
        ["target", "b1", None, None],
        ["", "c1", None, None],
        ["", "a2", "true", None],
    ]


async def test_a_touch_selects_the_nearest_open_point(modules: Page) -> None:
    result, events = await play(
        modules,
        f"{SIX} mark({{ a1: 'free', b1: '' }}); board.stage.style.width = '120px';"
        " const places = [[20, 20], [33, 20], [60, 20], [47, 20], [100, 20], [118, 78]];"
        " const pressed = places.map(([x, y]) => tap(x, y, 'mouse')); board.stage.style.width = '60px';"
        " pressed.push(tap(20, 50, 'mouse')); board.stage.style.width = ''; return pressed;",
    )
    assert result == [["a1"], ["a1"], ["b1"], [], [], [], ["a1"]], "the last touch is on a closed point"
    assert events == [["touched", name] for name in ("a1", "a1", "b1", "c1", "a1")]


async def test_only_swipes_step_through_the_game(modules: Page) -> None:
    _, events = await play(
        modules,
        f"{SIX} mark({{}}); board.size = {{ width: 120, height: 80 }};"
        " swipe([100, 40], [20, 40]); swipe([20, 40], [100, 40]); swipe([20, 20], [70, 75]);"
        " swipe([100, 40], [20, 40], { pointerType: 'mouse' }); swipe([40, 40], [42, 40]);"
        " pointer('pointerdown', 100, 40); pointer('pointercancel', 20, 40); board.resize(2);"
        " swipe([60, 40], [5, 40]); board.resize(1);"
        " pointer('pointerdown', 100, 60, { pointerId: 2 }); swipe([100, 40], [20, 40]);"
        " pointer('pointercancel', 100, 60, { pointerId: 2 });",
    )
    assert events == [["swiped", 1], ["swiped", -1]]


async def test_a_shaky_touch_selects_but_a_drag_does_not(modules: Page) -> None:
    _, events = await play(
        modules,
        f"{SIX} mark({{ a1: 'free', b1: 'free' }}); board.stage.style.width = '120px';"
        " const touch = (from, to) => { pointer('pointerdown', ...from); pointer('pointermove', ...to);"
        " click(...to); pointer('pointerup', ...to); };"
        " touch([20, 20], [28, 28]); touch([60, 20], [60, 33]); touch([60, 20], [60, 20]);"
        " board.stage.style.width = '';",
    )
    assert events == [["touched", "a1"], ["touched", "b1"]]


async def test_a_focused_point_scrolls_only_an_enlarged_board(modules: Page) -> None:
    result, _ = await play(
        modules,
        f"{SIX} mark({{}}); const stays = []; spot('b1').focus = (how) => stays.push(how.preventScroll);"
        " for (const zoom of [1, 2]) { board.resize(zoom); spot('a1').focus(); press('ArrowRight'); }"
        " board.resize(1); return stays;",
    )
    assert result == [True, False]


async def test_a_touch_on_crowded_points_zooms_first(modules: Page) -> None:
    result, events = await play(
        modules,
        f"{SIX} board.stage.style.width = '60px'; mark({{ a1: 'target', a2: 'target' }});"
        " tap(20, 20, 'mouse'); const pointed = board.zoom; tap(20, 20);"
        " const zoomed = board.zoom; tap(20, 20); board.toggleZoom(); const out = board.zoom;"
        " board.toggleZoom(); const again = board.zoom; board.toggleZoom(); mark({ a1: 'target' });"
        " tap(20, 20);"
        " board.stage.style.width = ''; const crowded = board.zoom; board.toggleZoom();"
        " const roomy = board.zoom; board.toggleZoom();"
        " return [pointed, zoomed === again, zoomed >= 3, out, crowded, roomy];",
    )
    assert result == [1, True, True, 1, 1, 2]
    assert events == [
        ["touched", "a1"],
        ["zoomed", True],
        ["touched", "a1"],
        *(["zoomed", on] for on in (False, True, False)),
        ["touched", "a1"],
        ["zoomed", True],
        ["zoomed", False],
    ]


async def test_pinching_zooms_between_one_and_four(modules: Page) -> None:
    result, _ = await play(
        modules,
        f"{SIX} const at = (...xs) => xs.map((clientX) => ({{ clientX, clientY: 10 }}));"
        " const event = (touches) => ({ touches, preventDefault() {} }); const zooms = [];"
        " board.pinchStart(event(at(0, 10))); for (const apart of [20, 30, 90, 5]) {"
        " board.pinch(event(at(0, apart))); zooms.push(board.zoom); }"
        " board.pinch(event(at(0))); board.resize(2); board.pinchStart(event(at(0, 10)));"
        " board.pinch(event(at(0, 15))); zooms.push(board.zoom); board.resize(1); return zooms;",
    )
    assert result == [2, 3, 4, 1, 3]


async def test_a_tap_during_a_second_touch_is_ignored(modules: Page) -> None:
    _, events = await play(
        modules,
        f"{SIX} mark({{ a1: 'free' }}); pointer('pointerdown', 100, 20, {{ pointerId: 2 }}); tap(20, 20);"
        " pointer('pointercancel', 100, 20, { pointerId: 2 }); tap(20, 20);",
    )
    assert events == [["touched", "a1"]]


async def test_only_the_latest_requested_picture_is_shown(modules: Page) -> None:
    result, _ = await play(
        modules,
        "const old = board.show(picture('old'), 'old words', 120, 80);"
        " const current = board.show(picture('new'), 'new words', 120, 60);"
        " const shown = [await old, await current]; const image = document.querySelector('#picture');"
        " return [shown, image.alt, image.src.includes('new'), board.size.height];",
    )
    assert result == [[False, True], "new words", True, 60]
