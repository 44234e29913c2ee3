import asyncio
from dataclasses import replace

import pytest

from bot.model.agenda import Limits
from bot.model.challenges.challenge import DECLINE_REASONS, ChallengeStatus
from bot.model.challenges.terms import CHOICE_ROLE, Terms
from bot.model.events.events import ChallengeClosed, ChallengeMade, MatchStarted
from bot.model.match.match import MatchStatus
from bot.model.people.person import Place, Request
from bot.model.refusal import Refusal
from data.store import Store
from rules.contract import InvalidOption
from tests.bot.support.contents import challenge_of
from tests.bot.support.fakes import ANNA, BEN, CARA, HALL, World
from tests.bot.support.reasons import REFUSALS

pytest_plugins = ("tests.bot.support.worlds",)


async def _expect_refusal(action: object, reason: str) -> Refusal:
    with pytest.raises(Refusal) as refused:
        await action  # type: ignore[misc]  # any awaitable
    assert refused.value.reason == reason
    assert set(refused.value.details) == set(REFUSALS[reason])
    return refused.value


async def test_a_challenge_is_stored_with_all_options_and_announced(world: World) -> None:
    challenge = await world.services.invitations.challenge(
        world.by(ANNA), Terms("counting", {"again": "on"}, "second"), Place(7, 70, "de"), [BEN]
    )
    assert challenge == await world.services.challenges.get(challenge.id)
    assert dict(challenge.terms.options) == {"goal": "10", "again": "on"}
    assert (challenge.challenger, challenge.opponent, challenge.terms.role) == (ANNA.id, BEN.id, "second")
    assert (challenge.status, challenge.place) == (ChallengeStatus.OPEN, Place(7, 70, "de"))
    assert (challenge.created, challenge.match, challenge.message) == (world.time.now, None, None)
    (notice,) = await world.outbox.claim()
    assert (notice.kind, challenge_of(notice), notice.recipient) == (ChallengeMade, challenge.id, None)
    assert len(world.wakeups) == 1


async def test_roles_determine_the_seats(world: World) -> None:
    for role, players in (("first", (ANNA.id, BEN.id)), ("second", (BEN.id, ANNA.id))):
        challenge = await world.challenge(role=role)
        accepted = await world.services.invitations.accept(world.by(BEN), challenge.id)
        assert accepted.match is not None
        assert (await world.services.matches.get(accepted.match)).people == players
    assert world.chance.rolls == []


@pytest.mark.parametrize(("lot", "players"), [(0, (ANNA.id, BEN.id)), (1, (BEN.id, ANNA.id))])
async def test_random_roles_are_drawn_on_acceptance(world: World, lot: int, players: tuple[int, int]) -> None:
    world.chance.result = lot
    challenge = await world.challenge(role="random")
    assert world.chance.rolls == []
    accepted = await world.services.invitations.accept(world.by(BEN), challenge.id)
    assert accepted.match is not None
    assert (await world.services.matches.get(accepted.match)).people == players
    assert world.chance.rolls == [2]


@pytest.mark.parametrize(("side", "players"), [("first", (BEN.id, ANNA.id)), ("second", (ANNA.id, BEN.id))])
async def test_the_acceptor_chooses_a_side_if_the_terms_allow(
    world: World, side: str, players: tuple[int, int]
) -> None:
    challenge = await world.challenge(role=CHOICE_ROLE)
    accept = world.services.invitations.accept
    await _expect_refusal(accept(world.by(BEN), challenge.id), "choose-side")
    await _expect_refusal(accept(world.by(BEN), challenge.id, side="third"), "choose-side")
    await _expect_refusal(accept(world.by(ANNA), challenge.id, side=side), "own-challenge")
    accepted = await accept(world.by(BEN), challenge.id, side=side)
    assert accepted.match is not None
    assert (await world.services.matches.get(accepted.match)).people == players
    assert world.chance.rolls == []


async def test_a_chosen_side_is_ignored_if_the_terms_fix_it(world: World) -> None:
    challenge = await world.challenge(role="first")
    accepted = await world.services.invitations.accept(world.by(BEN), challenge.id, side="first")
    assert (await world.services.matches.get(accepted.match or 0)).people == (ANNA.id, BEN.id)


