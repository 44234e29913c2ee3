import asyncio
from dataclasses import replace

import pytest
import sqlalchemy as sa

from bot.kernel.transactions.answered_requests import REPEATED_WITHIN
from bot.model.agenda import Limits
from bot.model.challenges.terms import Terms
from bot.model.events.events import MatchEnded, PlyPlayed
from bot.model.match.match import RESIGNATION, Match, MatchStatus, Turn
from bot.model.people.person import MessageRef, Request
from bot.model.people.players import HumanPlayer
from bot.model.people.preferences import AUTO_VACATION
from bot.repositories.tables.match_tables import games
from data.store import Store
from rules.contract import InvalidMove, Outcome, RulesVersion
from tests.bot.features.engines.service.test_practice import FirstMoveEngines, games_of
from tests.bot.support.contents import event_of, ply_of
from tests.bot.support.fakes import ANNA, BEN, CARA, DORA, World
from tests.bot.support.gathering import Gathering
from tests.bot.support.refusals import expect_refusal
from tests.bot.support.shown import comparable
from tests.bot.support.timed import DAY, begin_timed, pass_by, play

pytest_plugins = ("tests.bot.support.worlds",)

_PEOPLE = {person.id: person for person in (ANNA, BEN, CARA, DORA)}


async def _people_in_order(world: World, match: Match) -> tuple[int, ...]:
    """Return the people in order of play, starting with the mover."""
    match = await world.services.matches.get(match.id)
    assert match.turn is not None
    return match.people[match.turn :] + match.people[: match.turn]


async def test_a_match_continues_after_the_mover_leaves(world: World) -> None:
    match = await world.gathering(BEN, CARA)
    await world.deliver_all()
    mover, second, third = await _people_in_order(world, match)
    seat = match.people.index(mover)
    result = await world.services.resignations.resign(world.by(_PEOPLE[mover]), match.id)
    assert (result.status, result.retired, result.resigned) == (MatchStatus.RUNNING, (seat,), None)
    assert (result.plies, result.mover) == (3, second)
    assert result == await world.services.matches.get(match.id)
    ply, roll = await world.services.matches.plies(match.id, 1, 3)
    assert (ply.number, ply.seat, ply.move, ply.text) == (2, seat, None, f"retire {seat}")
    assert roll.seat is None
    (notice,) = await world.deliver_all()
    assert (notice.kind, notice.ply) == (PlyPlayed, 3)
    assert (ply_of(notice), event_of(notice, PlyPlayed).pings) == ((1, seat, f"retire {seat}"), True)
    turns = []
    for _ in range(12):
        mover_after = (await world.services.matches.get(match.id)).mover
        assert mover_after is not None
        turns.append(mover_after)
        await world.services.turns.take_turn(world.by(_PEOPLE[mover_after]), match.id, "leave")
    assert set(turns) == {second, third}


async def test_a_player_may_leave_out_of_turn(world: World) -> None:
    match = await world.gathering(BEN, CARA)
    await world.deliver_all()
    mover, second, _ = await _people_in_order(world, match)
    for text in ("retire 0", "retire 1", "retire 2"):
        with pytest.raises(InvalidMove):
            await world.services.turns.take_turn(world.by(_PEOPLE[mover]), match.id, text)
    assert (await world.services.matches.get(match.id)).retired == (), "leaving is not a typed move"
    seat = match.people.index(second)
    result = await world.services.resignations.resign(world.by(_PEOPLE[second]), match.id)
    assert (result.retired, result.plies, result.mover) == ((seat,), 2, mover)
    (notice,) = await world.outbox.claim()
    await world.outbox.deliver_as(notice.id, MessageRef(70, 9))
    assert (await world.services.matches.get(match.id)).board == MessageRef(70, 9), "the board stays"
    assert (ply_of(notice), event_of(notice, PlyPlayed).pings) == ((1, seat, f"retire {seat}"), False)
    outdated_turn = world.services.turns.take_turn(world.by(_PEOPLE[mover]), match.id, "take", 1)
    await expect_refusal(outdated_turn, "position-changed")
    await world.services.turns.take_turn(world.by(_PEOPLE[mover]), match.id, "take", 2)


async def test_a_match_ends_when_too_few_players_remain(world: World) -> None:
    match = await world.gathering(BEN, CARA)
    await world.services.resignations.resign(world.by(CARA), match.id)
    finished = await world.services.resignations.resign(world.by(ANNA), match.id)
    seats = [match.people.index(person.id) for person in (CARA, ANNA, BEN)]
    assert (finished.status, finished.turn, finished.retired) == (
        MatchStatus.FINISHED,
        None,
        tuple(seats[:2]),
    )
    assert finished.outcome == Outcome((seats[2],), "alone")
    assert finished == await world.services.matches.get(match.id)
    last = (await world.deliver_all())[-1]
    assert (last.kind, last.ply) == (PlyPlayed, finished.plies)
    for person in (ANNA, BEN, CARA):
        assert await world.services.matches.of(person.id) == ()
        assert await world.services.matches.of(person.id, running=False) == (finished,)
    await expect_refusal(world.services.resignations.resign(world.by(BEN), match.id), "game-over")


