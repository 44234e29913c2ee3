"""A repeated request, after a lost answer, is answered and not executed twice."""

from collections.abc import Awaitable
from dataclasses import replace
from datetime import date, timedelta

import pytest

from bot.kernel.transactions.repeated_requests import REMEMBERED_FOR, AnsweredRequests, DoneBefore
from bot.model.challenge import ChallengeStatus
from bot.model.events.events import MoreTimeGiven
from bot.model.match.match import Match, MatchStatus
from bot.model.match.offers.offer_rules import OfferKind
from bot.model.people.preferences import AUTO_VACATION
from rules.contract import RulesError
from tests.bot.support.fakes import ANNA, BEN, CARA, World
from tests.bot.support.refusals import refused
from tests.bot.support.timed import DAY, kinds, timed

pytest_plugins = ("tests.bot.support.worlds",)

_TICK = timedelta(microseconds=1)


async def _twice(world: World, first: Awaitable[object], second: Awaitable[object]) -> object:
    """Do something and, by another request, again: it must say the same and tell nothing more."""
    # Never do two things happen at the very same moment.
    world.time.pass_by(_TICK)
    said = await first
    await world.told()
    world.time.pass_by(REMEMBERED_FOR)
    assert await second == said
    assert await world.told() == []
    return said


async def test_a_move_typed_again_stands(world: World) -> None:
    match = await world.match(goal="40")
    turn = await world.services.turns.take_turn(world.by(ANNA), match.id, "take 2")
    world.time.pass_by(REMEMBERED_FOR)
    again = await world.services.turns.take_turn(world.by(ANNA), match.id, "  TAKE   2", sure=False)
    assert (again.repeated, again.number, again.match) == (True, 1, turn.match)
    await refused(world.services.turns.take_turn(world.by(ANNA), match.id, "take 1"), "not-your-turn")
    await refused(world.services.turns.take_turn(world.by(CARA), match.id, "take 2"), "not-your-game")
    with pytest.raises(RulesError):
        await world.services.turns.take_turn(world.by(BEN), match.id, "nonsense")
    world.time.pass_by(_TICK)
    await refused(world.services.turns.take_turn(world.by(ANNA), match.id, "take 2"), "not-your-turn")


async def test_the_last_move_of_a_match_typed_again_stands(world: World) -> None:
    match = await world.match(goal="4")
    for person in (ANNA, BEN):
        await world.services.turns.take_turn(world.by(person), match.id, "take 2")
    again = await world.services.turns.take_turn(world.by(BEN), match.id, "take 2")
    assert (again.repeated, again.number, again.match.status) == (True, 2, MatchStatus.FINISHED)
    await refused(world.services.turns.take_turn(world.by(ANNA), match.id, "take 2", 4), "game-over")


async def test_a_move_that_cannot_be_played_again_is_answered_though_it_is_their_turn(world: World) -> None:
    match, first = await world.match("conhex", swap="off"), world.by(ANNA)
    await world.services.turns.take_turn(first, match.id, "a1")
    await world.services.turns.take_turn(world.by(BEN), match.id, "f6")
    again = await world.services.turns.take_turn(world.by(ANNA), match.id, "A1", sure=False)
    assert (again.repeated, again.number) == (True, 1)
    with pytest.raises(RulesError):
        await world.services.turns.take_turn(world.by(ANNA), match.id, "f6")
    world.services.answered_requests.keep(first.id)
    with pytest.raises(RulesError):
        await world.services.turns.take_turn(world.by(ANNA), match.id, "a1")


async def test_a_move_that_was_taken_back_is_not_said_to_stand(world: World) -> None:
    match = await world.match(goal="40")
    await world.services.turns.take_turn(world.by(ANNA), match.id, "take 2")
    world.time.pass_by(_TICK)
    await world.services.offers.offer(world.by(ANNA), match.id, OfferKind.TAKE_BACK)
    world.time.pass_by(_TICK)
    await world.services.turns.take_turn(world.by(ANNA), match.id, "take 1")
    await refused(world.services.turns.take_turn(world.by(ANNA), match.id, "take 2"), "not-your-turn")
    again = await world.services.turns.take_turn(world.by(ANNA), match.id, "take 1", sure=False)
    assert again.repeated


async def _to_and_fro(world: World) -> tuple[Match, str]:
    """Anna has taken 2, and it is her turn again."""
    match, request = await world.match(goal="40"), world.by(ANNA)
    await world.services.turns.take_turn(request, match.id, "take 2")
    await world.services.turns.take_turn(world.by(BEN), match.id, "take 1")
    return match, request.id