async def test_a_counter_offer_passes_on_the_choice_of_sides(world: World) -> None:
    challenge = await world.challenge(role=CHOICE_ROLE)
    counter = await world.services.counter_offers.counter(
        world.by(BEN),
        challenge.id,
        replace(challenge.terms.for_opponent(("first", "second")), options={"goal": "4"}),
    )
    assert counter.terms.role == CHOICE_ROLE
    accepted = await world.services.invitations.accept(world.by(ANNA), counter.id, side="second")
    assert (await world.services.matches.get(accepted.match or 0)).people == (BEN.id, ANNA.id)


async def test_engine_and_table_challenges_offer_no_choice_of_sides(world: World) -> None:
    ask = world.services.invitations.challenge
    engine_terms = Terms("counting", {}, CHOICE_ROLE, against_engine=True)
    await _expect_refusal(ask(world.by(ANNA), engine_terms, HALL, [BEN]), "engine-no-choice")
    await _expect_refusal(ask(world.by(ANNA), Terms("gathering", {}, CHOICE_ROLE), HALL), "unknown-role")


async def test_accepting_starts_and_announces_a_match(world: World) -> None:
    challenge = await world.challenge(goal="4")
    accepted = await world.services.invitations.accept(world.by(BEN), challenge.id)
    assert (accepted.status, accepted.accepted_by) == (ChallengeStatus.ACCEPTED, BEN.id)
    assert accepted.match is not None
    match = await world.services.matches.get(accepted.match)
    assert (match.status, match.plies, match.turn, match.mover) == (MatchStatus.RUNNING, 0, 0, ANNA.id)
    assert (match.place, match.home, match.challenge) == (HALL, HALL.channel, challenge.id)
    assert dict(match.options) == {"goal": "4", "again": "off"}
    kinds = []
    while notices := await world.outbox.claim():
        for notice in notices:
            kinds.append((notice.kind, challenge_of(notice), notice.match, notice.ply))
            await world.outbox.deliver_as(notice.id, None)
    assert kinds == [
        (ChallengeMade, challenge.id, None, None),
        (MatchStarted, None, match.id, 0),
        (ChallengeClosed, challenge.id, None, None),
    ]


async def test_anyone_except_the_challenger_accepts_an_open_challenge(world: World) -> None:
    challenge = await world.challenge(opponent=None)
    await _expect_refusal(world.services.invitations.accept(world.by(ANNA), challenge.id), "own-challenge")
    declining = world.services.invitations.decline(world.by(BEN), challenge.id, "no-time")
    await _expect_refusal(declining, "not-your-challenge")
    accepted = await world.services.invitations.accept(world.by(CARA), challenge.id)
    assert accepted.accepted_by == CARA.id
    await _expect_refusal(world.services.invitations.accept(world.by(BEN), challenge.id), "challenge-closed")


async def test_only_the_challenged_player_answers(world: World) -> None:
    challenge = await world.challenge()
    await _expect_refusal(
        world.services.invitations.accept(world.by(CARA), challenge.id), "not-your-challenge"
    )
    await _expect_refusal(
        world.services.invitations.decline(world.by(CARA), challenge.id, "no-time"), "not-your-challenge"
    )
    await _expect_refusal(
        world.services.invitations.decline(world.by(ANNA), challenge.id, "no-time"), "not-your-challenge"
    )
    await _expect_refusal(
        world.services.invitations.withdraw(world.by(BEN), challenge.id), "not-the-challenger"
    )
    assert (await world.services.challenges.get(challenge.id)).status == ChallengeStatus.OPEN


@pytest.mark.parametrize("reason", DECLINE_REASONS)
async def test_declining_stores_the_reason_and_closes_the_card(world: World, reason: str) -> None:
    challenge = await world.challenge()
    declining = world.services.invitations.decline(world.by(BEN), challenge.id, "boring")
    assert (await _expect_refusal(declining, "unknown-reason")).details["reason"] == "boring"
    declined = await world.services.invitations.decline(world.by(BEN), challenge.id, reason)
    assert (declined.status, declined.reason) == (ChallengeStatus.DECLINED, reason)
    (card,) = await world.outbox.claim()
    await world.outbox.deliver_as(card.id, None)
    (closed,) = await world.outbox.claim()
    assert closed.event == ChallengeClosed(challenge.id, ChallengeStatus("declined"))
    await _expect_refusal(world.services.invitations.accept(world.by(BEN), challenge.id), "challenge-closed")


