"""Dice of tournaments: sealed before the draw, assigned in its order, and verified."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
import sqlalchemy as sa

from bot.features.records.domain.codec import read_record, write_record
from bot.features.records.domain.replaying import check
from bot.features.tournaments.domain.dice_seals import LADDER_SEEDS
from bot.features.tournaments.domain.formats import Format, Rules
from bot.features.tournaments.domain.leagues import LeagueRules
from bot.features.tournaments.domain.tournament import Tournament, TournamentSetup, TournamentStatus
from bot.features.tournaments.store.dice_trees import DiceTreeRepository
from bot.features.tournaments.store.tournament_tables import dice_trees, tournament_games
from bot.model.engine_question import NoEngines
from bot.model.events.events import DiceSealed
from bot.model.match.dice import FirstShown, Seed
from bot.model.match.dice_leaf import DiceLeaf
from bot.model.match.dice_tree import DiceTree
from bot.model.match.match import Match, MatchStatus
from bot.model.people.person import MessageRef, Person
from bot.model.people.players import person_of
from bot.repositories.tables.challenge_tables import challenges
from bot.repositories.tables.match_tables import games
from tests.bot.features.tournaments.service.ladders import LADDER
from tests.bot.features.tournaments.service.test_tournaments import CUP, FOUR, SERVER, running
from tests.bot.support.fakes import ANNA, BEN, CARA, DORA, GAMES, HALL, OPENING, SeededDice, World
from tests.bot.support.services import make_services

pytest_plugins = ("tests.bot.support.worlds",)

ROUND_ROBIN = replace(CUP, terms=replace(CUP.terms, key="catch-the-hat"), rules=Rules(Format.ROUND_ROBIN))
SWISS = replace(CUP, terms=replace(CUP.terms, key="catch-the-hat"), rules=Rules(Format.SWISS, 2))
SEALED = OPENING.message - 1000
"""A seal is posted as the message `SEALED` plus its tree's number."""


@pytest.fixture
def world(world: World) -> World:
    """Return a world whose dice differ each time."""
    world.chance = SeededDice("trees")
    world.services = world.other_services()
    return world


async def post(world: World, *, unposted: Sequence[int] = ()) -> list[DiceSealed]:
    """Deliver all pending notices; return the seals, posted with rising message numbers."""
    events = []
    while notices := await world.outbox.claim():
        for notice in notices:
            ref = None
            if isinstance(notice.event, DiceSealed) and notice.event.tree not in unposted:
                events.append(notice.event)
                ref = MessageRef(HALL.channel, SEALED + notice.event.tree)
            await world.outbox.deliver_as(notice.id, ref)
    return events


async def open_tournament(
    world: World, setup: TournamentSetup = ROUND_ROBIN, people: Sequence[Person] = FOUR, *, posts: bool = True
) -> Tournament:
    """Return a tournament entered by `people` after its dice were sealed."""
    tournament = await world.services.tournaments.open(world.by(ANNA), HALL, setup)
    if posts:
        await post(world)
    for person in people:
        tournament = await world.services.tournaments.enter(world.by(person), tournament.id, SERVER)
    return tournament


async def open_and_resign(world: World, match: Match) -> Match:
    """Open a match and resign it for all players except the first."""
    await world.open(match.id)
    for player in match.players[1:]:
        loser = next(person for person in FOUR if person.id == person_of(player))
        match = await world.services.resignations.resign(world.by(loser), match.id)
    assert match.status is MatchStatus.FINISHED
    return match


async def update_rows(world: World, table: sa.Table, where: sa.ColumnElement[bool], **values: object) -> None:
    """Change rows directly, as the database's owner could."""
    async with world.store._engines.writer.begin() as connection:
        await connection.execute(sa.update(table).where(where).values(**values))


async def test_a_tournament_is_sealed_when_it_opens(world: World) -> None:
    tournament = await world.services.tournaments.open(world.by(ANNA), HALL, ROUND_ROBIN)
    (event,) = await post(world)
    (seal,) = (await world.services.tournaments.get(tournament.id)).seals
    assert (event.tournament, event.tree, event.channel) == (tournament.id, seal.id, HALL.channel)
    assert (seal.size, seal.message) == (8, SEALED + seal.id)
    async with world.store.read() as session:
        tree = await session.of(DiceTreeRepository).below(seal.root)
    assert tree is not None
    assert tree.root == seal.root


async def test_a_game_without_dice_is_not_sealed(world: World) -> None:
    tournament = await open_tournament(
        world, replace(ROUND_ROBIN, terms=replace(ROUND_ROBIN.terms, key="conhex"))
    )
    assert tournament.seals == ()
    assert not [game for game in tournament.games if game.leaf is not None]


