import asyncio
from dataclasses import replace

import pytest

from bot.model.agenda import Limits
from bot.model.challenges.challenge import ChallengeStatus
from bot.model.challenges.terms import Terms
from bot.model.events.events import ChallengeClosed, ChallengeMade
from bot.model.people.person import Request
from bot.model.refusal import Refusal
from bot.model.time.clocks import NO_CLOCK
from data.store import Store
from rules.contract import InvalidOption
from rules.contract.series import TieBreak
from tests.bot.features.tournaments.service.ladders import LADDER, challenge_on_ladder
from tests.bot.features.tournaments.service.test_tournaments import open_tournament
from tests.bot.support.contents import challenge_of
from tests.bot.support.fakes import ANNA, BEN, CARA, HALL, World
from tests.bot.support.refusals import expect_refusal

pytest_plugins = ("tests.bot.support.worlds",)


async def test_a_declined_ladder_challenge_is_not_renewed(world: World) -> None:
    ladder = await open_tournament(world, LADDER, (ANNA, BEN))
    number = await challenge_on_ladder(world, ladder, BEN, ANNA)
    declined = await world.services.invitations.decline(world.by(ANNA), number, "other-options")
    renewing = world.services.counter_offers.reoffer(world.by(ANNA), number, declined.terms)
    await expect_refusal(renewing, "tournament-terms")


async def test_a_counter_offer_replaces_and_reverses_the_challenge(world: World) -> None:
    series = TieBreak.PLIES
    challenge = await world.services.invitations.challenge(
        world.by(ANNA), Terms("counting", {}, "first", tie_break=series), HALL, [BEN]
    )
    await world.deliver_all()
    woken = len(world.wakeups)
    counter = await world.services.counter_offers.counter(
        world.by(BEN), challenge.id, replace(challenge.terms, options={"goal": "7"}, role="first")
    )
    assert (counter.challenger, counter.opponent, counter.terms.role) == (BEN.id, ANNA.id, "first")
    assert (counter.terms.options, counter.terms.key) == ({"goal": "7", "again": "off"}, "counting")
    assert (counter.place, counter.terms.tie_break) == (challenge.place, series)
    assert (counter.counter_to, counter.rematch_of) == (challenge.id, None)
    old = await world.services.challenges.get(challenge.id)
    assert (old.status, old.match) == (ChallengeStatus.COUNTERED, None)
    closed, card = await world.deliver_all()
    assert closed.event == ChallengeClosed(challenge.id, ChallengeStatus("countered"))
    assert (card.kind, challenge_of(card)) == (ChallengeMade, counter.id)
    assert len(world.wakeups) == woken + 1
    assert await world.services.challenges.open_of(ANNA.id) == (counter,)
    await expect_refusal(
        world.services.invitations.accept(world.by(BEN), challenge.id), "challenge-closed", status="countered"
    )
    accepted = await world.services.invitations.accept(world.by(ANNA), counter.id)
    assert accepted.match is not None
    assert (await world.services.matches.get(accepted.match)).people == (BEN.id, ANNA.id)


async def test_a_counter_offer_changes_the_series(world: World) -> None:
    series = TieBreak.PLIES
    single = await world.challenge()
    more = await world.services.counter_offers.counter(
        world.by(BEN), single.id, replace(single.terms, options={}, role="first", tie_break=series)
    )
    assert more.terms.tie_break == series
    same = await world.services.counter_offers.counter(
        world.by(ANNA), more.id, replace(more.terms, options={}, role="first")
    )
    assert same.terms.tie_break == series
    counter = await world.services.counter_offers.counter(
        world.by(BEN), same.id, replace(same.terms, options={}, role="first", tie_break=None)
    )
    assert counter.terms.tie_break is None