async def test_withdrawing_closes_a_challenge(world: World) -> None:
    challenge = await world.challenge()
    withdrawn = await world.services.invitations.withdraw(world.by(ANNA), challenge.id)
    assert withdrawn.status == ChallengeStatus.WITHDRAWN
    refusal = await _expect_refusal(
        world.services.invitations.accept(world.by(BEN), challenge.id), "challenge-closed"
    )
    assert refusal.details == {"status": "withdrawn"}


async def test_unknown_challenges_are_refused(world: World) -> None:
    for number in (404, 0, -1, 2**63, 10**30):
        await _expect_refusal(world.services.invitations.accept(world.by(BEN), number), "unknown-challenge")
        await _expect_refusal(world.services.challenges.get(number), "unknown-challenge")


async def test_invalid_challenges_write_nothing(world: World) -> None:
    services = world.services
    await _expect_refusal(
        services.invitations.challenge(world.by(ANNA), Terms("tiddlywinks", {}), HALL, [BEN]), "no-such-game"
    )
    await _expect_refusal(
        services.invitations.challenge(world.by(ANNA), Terms("counting", {}), HALL, [ANNA]), "self-challenge"
    )
    await _expect_refusal(
        services.invitations.challenge(world.by(ANNA), Terms("counting", {}, "third"), HALL, [BEN]),
        "unknown-role",
    )
    with pytest.raises(InvalidOption, match="goal"):
        await services.invitations.challenge(world.by(ANNA), Terms("counting", {"gaol": "1"}), HALL, [BEN])
    assert await services.challenges.open_of(ANNA.id) == ()
    assert await services.people.names([ANNA.id, BEN.id]) == {}
    assert await world.outbox.claim() == ()
    assert world.wakeups == []


async def test_open_challenges_are_limited_per_person(store: Store, world: World) -> None:
    small = World(store, world.games, Limits(challenges_per_person=2))
    await small.challenge()
    request, ask = small.by(ANNA), small.services.invitations.challenge
    second = await ask(request, Terms("counting", {}), HALL, [BEN])
    refusal = await _expect_refusal(small.challenge(), "too-many-challenges")
    assert refusal.details == {"limit": "2"}
    assert await ask(request, Terms("counting", {}), HALL, [BEN]) == second, (
        "a repeated request gets its first answer"
    )
    await small.services.invitations.withdraw(small.by(ANNA), second.id)
    await small.challenge()


async def test_games_are_limited_per_person(store: Store, world: World) -> None:
    small = World(store, world.games, Limits(games_per_person=1))
    waiting = await small.challenge(opponent=CARA)
    open_to_all = await small.services.invitations.challenge(
        small.by(CARA), Terms("counting", {}, "first"), HALL
    )
    match = await small.match()
    await _expect_refusal(small.challenge(), "too-many-games")
    await _expect_refusal(
        small.services.invitations.accept(small.by(CARA), waiting.id), "opponent-too-many-games"
    )
    await _expect_refusal(small.services.invitations.accept(small.by(BEN), open_to_all.id), "too-many-games")
    await small.services.resignations.resign(small.by(BEN), match.id)
    await small.services.invitations.accept(small.by(CARA), waiting.id)


async def test_games_are_limited_per_channel(store: Store, world: World) -> None:
    small = World(store, world.games, Limits(games_per_channel=1))
    waiting = await small.challenge()
    match = await small.match()
    await small.services.match_places.move_home(match.id, 71)
    await _expect_refusal(small.services.invitations.accept(small.by(BEN), waiting.id), "channel-full")
    await _expect_refusal(small.challenge(), "channel-full")
    await small.services.invitations.challenge(
        small.by(ANNA), Terms("counting", {}, "first"), Place(7, 72, "de"), [BEN]
    )


