"""Presses on a public board's pieces and moves, and *More*'s link to the planner."""

from dataclasses import replace

import pytest
from discord import ui

from bot.chat.core import custom_ids, position_token
from bot.chat.core.messages import layouts
from bot.features.moves.buttons import move_buttons
from bot.features.moves.pages.old_board_page import old_board_page
from bot.model.challenges.terms import Terms
from bot.model.people.person import MessageRef
from tests.bot.chat.presses import TEXTS, Answer, Presses
from tests.bot.chat.walks import CONHEX, Walk, begin
from tests.bot.features.engines.service.test_practice import begin_practice
from tests.bot.features.practice.test_hints import with_engines
from tests.bot.support.fakes import ANNA, BEN, CARA, HALL, World
from tests.bot.support.timed import play

pytest_plugins = ("tests.bot.support.worlds",)
pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)

PAIR = Terms("catch-the-hat", {}, "red", players=2)
BRANDUBH = Terms("hnefatafl", {"board": "brandubh-7"}, "attackers")


@pytest.mark.parametrize(("verb", "rest"), [("piece", "d7"), ("play", "d7-c7")])
async def test_only_the_player_to_move_can_use_a_board(world: World, verb: str, rest: str) -> None:
    """Others are told whose turn it is; an older board refers even the mover to the newest."""
    await begin(world)
    match = await begin(world, BRANDUBH)
    presses = Presses(world, move_buttons.HANDLERS)
    button = custom_ids.write(verb, match.id, position_token.mark(match), rest)
    for person in (BEN, CARA):
        answer = await presses.answer_to(person, button, public=True)
        assert f"<@{ANNA.id}>" in answer.text
        assert answer.ids == []
    panel = await presses.answer_to(ANNA, button, public=True)
    next_verb = "choose" if verb == "piece" else "confirm"
    prefixes = {":".join(custom_id.split(":")[:3]) for custom_id in panel.ids}
    assert f"fp:{next_verb}:{match.id}" in prefixes
    assert not panel.in_place
    await play(world, match, ANNA, move="d7-b7")
    await play(world, match, BEN, move="c4-c6")
    late_answer = await presses.answer_to(ANNA, button, public=True)
    assert "out of date" in late_answer.text
    token = position_token.mark(await world.services.matches.get(match.id))
    assert late_answer.ids == [custom_ids.write("board", match.id), custom_ids.write("move", match.id, token)]
    assert (await world.services.matches.get(match.id)).plies == 2


async def test_a_private_button_from_an_earlier_position_opens_the_panel(world: World) -> None:
    """Only a public board can be out of date; private pages have none."""
    match = await begin(world, BRANDUBH)
    presses, button = Presses(world, move_buttons.HANDLERS), custom_ids.write("move", match.id, 0)
    await play(world, match, ANNA, move="d7-b7")
    await play(world, match, BEN, move="c4-c6")
    public, private = [await presses.answer_to(ANNA, button, public=public) for public in (True, False)]
    assert ["out of date" in page.text for page in (public, private)] == [True, False]
    assert any(custom_ids.read(custom_id).verb == "choose" for custom_id in private.ids)


async def test_more_offers_the_planner_to_the_waiting_player(world: World) -> None:
    await begin(world)
    match, dice_match = await begin(world), await begin(world, PAIR)
    practice = await begin_practice(world, with_engines(world))
    walk = Walk(world)

    async def offers_planner(number: int) -> list[bool]:
        pages = [(await walk.press(person, "more", number))[0].ids for person in (ANNA, BEN, CARA)]
        return [f"fp:plan:{number}" in ids for ids in pages]

    assert await offers_planner(match.id) == [False, True, False]
    assert await offers_planner(dice_match.id) == [False, False, False]
    await play(world, match, ANNA, move="a1")
    assert await offers_planner(match.id) == [True, False, False]
    await world.services.resignations.resign(world.by(BEN), match.id)
    assert await offers_planner(match.id) == [False, False, False]
    assert f"fp:plan:{practice.id}" not in (await walk.press(ANNA, "more", practice.id))[0].ids


async def test_a_typed_practice_move_is_answered_on_the_practice_page(world: World) -> None:
    await begin(world)
    engines = with_engines(world)
    match = await begin_practice(world, engines)
    walk = Walk(world)
    walk.presses.direct = True
    (page,) = await walk.command(ANNA, "move", move="f6", game=str(match.id))
    assert (await world.services.matches.get(match.id)).plies == 2
    token = position_token.mark(await world.services.matches.get(match.id))
    assert custom_ids.write("hint", match.id, token) in page.ids


async def test_an_old_board_links_to_the_newest(world: World) -> None:
    """The link leads to its server or to direct messages; without a posted board there is none."""
    match = await begin(world, CONHEX)
    t = TEXTS.language("en")
    posted_match = replace(match, board=MessageRef(70, 800))
    direct_match = replace(posted_match, place=replace(HALL, server=None))
    texts = [
        Answer(old_board_page(match_linked, BEN.id, t)).text
        for match_linked in (posted_match, direct_match, match)
    ]
    assert "https://discord.com/channels/7/70/800" in texts[0]
    assert "https://discord.com/channels/@me/70/800" in texts[1]
    assert "https" not in texts[2]
    assert Answer(old_board_page(posted_match, BEN.id, t)).ids == [custom_ids.write("board", match.id)]
    assert len(Answer(old_board_page(posted_match, ANNA.id, t)).ids) == 2


async def test_an_impossible_action_is_refused(world: World) -> None:
    """A board's swap button is answered even where the game does not allow it."""
    await begin(world)
    match = await begin(world)
    await play(world, match, ANNA, move="f6")
    presses = Presses(world, move_buttons.HANDLERS)
    answer = await presses.answer_to(BEN, custom_ids.write("choose", match.id, 1, "swap:"))
    assert "swap" in answer.text, answer.text
    assert (await world.services.matches.get(match.id)).plies == 1


async def test_a_played_move_uses_the_done_colour(world: World) -> None:
    match = await begin(world)
    presses = Presses(world, move_buttons.HANDLERS)
    await world.play_forced_moves(ANNA)
    answer = await presses.answer_to(ANNA, custom_ids.write("confirm", match.id, 0, "f6"))
    assert answer.view is not None
    colours = [item.accent_colour for item in answer.view.children if isinstance(item, ui.Container)]
    assert colours == [layouts.DONE]