async def test_counter_offers_can_go_back_and_forth(world: World) -> None:
    challenge = await world.challenge()
    chain = [challenge]
    for number in range(6):
        person = (BEN, ANNA)[number % 2]
        chain.append(
            await world.services.counter_offers.counter(
                world.by(person),
                chain[-1].id,
                replace(chain[-1].terms, options={"goal": str(5 + number)}, role="random"),
            )
        )
    assert [link.counter_to for link in chain] == [None, *(link.id for link in chain[:-1])]
    for before in chain[:-1]:
        assert (await world.services.challenges.get(before.id)).status is ChallengeStatus.COUNTERED
    accepted = await world.services.invitations.accept(world.by(BEN), chain[-1].id)
    assert accepted.match is not None
    assert (await world.services.matches.get(accepted.match)).options["goal"] == "10"
    assert len(await world.services.matches.of(ANNA.id)) == 1


async def test_only_the_challenged_player_can_counter(world: World) -> None:
    challenge = await world.challenge()
    open_challenge = await world.challenge(opponent=None)
    lobby = await world.lobby(invited=(BEN,))
    counter = world.services.counter_offers.counter
    await expect_refusal(
        counter(world.by(ANNA), challenge.id, replace(challenge.terms, options={}, role="random")),
        "own-challenge",
    )
    await expect_refusal(
        counter(world.by(CARA), challenge.id, replace(challenge.terms, options={}, role="random")),
        "not-your-challenge",
    )
    await expect_refusal(
        counter(world.by(BEN), open_challenge.id, replace(open_challenge.terms, options={}, role="random")),
        "not-yours-to-change",
    )
    await expect_refusal(
        counter(world.by(BEN), lobby.id, replace(lobby.terms, options={}, role="random")),
        "lobby-not-countered",
    )
    await expect_refusal(
        counter(world.by(BEN), 404, replace(challenge.terms, options={}, role="random")), "unknown-challenge"
    )
    await expect_refusal(
        counter(world.by(BEN), 2**63, replace(challenge.terms, options={}, role="random")),
        "unknown-challenge",
    )
    await world.services.invitations.withdraw(world.by(ANNA), challenge.id)
    await expect_refusal(
        counter(world.by(BEN), challenge.id, replace(challenge.terms, options={}, role="random")),
        "challenge-closed",
        status="withdrawn",
    )


async def test_an_invalid_counter_offer_leaves_the_challenge_open(store: Store, world: World) -> None:
    small = World(store, world.games, Limits(challenges_per_person=1))
    challenge = await small.challenge()
    request = small.by(BEN)
    with pytest.raises(InvalidOption):
        await small.services.counter_offers.counter(
            request, challenge.id, replace(challenge.terms, options={"gaol": "1"}, role="random")
        )
    await expect_refusal(
        small.services.counter_offers.counter(
            request, challenge.id, replace(challenge.terms, options={}, role="third")
        ),
        "unknown-role",
    )
    bens = await small.services.invitations.challenge(small.by(BEN), Terms("counting", {}), HALL, [CARA])
    limit = small.services.counter_offers.counter(
        request, challenge.id, replace(challenge.terms, options={}, role="random")
    )
    await expect_refusal(limit, "too-many-challenges", limit="1")
    assert await small.services.challenges.open_of(ANNA.id) == (challenge,)
    await small.services.invitations.withdraw(small.by(BEN), bens.id)
    assert (
        await small.services.counter_offers.counter(
            request, challenge.id, replace(challenge.terms, options={}, role="random")
        )
    ).counter_to == challenge.id


async def test_the_same_request_counters_once(world: World) -> None:
    challenge = await world.challenge()
    request = world.by(BEN)
    first = await world.services.counter_offers.counter(
        request, challenge.id, replace(challenge.terms, options={}, role="first")
    )
    assert (
        await world.other_services().counter_offers.counter(
            request, challenge.id, replace(challenge.terms, options={}, role="first")
        )
        == first
    )
    await expect_refusal(
        world.services.counter_offers.counter(
            Request(request.id, ANNA), challenge.id, replace(challenge.terms, options={}, role="first")
        ),
        "request-taken",
    )
    assert len(await world.services.challenges.open_of(ANNA.id)) == 1


