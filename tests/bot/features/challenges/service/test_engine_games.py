"""Public games in which engines hold seats: begun, gone on with, offers answered."""

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.features.engines.service.engine_turns import EARLIEST_DRAW, EngineCalls
from bot.features.engines.service.practice import MOST
from bot.kernel.outbox.recorded import RecordedInMatch
from bot.kernel.transactions.unit_of_work import Change
from bot.model.challenges.challenge import Challenge, ChallengeStatus
from bot.model.challenges.terms import Terms
from bot.model.events.events import PlyPlayed
from bot.model.match.match import AGREEMENT, RESIGNATION, Match, MatchStatus
from bot.model.match.offers.offer_rules import OfferKind
from bot.model.match.substitutions import SubstitutionStatus
from bot.model.people.person import Person
from bot.model.people.players import EnginePlayer, HumanPlayer
from rules.contract import Outcome
from tests.bot.features.engines.service.test_practice import First, Slow, games_of, turns_of
from tests.bot.support.fakes import ANNA, BEN, CARA, HALL, World
from tests.bot.support.refusals import refused

pytest_plugins = ("tests.bot.support.worlds",)

BOT = Person(999, "Fernpartie", "")


async def challenged(world: World, key: str = "conhex", **options: str) -> Challenge:
    role = world.games[key].roles(2)[0]
    return await world.services.invitations.challenge(
        world.by(ANNA), Terms(key, options, role, rated=True, against_engine=True), HALL, [BOT]
    )


async def begin_match(world: World, key: str = "conhex", **options: str) -> Match:
    challenge = await games_of(world, First(world)).accept(
        world.by(ANNA), (await challenged(world, key, **options)).id, 3
    )
    assert challenge.match is not None
    return await world.services.matches.get(challenge.match)


async def test_the_challenger_chooses_the_level_and_an_engine_plays(world: World) -> None:
    match = await begin_match(world, swap="off")
    assert match.players == (HumanPlayer(ANNA.id), EnginePlayer("conhex", 3))
    assert (match.rated, match.is_practice, match.has_engines) == (False, False, True)
    await world.services.turns.take_turn(world.by(ANNA), match.id, "f6")
    await turns_of(world, First(world)).schedule(match.id)
    after = await world.services.matches.get(match.id)
    assert (after.plies, after.mover) == (2, ANNA.id)


async def test_nobody_else_accepts_for_the_computer(world: World) -> None:
    challenge = await challenged(world)
    games = games_of(world, First(world))
    await refused(games.accept(world.by(BEN), challenge.id, 3), "not-your-challenge")
    await refused(world.services.invitations.accept(world.by(BEN), challenge.id), "not-your-challenge")
    among_people = await world.services.invitations.challenge(
        world.by(ANNA), Terms("conhex", {}), HALL, [BEN]
    )
    await refused(games.accept(world.by(ANNA), among_people.id, 3), "not-your-challenge")
    assert HALL.server is not None
    await world.services.servers.set_server(world.by(CARA), HALL.server, engines=False)
    await refused(games.accept(world.by(ANNA), challenge.id, 3), "engines-off")
    await refused(challenged(world), "engines-off")


async def test_games_against_engines_are_few(world: World) -> None:
    for _ in range(MOST):
        await begin_match(world)
    challenge = await challenged(world)
    await refused(
        games_of(world, First(world)).accept(world.by(ANNA), challenge.id, 3), "too-much-practice", limit="5"
    )


