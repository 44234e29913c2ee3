import asyncio

import pytest

from bot.features.servers.service.player_lists import Listing
from bot.kernel.transactions.answered_requests import REPEATED_WITHIN
from bot.model.agenda import Limits
from bot.model.challenges.challenge import ChallengeStatus
from bot.model.challenges.terms import Terms
from bot.model.events.events import ChallengeClosed, ChallengeMade, MatchStarted
from bot.model.match.match import Match, MatchStatus
from bot.model.match.offers.offer_rules import OfferKind
from bot.model.people.person import Request
from data.store import Store
from rules.contract.series import TieBreak
from tests.bot.support.contents import challenge_of
from tests.bot.support.fakes import ANNA, BEN, CARA, DORA, HALL, World
from tests.bot.support.refusals import expect_refusal
from tests.repeats import repeats

pytest_plugins = ("tests.bot.support.worlds",)


async def _lost_match(world: World, **options: str) -> Match:
    """Return a match that Anna (seat 0) has lost to Ben, with all notices delivered."""
    match = await world.match(**options)
    finished = await world.services.resignations.resign(world.by(ANNA), match.id)
    await world.deliver_all()
    return finished


async def test_a_rematch_offers_swapped_roles(world: World) -> None:
    finished = await _lost_match(world, goal="7", again="on")
    woken = len(world.wakeups)
    rematch = await world.services.rematches.rematch(world.by(ANNA), finished.id)
    assert (rematch.status, rematch.rematch_of, rematch.counter_to) == (
        ChallengeStatus.OPEN,
        finished.id,
        None,
    )
    assert (rematch.challenger, rematch.opponent, rematch.terms.role) == (ANNA.id, BEN.id, "second")
    assert (rematch.terms.key, rematch.terms.options, rematch.place) == (
        finished.key,
        finished.options,
        finished.place,
    )
    assert (rematch.terms.tie_break, rematch.lobby) == (None, False)
    assert await world.services.challenges.open_of(BEN.id) == (rematch,)
    (card,) = await world.deliver_all()
    assert (card.kind, challenge_of(card)) == (ChallengeMade, rematch.id)
    assert len(world.wakeups) == woken + 1
    accepted = await world.services.invitations.accept(world.by(BEN), rematch.id)
    assert accepted.match is not None
    assert (await world.services.matches.get(accepted.match)).people == (BEN.id, ANNA.id)


async def test_a_repeated_rematch_request_returns_the_same_offer(world: World) -> None:
    finished = await _lost_match(world)
    request = world.by(ANNA)
    rematch = await world.services.rematches.rematch(request, finished.id)
    assert await world.services.rematches.rematch(request, finished.id) == rematch
    assert await world.services.rematches.rematch(world.by(ANNA), finished.id) == rematch
    assert len(await world.deliver_all()) == 1
    await expect_refusal(
        world.services.rematches.rematch(Request(request.id, BEN), finished.id), "request-taken"
    )


async def test_a_rematch_starts_when_both_players_request_it(world: World) -> None:
    finished = await _lost_match(world)
    await world.services.rematches.rematch(world.by(ANNA), finished.id)
    request = world.by(BEN)
    rematch = await world.services.rematches.rematch(request, finished.id)
    assert (rematch.status, rematch.accepted_by) == (ChallengeStatus.ACCEPTED, BEN.id)
    assert rematch.match is not None
    assert await world.other_services().rematches.rematch(request, finished.id) == rematch
    match = await world.services.matches.get(rematch.match)
    assert (match.people, match.status) == ((BEN.id, ANNA.id), MatchStatus.RUNNING)
    kinds = [notice.kind for notice in await world.deliver_all()]
    assert kinds == [ChallengeMade, MatchStarted, ChallengeClosed]
    world.time.pass_by(REPEATED_WITHIN * 2)
    for person in (ANNA, BEN):
        await expect_refusal(
            world.services.rematches.rematch(world.by(person), finished.id),
            "rematch-begun",
            game=str(match.id),
        )
    await world.services.resignations.resign(world.by(BEN), match.id)
    third = await world.services.rematches.rematch(world.by(BEN), match.id)
    assert (third.terms.role, third.rematch_of) == ("second", match.id)


