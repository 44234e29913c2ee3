"""Repeated actions: done once for the same request; a retyped move is answered."""

from collections.abc import Awaitable, Callable
from datetime import date, timedelta

import pytest

from bot.kernel.transactions.answered_requests import REPEATED_WITHIN
from bot.model.events.events import MoreTimeGiven
from bot.model.match.match import Match, MatchStatus
from bot.model.match.offers.offer_rules import OfferKind
from bot.model.people.person import Request
from rules.contract import RulesError
from tests.bot.support.fakes import ANNA, BEN, CARA, World
from tests.bot.support.refusals import expect_refusal
from tests.bot.support.timed import DAY, begin_timed, kinds

pytest_plugins = ("tests.bot.support.worlds",)

_TICK = timedelta(microseconds=1)
_DRAW = OfferKind.DRAW


async def test_a_retyped_move_is_recognised_as_repeated(world: World) -> None:
    match, turns = await world.match(goal="40"), world.services.turns
    await turns.take_turn(world.by(ANNA), match.id, "take 2")
    world.time.pass_by(REPEATED_WITHIN)
    retry = await turns.take_turn(world.by(ANNA), match.id, "  TAKE   2", confirmed=False)
    current = await world.services.matches.get(match.id)
    assert (retry.repeated, retry.number, retry.match, current.plies) == (True, 1, current, 1)
    await expect_refusal(
        turns.take_turn(world.by(ANNA), match.id, "take 1", confirmed=False), "not-your-turn"
    )
    await expect_refusal(
        turns.take_turn(world.by(CARA), match.id, "take 2", confirmed=False), "not-your-game"
    )
    world.time.pass_by(_TICK)
    await expect_refusal(
        turns.take_turn(world.by(ANNA), match.id, "take 2", confirmed=False), "not-your-turn"
    )


async def test_a_retyped_last_move_is_recognised_as_repeated(world: World) -> None:
    match, turns = await world.match(goal="4"), world.services.turns
    for person in (ANNA, BEN):
        await turns.take_turn(world.by(person), match.id, "take 2")
    retry = await turns.take_turn(world.by(BEN), match.id, "take 2", confirmed=False)
    assert (retry.repeated, retry.number, retry.match.status) == (True, 2, MatchStatus.FINISHED)
    await expect_refusal(turns.take_turn(world.by(ANNA), match.id, "take 2", 4), "game-over")


async def test_a_retyped_move_is_recognised_even_if_now_illegal(world: World) -> None:
    (match, first), turns = (await world.match("conhex", swap="off"), world.by(ANNA)), world.services.turns
    await turns.take_turn(first, match.id, "a1")
    await turns.take_turn(world.by(BEN), match.id, "f6")
    retry = await turns.take_turn(world.by(ANNA), match.id, "A1", confirmed=False)
    assert (retry.repeated, retry.number) == (True, 1)
    with pytest.raises(RulesError):
        await turns.take_turn(world.by(ANNA), match.id, "f6", confirmed=False)
    world.services.answered_requests.keep(first.id)
    with pytest.raises(RulesError):
        await turns.take_turn(world.by(ANNA), match.id, "a1", confirmed=False)


async def test_a_move_taken_back_is_played_again(world: World) -> None:
    match, turns = await world.match(goal="40"), world.services.turns
    await turns.take_turn(world.by(ANNA), match.id, "take 2")
    world.time.pass_by(_TICK)
    await world.services.offers.offer(world.by(ANNA), match.id, OfferKind.TAKE_BACK)
    world.time.pass_by(_TICK)
    assert not (await turns.take_turn(world.by(ANNA), match.id, "take 2", confirmed=False)).repeated
    assert (await turns.take_turn(world.by(ANNA), match.id, "take 2", confirmed=False)).repeated


async def _play_two_plies(world: World) -> tuple[Match, str]:
    """Play a ply of each, Anna's a "take 2"; return the match and the id of her request."""
    match, request = await world.match(goal="40"), world.by(ANNA)
    await world.services.turns.take_turn(request, match.id, "take 2")
    await world.services.turns.take_turn(world.by(BEN), match.id, "take 1")
    return match, request.id


async def test_a_move_is_played_twice_only_if_confirmed(world: World) -> None:
    (match, _), turns = await _play_two_plies(world), world.services.turns
    await world.deliver_all()
    for _ in range(2):
        retry = await turns.take_turn(world.by(ANNA), match.id, "Take 2", confirmed=False)
        assert (retry.repeated, retry.number, retry.match.plies, await world.deliver_all()) == (
            True,
            1,
            2,
            [],
        )
    turn = await turns.take_turn(world.by(ANNA), match.id, "take 2", retry.match.plies)
    assert (turn.repeated, turn.number) == (False, 3)
    second_click = await turns.take_turn(world.by(ANNA), match.id, "take 2", retry.match.plies)
    assert (second_click.repeated, second_click.number) == (True, 3)


