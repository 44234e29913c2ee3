"""Public games with engines: starting, substituting, answering offers."""

import pytest

from bot.features.engines.service.practice import MOST
from bot.model.challenges.challenge import Challenge, ChallengeStatus
from bot.model.challenges.terms import Terms
from bot.model.events.events import ChallengeMade
from bot.model.match.match import RESIGNATION, Match, MatchStatus
from bot.model.match.substitutions import SubstitutionStatus
from bot.model.people.person import Person
from bot.model.people.players import EnginePlayer, HumanPlayer
from rules.contract import Outcome
from tests.bot.features.engines.service.test_practice import FirstMoveEngines, games_of, turns_of
from tests.bot.support.fakes import ANNA, BEN, CARA, HALL, World
from tests.bot.support.refusals import expect_refusal

pytest_plugins = ("tests.bot.support.worlds",)

BOT = Person(999, "Fernpartie", "")


async def challenge_engine(world: World, key: str = "conhex", **options: str) -> Challenge:
    role = world.games[key].roles(2)[0]
    return await world.services.invitations.challenge(
        world.by(ANNA), Terms(key, options, role, rated=True, against_engine=True), HALL, [BOT]
    )


async def begin_match(world: World, key: str = "conhex", **options: str) -> Match:
    challenge = await games_of(world, FirstMoveEngines(world)).accept(
        world.by(ANNA), (await challenge_engine(world, key, **options)).id, 3
    )
    assert challenge.match is not None
    return await world.services.matches.get(challenge.match)


async def test_an_engine_plays_at_the_challenger_s_level(world: World) -> None:
    match = await begin_match(world, swap="off")
    assert match.players == (HumanPlayer(ANNA.id), EnginePlayer("conhex", 3))
    assert (match.rated, match.is_practice, match.has_engines) == (False, False, True)
    await world.services.turns.take_turn(world.by(ANNA), match.id, "f6")
    await turns_of(world, FirstMoveEngines(world)).schedule(match.id)
    after = await world.services.matches.get(match.id)
    assert (after.plies, after.mover) == (2, ANNA.id)


async def test_only_the_challenger_accepts_for_the_computer(world: World) -> None:
    challenge = await challenge_engine(world)
    games = games_of(world, FirstMoveEngines(world))
    await expect_refusal(games.accept(world.by(BEN), challenge.id, 3), "not-your-challenge")
    await expect_refusal(world.services.invitations.accept(world.by(BEN), challenge.id), "not-your-challenge")
    among_people = await world.services.invitations.challenge(
        world.by(ANNA), Terms("conhex", {}), HALL, [BEN]
    )
    await expect_refusal(games.accept(world.by(ANNA), among_people.id, 3), "not-your-challenge")
    assert HALL.server is not None
    await world.services.servers.set_server(world.by(CARA), HALL.server, engines=False)
    await expect_refusal(games.accept(world.by(ANNA), challenge.id, 3), "engines-off")
    await expect_refusal(challenge_engine(world), "engines-off")


async def test_games_against_engines_are_limited(world: World) -> None:
    for _ in range(MOST):
        await begin_match(world)
    challenge = await challenge_engine(world)
    await expect_refusal(
        games_of(world, FirstMoveEngines(world)).accept(world.by(ANNA), challenge.id, 3),
        "too-much-practice",
        limit="5",
    )


async def test_the_host_fills_a_table_with_engines(world: World) -> None:
    lobby = await world.services.invitations.challenge(
        world.by(ANNA), Terms("catch-the-hat", {}, players=4, rated=True), HALL, [BEN, CARA]
    )
    await world.services.lobbies.join(world.by(BEN), lobby.id)
    games = games_of(world, FirstMoveEngines(world))
    await expect_refusal(games.fill(world.by(BEN), lobby.id, 2), "not-the-host")
    filled = await games.fill(world.by(ANNA), lobby.id, 2)
    assert filled.status is ChallengeStatus.ACCEPTED
    assert filled.match is not None
    match = await world.services.matches.get(filled.match)
    assert {*match.people} == {ANNA.id, BEN.id}
    assert not match.rated
    assert match.players.count(EnginePlayer("catch-the-hat", 2)) == 2


