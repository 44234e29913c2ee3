"""Presses on practice matches: own, another person's, or with an unknown level."""

from dataclasses import replace

from bot.chat.core import custom_ids, position_token
from bot.chat.core.contributions.more_entries import MoreView
from bot.chat.parts.moves.move_picker import PickerStep, write_step
from bot.features.moves.buttons import move_buttons
from bot.features.offers.buttons import more_buttons
from bot.features.practice import buttons as practice_buttons
from bot.features.practice import contributions
from tests.bot.chat.presses import TEXTS, Presses
from tests.bot.features.engines.service.test_practice import CONHEX, FirstMoveEngines, begin_practice
from tests.bot.features.practice.test_hints import BRANDUBH, with_engines
from tests.bot.support.fakes import ANNA, BEN, World

pytest_plugins = ("tests.bot.support.worlds",)


async def test_strangers_cannot_open_or_continue_practice(world: World) -> None:
    match = await begin_practice(world, FirstMoveEngines(world))
    presses = Presses(world, practice_buttons.HANDLERS)
    for verb in ("practice-on", "practice-again", "practice-back"):
        answer = await presses.answer_to(BEN, custom_ids.write(verb, match.id, "1"))
        assert "game" in answer.text
        assert answer.ids == [], verb


async def test_only_the_player_is_offered_the_next_game_after_the_end(world: World) -> None:
    running = await begin_practice(world, with_engines(world), BRANDUBH)
    resigned = await world.services.resignations.resign(world.by(ANNA), running.id)
    (part,) = contributions.more_buttons(world.services.practice)
    labels = {}
    for match in (running, resigned):
        position = await world.services.matches.position(match.id)
        for person in (ANNA, BEN):
            view = MoreView(replace(position, match=match), person.id, TEXTS.language("en"))
            labels[match.running, person.name] = [button.label for button in await part.make(view)]
    assert labels.pop((False, "Anna")) == ["Again, sides swapped"]
    assert list(labels.values()) == [[], [], []]


async def test_a_ninth_level_is_refused(world: World) -> None:
    match = await begin_practice(world, FirstMoveEngines(world))
    presses = Presses(world, practice_buttons.HANDLERS)
    answer = await presses.answer_to(ANNA, custom_ids.write("practice-again", match.id, "9"))
    assert "This button is not one of mine" in answer.text


async def test_the_aim_is_the_players_even_if_the_engine_begins(world: World) -> None:
    match = await begin_practice(world, with_engines(world), BRANDUBH)
    presses = Presses(world, practice_buttons.HANDLERS)
    defending = await presses.answer_to(ANNA, custom_ids.write("practice-again", match.id))
    assert "You defend: bring the king to a corner." in defending.text, "the attackers begin"
    attacking = await presses.answer_to(ANNA, custom_ids.write("practice-again", match.id + 1))
    assert "You attack: trap the king before he reaches a corner." in attacking.text


async def test_a_practice_move_needs_no_confirmation(world: World) -> None:
    match = await begin_practice(world, FirstMoveEngines(world))
    presses = Presses(world, move_buttons.HANDLERS)
    step = write_step(PickerStep("", ("f6",)))
    await presses.press(ANNA, custom_ids.write("choose", match.id, position_token.mark(match), step))
    assert (await world.services.matches.get(match.id)).plies


async def test_without_engines_the_page_does_not_claim_one_is_thinking(world: World) -> None:
    match = await begin_practice(
        world, FirstMoveEngines(world), replace(CONHEX, terms=replace(CONHEX.terms, role="blue"))
    )
    answer = await Presses(world, practice_buttons.HANDLERS).answer_to(
        ANNA, custom_ids.write("practice-on", match.id)
    )
    assert "the owner of this bot has switched that off" in answer.text
    assert "thinking" not in answer.text


async def test_without_engines_the_end_offers_no_next_game(world: World) -> None:
    match = await begin_practice(world, FirstMoveEngines(world))
    resigned = await Presses(world, more_buttons.HANDLERS).answer_to(
        ANNA, custom_ids.write("resign-yes", match.id)
    )
    more = await Presses(world, more_buttons.HANDLERS).answer_to(ANNA, custom_ids.write("more", match.id))
    practice_page = await Presses(world, practice_buttons.HANDLERS).answer_to(
        ANNA, custom_ids.write("practice-on", match.id)
    )
    assert custom_ids.write("review", match.id) in practice_page.ids
    for page in (resigned, more, practice_page):
        assert not [
            custom_id
            for custom_id in page.ids
            if custom_id.startswith(custom_ids.write("practice-again", match.id))
        ]
