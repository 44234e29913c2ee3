"""Substitutions: offering a seat, taking it, and the unchanged rest of the match."""

import asyncio
from datetime import timedelta

import pytest

from bot.features.challenges.service.seats.substitutions import SEAT_CHANGE, SEAT_OFFER
from bot.model.agenda import Limits
from bot.model.challenges.terms import Terms
from bot.model.events.events import SeatChanged, SeatOfferClosed, SeatOffered
from bot.model.match.match import Match, MatchStatus
from bot.model.match.offers.offer_rules import OfferKind
from bot.model.match.substitutions import LIFETIME, STALL, Handover, SubstitutionStatus, successor
from bot.model.people.person import Person
from bot.model.people.preferences import AUTO_VACATION
from bot.model.refusal import Refusal
from data.store import Store
from rules.contract.series import TieBreak
from tests.bot.support.contents import event_of
from tests.bot.support.fakes import ANNA, BEN, CARA, DORA, HALL, World
from tests.bot.support.refusals import expect_refusal
from tests.bot.support.timed import DAY, HOUR, begin_timed, kinds, pass_by, play

pytest_plugins = ("tests.bot.support.worlds",)


async def offer_seat(world: World, match: Match, by: Person = ANNA, substitute: Person | None = None) -> int:
    return (await world.services.substitutions.offer(world.by(by), match.id, substitute)).id


async def take_seat(world: World, match: Match, leaver: Person = ANNA, new: Person = CARA) -> Match:
    """Offer the leaver's seat and accept it as the new player."""
    number = await offer_seat(world, match, leaver)
    await world.services.substitutions.accept(world.by(new), number)
    return await world.services.matches.get(match.id)


async def test_only_blocks_with_the_opponent_prevent_a_substitution(world: World) -> None:
    match = await world.match()
    number = await offer_seat(world, match)
    await world.services.blocks.block(world.by(DORA), BEN)
    await expect_refusal(world.services.substitutions.accept(world.by(DORA), number), "blocked-by-you")
    await world.services.blocks.block(world.by(CARA), ANNA)
    assert (await world.services.substitutions.accept(world.by(CARA), number)).substitute == CARA.id


async def test_a_substitute_continues_the_same_match(world: World) -> None:
    match = await world.match()
    await play(world, match, ANNA, BEN)
    await world.deliver_all()
    number = await offer_seat(world, match)
    assert kinds(await world.deliver_all()) == [SeatOffered]
    substitution = await world.services.substitutions.accept(world.by(CARA), number)
    assert (substitution.status, substitution.leaver, substitution.offered_by, substitution.substitute) == (
        SubstitutionStatus.ACCEPTED,
        ANNA.id,
        ANNA.id,
        CARA.id,
    )
    assert (substitution.plies, substitution.settled) == (2, world.time.now)
    closed, board = await world.deliver_all()
    assert (closed.kind, board.kind) == (SeatOfferClosed, SeatChanged)
    changed = event_of(board, SeatChanged)
    assert (changed.seat, changed.leaver, changed.substitute) == (0, ANNA.id, CARA.id)
    now = await world.services.matches.get(match.id)
    assert (now.people, now.mover, now.plies) == ((CARA.id, BEN.id), CARA.id, 2)
    await expect_refusal(world.services.turns.take_turn(world.by(ANNA), match.id, "take 2"), "not-your-game")
    await play(world, match, CARA, BEN)
    assert await world.services.matches.of(ANNA.id) == ()
    assert [game.id for game in await world.services.matches.of(CARA.id)] == [match.id]
    assert await world.services.substitutions.history(match.id) == (substitution,)


@pytest.mark.parametrize("clock", ["10d+1d/14d", "none"])
async def test_a_substitution_leaves_the_clock_unchanged(world: World, clock: str) -> None:
    match = await begin_timed(world, clock)
    await play(world, match, ANNA, BEN)
    await pass_by(world, 30 * HOUR)
    before = await world.services.matches.get(match.id)
    now = await take_seat(world, match)
    assert (now.deadline, now.turn) == (before.deadline, 0)
    await play(world, match, CARA)
    waiting = await world.services.matches.get(match.id)
    after = await take_seat(world, match, CARA, DORA)
    assert (after.deadline, after.time_left) == (waiting.deadline, waiting.time_left)


async def test_a_leaver_s_vacation_still_stops_the_clock(world: World) -> None:
    match = await begin_timed(world, "3d")
    await play(world, match, ANNA, BEN)
    first = world.time.now.date() + timedelta(days=1)
    await world.services.settings.take_vacation(world.by(ANNA), first, first + timedelta(days=9))
    await pass_by(world, 5 * DAY)
    now = await take_seat(world, match)
    assert now.deadline is not None
    remaining = now.deadline - world.time.now
    assert timedelta(days=2) <= remaining <= timedelta(days=3), "the clock stood still during the vacation"


