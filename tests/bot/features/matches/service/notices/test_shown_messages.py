"""Messages replaced by a newer one: reminders, boards, boards held for a computer's answer."""

import pytest

from bot.features.matches.service.notices.held_boards import HELD
from bot.kernel.outbox.notices import Notice
from bot.model.challenges.terms import Terms
from bot.model.events.events import DiceRolled, PlyPlayed
from bot.model.match.match import Match
from bot.model.people.person import MessageRef, Person
from bot.model.people.preferences import PingPlace
from tests.bot.features.engines.service.test_practice import FirstMoveEngines, games_of, turns_of
from tests.bot.support.contents import event_of
from tests.bot.support.fakes import ANNA, BEN, HALL, World
from tests.bot.support.timed import DAY, play

pytest_plugins = ("tests.bot.support.worlds",)
pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)

ACCOUNT = Person(999, "Fern", "")
HAT = Terms("catch-the-hat", {}, "red", players=2)


async def deliver(world: World, place: int = 70) -> list[tuple[Notice, tuple[MessageRef, ...]]]:
    """Deliver pending notices as distinct messages; return the messages that each replaces."""
    delivered = []
    while notices := await world.outbox.claim():
        for notice in notices:
            ref = MessageRef(notice.recipient or place, 5000 + notice.id)
            delivered.append((notice, await world.outbox.deletions_after(notice.id, ref)))
    return delivered


@pytest.mark.parametrize("tell", [PingPlace.THREAD, PingPlace.DIRECT])
async def test_the_next_reminder_or_move_deletes_a_reminder(world: World, tell: PingPlace) -> None:
    """Only the reminder of the same match to the same people is deleted."""
    await world.services.settings.set_preferences(world.by(BEN), tell=tell)
    other, match = await world.match(), await world.match()
    for game in (other, match):
        await play(world, game, ANNA)
    await deliver(world)
    replaced = []
    for _ in range(2):
        world.time.pass_by(2 * DAY)
        await world.services.timers.act()
        replaced.append({notice.match: removed for notice, removed in await deliver(world)})
    reminders = {match.id: [ref for refs in replaced[1].values() for ref in refs]}
    assert [len(removed) for removed in replaced[0].values()] == [0, 0]
    assert [len(removed) for removed in replaced[1].values()] == [1, 1]
    assert len(reminders[match.id]) == 2
    await play(world, match, BEN)
    after = [(notice.match, removed) for notice, removed in await deliver(world) if removed]
    assert [number for number, _ in after] == [match.id]
    assert len(after[0][1]) == 1
    assert after[0][1][0] not in reminders[match.id]


async def test_a_resignation_deletes_the_reminder(world: World) -> None:
    match = await world.match()
    await play(world, match, ANNA)
    await deliver(world)
    world.time.pass_by(2 * DAY)
    await world.services.timers.act()
    ((reminder, _),) = await deliver(world)
    await world.services.resignations.resign(world.by(ANNA), match.id)
    replaced = [removed for notice, removed in await deliver(world) if notice.match == match.id]
    assert replaced[0] == (MessageRef(70, 5000 + reminder.id),)


async def against_engine(world: World, engines: FirstMoveEngines, key: str, **options: str) -> Match:
    """Start a public game of Anna against the computer, and deliver its notices."""
    await world.match()
    games = games_of(world, engines)
    terms = Terms(key, options, world.games[key].roles(2)[0], against_engine=True)
    challenge = await world.services.invitations.challenge(world.by(ANNA), terms, HALL, [ACCOUNT])
    number = (await games.accept(world.by(ANNA), challenge.id, 1)).match or 0
    await world.open(number)
    await world.deliver_all()
    return await world.services.matches.get(number)


async def test_a_board_waits_for_the_computer_s_reply(world: World) -> None:
    engines = FirstMoveEngines(world)
    match = await against_engine(world, engines, "conhex")
    await play(world, match, ANNA, move="f6")
    assert await world.deliver_all() == []
    await turns_of(world, engines).schedule(match.id)
    (board,) = await world.deliver_all()
    reply = event_of(board, PlyPlayed)
    assert (reply.since, reply.plies, reply.turn) == (0, 2, 0)
    await play(world, match, ANNA, move="c4")
    world.time.pass_by(HELD)
    (released,) = await world.deliver_all()
    assert (event_of(released, PlyPlayed).since, event_of(released, PlyPlayed).turn) == (2, 1)


async def test_a_roll_is_posted_with_the_plies_before_it(world: World) -> None:
    """A single board shows the person's move, the computer's rolls and moves, and the person's next roll."""
    engines = FirstMoveEngines(world)
    lobby = await world.services.invitations.challenge(world.by(ANNA), HAT, HALL)
    number = (await games_of(world, engines).fill(world.by(ANNA), lobby.id, 1)).match or 0
    await world.open(number)
    while (match := await world.services.matches.get(number)).mover != ANNA.id:
        await turns_of(world, engines).schedule(number)
    await world.deliver_all()
    while (after := await world.services.matches.get(number)).mover == ANNA.id:
        move = (await world.services.matches.position(number)).state.legal_moves()[0].text
        plies_before = after.plies
        await play(world, after, ANNA, move=move)
        await world.deliver_all()
    assert after.plies > match.plies
    while (after := await world.services.matches.get(number)).mover != ANNA.id:
        await turns_of(world, engines).schedule(number)
    (board,) = await world.deliver_all()
    event = board.event
    assert isinstance(event, PlyPlayed | DiceRolled)
    assert (event.since, event.plies) == (plies_before, after.plies)


async def test_a_computer_s_winning_move_includes_the_move_before(world: World) -> None:
    engines = FirstMoveEngines(world)
    match = await against_engine(world, engines, "counting", goal="4")
    for _ in range(2):
        await play(world, match, ANNA)
        await turns_of(world, engines).schedule(match.id)
    (*_, end) = await world.deliver_all()
    last = event_of(end, PlyPlayed)
    assert (last.since, last.plies, last.seat, last.ends_match) == (2, 4, 1, True)
