"""Substitution by engines and in tournaments."""

from dataclasses import replace

import pytest

from bot.features.challenges.service.seats.substitutions import SEAT_CHANGE
from bot.features.tournaments.domain.formats import Format, Rules
from bot.model.challenges.terms import Terms
from bot.model.events.events import SeatOfferClosed
from bot.model.match.substitutions import LIFETIME, STALL, SubstitutionStatus
from bot.model.people.person import Person
from bot.model.people.players import EnginePlayer
from rules.contract.series import TieBreak
from tests.bot.features.engines.service.test_practice import FirstMoveEngines, games_of
from tests.bot.features.tournaments.service.test_tournaments import CUP, open_tournament, running
from tests.bot.support.fakes import ANNA, BEN, CARA, EMIL, HALL, World
from tests.bot.support.refusals import expect_refusal
from tests.bot.support.timed import kinds, pass_by, play

pytest_plugins = ("tests.bot.support.worlds",)
pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)

ACCOUNT = Person(999, "Fern", "")
SERVER = HALL.server or 0


async def test_an_engine_takes_a_seat_offered_by_an_admin(world: World) -> None:
    await world.match()
    match = await world.match("conhex", swap="off")
    await play(world, match, ANNA, move="a1")
    await pass_by(world, STALL)
    offer = await world.services.substitutions.offer(world.by(CARA), match.id, server=SERVER)
    await world.deliver_all()
    request = world.by(ANNA)
    substitution = await games_of(world, FirstMoveEngines(world)).take_seat(request, offer.id, ACCOUNT, 4)
    assert (substitution.status, substitution.leaver, substitution.substitute) == (
        SubstitutionStatus.ACCEPTED,
        BEN.id,
        ACCOUNT.id,
    )
    assert (
        await games_of(world, FirstMoveEngines(world)).take_seat(request, offer.id, ACCOUNT, 4)
        == substitution
    )
    after = await world.services.matches.get(match.id)
    assert (after.players[1], after.plies) == (EnginePlayer("conhex", 4), 1)
    assert kinds(await world.deliver_all())[0] is SeatOfferClosed
    assert await world.services.people.names([ACCOUNT.id]) == {ACCOUNT.id: "Fern"}
    (change, _) = await world.services.servers.audit(SERVER)
    assert (change.what, change.who, change.match, change.note) == (
        SEAT_CHANGE,
        CARA.id,
        match.id,
        f"{BEN.id} {ACCOUNT.id}",
    )


async def test_a_late_move_keeps_the_seat_from_an_engine(world: World) -> None:
    match = await world.match("conhex", swap="off")
    await play(world, match, ANNA, move="a1")
    await pass_by(world, STALL)
    offer = await world.services.substitutions.offer(world.by(CARA), match.id, server=SERVER)
    await play(world, match, BEN, move="k1")
    after = await games_of(world, FirstMoveEngines(world)).take_seat(world.by(ANNA), offer.id, ACCOUNT, 4)
    assert after.status is SubstitutionStatus.LAPSED
    assert (await world.services.matches.get(match.id)).people == (ANNA.id, BEN.id)


async def test_engines_take_no_seat_in_series_or_with_several_opponents(world: World) -> None:
    games = games_of(world, FirstMoveEngines(world))
    terms = Terms("counting", {}, "first", tie_break=TieBreak.NONE)
    series = await world.services.invitations.challenge(world.by(ANNA), terms, HALL, [BEN])
    match = (await world.services.invitations.accept(world.by(BEN), series.id)).match or 0
    offer = await world.services.substitutions.offer(world.by(ANNA), match)
    await expect_refusal(games.take_seat(world.by(BEN), offer.id, ACCOUNT, 1), "seat-not-for-engine")
    table = await world.gathering(BEN, CARA)
    offer = await world.services.substitutions.offer(world.by(ANNA), table.id)
    await expect_refusal(games.take_seat(world.by(BEN), offer.id, ACCOUNT, 1), "seat-not-for-engine")
    await world.services.resignations.resign(world.by(CARA), table.id)
    substitution = await games.take_seat(world.by(BEN), offer.id, ACCOUNT, 1)
    assert substitution.status is SubstitutionStatus.ACCEPTED
    assert isinstance((await world.services.matches.get(table.id)).players[offer.seat], EnginePlayer)


async def test_engine_seats_are_refused_without_engines_or_permission(world: World) -> None:
    match = await world.match("conhex")
    offer = await world.services.substitutions.offer(world.by(ANNA), match.id)
    await expect_refusal(
        world.services.engine_games.take_seat(world.by(BEN), offer.id, ACCOUNT, 1), "no-engines"
    )
    with pytest.raises(ValueError, match="level 6"):
        await games_of(world, FirstMoveEngines(world)).take_seat(world.by(BEN), offer.id, ACCOUNT, 6)
    await world.services.servers.set_server(world.by(CARA), SERVER, engines=False)
    await expect_refusal(
        games_of(world, FirstMoveEngines(world)).take_seat(world.by(BEN), offer.id, ACCOUNT, 1), "engines-off"
    )
    assert (await world.services.substitutions.get(offer.id)).open


async def test_no_engine_substitutes_in_a_tournament(world: World) -> None:
    tournament = await open_tournament(world)
    match = (await running(world, tournament))[0]
    leaver, other = (Person(person, "", "") for person in match.people)
    offer = await world.services.substitutions.offer(world.by(leaver), match.id)
    seat = games_of(world, FirstMoveEngines(world)).take_seat(world.by(other), offer.id, ACCOUNT, 1)
    await expect_refusal(seat, "seat-not-for-engine")


async def test_a_substitute_takes_all_of_a_leaver_s_tournament_seats(world: World) -> None:
    """A seat already on offer is transferred by its own offer."""
    setup = replace(CUP, rules=Rules(Format.ROUND_ROBIN), at_once=3)
    tournament = await open_tournament(world, setup)
    mine = [match for match in await running(world, tournament) if ANNA.id in match.people]
    offers = [await world.services.substitutions.offer(world.by(ANNA), match.id) for match in mine[:2]]
    await world.services.substitutions.accept(world.by(EMIL), offers[0].id)
    history = [await world.services.substitutions.history(match.id) for match in mine]
    assert [
        [(substitution.leaver, substitution.substitute) for substitution in changes] for changes in history
    ] == [[(ANNA.id, EMIL.id)]] * 3
    assert [changes[0].id for changes in history[:2]] == [offer.id for offer in offers]
    assert [changes[0].seat for changes in history] == [match.seat_of(ANNA.id) for match in mine]
    assert [changes[0].plies for changes in history] == [match.plies for match in mine]


async def test_a_seat_offer_expires_exactly_after_its_lifetime(world: World) -> None:
    match = await world.match()
    offer = await world.services.substitutions.offer(world.by(ANNA), match.id)
    assert offer.expires == world.time.now + LIFETIME
    world.time.pass_by(LIFETIME)
    await expect_refusal(world.services.substitutions.accept(world.by(CARA), offer.id), "seat-closed")