async def test_a_countered_rematch_stays_the_rematch(world: World) -> None:
    match = await world.match()
    await world.services.resignations.resign(world.by(ANNA), match.id)
    rematches = await world.services.rematches.rematch(world.by(ANNA), match.id)
    counter = await world.services.counter_offers.counter(
        world.by(BEN), rematches.id, replace(rematches.terms, options={"goal": "7"}, role="first")
    )
    assert (counter.rematch_of, counter.counter_to) == (match.id, rematches.id)
    assert await world.services.rematches.rematch(world.by(BEN), match.id) == counter
    rematch = await world.services.rematches.rematch(world.by(ANNA), match.id)
    assert (rematch.id, rematch.status) == (counter.id, ChallengeStatus.ACCEPTED)


@pytest.mark.both_databases
async def test_a_concurrent_counter_offer_and_acceptance_settle_on_one(
    database_url: str, world: World
) -> None:
    other = await Store.open(database_url)
    for _ in range(3):
        challenge = await world.challenge()
        results = await asyncio.gather(
            world.services.invitations.accept(world.by(BEN), challenge.id),
            world.other_services(other).counter_offers.counter(
                world.by(BEN), challenge.id, replace(challenge.terms, options={}, role="first")
            ),
            return_exceptions=True,
        )
        refusals = [result.reason for result in results if isinstance(result, Refusal)]
        assert refusals == ["challenge-closed"]
        now = await world.services.challenges.get(challenge.id)
        waiting = await world.services.challenges.open_of(ANNA.id)
        accepted = now.status is ChallengeStatus.ACCEPTED
        assert (now.match is not None, len(waiting)) == (accepted, 0 if accepted else 1)
        for pending in waiting:
            await world.services.invitations.withdraw(world.by(BEN), pending.id)
    await other.close()


async def test_either_player_can_reoffer_a_declined_challenge(world: World) -> None:
    challenge = await world.challenge()
    await world.services.invitations.decline(world.by(BEN), challenge.id, "other-options")
    await world.deliver_all()
    reoffer = world.services.counter_offers.reoffer
    request = world.by(ANNA)
    offer = await reoffer(
        request,
        challenge.id,
        replace(challenge.terms, options={"goal": "7"}, role="second", clock=NO_CLOCK, tie_break=None),
    )
    assert (offer.challenger, offer.opponent, offer.terms.role) == (ANNA.id, BEN.id, "second")
    assert (offer.terms.options, offer.place, offer.status) == (
        {"goal": "7", "again": "off"},
        challenge.place,
        ChallengeStatus.OPEN,
    )
    assert (offer.counter_to, offer.rematch_of) == (None, None)
    assert [notice.kind for notice in await world.deliver_all()] == [ChallengeMade]
    assert (
        await reoffer(
            request,
            challenge.id,
            replace(challenge.terms, options={"goal": "7"}, role="second", clock=NO_CLOCK, tie_break=None),
        )
        == offer
    )
    other = await reoffer(
        world.by(BEN),
        challenge.id,
        replace(challenge.terms, options={}, role="first", clock=NO_CLOCK, tie_break=None),
    )
    assert (other.challenger, other.opponent) == (BEN.id, ANNA.id)
    assert (await world.services.challenges.get(challenge.id)).status is ChallengeStatus.DECLINED


async def test_only_declined_challenges_are_reoffered_by_their_players(world: World) -> None:
    reoffer, invitations = world.services.counter_offers.reoffer, world.services.invitations
    challenge, withdrawn, lobby = (
        await world.challenge(),
        await world.challenge(),
        await world.lobby(invited=[BEN]),
    )
    terms = replace(challenge.terms, role="first")
    await expect_refusal(reoffer(world.by(ANNA), challenge.id, terms), "not-declined")
    await invitations.withdraw(world.by(ANNA), withdrawn.id)
    await expect_refusal(reoffer(world.by(BEN), withdrawn.id, terms), "not-declined")
    await invitations.decline(world.by(BEN), challenge.id, "other-options")
    await expect_refusal(reoffer(world.by(CARA), challenge.id, terms), "not-your-challenge")
    await expect_refusal(reoffer(world.by(ANNA), 404, terms), "unknown-challenge")
    await invitations.decline(world.by(BEN), lobby.id, "other-options")
    await expect_refusal(reoffer(world.by(ANNA), lobby.id, lobby.terms), "lobby-not-countered")