@pytest.mark.both_databases
async def test_simultaneous_rematch_requests_start_one_match(database_url: str, world: World) -> None:
    other = await Store.open(database_url)
    for _ in range(repeats(2, 3)):
        finished = await _lost_match(world)
        rematches = await asyncio.gather(
            world.services.rematches.rematch(world.by(ANNA), finished.id),
            world.other_services(other).rematches.rematch(world.by(BEN), finished.id),
        )
        assert sorted(rematch.status for rematch in rematches) == ["accepted", "open"]
        assert len({rematch.id for rematch in rematches}) == 1
        (match,) = await world.services.matches.of(ANNA.id)
        await world.services.resignations.resign(world.by(ANNA), match.id)
    await other.close()


async def test_a_withdrawn_or_declined_rematch_can_be_requested_again(world: World) -> None:
    finished = await _lost_match(world)
    first = await world.services.rematches.rematch(world.by(ANNA), finished.id)
    await world.services.invitations.withdraw(world.by(ANNA), first.id)
    second = await world.services.rematches.rematch(world.by(BEN), finished.id)
    assert (second.challenger, second.terms.role) == (BEN.id, "first")
    await world.services.invitations.decline(world.by(ANNA), second.id, "no-time")
    third = await world.services.rematches.rematch(world.by(BEN), finished.id)
    assert len({first.id, second.id, third.id}) == 3


async def test_only_players_of_a_finished_match_request_a_rematch(world: World) -> None:
    running = await world.match()
    await expect_refusal(world.services.rematches.rematch(world.by(ANNA), running.id), "game-running")
    finished = await _lost_match(world)
    await expect_refusal(world.services.rematches.rematch(world.by(CARA), finished.id), "not-your-game")
    for unknown in (404, 0, 2**63):
        await expect_refusal(world.services.rematches.rematch(world.by(ANNA), unknown), "unknown-match")


async def test_a_barred_player_cannot_agree_to_a_rematch(world: World) -> None:
    finished = await _lost_match(world)
    await world.services.rematches.rematch(world.by(ANNA), finished.id)
    await world.services.player_lists.add(world.by(CARA), HALL.server or 0, Listing.BARRED, [BEN], [])
    await expect_refusal(world.services.rematches.rematch(world.by(BEN), finished.id), "player-barred")


async def test_an_aborted_match_can_be_rematched(world: World) -> None:
    match = await world.match()
    await world.services.offers.offer(world.by(ANNA), match.id, OfferKind.ABORT)
    assert (await world.services.rematches.rematch(world.by(BEN), match.id)).opponent == ANNA.id


async def test_a_rematch_respects_the_limits(store: Store, world: World) -> None:
    small = World(store, world.games, Limits(challenges_per_person=1, games_per_person=2))
    finished = await _lost_match(small)
    waiting = await small.challenge(opponent=CARA)
    request = small.by(ANNA)
    await expect_refusal(
        small.services.rematches.rematch(request, finished.id), "too-many-challenges", limit="1"
    )
    await small.services.invitations.withdraw(small.by(ANNA), waiting.id)
    rematch = await small.services.rematches.rematch(request, finished.id)
    for _ in range(2):
        bens = await small.services.invitations.challenge(
            small.by(BEN), Terms("counting", {}, "first"), HALL, [CARA]
        )
        await small.services.invitations.accept(small.by(CARA), bens.id)
    await expect_refusal(
        small.services.rematches.rematch(small.by(BEN), finished.id), "too-many-games", limit="2"
    )
    assert (await small.services.challenges.get(rematch.id)).status is ChallengeStatus.OPEN