async def test_a_substitution_drops_the_leaver_s_plans_and_offers(world: World) -> None:
    match = await world.match(goal="30")
    await play(world, match, ANNA)
    await world.services.conditional_moves.add(world.by(ANNA), match.id, ["take 1", "take 2"])
    await world.services.offers.offer(world.by(ANNA), match.id, OfferKind.DRAW)
    now = await take_seat(world, match)
    assert now.offers == ()
    await play(world, match, BEN)
    assert (await world.services.matches.get(match.id)).plies == 2
    await expect_refusal(world.services.undo.undo(world.by(CARA), match.id, 1, 0), "undo-answered")


async def test_a_substitute_cannot_undo_the_leaver_s_move(world: World) -> None:
    match = await world.match()
    await play(world, match, ANNA)
    await take_seat(world, match)
    await expect_refusal(world.services.undo.undo(world.by(CARA), match.id, 1, 0), "undo-followed")


async def test_a_substitute_can_accept_the_opponent_s_offer(world: World) -> None:
    match = await world.match()
    await play(world, match, ANNA)
    await world.services.offers.offer(world.by(BEN), match.id, OfferKind.DRAW)
    await take_seat(world, match)
    finished = await world.services.offers.answer(world.by(CARA), match.id, OfferKind.DRAW, accept=True)
    assert finished.status is MatchStatus.FINISHED


async def test_players_and_leavers_cannot_take_a_seat(world: World) -> None:
    match = await world.match()
    await expect_refusal(
        world.services.substitutions.offer(world.by(ANNA), match.id, BEN), "substitute-plays"
    )
    await expect_refusal(world.services.substitutions.offer(world.by(CARA), match.id), "not-your-game")
    number = await offer_seat(world, match, substitute=CARA)
    await expect_refusal(world.services.substitutions.offer(world.by(ANNA), match.id), "seat-offered")
    await expect_refusal(world.services.substitutions.accept(world.by(DORA), number), "seat-not-for-you")
    await expect_refusal(world.services.substitutions.decline(world.by(BEN), number), "seat-not-for-you")
    await expect_refusal(world.services.substitutions.withdraw(world.by(CARA), number), "seat-not-yours")
    await world.services.substitutions.accept(world.by(CARA), number)
    await expect_refusal(world.services.substitutions.accept(world.by(CARA), number + 1), "seat-closed")
    back = await offer_seat(world, match, CARA)
    await expect_refusal(world.services.substitutions.accept(world.by(BEN), back), "substitute-plays")
    await expect_refusal(world.services.substitutions.accept(world.by(ANNA), back), "substitute-has-left")


async def test_a_player_at_the_game_limit_cannot_take_a_seat(world: World) -> None:
    busy = World(world.store, world.games, Limits(games_per_person=1))
    match = await busy.match()
    number = await offer_seat(busy, match)
    other = await busy.services.invitations.challenge(
        busy.by(CARA), Terms("counting", {}, "first"), HALL, [DORA]
    )
    await busy.services.invitations.accept(busy.by(DORA), other.id)
    await expect_refusal(
        busy.services.substitutions.accept(busy.by(CARA), number), "too-many-games", limit="1"
    )


async def test_server_rules_apply_to_substitutes(world: World) -> None:
    match = await world.match()
    number = await offer_seat(world, match)
    await world.services.servers.set_server(world.by(BEN), HALL.server or 0, games=("conhex",))
    await expect_refusal(world.services.substitutions.accept(world.by(CARA), number), "game-not-allowed")


async def test_declined_withdrawn_and_expired_seat_offers_are_closed(world: World) -> None:
    match = await world.match()
    service = world.services.substitutions
    declined = await service.decline(world.by(CARA), await offer_seat(world, match, substitute=CARA))
    withdrawn = await service.withdraw(world.by(ANNA), await offer_seat(world, match))
    late = await offer_seat(world, match)
    await world.deliver_all()
    notices = await pass_by(world, LIFETIME)
    assert SeatOfferClosed in kinds(notices)
    assert [declined.status, withdrawn.status, (await service.get(late)).status] == [
        SubstitutionStatus.DECLINED,
        SubstitutionStatus.WITHDRAWN,
        SubstitutionStatus.LAPSED,
    ]
    for number in (declined.id, withdrawn.id, late):
        await expect_refusal(service.accept(world.by(DORA), number), "seat-closed")