async def test_a_departure_from_a_two_player_match_ends_it(world: World) -> None:
    match = await world.gathering(BEN)
    finished = await world.services.resignations.resign(world.by(BEN), match.id)
    assert (finished.resigned, finished.retired) == (1, ())
    assert finished.outcome == Outcome((0,), "resignation")
    assert (await world.deliver_all())[-1].kind is MatchEnded


async def test_a_leaver_cannot_act(world: World) -> None:
    match = await world.gathering(BEN, CARA)
    await world.services.resignations.resign(world.by(BEN), match.id)
    await expect_refusal(world.services.turns.take_turn(world.by(BEN), match.id, "take"), "you-left")
    await expect_refusal(world.services.turns.take_turn(world.by(BEN), match.id, "take", 1), "you-left")
    world.time.pass_by(REPEATED_WITHIN * 2)
    await expect_refusal(world.services.resignations.resign(world.by(BEN), match.id), "you-left")
    await expect_refusal(world.services.resignations.resign(world.by(DORA), match.id), "not-your-game")


async def test_a_leaver_s_game_is_neither_listed_nor_counted(store: Store, world: World) -> None:
    small_world = World(store, world.games, Limits(games_per_person=1))
    match = await small_world.gathering(BEN, CARA)
    challenge = small_world.services.invitations.challenge(
        small_world.by(BEN), Terms("counting", {}, "first"), match.place, [DORA]
    )
    await expect_refusal(challenge, "too-many-games")
    await small_world.services.resignations.resign(small_world.by(BEN), match.id)
    assert await small_world.services.matches.of(BEN.id) == ()
    assert await small_world.services.matches.of(BEN.id, running=False) == ()
    assert [game.id for game in await small_world.services.matches.of(CARA.id)] == [match.id]
    await small_world.services.invitations.challenge(
        small_world.by(BEN), Terms("counting", {}, "first"), match.place, [DORA]
    )


async def test_leavers_get_no_direct_message(world: World) -> None:
    match = await world.gathering(BEN, CARA)
    await world.deliver_all()
    await world.services.resignations.resign(world.by(BEN), match.id)
    (notice,) = await world.outbox.claim()
    await world.outbox.reroute(notice.id, "10003")
    assert {message.recipient for message in await world.outbox.claim()} == {ANNA.id, CARA.id}


async def test_a_repeated_request_leaves_once(world: World) -> None:
    match = await world.gathering(BEN, CARA)
    request = world.by(BEN)
    first = await world.services.resignations.resign(request, match.id)
    assert await world.other_services().resignations.resign(request, match.id) == first
    await expect_refusal(
        world.services.resignations.resign(Request(request.id, CARA), match.id), "request-taken"
    )
    assert (await world.services.matches.get(match.id)).retired == first.retired


async def test_a_repeated_turn_is_answered_with_the_current_match(world: World) -> None:
    match = await world.gathering(BEN, CARA)
    mover, second, _ = await _people_in_order(world, match)
    request = world.by(_PEOPLE[mover])
    first = await world.services.turns.take_turn(request, match.id, "take", 1)
    current = await world.services.resignations.resign(world.by(_PEOPLE[second]), match.id)
    retry = await world.other_services().turns.take_turn(request, match.id, "take", 1)
    assert (retry.repeated, retry.number, retry.move) == (True, first.number, first.move)
    assert comparable(retry.match) == comparable(current)


async def test_the_log_is_replayed_with_departures(world: World) -> None:
    match = await world.gathering(BEN, CARA, DORA)
    states = [(await world.services.matches.position(match.id, ply)).state for ply in (0, 1)]
    await world.services.resignations.resign(world.by(CARA), match.id)
    for _ in range(5):
        mover = (await world.services.matches.get(match.id)).mover
        assert mover is not None
        await world.services.turns.take_turn(world.by(_PEOPLE[mover]), match.id, "leave")
    await world.services.resignations.resign(world.by(ANNA), match.id)
    current = await world.services.matches.position(match.id)
    plies = await world.services.matches.plies(match.id, 0, current.match.plies)
    assert [ply.state for ply in plies][:1] == states[1:]
    fresh = world.other_services()
    assert (await fresh.matches.position(match.id)).state == current.state
    for ply in plies:
        assert (await world.other_services().matches.position(match.id, ply.number)).state == ply.state


