from datetime import timedelta

import pytest

from bot.model.challenges.terms import Terms
from bot.model.events.events import PlyPlayed
from bot.model.match.match import Match
from bot.model.people.person import Place
from bot.model.people.players import EnginePlayer, HumanPlayer
from bot.model.people.preferences import PingPlace
from bot.repositories.matches.matches import MatchRepository
from tests.bot.support.fakes import ANNA, BEN, HALL, World
from tests.bot.support.refusals import expect_refusal
from tests.data.matches import new_match

pytest_plugins = ("tests.bot.support.worlds",)


async def _against_an_engine(world: World, *, first: bool = True) -> Match:
    """Start a match in a server between Anna and an engine."""
    challenge = await world.services.invitations.challenge(
        world.by(ANNA), Terms("counting", {}, "first"), HALL, [BEN]
    )
    anna, engine = HumanPlayer(ANNA.id), EnginePlayer("alpha-beta", 3)
    state = world.games["counting"].new()
    async with world.store.write() as session:
        number = await session.of(MatchRepository).add(
            new_match(
                challenge.id,
                key="counting",
                options=state.options,
                position=state.position,
                created=world.time.now,
                players=(anna, engine) if first else (engine, anna),
                place=Place(HALL.server, HALL.channel, "de"),
            )
        )
    await world.deliver_all()
    return await world.services.matches.get(number)


async def test_a_seat_is_held_by_a_person_or_an_engine(world: World) -> None:
    match = await _against_an_engine(world)
    assert match.players == (HumanPlayer(ANNA.id), EnginePlayer("alpha-beta", 3))
    assert (match.people, match.mover) == ((ANNA.id,), ANNA.id)
    assert (match.seat_of(ANNA.id), match.seat_of(BEN.id)) == (0, None)
    (running,) = await world.services.matches.of(ANNA.id)
    assert running == match


@pytest.mark.parametrize("tell", [PingPlace.THREAD, PingPlace.BOTH])
async def test_an_engine_to_move_is_not_pinged(world: World, tell: PingPlace) -> None:
    await world.services.settings.set_preferences(world.by(ANNA), tell=tell)
    match = await _against_an_engine(world)
    turn = await world.services.turns.take_turn(world.by(ANNA), match.id, "take 1")
    assert (turn.match.turn, turn.match.mover) == (1, None)
    # The board is held for a while for the engine's answer.
    world.time.pass_by(timedelta(minutes=1))
    board = next(notice for notice in await world.deliver_all() if isinstance(notice.event, PlyPlayed))
    assert (board.recipient, board.calls) == (None, ())
    assert (await world.services.agenda.of(ANNA.id)).theirs[0].id == match.id


async def test_nobody_can_move_for_an_engine(world: World) -> None:
    match = await _against_an_engine(world, first=False)
    await expect_refusal(world.services.turns.take_turn(world.by(ANNA), match.id, "take 1"), "not-your-turn")
    await expect_refusal(world.services.turns.take_turn(world.by(BEN), match.id, "take 1"), "not-your-game")
    await expect_refusal(world.services.deadlines.silence(world.by(ANNA), match.id), "not-your-turn")


async def test_resigning_against_an_engine_loses(world: World) -> None:
    match = await _against_an_engine(world)
    finished = await world.services.resignations.resign(world.by(ANNA), match.id)
    assert finished.outcome is not None
    assert finished.outcome.winners == (1,)
    assert not [
        notice for notice in await world.deliver_all() if not (notice.recipient is None and not notice.calls)
    ]
