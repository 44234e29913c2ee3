"""Buttons older than a take-back: refused without a change, even in a position with as many plies."""

import pytest

from bot.chat.core import custom_ids, position_token
from bot.features.moves.buttons import conditional_move_buttons, move_buttons
from bot.model.match.match import Match
from bot.model.match.offers.offer_rules import OfferKind
from bot.model.people.person import Person
from tests.bot.chat.presses import Presses
from tests.bot.support.fakes import ANNA, BEN, World
from tests.bot.support.timed import play

pytest_plugins = ("tests.bot.support.worlds",)
pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)

CHANGED = "The position has changed in the meantime."
OUT_OF_DATE = "out of date"


async def match_with_replaced_move(world: World) -> tuple[Match, int]:
    """Return a match whose first move was replaced, and the token of the position before the take-back."""
    await world.match()
    match = await world.match("hnefatafl", board="brandubh-7")
    await play(world, match, ANNA, move="d7-c7")
    stale = position_token.mark(await world.services.matches.get(match.id))
    await world.services.offers.offer(world.by(ANNA), match.id, OfferKind.TAKE_BACK)
    await play(world, match, ANNA, move="d7-b7")
    match = await world.services.matches.get(match.id)
    assert (match.plies, position_token.split(stale)[0], match.taken_back) == (1, 1, 1)
    return match, stale


@pytest.mark.parametrize(
    ("person", "press", "choice", "public", "refusal"),
    [
        (ANNA, "plan-at:{n}:{t}:", "", False, CHANGED),
        (ANNA, "plan-pick:{n}:{t}:0:", "sc4", False, CHANGED),
        (ANNA, "plan-save:{n}:{t}:0.0", "", False, CHANGED),
        (BEN, "choose:{n}:{t}::c4", "", False, CHANGED),
        (BEN, "pick:{n}:{t}:0:", "s:c4", False, CHANGED),
        (BEN, "pick:{n}:{t}:0:", "mc4-c6", False, CHANGED),
        (BEN, "play:{n}:{t}:c4-c6", "", False, CHANGED),
        (BEN, "confirm:{n}:{t}:c4-c6", "", False, CHANGED),
        (BEN, "piece:{n}:{t}:c4", "", False, CHANGED),
        (BEN, "pick:{n}:{t}:0:", "mc4-c6", True, OUT_OF_DATE),
        (BEN, "play:{n}:{t}:c4-c6", "", True, OUT_OF_DATE),
        (BEN, "piece:{n}:{t}:c4", "", True, OUT_OF_DATE),
    ],
)
async def test_a_button_from_before_a_take_back_is_refused(
    world: World, person: Person, press: str, choice: str, refusal: str, *, public: bool
) -> None:
    match, stale = await match_with_replaced_move(world)
    presses = Presses(world, {**move_buttons.HANDLERS, **conditional_move_buttons.HANDLERS})
    await world.services.conditional_moves.add(world.by(ANNA), match.id, ("c4-c6", "d6-d7"))
    texts = []
    for token in (stale, position_token.mark(match)):
        verb, *parts = press.format(n=match.id, t=token).split(":")
        custom_id = custom_ids.write(verb, *parts)
        answer = await presses.answer_to(person, custom_id, *filter(None, [choice]), public=public)
        texts.append(answer.text)
        if token == stale:
            assert (await world.services.matches.get(match.id)).plies == 1
            assert len((await world.services.conditional_moves.lines(ANNA.id, match.id)).lines) == 1
    assert [refusal in text for text in texts] == [True, False], texts
