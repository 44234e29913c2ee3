"""Tournaments after deletions, removals of the bot, and substitutions."""

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.features.tournaments.domain.formats import Format, Rules
from bot.features.tournaments.domain.tournament import TournamentStatus
from bot.kernel.transactions.unit_of_work import Transaction
from bot.model.people.person import Place
from bot.model.people.players import HumanPlayer, person_of
from bot.model.people.privacy import SERVER_KEPT
from tests.bot.features.privacy.service.leaving import act, leave
from tests.bot.features.tournaments.service.test_tournaments import (
    CUP,
    FOUR,
    SERVER,
    open_tournament,
    resign_as_second,
    running,
)
from tests.bot.support.fakes import ANNA, BEN, CARA, DORA, EMIL, HALL, World
from tests.bot.support.refusals import expect_refusal
from tests.bot.support.timed import pass_by

pytest_plugins = ("tests.bot.support.worlds",)


async def test_a_deletion_keeps_the_standings_complete(world: World) -> None:
    tournament = await open_tournament(world, replace(CUP, rules=Rules(Format.ROUND_ROBIN), at_once=1))
    await leave(world, DORA)
    after = await world.services.tournaments.get(tournament.id)
    (leaver,) = (entrant for entrant in after.entrants if entrant.withdrawn)
    assert (person_of(leaver.player) or 0) < 0, "the number of no account"
    assert not [pairing for pairing in after.crosstable.of(leaver.number) if pairing.open]
    assert sum(pairing.points_of(leaver.number) for pairing in after.crosstable.of(leaver.number)) == 0
    while games := await running(world, tournament):
        await resign_as_second(world, games[0])
    finished = await world.services.tournaments.get(tournament.id)
    assert finished.status is TournamentStatus.FINISHED
    assert [entrant.number for entrant in finished.entrants if entrant.place is not None] == [1, 2, 3, 4]


@pytest.mark.parametrize("ladder", [False, True])
async def test_deletion_after_the_end_is_no_withdrawal(world: World, ladder: bool) -> None:
    service = world.services.tournaments
    tournament = await open_tournament(world, replace(CUP, rules=Rules(Format.LADDER)) if ladder else CUP)
    if ladder:
        tournament = await service.get(tournament.id)
        await world.services.ladders.challenge(world.by(BEN), tournament.id, SERVER, 1)
        number = (await service.get(tournament.id)).games[0].challenge or 0
        await world.services.invitations.accept(world.by(ANNA), number)
    while games := await running(world, tournament):
        await resign_as_second(world, games[0])
    if ladder:
        await service.call_off(world.by(ANNA), tournament.id, SERVER)
    before = await service.get(tournament.id)
    (champion,) = before.winners()
    await leave(world, next(person for person in FOUR if person.id == person_of(champion.player)))
    after = await service.get(tournament.id)
    assert not [entrant for entrant in after.entrants if entrant.withdrawn]
    assert after.standings() == before.standings()
    assert [winner.number for winner in after.winners()] == [champion.number]


async def test_a_deleted_person_is_not_paired_again(world: World) -> None:
    tournament = await open_tournament(world)
    first, second = await running(world, tournament)
    (match_of_dora,) = (match for match in (first, second) if DORA.id in match.people)
    await resign_as_second(world, second if match_of_dora is first else first)
    await leave(world, DORA)
    after = await world.services.tournaments.get(tournament.id)
    (leaver,) = (entrant for entrant in after.entrants if entrant.withdrawn)
    assert after.crosstable.round == 2
    assert [game.round for game in after.crosstable.of(leaver.number)] == [1]


async def test_deletion_before_the_start_removes_the_entrant(world: World) -> None:
    tournament = await open_tournament(world, people=(ANNA, DORA))
    await leave(world, DORA)
    after = await world.services.tournaments.get(tournament.id)
    assert [person_of(entrant.player) for entrant in after.entrants] == [ANNA.id]


async def test_a_tournament_resumes_with_the_bot_or_is_deleted(world: World) -> None:
    tournament = await open_tournament(world)
    await world.services.presence.pause_server(SERVER)
    await pass_by(world, timedelta(days=3))
    assert not [match for match in await running(world, tournament) if not match.is_paused]
    await world.services.presence.resume_server(SERVER)
    for match in await running(world, tournament):
        await resign_as_second(world, match)
    assert (await world.services.tournaments.get(tournament.id)).crosstable.round == 2
    await world.services.presence.pause_server(SERVER)
    world.time.pass_by(SERVER_KEPT)
    await act(world)
    await expect_refusal(world.services.tournaments.get(tournament.id), "unknown-tournament")


