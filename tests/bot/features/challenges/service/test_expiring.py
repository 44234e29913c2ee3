"""Expiry of unanswered challenges."""

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.model.challenges.challenge import Challenge, ChallengeStatus
from bot.model.challenges.terms import Terms
from bot.model.events.events import ChallengeClosed, ChallengeExpired, ChallengeMade
from bot.model.people.preferences import PingPlace
from tests.bot.support.contents import challenge_of
from tests.bot.support.fakes import ANNA, BEN, CARA, World
from tests.bot.support.refusals import expect_refusal
from tests.bot.support.timed import DAY, kinds, pass_by

pytest_plugins = ("tests.bot.support.worlds",)

_SHORT = timedelta(microseconds=1)


async def _status(world: World, challenge: Challenge) -> ChallengeStatus:
    return (await world.services.challenges.get(challenge.id)).status


async def test_a_challenge_expires_after_two_weeks_with_a_notice(world: World) -> None:
    challenge = await world.challenge()
    assert challenge.expires == world.time.now + 14 * DAY
    assert kinds(await pass_by(world, 14 * DAY - _SHORT)) == [ChallengeMade]
    assert await _status(world, challenge) is ChallengeStatus.OPEN
    closed, notices = await pass_by(world, _SHORT)
    assert closed.event == ChallengeClosed(challenge.id, ChallengeStatus("expired"))
    assert (notices.kind, challenge_of(notices), notices.calls) == (
        ChallengeExpired,
        challenge.id,
        (ANNA.id,),
    )
    assert await _status(world, challenge) is ChallengeStatus.EXPIRED
    assert (
        await world.services.challenges.open_of(ANNA.id)
        == await world.services.challenges.open_of(BEN.id)
        == ()
    )
    agenda = await world.services.agenda.of(BEN.id)
    assert agenda.challenges_received == ()
    assert await pass_by(world, 99 * DAY) == []


@pytest.mark.parametrize(
    ("tell", "audiences"),
    [(PingPlace.DIRECT, [ANNA.id]), (PingPlace.BOTH, [None, ANNA.id]), (PingPlace.NONE, [])],
)
async def test_an_expiry_notice_follows_the_challenger_s_preferences(
    world: World, tell: PingPlace, audiences: list[int | None]
) -> None:
    await world.services.settings.set_preferences(world.by(ANNA), tell=tell)
    await world.challenge()
    notices = await pass_by(world, 14 * DAY)
    recipients = [notice.recipient for notice in notices if notice.kind is ChallengeExpired]
    assert sorted(recipients, key=str) == sorted(audiences, key=str)


async def test_an_expired_challenge_cannot_be_answered(world: World) -> None:
    challenge, lobby = await world.challenge(), await world.lobby()
    # The order of the requests does not matter, only the time.
    world.time.pass_by(14 * DAY)
    for _ in range(2):
        await expect_refusal(
            world.services.invitations.accept(world.by(BEN), challenge.id), "challenge-expired"
        )
        await expect_refusal(
            world.services.counter_offers.counter(
                world.by(BEN), challenge.id, replace(challenge.terms, options={}, role="first")
            ),
            "challenge-expired",
        )
        await expect_refusal(world.services.lobbies.join(world.by(BEN), lobby.id), "challenge-expired")
        await pass_by(world, timedelta())
    await expect_refusal(
        world.services.invitations.withdraw(world.by(ANNA), challenge.id), "challenge-expired"
    )
    await expect_refusal(
        world.services.invitations.decline(world.by(BEN), challenge.id, "no-time"), "challenge-expired"
    )


async def test_an_accepted_challenge_does_not_expire(world: World) -> None:
    challenge = await world.challenge()
    await world.services.invitations.accept(world.by(BEN), challenge.id)
    assert ChallengeExpired not in kinds(await pass_by(world, 20 * DAY))
    assert await _status(world, challenge) is ChallengeStatus.ACCEPTED


async def test_a_rematch_and_its_counter_offer_do_not_expire(world: World) -> None:
    match = await world.match()
    await world.services.resignations.resign(world.by(ANNA), match.id)
    rematch = await world.services.rematches.rematch(world.by(ANNA), match.id)
    await pass_by(world, 99 * DAY)
    assert (await _status(world, rematch), rematch.expires) == (ChallengeStatus.OPEN, None)
    countered = await world.services.counter_offers.counter(
        world.by(BEN), rematch.id, replace(rematch.terms, options={}, role="first")
    )
    await pass_by(world, 99 * DAY)
    assert await _status(world, countered) is ChallengeStatus.OPEN


async def test_a_table_with_guests_does_not_expire(world: World) -> None:
    lobby = await world.lobby(BEN, CARA)
    await pass_by(world, 99 * DAY)
    await world.services.lobbies.leave(world.by(BEN), lobby.id)
    await pass_by(world, 99 * DAY)
    assert await _status(world, lobby) is ChallengeStatus.OPEN
    await world.services.lobbies.leave(world.by(CARA), lobby.id)
    current = await world.services.challenges.get(lobby.id)
    assert current.expires == world.time.now + 14 * DAY
    assert ChallengeExpired in kinds(await pass_by(world, 14 * DAY))


async def test_a_rematch_table_waits_even_if_its_guest_leaves(world: World) -> None:
    match = await world.gathering(BEN, CARA)
    for person in (BEN, CARA):
        await world.services.resignations.resign(world.by(person), match.id)
    table = await world.services.rematches.rematch(world.by(ANNA), match.id)
    await world.services.lobbies.join(world.by(BEN), table.id)
    remaining = await world.services.lobbies.leave(world.by(BEN), table.id)
    assert ([member.person for member in remaining.members], remaining.expires) == ([ANNA.id], None)


async def test_a_lone_host_cannot_extend_a_table_by_changing_party(world: World) -> None:
    lobby = await world.lobby(options={"mode": "teams"}, players=4)
    await world.services.lobbies.join(world.by(ANNA), lobby.id, 1)
    assert ChallengeExpired in kinds(await pass_by(world, 14 * DAY))


async def test_two_timer_processes_expire_a_challenge_once(world: World) -> None:
    challenge = await world.challenge()
    await world.deliver_all()
    world.time.pass_by(14 * DAY)
    keepers = [world.services.timers, world.other_services().timers]
    assert [await keeper.act() for keeper in keepers] == [1, 0]
    assert kinds(await world.deliver_all()) == [ChallengeClosed, ChallengeExpired]
    assert await _status(world, challenge) is ChallengeStatus.EXPIRED


async def test_many_expired_challenges_are_processed_in_batches(world: World) -> None:
    challenges = [await world.challenge() for _ in range(10)]
    for host in (BEN, CARA):
        for _ in range(10):
            challenge = await world.services.invitations.challenge(
                world.by(host), Terms("counting", {}, "first"), challenges[0].place
            )
            challenges.append(challenge)
    world.time.pass_by(14 * DAY)
    keeper = world.services.timers
    assert [await keeper.act() for _ in range(3)] == [20, 10, 0]
    assert {await _status(world, challenge) for challenge in challenges} == {ChallengeStatus.EXPIRED}
