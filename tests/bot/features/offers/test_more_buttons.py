"""The resign button and its question."""

from bot.chat.core import custom_ids
from bot.features.offers.buttons import more_buttons
from bot.locale import Texts
from bot.model.challenges.terms import Terms
from tests.bot.chat.presses import Presses
from tests.bot.features.engines.service.test_practice import FirstMoveEngines, games_of
from tests.bot.support.fakes import ANNA, BEN, CARA, HALL, World

pytest_plugins = ("tests.bot.support.worlds",)


async def test_resigning_asks_for_confirmation_first(world: World) -> None:
    match = await world.match("conhex")
    presses = Presses(world, more_buttons.HANDLERS)
    more = await presses.answer_to(ANNA, custom_ids.write("more", match.id), public=True)
    assert custom_ids.write("resign", match.id) in more.ids
    refused = await presses.answer_to(CARA, custom_ids.write("resign", match.id))
    assert custom_ids.write("resign-yes", match.id) not in refused.ids
    question = await presses.answer_to(ANNA, custom_ids.write("resign", match.id))
    assert custom_ids.write("resign-yes", match.id) in question.ids
    assert "goes on" in (await presses.answer_to(ANNA, custom_ids.write("resign-no", match.id))).text
    assert (await world.services.matches.get(match.id)).outcome is None
    resigned = await presses.answer_to(ANNA, custom_ids.write("resign-yes", match.id))
    assert Texts.load().language("en")("resign.done", number=match.id) in resigned.text
    outcome = (await world.services.matches.get(match.id)).outcome
    assert outcome is not None
    assert outcome.winners == (1,)


async def test_the_last_person_to_leave_a_table_ends_the_game(world: World) -> None:
    """Earlier leavers leave a game that goes on."""
    table = Terms("catch-the-hat", {}, "red", players=4)
    lobby = await world.services.invitations.challenge(world.by(ANNA), table, HALL)
    await world.services.lobbies.join(world.by(BEN), lobby.id)
    match = (await games_of(world, FirstMoveEngines(world)).fill(world.by(ANNA), lobby.id, 1)).match or 0
    presses, t = Presses(world, more_buttons.HANDLERS), Texts.load().language("en")
    for person, question_text, answer_text in (
        (BEN, "leave.ask", "leave.done"),
        (ANNA, "resign.ask", "resign.done"),
    ):
        question = await presses.answer_to(person, custom_ids.write("resign", match))
        assert t(question_text, game="Catch the Hat", number=match) in question.text
        answer = await presses.answer_to(person, custom_ids.write("resign-yes", match))
        assert t(answer_text, number=match) in answer.text