async def test_a_table_ends_when_its_last_person_leaves(world: World) -> None:
    lobby = await world.services.invitations.challenge(
        world.by(ANNA), Terms("catch-the-hat", {}, players=4), HALL
    )
    await world.services.lobbies.join(world.by(BEN), lobby.id)
    number = (await games_of(world, FirstMoveEngines(world)).fill(world.by(ANNA), lobby.id, 2)).match
    assert number is not None
    await world.open(number)
    result = await world.services.resignations.resign(world.by(ANNA), number)
    assert result.running
    finished = await world.services.resignations.resign(world.by(BEN), number)
    engines = tuple(seat for seat, player in enumerate(finished.players) if isinstance(player, EnginePlayer))
    assert (finished.status, finished.outcome) == (MatchStatus.FINISHED, Outcome(engines, RESIGNATION))
    assert set(finished.retired) == set(range(4)) - set(engines)


async def test_a_rematch_challenges_the_computer_with_sides_swapped(world: World) -> None:
    match = await begin_match(world, swap="off")
    await world.services.turns.take_turn(world.by(ANNA), match.id, "f6")
    await world.services.resignations.resign(world.by(ANNA), match.id)
    rematch = await world.services.rematches.rematch(world.by(ANNA), match.id)
    assert (rematch.terms.against_engine, rematch.opponent, rematch.terms.role) == (True, BOT.id, "blue")
    assert rematch.rematch_of == match.id


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
async def test_a_rematch_of_an_engine_table_pings_no_role(world: World) -> None:
    table = await world.services.invitations.challenge(
        world.by(ANNA), Terms("catch-the-hat", {}, players=3), HALL
    )
    number = (await games_of(world, FirstMoveEngines(world)).fill(world.by(ANNA), table.id, 2)).match or 0
    await world.open(number)
    await world.services.resignations.resign(world.by(ANNA), number)
    await world.services.servers.set_server(world.by(CARA), HALL.server or 0, call_role=555)
    await world.deliver_all()
    again = await world.services.rematches.rematch(world.by(ANNA), number)
    new = await world.services.invitations.challenge(world.by(BEN), again.terms, HALL)
    cards = [notice.event for notice in await world.deliver_all() if isinstance(notice.event, ChallengeMade)]
    assert (again.lobby, again.rematch_of, [guest.person for guest in again.guests]) == (
        True,
        number,
        [ANNA.id],
    )
    roles = {card.challenge: card.role for card in cards}
    assert roles == {again.id: None, new.id: 555}


async def test_the_computer_cannot_be_challenged_at_a_table(world: World) -> None:
    await expect_refusal(challenge_engine(world, "catch-the-hat"), "engine-at-table")


async def test_the_opponent_lets_the_computer_replace_a_leaver(world: World) -> None:
    match = await world.match("conhex", swap="off")
    leaver = next(person for person in (ANNA, BEN) if person.id == match.mover)
    other = BEN if leaver is ANNA else ANNA
    offer = await world.services.substitutions.offer(world.by(leaver), match.id)
    games = games_of(world, FirstMoveEngines(world))
    await expect_refusal(games.take_seat(world.by(CARA), offer.id, BOT, 2), "not-your-game")
    await expect_refusal(games.take_seat(world.by(leaver), offer.id, BOT, 2), "seat-not-for-you")
    substitution = await games.take_seat(world.by(other), offer.id, BOT, 2)
    assert (substitution.status, substitution.substitute) == (SubstitutionStatus.ACCEPTED, BOT.id)
    after = await world.services.matches.get(match.id)
    assert after.players[offer.seat] == EnginePlayer("conhex", 2)
    await turns_of(world, FirstMoveEngines(world)).schedule(match.id)
    assert (await world.services.matches.get(match.id)).mover == other.id


async def test_the_computer_cannot_take_a_personally_offered_seat(world: World) -> None:
    match = await world.match("conhex", swap="off")
    offer = await world.services.substitutions.offer(world.by(ANNA), match.id, CARA)
    await expect_refusal(
        games_of(world, FirstMoveEngines(world)).take_seat(world.by(BEN), offer.id, BOT, 2),
        "seat-not-for-engine",
    )