async def test_a_move_that_could_be_played_twice_is_asked_for(world: World) -> None:
    match, _ = await _to_and_fro(world)
    await world.told()
    with pytest.raises(DoneBefore) as asked:
        await world.services.turns.take_turn(world.by(ANNA), match.id, "Take 2", sure=False)
    assert (asked.value.text, asked.value.number, asked.value.taken_back) == ("take 2", 2, 0)
    assert ((await world.services.matches.get(match.id)).plies, await world.told()) == (2, [])
    confirmed = world.by(ANNA)
    turn = await world.services.turns.take_turn(confirmed, match.id, "take 2", asked.value.number, sure=False)
    assert (turn.repeated, turn.number) == (False, 3)
    twice = await world.services.turns.take_turn(world.by(ANNA), match.id, "take 2", asked.value.number)
    assert (twice.repeated, twice.number) == (True, 3)


async def test_nothing_is_asked_when_the_answer_arrived_or_the_move_is_another(world: World) -> None:
    match, request = await _to_and_fro(world)
    world.services.answered_requests.keep(request)
    turn = await world.services.turns.take_turn(world.by(ANNA), match.id, "take 2", sure=False)
    assert not turn.repeated
    other, _ = await _to_and_fro(world)
    assert not (await world.services.turns.take_turn(world.by(ANNA), other.id, "take 1", sure=False)).repeated


async def test_nothing_is_asked_later_nor_of_earlier_moves(world: World) -> None:
    match, _ = await _to_and_fro(world)
    world.time.pass_by(REMEMBERED_FOR + _TICK)
    turn = await world.services.turns.take_turn(world.by(ANNA), match.id, "take 2", sure=False)
    assert not turn.repeated
    other, _ = await _to_and_fro(world)
    await world.services.turns.take_turn(world.by(ANNA), other.id, "take 1")
    await world.services.turns.take_turn(world.by(BEN), other.id, "take 1")
    assert not (await world.services.turns.take_turn(world.by(ANNA), other.id, "take 2", sure=False)).repeated


async def test_what_was_answered_is_unknown_after_a_restart(world: World) -> None:
    match, request = await _to_and_fro(world)
    world.services.answered_requests.keep(request)
    with pytest.raises(DoneBefore):
        await world.other_services().turns.take_turn(world.by(ANNA), match.id, "take 2", sure=False)


def test_only_so_many_answers_are_remembered() -> None:
    answers = AnsweredRequests()
    for number in range(10_000):
        answers.keep(str(number))
    assert "9999" in answers
    assert "0" not in answers


async def test_accepting_declining_and_withdrawing_again(world: World) -> None:
    services, by = world.services, world.by
    one, two, three = [(await world.challenge()).id for _ in range(3)]
    await _twice(world, services.invitations.accept(by(BEN), one), services.invitations.accept(by(BEN), one))
    await _twice(
        world,
        services.invitations.decline(by(BEN), two, "no-time"),
        services.invitations.decline(by(BEN), two, "no-time"),
    )
    await _twice(
        world, services.invitations.withdraw(by(ANNA), three), services.invitations.withdraw(by(ANNA), three)
    )
    await refused(services.invitations.withdraw(by(ANNA), one), "challenge-closed")
    await refused(services.invitations.accept(by(BEN), two), "challenge-closed")
    await refused(services.invitations.accept(by(CARA), one), "not-your-challenge")


async def test_a_counter_offer_again_and_another_one(world: World) -> None:
    services, by, challenge = world.services, world.by, await world.challenge()
    await _twice(
        world,
        services.counter_offers.counter(by(BEN), challenge.id, replace(challenge.terms, role="first")),
        services.counter_offers.counter(by(BEN), challenge.id, replace(challenge.terms, role="first")),
    )
    await refused(
        services.counter_offers.counter(
            by(BEN), challenge.id, replace(challenge.terms, options={"again": "on"}, role="first")
        ),
        "challenge-closed",
    )


async def test_joining_leaving_and_starting_again(world: World) -> None:
    services, by, lobby = world.services, world.by, (await world.lobby()).id
    await _twice(world, services.lobbies.join(by(BEN), lobby), services.lobbies.join(by(BEN), lobby))
    await services.lobbies.join(by(CARA), lobby)
    await _twice(world, services.lobbies.leave(by(CARA), lobby), services.lobbies.leave(by(CARA), lobby))
    await services.lobbies.join(by(CARA), lobby)
    started = await _twice(
        world, services.lobbies.start(by(ANNA), lobby), services.lobbies.start(by(ANNA), lobby)
    )
    assert getattr(started, "status", None) is ChallengeStatus.ACCEPTED
    await refused(services.lobbies.leave(by(CARA), lobby), "challenge-closed")


async def test_one_who_left_is_not_told_to_be_there(world: World) -> None:
    lobby = await world.lobby(BEN, CARA)
    world.time.pass_by(_TICK)
    await world.services.lobbies.leave(world.by(CARA), lobby.id)
    await world.services.lobbies.close(world.by(ANNA), lobby.id, closed=True)
    await refused(world.services.lobbies.join(world.by(CARA), lobby.id), "lobby-closed")


