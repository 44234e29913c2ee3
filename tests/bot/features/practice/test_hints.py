"""Hints by presses: the piece is marked, then also its target, and the move can be played."""

import pytest
from discord import ui
from syrupy.assertion import SnapshotAssertion

from bot.chat.core import custom_ids, position_token
from bot.features.engines.service.practice import TermsDraft
from bot.features.moves.buttons import move_buttons
from bot.features.offers.buttons import more_buttons
from bot.features.practice import buttons as practice_buttons
from bot.model.challenges.terms import Terms
from bot.model.match.match import Match
from tests.bot.chat.page_text import page_text
from tests.bot.chat.presses import Answer, Presses
from tests.bot.features.engines.service.test_practice import CONHEX, FirstMoveEngines, begin_practice
from tests.bot.support.fakes import ANNA, BEN, World
from tests.bot.support.services import make_services

pytest_plugins = ("tests.bot.support.worlds", "tests.bot.chat.approved")

BRANDUBH = TermsDraft(Terms("hnefatafl", {"board": "brandubh-7"}, "attackers"), level=1)


def with_engines(world: World) -> FirstMoveEngines:
    """Give the world engines that play and hint at the first legal move."""
    engines = FirstMoveEngines(world)
    world.services = make_services(world.store, world.games, world.time, world.chance, engines=engines)
    return engines


def button(answer: Answer, label: str) -> str:
    items = [] if answer.view is None else list(answer.view.walk_children())
    (component,) = [item for item in items if isinstance(item, ui.Button) and item.label == label]
    return str(component.custom_id)


def words(answer: Answer) -> str:
    """Return the pictures' descriptions."""
    items = [] if answer.view is None else list(answer.view.walk_children())
    galleries = [item for item in items if isinstance(item, ui.MediaGallery)]
    return " ".join(picture.description or "" for gallery in galleries for picture in gallery.items)


def presses_of(world: World) -> Presses:
    return Presses(world, {**practice_buttons.HANDLERS, **move_buttons.HANDLERS})


async def hint(presses: Presses, match: Match) -> Answer:
    return await presses.answer_to(ANNA, custom_ids.write("hint", match.id, position_token.mark(match)))


async def test_a_hint_marks_piece_then_target_and_plays_it(world: World) -> None:
    engines = with_engines(world)
    match = await begin_practice(world, engines, BRANDUBH)
    presses = presses_of(world)
    state = (await world.services.matches.position(match.id)).state
    origin, target = state.legal_moves()[0].path
    piece = await hint(presses, match)
    assert f"Look at **{origin}**" in piece.text
    assert f"Chosen: {origin}." in words(piece)
    assert f"1 possible square: {target}." not in words(piece), "the target is not revealed yet"
    engines.fails = 1  # the hint is cached
    full_hint = await presses.answer_to(ANNA, button(piece, "Show the move"))
    engines.fails = 0
    assert f"Chosen: {origin}." in words(full_hint)
    assert f"1 possible square: {target}." in words(full_hint)
    assert f"I would play **{origin}-{target}**: a quiet move, and the best I can see." in full_hint.text
    assert (await world.services.matches.get(match.id)).plies == 0, "nothing was played"
    await presses.answer_to(ANNA, button(full_hint, "Play it"))
    assert (await world.services.matches.get(match.id)).plies == 2, "the hinted move and the engine's reply"


async def test_a_quiet_placement_hint_is_complete_at_once(world: World) -> None:
    engines = with_engines(world)
    match = await begin_practice(world, engines, CONHEX)
    full_hint = await hint(presses_of(world), match)
    assert button(full_hint, "Play it")


@pytest.mark.parametrize("code", ["en", "de"])
async def test_hint_pages(world: World, approved: SnapshotAssertion, code: str) -> None:
    engines = with_engines(world)
    await world.services.settings.set_preferences(world.by(ANNA), language=code)
    match = await begin_practice(world, engines, BRANDUBH)
    presses = presses_of(world)
    piece = await hint(presses, match)
    assert piece.view is not None
    assert page_text(piece.view) == approved(name=f"piece-{code}")
    (more,) = [custom_id for custom_id in piece.ids if custom_ids.read(custom_id).verb == "hint"]
    full_hint = await presses.answer_to(ANNA, more)
    assert full_hint.view is not None
    assert page_text(full_hint.view) == approved(name=f"move-{code}")


async def test_back_from_a_piece_restores_the_whole_page(world: World) -> None:
    match = await begin_practice(world, with_engines(world), BRANDUBH)
    presses = presses_of(world)
    page = await presses.answer_to(ANNA, custom_ids.write("practice-on", match.id))
    (piece,) = [custom_id for custom_id in page.ids if custom_id.endswith("::d1")]
    piece_page = await presses.answer_to(ANNA, piece)
    assert "Hint" not in piece_page.page
    assert (await presses.answer_to(ANNA, button(piece_page, "Back"))).ids == page.ids


async def test_resigning_practice_offers_again_and_review(world: World) -> None:
    match = await begin_practice(world, with_engines(world), BRANDUBH)
    presses = Presses(world, more_buttons.HANDLERS)
    more = await presses.answer_to(ANNA, custom_ids.write("more", match.id))
    verbs = [custom_ids.read(custom_id).verb for custom_id in more.ids]
    assert "resign" in verbs
    assert "substitute" not in verbs, "nobody takes over a private game"
    answer = await presses.answer_to(ANNA, custom_ids.write("resign-yes", match.id))
    assert [custom_ids.read(custom_id).verb for custom_id in answer.ids[:2]] == ["practice-again", "review"]
    next_game = custom_ids.write("practice-again", match.id)
    assert next_game not in more.ids
    assert next_game in (await presses.answer_to(ANNA, custom_ids.write("more", match.id))).ids
    public = await world.match("conhex")
    await world.services.resignations.resign(world.by(BEN), public.id)
    after = await presses.answer_to(ANNA, custom_ids.write("more", public.id))
    assert custom_ids.write("practice-again", public.id) not in after.ids