async def test_a_finished_series_is_rematched_as_a_whole(world: World) -> None:
    choice = TieBreak.NONE
    challenge = await world.services.invitations.challenge(
        world.by(ANNA), Terms("openers", {}, "first", tie_break=choice), HALL, [BEN]
    )
    await world.services.invitations.accept(world.by(BEN), challenge.id)
    first = (await world.services.matches.series(challenge.id)).games[0]
    await expect_refusal(world.services.rematches.rematch(world.by(ANNA), first), "game-running")
    await world.services.resignations.resign(world.by(ANNA), first)
    for game in (first, first + 1):
        await expect_refusal(world.services.rematches.rematch(world.by(ANNA), game), "series-running")
    await world.services.resignations.resign(world.by(ANNA), first + 1)
    rematches = await world.services.rematches.rematch(world.by(ANNA), first)
    assert (rematches.terms.role, rematches.terms.tie_break, rematches.terms.options) == (
        "second",
        choice,
        challenge.terms.options,
    )
    assert await world.services.rematches.rematch(world.by(ANNA), first + 1) == rematches
    rematch = await world.services.rematches.rematch(world.by(BEN), first)
    assert rematch.match is not None
    assert (await world.services.matches.get(rematch.match)).people == (BEN.id, ANNA.id)


async def test_an_aborted_series_can_be_rematched(world: World) -> None:
    choice = TieBreak.NONE
    challenge = await world.services.invitations.challenge(
        world.by(ANNA), Terms("counting", {}, "first", tie_break=choice), HALL, [BEN]
    )
    accepted = await world.services.invitations.accept(world.by(BEN), challenge.id)
    assert accepted.match is not None
    await world.services.offers.offer(world.by(BEN), accepted.match, OfferKind.ABORT)
    assert (await world.services.rematches.rematch(world.by(BEN), accepted.match)).terms.tie_break == choice


async def test_a_table_rematch_invites_all_players(world: World) -> None:
    match = await world.gathering(BEN, CARA, goal="12")
    for person in (CARA, BEN):
        await world.services.resignations.resign(world.by(person), match.id)
    rematch = await world.services.rematches.rematch(world.by(BEN), match.id)
    assert (rematch.lobby, rematch.closed, rematch.terms.players, rematch.terms.role) == (
        True,
        True,
        3,
        "random",
    )
    assert (rematch.challenger, rematch.invitees) == (BEN.id, (ANNA.id, CARA.id))
    assert (rematch.terms.options, rematch.rematch_of) == (match.options, match.id)
    joined = await world.services.rematches.rematch(world.by(CARA), match.id)
    assert [member.person for member in joined.members] == [BEN.id, CARA.id]
    assert await world.services.rematches.rematch(world.by(CARA), match.id) == joined
    await expect_refusal(world.services.lobbies.join(world.by(DORA), rematch.id), "lobby-closed")
    started = await world.services.rematches.rematch(world.by(ANNA), match.id)
    assert started.match is not None
    assert set((await world.services.matches.get(started.match)).people) == {ANNA.id, BEN.id, CARA.id}
    world.time.pass_by(REPEATED_WITHIN * 2)
    await expect_refusal(
        world.services.rematches.rematch(world.by(ANNA), match.id), "rematch-begun", game=str(started.match)
    )


async def test_deleted_players_are_not_invited_to_a_rematch(world: World) -> None:
    pair, table = await _lost_match(world), await world.gathering(BEN, CARA)
    for person in (CARA, BEN):
        await world.services.resignations.resign(world.by(person), table.id)
    async with world.store.write() as session:
        await world.services.app.kernel.personal_data.erase(session, ANNA.id, [ANNA.name])
    assert (await world.services.rematches.rematch(world.by(BEN), table.id)).invitees == (CARA.id,)
    await expect_refusal(world.services.rematches.rematch(world.by(BEN), pair.id), "opponent-gone")