async def test_what_has_happened_while_an_engine_thought_is_seen_to_afterwards(world: World) -> None:
    match = await begin_match(world, swap="off")
    await world.services.turns.take_turn(world.by(ANNA), match.id, "f6")
    engines, calls = Slow(world), EngineCalls()
    turns = turns_of(world, engines, calls)
    thinking = turns.schedule(match.id)
    await engines.thinks.wait()
    await world.services.undo.undo(world.by(ANNA), match.id, 1, 0)
    await world.services.turns.take_turn(world.by(ANNA), match.id, "c4")
    event = PlyPlayed(match.id, 0, 1, 0, "c4", 0, 1, match.settings_at(1).preferences.tell, 0)
    calls.committed(Change((RecordedInMatch(event, match),)))
    await turns.called()
    engines.thinks.clear()
    engines.may_answer.set()
    await thinking
    async with asyncio.timeout(5):
        await engines.thinks.wait()
    await turns.schedule(match.id)
    assert [question.plies for question in engines.asked] == [("f6",), ("c4",)]
    assert (await world.services.matches.get(match.id)).plies == 2


async def test_a_commit_calls_the_engine_whose_turn_it_is(world: World) -> None:
    match = await begin_match(world, swap="off")
    calls = EngineCalls()
    event = PlyPlayed(match.id, 0, 1, 0, "f6", 0, 1, match.settings_at(1).preferences.tell, 0)
    calls.committed(Change((RecordedInMatch(event, match),)))
    calls.committed(Change((RecordedInMatch(event, match),)))
    private = replace(match, place=replace(match.place, server=None))
    calls.committed(Change((RecordedInMatch(event, private),)))
    assert await calls.taken() == (match.id,)
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(calls.taken(), 0.001)


async def test_a_take_back_is_agreed_to(world: World) -> None:
    match = await begin_match(world, swap="off")
    await world.services.turns.take_turn(world.by(ANNA), match.id, "f6")
    await turns_of(world, First(world)).schedule(match.id)
    await world.services.offers.offer(world.by(ANNA), match.id, OfferKind.TAKE_BACK)
    await turns_of(world, First(world)).schedule(match.id)
    after = await world.services.matches.get(match.id)
    assert (after.plies, after.taken_back, after.mover) == (0, 1, ANNA.id)


@pytest.mark.parametrize("content", [True, False])
async def test_a_draw_is_agreed_to_late_and_by_who_is_content(world: World, content: bool) -> None:
    match = await begin_match(world, "hnefatafl")
    engines = turns_of(world, First(world, content=content))

    async def offer() -> Match:
        await world.services.offers.offer(world.by(ANNA), match.id, OfferKind.DRAW)
        await engines.schedule(match.id)
        return await world.services.matches.get(match.id)

    assert not (await offer()).offers, "it is declined: too early"
    while (now := await world.services.matches.position(match.id)).match.plies < EARLIEST_DRAW:
        moves = now.state.legal_moves()
        move = moves[now.match.plies % len(moves)].text
        await world.services.turns.take_turn(world.by(ANNA), match.id, move)
        await engines.schedule(match.id)
    over = await offer()
    assert (over.outcome is not None and over.outcome.reason == AGREEMENT) == content
    assert not over.offers


@pytest.mark.parametrize(("content", "offers"), [(True, [60, 80]), (False, [])])
async def test_an_engine_offers_a_draw_late_and_seldom_where_nobody_looks_better(
    world: World, content: bool, offers: list[int]
) -> None:
    match = await begin_match(world, "counting", goal="200")
    engines, worths = First(world, content=content), list[int]()
    while (here := await world.services.matches.position(match.id)).match.plies < 84:
        if here.match.mover == ANNA.id:
            await world.services.turns.take_turn(world.by(ANNA), match.id, str(here.state.legal_moves()[0]))
            continue
        await turns_of(world, engines).schedule(match.id)
        after = await world.services.matches.get(match.id)
        if after.standing.offers.find(OfferKind.DRAW) is not None:
            worths.append(after.plies)
    assert worths == offers


async def test_the_host_fills_a_table_with_engines(world: World) -> None:
    lobby = await world.services.invitations.challenge(
        world.by(ANNA), Terms("catch-the-hat", {}, players=4, rated=True), HALL
    )
    await world.services.lobbies.join(world.by(BEN), lobby.id)
    games = games_of(world, First(world))
    await refused(games.fill(world.by(BEN), lobby.id, 2), "not-the-host")
    filled = await games.fill(world.by(ANNA), lobby.id, 2)
    assert filled.status is ChallengeStatus.ACCEPTED
    assert filled.match is not None
    match = await world.services.matches.get(filled.match)
    assert {*match.people} == {ANNA.id, BEN.id}
    assert not match.rated
    assert match.players.count(EnginePlayer("catch-the-hat", 2)) == 2