async def test_games_get_seeds_in_the_order_of_the_draw(world: World) -> None:
    tournament = await open_tournament(world)
    (seal,) = tournament.seals
    in_draw_order = sorted(
        tournament.games,
        key=lambda game: (game.pairing.round, sorted(game.pairing.seats), game.pairing.seats),
    )
    assert [game.leaf for game in in_draw_order] == [DiceLeaf(seal.root, number) for number in range(6)]
    async with world.store.read() as session:
        tree = await session.of(DiceTreeRepository).below(seal.root)
    assert tree is not None
    for match in await running(world, tournament):
        assert match.leaf is not None
        assert match.commitment == tree.seeds[match.leaf.number].short_commitment
        assert match.seed is None


async def test_a_finished_game_verifies_up_to_the_root(world: World) -> None:
    tournament = await open_tournament(world)
    for match in await running(world, tournament):
        finished = await open_and_resign(world, match)
        verified = await world.services.matches.verify(finished.id)
        assert verified.correct
        seal = verified.seal
        assert (seal.shown, seal.message) == (FirstShown.TREE, SEALED + tournament.seals[0].id)
        assert seal.leaf is not None
        assert (seal.leaf.root, len(seal.leaf.path)) == (tournament.seals[0].root, 3)
        assert seal.leaf.holds(verified.commitment)
        record = await world.services.exports.for_person(finished.id, finished.people[0])
        assert record.dice is not None
        assert record.dice.tournament is not None
        assert record.dice.tournament.leaf == seal.leaf
        assert check(read_record(write_record(record)), GAMES) == record


async def test_a_replaced_seed_fails_verification(world: World) -> None:
    """The database's owner inserts a seed of their own, with all values derived from it."""
    tournament = await open_tournament(world)
    match = (await running(world, tournament))[0]
    seed = Seed(b"\6" * 32)
    commitment = seed.short_commitment
    await update_rows(world, games, games.c.id == match.id, dice_seed=seed.hex, dice_commitment=commitment)
    await update_rows(
        world,
        challenges,
        challenges.c.id == match.challenge,
        dice_seed=seed.hex,
        dice_commitment=commitment,
    )
    finished = await open_and_resign(world, match)
    verified = await world.services.matches.verify(finished.id)
    assert verified.wrong == ()
    assert not verified.seal.fits
    assert not verified.correct


async def test_a_seed_replaced_in_the_tree_fails_verification(world: World) -> None:
    tournament = await open_tournament(world)
    match = (await running(world, tournament))[0]
    assert match.leaf is not None
    seed, (seal,) = Seed(b"\6" * 32), tournament.seals
    async with world.store.read() as session:
        tree = await session.of(DiceTreeRepository).below(seal.root)
    assert tree is not None
    seeds = list(tree.seeds)
    seeds[match.leaf.number] = seed
    commitment = seed.short_commitment
    await update_rows(world, dice_trees, dice_trees.c.id == seal.id, seeds=DiceTree(tuple(seeds)).hex)
    await update_rows(world, games, games.c.id == match.id, dice_seed=seed.hex, dice_commitment=commitment)
    finished = await open_and_resign(world, match)
    assert not (await world.services.matches.verify(finished.id)).correct


async def test_a_seed_sealed_for_another_game_fails_verification(world: World) -> None:
    """A suitable seed cannot be picked from the many sealed ones."""
    tournament = await open_tournament(world)
    match, (seal,) = (await running(world, tournament))[0], tournament.seals
    async with world.store.read() as session:
        tree = await session.of(DiceTreeRepository).below(seal.root)
    assert tree is not None
    foreign_seed, commitment = tree.seeds[7], tree.seeds[7].short_commitment
    await update_rows(
        world, games, games.c.id == match.id, dice_seed=foreign_seed.hex, dice_commitment=commitment
    )
    of_match = challenges.c.id == match.challenge
    await update_rows(
        world, challenges, of_match, dice_seed=foreign_seed.hex, dice_commitment=commitment, dice_leaf=7
    )
    await update_rows(world, tournament_games, tournament_games.c.challenge == match.challenge, dice_leaf=7)
    finished = await open_and_resign(world, match)
    verified = await world.services.matches.verify(finished.id)
    assert verified.seal.leaf is not None
    assert verified.seal.leaf.holds(verified.commitment), "it was sealed, for another game"
    assert not verified.correct


async def test_a_seal_posted_after_the_opening_fails_verification(world: World) -> None:
    tournament = await open_tournament(world)
    finished = await open_and_resign(world, (await running(world, tournament))[0])
    await update_rows(world, dice_trees, sa.true(), message=OPENING.message + 1)
    assert not (await world.services.matches.verify(finished.id)).correct


