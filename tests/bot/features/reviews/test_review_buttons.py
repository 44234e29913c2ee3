"""Buttons of a review: progress, the curve, each turning point, and playing on."""

import pytest
from discord import ui
from syrupy.assertion import SnapshotAssertion

from bot.chat.core import custom_ids
from bot.chat.core.pictures import Pictures
from bot.features.practice import buttons as practice_buttons
from bot.features.reviews import buttons as review_buttons
from bot.features.reviews.domain import Review, ReviewedPly
from bot.features.reviews.pages import overview_page
from bot.features.reviews.service import Reviews
from bot.model.match.match import Match
from engines import MoveWorth, PlyVerdict
from engines.contract import estimated
from tests.bot.chat.page_text import page_text
from tests.bot.chat.presses import TEXTS, Answer, Presses
from tests.bot.features.engines.service.test_practice import CONHEX, FirstMoveEngines, practice
from tests.bot.features.reviews.test_reviews import ReviewEngines, play, play_match
from tests.bot.support.fakes import ANNA, BEN, CARA, HALL, World
from tests.galleries import GALLERY

pytest_plugins = ("tests.bot.support.worlds", "tests.bot.chat.approved")

BLUNDERS = ("d7", "a1", "g7", "d1", "f4", "b2", "b4", "f2", "e3")
"""Nine Men's Morris: neither player closes the open mill."""


def with_engines(world: World, engines: ReviewEngines) -> World:
    """Use the engines for the world's reviews, and first-move engines for practice."""
    features = world.services.app
    features.reviews.reviews = Reviews(world.services.turns._unit_of_work, engines, again_after=0)
    features.engines.services.practice = practice(world, FirstMoveEngines(world))
    return world


async def overview(world: World, match: Match, *, public: bool = False) -> list[Answer]:
    presses = Presses(world, review_buttons.HANDLERS)
    return await presses.press(ANNA, custom_ids.write("review", match.id), public=public)


def labels(answer: Answer) -> list[str]:
    items = [] if answer.view is None else list(answer.view.walk_children())
    return [item.label or "" for item in items if isinstance(item, ui.Button)]


async def test_a_review_links_from_the_curve_to_each_turning_point(world: World) -> None:
    match = await play_match(world, texts=BLUNDERS)
    with_engines(world, ReviewEngines(world))
    *progress, review_page = await overview(world, match)
    assert progress
    assert not [
        answer for answer in progress if not ("looking back" in answer.text or "second look" in answer.text)
    ]
    assert not [answer for answer in (*progress, review_page) if not answer.in_place], (
        "every answer edits the pressed page"
    )
    assert f"Review of Nine Men's Morris · #{match.id}" in review_page.text
    assert f"<@{ANNA.id}>" in review_page.text
    points = [button_id for button_id in review_page.ids if custom_ids.read(button_id).verb == "review-at"]
    assert points
    presses = Presses(world, {**review_buttons.HANDLERS, **practice_buttons.HANDLERS})
    for number, custom_id in enumerate(points, 1):
        page = await presses.answer_to(ANNA, custom_id)
        assert f"Turning point {number} of {len(points)}" in page.text
        assert "Play on from here" in labels(page)
        assert page.in_place
    play_on_id = next(
        button_id for button_id in page.ids if custom_ids.read(button_id).verb == "practice-from"
    )
    answer = await presses.answer_to(CARA, play_on_id)
    assert "Practice against Astrid" in answer.text
    assert not answer.in_place, "the review stays"
    assert not answer.public
    await world.services.servers.set_server(world.by(CARA), HALL.server or 0, engines=False)
    assert "Play on from here" not in labels(await presses.answer_to(ANNA, points[0]))
    in_direct_messages = Presses(world, review_buttons.HANDLERS, direct=True)
    assert "Play on from here" in labels(await in_direct_messages.answer_to(ANNA, points[0])), (
        "the server's settings do not apply in direct messages"
    )


@pytest.mark.parametrize("code", ["en", "de"])
async def test_the_pages_of_a_review(world: World, approved: SnapshotAssertion, code: str) -> None:
    match = await play_match(world, texts=BLUNDERS)
    with_engines(world, ReviewEngines(world))
    await world.services.settings.set_preferences(world.by(ANNA), language=code)
    presses = Presses(world, review_buttons.HANDLERS)
    *_, review_page = await presses.press(ANNA, custom_ids.write("review", match.id))
    point = next(button for button in review_page.ids if custom_ids.read(button).verb == "review-at")
    point_page = await presses.answer_to(ANNA, point)
    assert review_page.view is not None
    assert page_text(review_page.view) == approved(name=f"whole-{code}")
    assert point_page.view is not None
    assert page_text(point_page.view) == approved(name=f"turning-point-{code}")