async def test_another_party_is_another_wish(world: World) -> None:
    lobby = await world.lobby(options={"mode": "teams"}, players=4)
    for person in (BEN, CARA):
        await world.services.lobbies.join(world.by(person), lobby.id, 0)
    await refused(world.services.lobbies.join(world.by(BEN), lobby.id, 7), "party-full")
    again = await world.services.lobbies.join(world.by(BEN), lobby.id, 0)
    assert [member.party for member in again.members] == [None, 0, 0]


async def test_giving_up_offering_and_answering_again(world: World) -> None:
    services, by, draw = world.services, world.by, OfferKind.DRAW
    match = (await world.match()).id
    await _twice(
        world, services.offers.offer(by(ANNA), match, draw), services.offers.offer(by(ANNA), match, draw)
    )
    await _twice(
        world,
        services.offers.answer(by(BEN), match, draw, True),
        services.offers.answer(by(BEN), match, draw, True),
    )
    await refused(services.offers.answer(by(BEN), match, draw, False), "game-over")
    match = (await world.match()).id
    await services.offers.offer(by(ANNA), match, draw)
    await _twice(
        world,
        services.offers.withdraw(by(ANNA), match, draw),
        services.offers.withdraw(by(ANNA), match, draw),
    )
    await refused(services.offers.offer(by(ANNA), match, draw), "offer-made")
    await _twice(
        world, services.resignations.resign(by(ANNA), match), services.resignations.resign(by(ANNA), match)
    )
    await refused(services.resignations.resign(by(BEN), match), "game-over")


async def test_claiming_and_ending_again(world: World) -> None:
    await world.services.settings.set_value(world.by(BEN), AUTO_VACATION, False)
    match = await timed(world, "1d soft")
    await world.services.turns.take_turn(world.by(ANNA), match.id, "take 1")
    world.time.pass_by(2 * DAY)
    await _twice(
        world,
        world.services.deadlines.claim(world.by(ANNA), match.id),
        world.services.deadlines.claim(world.by(ANNA), match.id),
    )
    other = (await world.match()).id
    end, by = world.services.servers.adjudicate, world.by
    await _twice(world, end(by(CARA), other, None, "why"), end(by(CARA), other, None, "why"))
    await refused(end(by(CARA), other, (BEN.id,), "why"), "game-over")


async def test_a_vacation_again_and_another_wish(world: World) -> None:
    start, end = date(2026, 12, 1), date(2026, 12, 2)
    await world.services.settings.take_vacation(world.by(ANNA), start, end)
    again = await world.services.settings.take_vacation(world.by(ANNA), start, end)
    assert again == await world.services.settings.vacation(ANNA.id)
    world.time.pass_by(_TICK)
    await world.services.settings.set_preferences(world.by(ANNA), language="de")
    await refused(world.services.settings.set_preferences(world.by(ANNA), zone="Nowhere"), "unknown-zone")
    world.time.pass_by(_TICK)
    await world.services.settings.end_vacation(world.by(ANNA))
    assert (await world.services.settings.end_vacation(world.by(ANNA))).periods == ()


async def test_more_time_is_given_twice_only_when_it_is_meant(world: World) -> None:
    match = await timed(world, "3d")
    first = world.by(BEN)
    given = await world.services.deadlines.more_time(first, match.id, 2, sure=False)
    with pytest.raises(DoneBefore) as asked:
        await world.services.deadlines.more_time(world.by(BEN), match.id, 2, sure=False)
    assert asked.value.number == 2
    assert (await world.services.matches.get(match.id)).deadline == given.deadline
    await world.told()
    for _ in range(2):
        again = await world.services.deadlines.more_time(world.by(BEN), match.id, 2, given=asked.value.number)
        assert (given.deadline is not None, again.deadline) == (
            True,
            (given.deadline or world.time.now) + 2 * DAY,
        )
    assert kinds(await world.told()).count(MoreTimeGiven) == 1
    other = await world.services.deadlines.more_time(world.by(BEN), match.id, 1, sure=False)
    assert other.deadline == (again.deadline or world.time.now) + DAY


async def test_more_time_whose_answer_arrived_is_given_again_at_once(world: World) -> None:
    match, request = await timed(world, "3d"), world.by(BEN)
    await world.services.deadlines.more_time(request, match.id, 2, sure=False)
    world.services.answered_requests.keep(request.id)
    again = await world.services.deadlines.more_time(world.by(BEN), match.id, 2, sure=False)
    assert again.deadline == (match.deadline or world.time.now) + 4 * DAY


async def test_the_plans_of_others_do_not_hide_a_repetition(world: World) -> None:
    match = await world.match(goal="40")
    await world.services.turns.take_turn(world.by(ANNA), match.id, "take 2")
    await world.services.conditional_moves.add(world.by(ANNA), match.id, ["take 1", "take 2"])
    await world.services.offers.offer(world.by(ANNA), match.id, OfferKind.DRAW)
    assert (await world.services.turns.take_turn(world.by(ANNA), match.id, "take 2")).repeated