async def test_a_retyped_move_in_a_thread_is_not_played(world: World) -> None:
    match, _ = await _play_two_plies(world)
    await world.services.match_places.move_home(match.id, 71)
    assert await world.services.turns.take_turn_in_thread(world.by(ANNA), 71, "take 2") is None
    assert (await world.services.matches.get(match.id)).plies == 2


async def test_an_acknowledged_or_different_move_is_played(world: World) -> None:
    (match, request), turns = await _play_two_plies(world), world.services.turns
    world.services.answered_requests.keep(request)
    assert not (await turns.take_turn(world.by(ANNA), match.id, "take 2", confirmed=False)).repeated
    other, _ = await _play_two_plies(world)
    assert not (await turns.take_turn(world.by(ANNA), other.id, "take 1", confirmed=False)).repeated


async def test_a_late_repeat_or_an_earlier_move_is_played(world: World) -> None:
    (match, _), turns = await _play_two_plies(world), world.services.turns
    world.time.pass_by(REPEATED_WITHIN + _TICK)
    assert not (await turns.take_turn(world.by(ANNA), match.id, "take 2", confirmed=False)).repeated
    other, _ = await _play_two_plies(world)
    await turns.take_turn(world.by(ANNA), other.id, "take 1")
    await turns.take_turn(world.by(BEN), other.id, "take 1")
    assert not (await turns.take_turn(world.by(ANNA), other.id, "take 2", confirmed=False)).repeated


async def test_a_restart_forgets_acknowledged_answers(world: World) -> None:
    match, request = await _play_two_plies(world)
    world.services.answered_requests.keep(request)
    turns = world.other_services().turns
    assert (await turns.take_turn(world.by(ANNA), match.id, "take 2", confirmed=False)).repeated


async def test_plans_and_offers_do_not_hide_a_repetition(world: World) -> None:
    match, turns = await world.match(goal="40"), world.services.turns
    await turns.take_turn(world.by(ANNA), match.id, "take 2")
    await world.services.conditional_moves.add(world.by(ANNA), match.id, ["take 1", "take 2"])
    await world.services.offers.offer(world.by(ANNA), match.id, _DRAW)
    assert (await turns.take_turn(world.by(ANNA), match.id, "take 2", confirmed=False)).repeated


async def test_a_planned_reply_does_not_hide_a_repetition(world: World) -> None:
    match, turns = await world.match(goal="40"), world.services.turns
    await turns.take_turn(world.by(ANNA), match.id, "take 2")
    await world.services.conditional_moves.add(world.by(ANNA), match.id, ["take 1", "take 1"])
    assert (await turns.take_turn(world.by(BEN), match.id, "take 1")).match.plies == 3
    await turns.take_turn(world.by(BEN), match.id, "take 2")
    retry = await turns.take_turn(world.by(ANNA), match.id, "take 2", confirmed=False)
    assert (retry.repeated, retry.number, retry.match.plies) == (True, 1, 4)


_Action = Callable[[World, Request, int], Awaitable[object]]


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        (lambda world, request, match: world.services.offers.offer(request, match, _DRAW), "offer-made"),
        (lambda world, request, match: world.services.resignations.resign(request, match), "game-over"),
        (
            lambda world, request, _: world.services.settings.take_vacation(
                request, date(2026, 12, 1), date(2026, 12, 2)
            ),
            "vacation-already",
        ),
    ],
)
async def test_other_repeated_actions_are_refused(world: World, action: _Action, reason: str) -> None:
    match, request = await world.match(), world.by(ANNA)
    result = await action(world, request, match.id)
    await world.deliver_all()
    await expect_refusal(action(world, world.by(ANNA), match.id), reason)
    assert await action(world, request, match.id) == result
    assert await world.deliver_all() == []


async def test_repeated_answers_to_challenges_are_refused(world: World) -> None:
    invitations, lobbies, by = world.services.invitations, world.services.lobbies, world.by
    first, second = (await world.challenge()).id, (await world.challenge()).id
    await invitations.accept(by(BEN), first)
    await invitations.withdraw(by(ANNA), second)
    await expect_refusal(invitations.accept(by(BEN), first), "challenge-closed")
    await expect_refusal(invitations.withdraw(by(ANNA), second), "challenge-closed")
    lobby = (await world.lobby(BEN)).id
    await expect_refusal(lobbies.join(by(BEN), lobby), "already-joined")
    await lobbies.leave(by(BEN), lobby)
    await expect_refusal(lobbies.leave(by(BEN), lobby), "not-joined")


async def test_more_time_is_given_once_per_menu(world: World) -> None:
    match, deadlines = await begin_timed(world, "3d"), world.services.deadlines
    later_match = await deadlines.more_time(world.by(BEN), match.id, 2, given=0)
    await world.deliver_all()
    await expect_refusal(deadlines.more_time(world.by(BEN), match.id, 2, given=0), "more-time-changed")
    extended = await deadlines.more_time(world.by(BEN), match.id, 2, given=2)
    assert extended.deadline == (later_match.deadline or world.time.now) + 2 * DAY
    assert kinds(await world.deliver_all()).count(MoreTimeGiven) == 1