@pytest.mark.both_databases
async def test_a_concurrent_departure_and_move_are_both_recorded(database_url: str, world: World) -> None:
    other = await Store.open(database_url)
    for _ in range(2):
        match = await world.gathering(BEN, CARA)
        mover, second, _ = await _people_in_order(world, match)
        turn, result = await asyncio.gather(
            world.services.turns.take_turn(world.by(_PEOPLE[mover]), match.id, "take"),
            world.other_services(other).resignations.resign(world.by(_PEOPLE[second]), match.id),
        )
        assert isinstance(turn, Turn)
        current = await world.services.matches.position(match.id)
        assert current.match.retired == result.retired == (match.people.index(second),)
        assert (await world.other_services().matches.position(match.id)).state == current.state
        log = await world.services.matches.plies(match.id, 0, current.match.plies)
        assert [ply.number for ply in log] == list(range(1, current.match.plies + 1))
    await other.close()


@pytest.mark.both_databases
async def test_two_concurrent_departures_end_the_match(database_url: str, world: World) -> None:
    other = await Store.open(database_url)
    match = await world.gathering(BEN, CARA)
    await asyncio.gather(
        world.services.resignations.resign(world.by(BEN), match.id),
        world.other_services(other).resignations.resign(world.by(CARA), match.id),
    )
    await other.close()
    finished = await world.other_services().matches.position(match.id)
    assert sorted(finished.match.retired) == sorted(match.people.index(person.id) for person in (BEN, CARA))
    assert (
        finished.match.outcome == finished.state.outcome == Outcome((match.people.index(ANNA.id),), "alone")
    )


async def test_leaving_an_unreplayable_match_lets_the_last_party_win(world: World) -> None:
    """The last party wins, as no move can be played any more."""
    match = await world.gathering(BEN, CARA)
    await world.deliver_all()
    newer = replace(Gathering(), versions=(RulesVersion(1, "Old."), RulesVersion(2, "New.")))
    world.games = {**world.games, "gathering": newer}
    world.services = world.other_services()
    async with world.store._engines.writer.begin() as connection:
        statement = sa.update(games).where(games.c.id == match.id).values(position="33 0 0")
        await connection.execute(statement)
    leaver_seat = match.people.index(CARA.id)
    after = await world.services.resignations.resign(world.by(CARA), match.id)
    assert (after.status, after.retired, after.plies) == (
        MatchStatus.RUNNING,
        (leaver_seat,),
        match.plies + 1,
    )
    (notice,) = await world.deliver_all()
    assert (notice.kind, event_of(notice, PlyPlayed).by) == (PlyPlayed, leaver_seat)
    finished = await world.services.resignations.resign(world.by(ANNA), match.id)
    winner = match.people.index(BEN.id)
    assert (finished.status, finished.outcome) == (MatchStatus.FINISHED, Outcome((winner,), "resignation"))
    last = (await world.deliver_all())[-1]
    assert event_of(last, MatchEnded).left == {leaver_seat, match.people.index(ANNA.id)}


async def test_remaining_computers_win_by_party(world: World) -> None:
    """When the last person leaves, every other party with a remaining player wins."""
    await world.match()
    lobby = await world.lobby(BEN, players=6, role="red", options={"mode": "teams"})
    await world.services.lobbies.join(world.by(CARA), lobby.id)
    number = (await games_of(world, FirstMoveEngines(world)).fill(world.by(ANNA), lobby.id, 1)).match or 0
    await world.open(number)
    match = await world.services.matches.get(number)
    for person in (BEN, CARA):
        await world.services.resignations.resign(world.by(person), number)
    finished = await world.services.resignations.resign(world.by(ANNA), number)
    people = {seat for seat, person in enumerate(match.players) if isinstance(person, HumanPlayer)}
    assert finished.outcome is not None
    pairs = [{seat, seat + 3} for seat in range(3)]
    winners = set().union(
        *(pair for pair in pairs if not pair <= people and match.seat_of(ANNA.id) not in pair)
    )
    assert (set(finished.outcome.winners), finished.outcome.reason) == (winners, RESIGNATION)


@pytest.mark.parametrize(("clock", "pinged"), [("2d", (ANNA.id, BEN.id)), ("2d soft", (ANNA.id,))])
async def test_a_timeout_pings_the_late_player_but_not_the_claimant(
    world: World, clock: str, pinged: tuple[int, ...]
) -> None:
    for person in (ANNA, BEN):
        await world.services.settings.set_value(world.by(person), AUTO_VACATION, False)
    match = await play(world, await begin_timed(world, clock), ANNA, BEN)
    await world.deliver_all()
    ends = await pass_by(world, 2 * DAY)
    if clock.endswith("soft"):
        await world.services.deadlines.claim(world.by(BEN), match.id)
        ends = await world.deliver_all()
    assert [notice.calls for notice in ends if notice.calls] == [pinged]