async def test_only_certain_results_are_shown_as_0_or_100_percent(world: World) -> None:
    """Estimates close to 0 % or 100 % are not rounded to them."""
    match = await play_match(world, texts=BLUNDERS)
    t = TEXTS.language("en")
    verdict = PlyVerdict("a", estimated(1.0), estimated(0.0), (0.999, 0.001))
    review = Review(match, (ReviewedPly(1, 0, "b", 2, verdict), ReviewedPly(2, 1, "b", 2, verdict)))
    page, (picture,) = await overview_page(Pictures(GALLERY), review, world.games, ANNA.id, t)
    assert isinstance(page, ui.LayoutView)
    assert "Start: 99 %" in picture.words
    assert "100 %" not in picture.words
    certain = PlyVerdict("a", MoveWorth(1.0, 1), MoveWorth(1.0, 3), (1.0, 0.0))
    review = Review(match, (ReviewedPly(1, 0, "b", 2, certain),))
    _, (picture,) = await overview_page(Pictures(GALLERY), review, world.games, ANNA.id, t)
    assert "Start: 100 %" in picture.words


async def test_a_press_on_a_public_board_opens_one_private_page(world: World) -> None:
    match = await play_match(world, texts=BLUNDERS)
    with_engines(world, ReviewEngines(world))
    first, *rest = await overview(world, match, public=True)
    assert "looking back" in first.text
    assert not first.public
    assert not first.in_place
    assert not [answer for answer in rest if not answer.in_place]
    assert "Review of" in (rest or [first])[-1].text


async def test_an_unknown_turning_point_opens_the_overview(world: World) -> None:
    match = await play_match(world, texts=BLUNDERS)
    with_engines(world, ReviewEngines(world))
    *_, review_page = await overview(world, match)
    points = [button_id for button_id in review_page.ids if custom_ids.read(button_id).verb == "review-at"]
    presses = Presses(world, review_buttons.HANDLERS)
    for number in (len(points), 99):
        answer = await presses.answer_to(ANNA, custom_ids.write("review-at", match.id, number))
        assert answer.page == review_page.page


async def test_without_engines_the_review_is_refused(world: World) -> None:
    match = await play_match(world, texts=BLUNDERS)
    (answer,) = await overview(world, match)
    assert "switched off" in answer.text


async def test_a_running_game_cannot_be_reviewed(world: World) -> None:
    match = await world.match("conhex")
    with_engines(world, ReviewEngines(world))
    (answer,) = await overview(world, match)
    assert "still going on" in answer.text


async def test_games_by_others_elsewhere_cannot_be_reviewed(world: World) -> None:
    engines = FirstMoveEngines(world)
    match = await practice(world, engines).begin(world.by(BEN), CONHEX, HALL)
    with_engines(world, ReviewEngines(world))
    presses = Presses(world, {**review_buttons.HANDLERS, **practice_buttons.HANDLERS})
    for custom_id in (
        custom_ids.write("review", match.id),
        custom_ids.write("review-at", match.id, 0),
        custom_ids.write("practice-from", match.id, 0),
    ):
        answer = await presses.answer_to(ANNA, custom_id)
        assert f"#{match.id}" in answer.text or "no game" in answer.text.lower(), answer.text
        assert answer.ids == []


async def test_a_draw_given_away_is_a_fact(world: World, approved: SnapshotAssertion) -> None:
    match = await world.match("nine-mens-morris", men="6")
    for text in ("c4", "d2", "b3", "d3", "a5"):
        await play(world, match, text)
    await world.services.resignations.resign(world.by(ANNA), match.id)
    with_engines(world, ReviewEngines(world))
    *_, review_page = await overview(world, match)
    (point,) = [custom_id for custom_id in review_page.ids if custom_ids.read(custom_id).verb == "review-at"]
    page = await Presses(world, review_buttons.HANDLERS).answer_to(ANNA, point)
    assert page.view is not None
    assert page_text(page.view) == approved(name="en")