async def test_games_drawn_before_the_seal_are_verified_by_their_opening(world: World) -> None:
    """The same holds for a tournament started by an earlier version."""
    tournament = await open_tournament(world, SWISS, posts=False)
    assert not [game for game in tournament.games if game.leaf is not None]
    await post(world)
    for match in await running(world, tournament):
        finished = await open_and_resign(world, match)
        verified = await world.services.matches.verify(finished.id)
        assert (verified.correct, verified.seal.shown) == (True, FirstShown.OPENING)
    second = [match for match in await running(world, tournament) if match.leaf is not None]
    assert [match.leaf.number for match in second if match.leaf is not None] == [0, 1]
    finished = await open_and_resign(world, second[0])
    assert (await world.services.matches.verify(finished.id)).seal.shown is FirstShown.TREE


async def test_an_older_open_tournament_is_sealed_at_the_next_entry(world: World) -> None:
    tournament = await open_tournament(world, people=(ANNA, BEN))
    async with world.store._engines.writer.begin() as connection:
        await connection.execute(sa.delete(dice_trees))
    await world.services.tournaments.enter(world.by(CARA), tournament.id, SERVER)
    (seal,) = await post(world)
    cup = await world.services.tournaments.enter(world.by(DORA), tournament.id, SERVER)
    assert not [game for game in cup.games if game.leaf is None]
    assert cup.seals[0].id == seal.tree


async def test_the_next_season_is_sealed_during_the_current_one(world: World) -> None:
    terms = replace(ROUND_ROBIN, rules=Rules(Format.LEAGUE, league=LeagueRules(group_size=4)))
    tournament = await open_tournament(world, terms)
    first, ahead_seal = tournament.seals
    assert (first.ahead, ahead_seal.ahead) == (False, True)
    while matches := await running(world, tournament):
        await open_and_resign(world, matches[0])
    after = await world.services.tournaments.get(tournament.id)
    assert after.status is TournamentStatus.FINISHED
    next_season = next(
        season
        for season in await world.services.tournaments.latest(SERVER)
        if season.status is TournamentStatus.RUNNING
    )
    assert next((seal.root, seal.ahead) for seal in next_season.seals) == (ahead_seal.root, False)
    assert {game.leaf.root for game in next_season.games if game.leaf is not None} == {ahead_seal.root}
    assert not [game for game in next_season.games if game.leaf is None]
    finished = await open_and_resign(world, (await running(world, next_season))[0])
    assert (await world.services.matches.verify(finished.id)).correct


async def test_after_a_restore_new_seeds_are_sealed(world: World) -> None:
    tournament = await open_tournament(world, SWISS)
    async with world.store.write() as session:
        await session.of(DiceTreeRepository).close(tournament.id)
    matches = await running(world, tournament)
    await open_and_resign(world, matches[0])
    (new_seal,) = await post(world)
    await open_and_resign(world, matches[1])
    restored = await world.services.tournaments.get(tournament.id)
    second = [game.leaf for game in restored.games if game.pairing.round == 2]
    assert {leaf.root for leaf in second if leaf is not None} == {
        seal.root for seal in restored.seals if seal.id == new_seal.tree
    }
    finished = await open_and_resign(world, (await running(world, tournament))[0])
    assert (await world.services.matches.verify(finished.id)).correct


async def test_ladder_games_against_engines_are_sealed(world: World) -> None:
    """People accept a card with its own seal; a game against an engine begins immediately."""
    engines = NoEngines(1)
    services = make_services(world.store, world.games, world.time, world.chance, engines=engines)
    setup = replace(LADDER, terms=replace(LADDER.terms, key="catch-the-hat"), engine_level=2, places=3)
    ladder = await services.tournaments.open(world.by(ANNA), HALL, setup)
    (sealed,) = await post(world)
    await services.tournaments.enter(world.by(BEN), ladder.id, SERVER)
    ladder = await services.tournaments.enter(world.by(ANNA), ladder.id, SERVER)
    (seal,) = ladder.seals
    assert (seal.id, seal.size) == (sealed.tree, LADDER_SEEDS)
    engine = next(
        entrant.number for entrant in ladder.entrants if entrant.is_engine and not entrant.withdrawn
    )
    ladder = await services.ladders.challenge(world.by(ANNA), ladder.id, SERVER, engine)
    (match,) = await running(world, ladder)
    assert match.leaf == DiceLeaf(seal.root, 0)
    ben = ladder.entry_of(BEN.id)
    assert ben is not None
    await world.open(match.id)
    finished = await services.resignations.resign(world.by(ANNA), match.id)
    assert (await world.services.matches.verify(finished.id)).correct
    await services.ladders.challenge(world.by(ANNA), ladder.id, SERVER, ben.number)
    open_game = next(
        game for game in (await services.tournaments.get(ladder.id)).games if game.challenge and game.runs
    )
    card = await services.challenges.get(open_game.challenge or 0)
    assert (open_game.leaf, card.leaf) == (None, None)
    assert card.commitment is not None
