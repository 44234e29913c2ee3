"""Presses on closed challenges: they open the game, say how the challenge ended, or are refused."""

import pytest

from bot.chat.core import custom_ids
from bot.features.challenges.buttons import challenge_buttons
from bot.features.challenges.buttons.past_challenges import with_outcomes
from bot.model.people.person import Person
from tests.bot.chat import guilds
from tests.bot.chat.presses import Answer, Presses
from tests.bot.support.fakes import ANNA, BEN, CARA, HALL, World
from tests.bot.support.timed import DAY

pytest_plugins = ("tests.bot.support.worlds",)
pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)

FORUM = 71
EXPIRED = "This challenge expired after two weeks."
CLOSED = "This challenge is no longer open"


async def press_accept(
    world: World, number: int, person: Person = CARA, *, public: bool = False, visible: bool = True
) -> Answer:
    """Press *Accept* as a person; the forum is hidden unless `visible`."""
    server = guilds.guild(
        (HALL.channel, FORUM) if visible else (HALL.channel,), {} if visible else {FORUM: ()}
    )
    presses = Presses(world, with_outcomes(challenge_buttons.HANDLERS), server)
    return await presses.answer_to(person, custom_ids.write("accept", number), public=public)


async def test_a_challenge_past_its_time_expires_before_its_timer(world: World) -> None:
    await world.challenge()
    challenge = await world.challenge("conhex")
    world.time.pass_by(14 * DAY)
    answer = await press_accept(world, challenge.id, BEN)
    assert (answer.text.strip(), answer.ids) == (EXPIRED, [])


@pytest.mark.parametrize("public", [True, False])
async def test_a_late_press_privately_says_how_the_challenge_ended(world: World, public: bool) -> None:
    """The answer is private: beside a public card, in place of a private page."""
    await world.challenge()
    challenge = await world.challenge("conhex", opponent=None)
    await world.services.invitations.withdraw(world.by(ANNA), challenge.id)
    answer = await press_accept(world, challenge.id, public=public)
    assert (answer.in_place, answer.public) == (not public, False)
    assert "Withdrawn by <@1001>" in answer.text


async def test_a_hidden_game_is_not_linked(world: World) -> None:
    """The challenge is visible; its game is in a hidden forum."""
    await world.match()
    challenge = await world.challenge("conhex", opponent=None)
    match = (await world.services.invitations.accept(world.by(BEN), challenge.id)).match or 0
    await world.services.match_places.move_home(match, 5000, FORUM)
    board = custom_ids.write("board", match)
    for running in (True, False):
        assert (await press_accept(world, challenge.id)).ids == [board]
        hidden = await press_accept(world, challenge.id, visible=False)
        assert hidden.ids == []
        assert CLOSED in hidden.text
        if running:
            await world.services.resignations.resign(world.by(ANNA), match)