async def test_a_substitute_takes_over_the_tournament_entry(world: World) -> None:
    tournament = await open_tournament(world, people=(ANNA, BEN, CARA), setup=replace(CUP, places=3))
    (match,) = await running(world, tournament)
    leaver = next(person for person in (ANNA, BEN, CARA) if person.id == match.people[0])
    offer = await world.services.substitutions.offer(world.by(leaver), match.id, DORA)
    await world.services.substitutions.accept(world.by(DORA), offer.id)
    after = await world.services.tournaments.get(tournament.id)
    assert after.entry_of(leaver.id) is None
    assert after.entry_of(DORA.id) is not None


async def test_a_substitute_of_a_withdrawn_entrant_is_paired_again(world: World) -> None:
    service = world.services.tournaments
    tournament = await open_tournament(world)
    first, second = await running(world, tournament)
    leaver = next(person for person in FOUR if person.id == first.people[0])
    place = (await service.get(tournament.id)).entry_of(leaver.id)
    await service.quit(world.by(leaver), tournament.id, SERVER)
    offer = await world.services.substitutions.offer(world.by(leaver), first.id)
    await world.services.substitutions.accept(world.by(EMIL), offer.id)
    entry = (await service.get(tournament.id)).entry_of(EMIL.id)
    assert place is not None
    assert entry == replace(place, player=HumanPlayer(EMIL.id))
    for match in (await world.services.matches.get(first.id), second):
        await resign_as_second(world, match)
    assert [match.id for match in await running(world, tournament) if EMIL.id in match.people]


async def test_a_substitute_takes_over_all_games_of_the_entry(world: World) -> None:
    setup = replace(CUP, rules=Rules(Format.ROUND_ROBIN), at_once=3)
    tournament = await open_tournament(world, setup)
    matches = [match for match in await running(world, tournament) if ANNA.id in match.people]
    assert len(matches) == 3
    offer = await world.services.substitutions.offer(world.by(ANNA), matches[0].id)
    second_offer = await world.services.substitutions.offer(world.by(ANNA), matches[1].id)
    await world.services.substitutions.accept(world.by(EMIL), offer.id)
    for match in matches:
        current = await world.services.matches.get(match.id)
        assert (ANNA.id in current.people, EMIL.id in current.people) == (False, True)
        (handover,) = await world.services.substitutions.history(match.id)
        assert (handover.leaver, handover.substitute) == (ANNA.id, EMIL.id)
    await expect_refusal(world.services.substitutions.accept(world.by(EMIL), second_offer.id), "seat-closed")
    after = await world.services.tournaments.get(tournament.id)
    assert (after.entry_of(ANNA.id), after.entry_of(EMIL.id) is None) == (None, False)


async def test_an_entrant_substitutes_in_one_game_only(world: World) -> None:
    setup = replace(CUP, rules=Rules(Format.ROUND_ROBIN), at_once=3)
    tournament = await open_tournament(world, setup)
    match, other = [match for match in await running(world, tournament) if ANNA.id in match.people][:2]
    substitute = next(person for person in FOUR if person.id not in match.people)
    offer = await world.services.substitutions.offer(world.by(ANNA), match.id)
    await world.services.substitutions.accept(world.by(substitute), offer.id)
    assert ANNA.id in (await world.services.matches.get(other.id)).people
    # A game taken over by another entrant no longer carries the leaver's place.
    next_offer = await world.services.substitutions.offer(world.by(substitute), match.id)
    await world.services.substitutions.accept(world.by(EMIL), next_offer.id)
    after = await world.services.tournaments.get(tournament.id)
    assert after.entry_of(ANNA.id) is not None
    assert after.entry_of(EMIL.id) is None


async def test_an_engine_cannot_substitute_in_a_tournament(world: World) -> None:
    """The engine would play for the person's cup."""
    tournament = await open_tournament(world, people=(ANNA, BEN, CARA), setup=replace(CUP, places=3))
    (match,) = await running(world, tournament)
    leaver, other = (
        next(candidate for candidate in FOUR if candidate.id == person) for person in match.people
    )
    offer = await world.services.substitutions.offer(world.by(leaver), match.id)

    async def allow(_tx: Transaction, _place: Place) -> None:
        return None

    acceptance = world.services.substitutions.accept_for_engine(world.by(other), offer.id, EMIL, 1, allow)
    await expect_refusal(acceptance, "seat-not-for-engine")


async def test_places_include_tournaments_without_own_games(world: World) -> None:
    """An entrant at the top of a ladder may have no game."""
    service = world.services.tournaments
    setup = replace(CUP, rules=Rules(Format.LADDER), places=5)
    other_channel = replace(HALL, channel=HALL.channel + 9)
    ladder = await service.open(world.by(ANNA), other_channel, setup)
    await service.enter(world.by(DORA), ladder.id, SERVER)
    async with world.store.read() as session:
        assert {
            place.channel for place in await world.services.app.kernel.personal_data.places(session, DORA.id)
        } == {other_channel.channel}