async def test_a_table_that_the_last_person_has_left_is_over(world: World) -> None:
    lobby = await world.services.invitations.challenge(
        world.by(ANNA), Terms("catch-the-hat", {}, players=4), HALL
    )
    await world.services.lobbies.join(world.by(BEN), lobby.id)
    number = (await games_of(world, First(world)).fill(world.by(ANNA), lobby.id, 2)).match
    assert number is not None
    await world.open(number)
    result = await world.services.resignations.resign(world.by(ANNA), number)
    assert result.running
    over = await world.services.resignations.resign(world.by(BEN), number)
    engines = tuple(seat for seat, player in enumerate(over.players) if isinstance(player, EnginePlayer))
    assert (over.status, over.outcome) == (MatchStatus.FINISHED, Outcome(engines, RESIGNATION))
    assert set(over.retired) == set(range(4)) - set(engines)


async def test_a_rematch_asks_the_computer_with_sides_swapped(world: World) -> None:
    match = await begin_match(world, swap="off")
    await world.services.turns.take_turn(world.by(ANNA), match.id, "f6")
    await world.services.resignations.resign(world.by(ANNA), match.id)
    again = await world.services.rematches.rematch(world.by(ANNA), match.id)
    assert (again.terms.against_engine, again.opponent, again.terms.role) == (True, BOT.id, "blue")
    assert again.rematch_of == match.id


async def test_there_is_no_series_and_no_table_with_the_computer(world: World) -> None:
    await refused(challenged(world, "catch-the-hat"), "engine-at-table")


@pytest.mark.both_databases
async def test_a_bot_that_is_killed_after_a_ply_has_it_answered_once_by_others(world: World) -> None:
    """The engine's task stands in the database with the ply: the call after the commit may be lost."""
    match = await begin_match(world, swap="off")
    await world.services.turns.take_turn(world.by(ANNA), match.id, "f6")
    world.time.pass_by(timedelta(minutes=1))
    others = [turns_of(world, First(world)) for _ in range(2)]
    await asyncio.gather(*(service.resume_forgotten() for service in others))
    assert (await world.services.matches.get(match.id)).plies == 2
    assert [await service.resume_forgotten() for service in others] == [0, 0]


async def test_the_other_player_lets_the_computer_go_on_for_who_leaves(world: World) -> None:
    match = await world.match("conhex", swap="off")
    leaver = next(person for person in (ANNA, BEN) if person.id == match.mover)
    other = BEN if leaver is ANNA else ANNA
    offer = await world.services.substitutions.offer(world.by(leaver), match.id)
    games = games_of(world, First(world))
    await refused(games.take_seat(world.by(CARA), offer.id, BOT, 2), "not-your-game")
    await refused(games.take_seat(world.by(leaver), offer.id, BOT, 2), "seat-not-for-you")
    substitution = await games.take_seat(world.by(other), offer.id, BOT, 2)
    assert (substitution.status, substitution.substitute) == (SubstitutionStatus.ACCEPTED, BOT.id)
    after = await world.services.matches.get(match.id)
    assert after.players[offer.seat] == EnginePlayer("conhex", 2)
    await turns_of(world, First(world)).schedule(match.id)
    assert (await world.services.matches.get(match.id)).mover == other.id


async def test_a_seat_offered_to_somebody_is_not_the_computers(world: World) -> None:
    match = await world.match("conhex", swap="off")
    offer = await world.services.substitutions.offer(world.by(ANNA), match.id, CARA)
    await refused(
        games_of(world, First(world)).take_seat(world.by(BEN), offer.id, BOT, 2), "seat-not-for-engine"
    )