async def test_the_same_request_creates_one_challenge(world: World) -> None:
    request = world.by(ANNA)
    first = await world.services.invitations.challenge(request, Terms("counting", {}), HALL, [BEN])
    repeated = await world.other_services().invitations.challenge(request, Terms("counting", {}), HALL, [BEN])
    assert repeated == first
    assert len(await world.services.challenges.open_of(ANNA.id)) == 1
    assert len(await world.outbox.claim()) == 1


async def test_the_same_request_answers_a_challenge_once(world: World) -> None:
    invitations = world.services.invitations
    for answer, person in ((invitations.accept, BEN), (invitations.withdraw, ANNA)):
        challenge = await world.challenge()
        request = world.by(person)
        first = await answer(request, challenge.id)
        assert await answer(request, challenge.id) == first
    challenge = await world.challenge()
    request = world.by(BEN)
    first = await world.services.invitations.decline(request, challenge.id, "no-time")
    assert await world.services.invitations.decline(request, challenge.id, "no-time") == first
    assert len(await world.services.matches.of(BEN.id)) == 1


async def test_a_request_serves_one_person_and_one_action(world: World) -> None:
    request = world.by(ANNA)
    challenge = await world.services.invitations.challenge(request, Terms("counting", {}), HALL)
    stolen = Request(request.id, BEN)
    await _expect_refusal(
        world.services.invitations.challenge(stolen, Terms("counting", {}), HALL), "request-taken"
    )
    await _expect_refusal(world.services.invitations.accept(stolen, challenge.id), "request-taken")
    await _expect_refusal(world.services.invitations.withdraw(request, challenge.id), "request-taken")
    assert (await world.services.challenges.get(challenge.id)).status == ChallengeStatus.OPEN


@pytest.mark.both_databases
async def test_two_simultaneous_acceptances_start_one_match(database_url: str, world: World) -> None:
    challenge = await world.challenge(opponent=None)
    other = await Store.open(database_url)
    results = await asyncio.gather(
        world.services.invitations.accept(world.by(BEN), challenge.id),
        world.other_services(other).invitations.accept(world.by(CARA), challenge.id),
        return_exceptions=True,
    )
    await other.close()
    refusals = [result for result in results if isinstance(result, Refusal)]
    assert [refusal.reason for refusal in refusals] == ["challenge-closed"]
    matches = await world.services.matches.of(ANNA.id)
    assert len(matches) == 1
    assert matches[0].people[1] == (await world.services.challenges.get(challenge.id)).accepted_by


@pytest.mark.both_databases
async def test_simultaneous_repeats_of_a_request_create_one_challenge(
    database_url: str, world: World
) -> None:
    other = await Store.open(database_url)
    request = world.by(ANNA)
    clubs = (world.services, world.other_services(other), world.services, world.other_services(other))
    challenges = await asyncio.gather(
        *(services.invitations.challenge(request, Terms("counting", {}), HALL, [BEN]) for services in clubs)
    )
    await other.close()
    assert len(set(map(repr, challenges))) == 1
    assert len(await world.services.challenges.open_of(ANNA.id)) == 1


@pytest.mark.both_databases
async def test_crossed_acceptances_at_once_do_not_deadlock(database_url: str, world: World) -> None:
    other = await Store.open(database_url)
    mine = [await world.challenge() for _ in range(4)]
    bens = [
        await world.services.invitations.challenge(
            world.by(BEN), Terms("counting", {}, "first"), HALL, [ANNA]
        )
        for _ in range(4)
    ]
    fresh = world.other_services(other)
    await asyncio.gather(
        *(world.services.invitations.accept(world.by(BEN), challenge.id) for challenge in mine),
        *(fresh.invitations.accept(world.by(ANNA), challenge.id) for challenge in bens),
    )
    await other.close()
    assert len(await world.services.matches.of(ANNA.id)) == 8


async def test_open_challenges_are_listed_for_both_players(world: World) -> None:
    challenge = await world.challenge()
    received = await world.services.invitations.challenge(world.by(CARA), Terms("counting", {}), HALL, [ANNA])
    await world.services.invitations.challenge(world.by(CARA), Terms("counting", {}), HALL)
    closed = await world.challenge()
    await world.services.invitations.withdraw(world.by(ANNA), closed.id)
    assert await world.services.challenges.open_of(ANNA.id) == (challenge, received)
    assert await world.services.challenges.open_of(BEN.id) == (challenge,)