async def test_an_admin_can_offer_an_inactive_player_s_seat(world: World) -> None:
    match = await world.match()
    await play(world, match, ANNA)
    service, server = world.services.substitutions, HALL.server or 0

    async def by_admin(server: int) -> int:
        return (await service.offer(world.by(DORA), match.id, server=server)).id

    await expect_refusal(by_admin(server), "seat-not-stalled", days="7")
    await expect_refusal(by_admin(server + 1), "unknown-match")
    await pass_by(world, STALL)
    await world.deliver_all()
    number = await by_admin(server)
    notices = await world.deliver_all()
    assert [(notice.kind, notice.calls) for notice in notices] == [(SeatOffered, (BEN.id,))]
    await expect_refusal(service.withdraw(world.by(BEN), number), "seat-not-yours")
    await service.accept(world.by(CARA), number)
    assert (await world.services.matches.get(match.id)).people == (ANNA.id, CARA.id)
    audit = await world.services.servers.audit(server)
    assert [(entry.what, entry.who, entry.note) for entry in audit] == [
        (SEAT_CHANGE, DORA.id, f"{BEN.id} {CARA.id}"),
        (SEAT_OFFER, DORA.id, f"{BEN.id}"),
    ]


async def test_expired_soft_time_counts_as_a_stall(world: World) -> None:
    await world.services.settings.set_value(world.by(BEN), AUTO_VACATION, False)
    match = await begin_timed(world, "1d soft")
    await play(world, match, ANNA)
    await pass_by(world, DAY)
    number = (await world.services.substitutions.offer(world.by(DORA), match.id, server=HALL.server)).id
    await world.services.substitutions.accept(world.by(CARA), number)
    now = await world.services.matches.get(match.id)
    assert (now.claimable, now.mover) == (True, CARA.id), "the clock is unchanged"


async def test_a_late_move_keeps_the_seat(world: World) -> None:
    match = await world.match()
    await pass_by(world, STALL)
    number = (await world.services.substitutions.offer(world.by(DORA), match.id, server=HALL.server)).id
    await play(world, match, ANNA)
    after = await world.services.substitutions.accept(world.by(CARA), number)
    assert after.status is SubstitutionStatus.LAPSED
    assert (await world.services.matches.get(match.id)).people == (ANNA.id, BEN.id)


async def test_a_repeated_request_substitutes_once(world: World) -> None:
    match = await world.match()
    request, offering = world.by(CARA), world.by(ANNA)
    first = await world.services.substitutions.offer(offering, match.id)
    assert await world.other_services().substitutions.offer(offering, match.id) == first
    substitution = await world.services.substitutions.accept(request, first.id)
    assert await world.other_services().substitutions.accept(request, first.id) == substitution
    await expect_refusal(world.services.substitutions.accept(world.by(CARA), first.id), "seat-closed")


@pytest.mark.both_databases
async def test_two_simultaneous_substitutes_get_one_seat(database_url: str, world: World) -> None:
    other = await Store.open(database_url)
    match = await world.match()
    number = await offer_seat(world, match)
    results = await asyncio.gather(
        world.services.substitutions.accept(world.by(CARA), number),
        world.other_services(other).substitutions.accept(world.by(DORA), number),
        return_exceptions=True,
    )
    await other.close()
    refusals = [result.reason for result in results if isinstance(result, Refusal)]
    now = await world.services.matches.get(match.id)
    assert refusals == ["seat-closed"]
    assert now.people[0] in {CARA.id, DORA.id}


async def test_a_substitute_inherits_the_series_and_its_wins(world: World) -> None:
    challenge = await world.services.invitations.challenge(
        world.by(ANNA), Terms("counting", {}, "first", tie_break=TieBreak.NONE), HALL, [BEN]
    )
    accepted = await world.services.invitations.accept(world.by(BEN), challenge.id)
    assert accepted.match is not None
    await world.services.resignations.resign(world.by(BEN), accepted.match)
    series = await world.services.matches.series(challenge.id)
    assert series.results[0].winners == {ANNA.id}
    second = await world.services.matches.get(series.games[1])
    assert (await take_seat(world, second)).people == (BEN.id, CARA.id)
    series = await world.services.matches.series(challenge.id)
    assert series.results[0].winners == {CARA.id}, "the substitute inherits the wins"
    await world.services.resignations.resign(world.by(BEN), second.id)
    assert (await world.services.matches.series(challenge.id)).winner == CARA.id


async def test_a_substitution_carries_over_to_the_next_game(world: World) -> None:
    challenge = await world.services.invitations.challenge(
        world.by(ANNA), Terms("counting", {}, "first", tie_break=TieBreak.NONE), HALL, [BEN]
    )
    accepted = await world.services.invitations.accept(world.by(BEN), challenge.id)
    assert accepted.match is not None
    await take_seat(world, await world.services.matches.get(accepted.match))
    await world.services.resignations.resign(world.by(BEN), accepted.match)
    series = await world.services.matches.series(challenge.id)
    assert (await world.services.matches.get(series.games[1])).people == (BEN.id, CARA.id)


def test_a_successor_follows_from_later_handovers() -> None:
    handovers = [Handover(5, 1, 2), Handover(6, 2, 3)]
    assert [successor(person, handovers) for person in (1, 2, 3, 4)] == [3, 3, 3, 4]
    assert [successor(1, handovers, after=number) for number in (5, 6)] == [1, 1]
    assert [successor(2, handovers, after=number) for number in (5, 6)] == [3, 2]
