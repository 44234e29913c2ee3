"""Random games of every kind through the services, read back from the database."""

import random
from collections.abc import AsyncIterator, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import product
from pathlib import Path
from shutil import copyfile

import pytest

from bot.model.challenges.terms import Terms
from bot.model.match.match import Match, MatchStatus
from data.store import Store
from rules.contract import Game, InvalidOption, State
from rules.contract.capabilities import lets_retire
from tests.bot.support.fakes import ANNA, BEN, CARA, DORA, EMIL, FINN, GAMES, HALL, SeededDice, World
from tests.repeats import cases, repeats

pytest_plugins = ("tests.bot.support.worlds",)

_PEOPLE = (ANNA, BEN, CARA, DORA, EMIL, FINN)
_TRIES = 4
_MAX_PLIES = repeats(80, 10_000)
"""Longer games are read back before their end."""
_FEW_PLIES = repeats(8, 10_000)
"""Enough to read back options; only the shortest game of each kind is played longer."""


@dataclass(frozen=True, slots=True)
class Deal:
    key: str
    options: Mapping[str, str]
    players: int

    def __str__(self) -> str:
        return " ".join((self.key, str(self.players), *self.options.values()))


def _deals(game: Game) -> Iterator[Deal]:
    """Yield a few deals that cover every value of every option and every number of players."""
    rng = random.Random(game.key)
    missing = {(option.key, value) for option in game.options for value in option.values}
    missing |= {("players", str(number)) for number in game.seats}
    while missing:
        choices = [
            ({option.key: rng.choice(option.values) for option in game.options}, rng.choice(game.seats))
            for _ in range(60)
        ]
        new_values, options, players = max(
            (
                (len(missing & {*options.items(), ("players", str(players))}), options, players)
                for options, players in choices
                if _can_be_played(game, options, players)
            ),
            key=lambda choice: choice[0],
        )
        if new_values:
            missing -= {*options.items(), ("players", str(players))}
            yield Deal(game.key, options, players)


def _can_be_played(game: Game, options: Mapping[str, str], players: int) -> bool:
    try:
        game.new(options, players=players)
    except InvalidOption:
        return False
    return True


@cache
def _shortest_deal(key: str) -> tuple[Deal, str]:
    """Return the deal and seed of the shortest of a few games; with dice, of the first."""
    deals = [deal for deal in _DEALS if deal.key == key]
    shortest, most = (deals[0], key), 10_000
    for deal, number in product(deals, range(_TRIES)):
        state, seed = GAMES[key].new(deal.options, players=deal.players), f"{key} {number}"
        length = _game_length(state, seed, most)
        if length < most:
            shortest, most = (deal, seed), length
        if state.is_chance:
            break
    return shortest


def _game_length(state: State, seed: str, most: int) -> int:
    """Return the length of a random game in plies, at most `most`."""
    rng, plies = random.Random(seed), 0
    while state.outcome is None and plies < most:
        chances = [move for move, _ in state.chances()]
        state = state.play(rng.choice(chances or state.legal_moves()))
        plies += 1
    return plies


_DEALS = [deal for game in GAMES.values() for deal in _deals(game)]


async def _begin(world: World, deal: Deal) -> Match:
    lobby = await world.services.invitations.challenge(
        world.by(ANNA), Terms(deal.key, deal.options, players=deal.players), HALL
    )
    for person in _PEOPLE[1 : deal.players]:
        lobby = await world.services.invitations.accept(world.by(person), lobby.id)
    if lobby.match is None:
        lobby = await world.services.lobbies.start(world.by(ANNA), lobby.id)
    assert lobby.match is not None
    await world.open(lobby.match)
    return await world.services.matches.get(lobby.match)


async def _play(
    world: World, match: Match, seed: str, *, most: int = 10_000, leaving: int | None = None
) -> Mapping[int, State]:
    """Play to the end, or for at least `most` plies; return the states by ply.

    At ply `leaving`, or as soon as possible after it, the mover leaves instead of moving.
    """
    rng = random.Random(seed)
    people = {person.id: person for person in _PEOPLE}
    state = (await world.services.matches.position(match.id)).state
    states = {match.plies: state}
    while match.status is MatchStatus.RUNNING and match.plies < most:
        assert match.mover is not None
        request = world.by(people[match.mover])
        if leaving is not None and match.plies >= leaving:
            leaving = None
            match = await world.services.resignations.resign(request, match.id)
            state = (await world.services.matches.position(match.id)).state
        else:
            move = rng.choice(state.legal_moves())
            turn = await world.services.turns.take_turn(request, match.id, move.text, match.plies)
            match, state = turn.match, turn.state
        states[match.plies] = state
    return states


async def _check_stored(world: World, match_id: int, states: Mapping[int, State]) -> None:
    """Compare the states with those another process reads from the database, directly or ply by ply."""
    last = max(states)
    current = await world.other_services().matches.position(match_id)
    assert current.state == states[last]
    is_over = states[last].outcome is not None
    assert (current.match.status, current.match.plies) == (
        MatchStatus.FINISHED if is_over else MatchStatus.RUNNING,
        last,
    )
    assert current.match.outcome == current.state.outcome == states[last].outcome
    log = await world.other_services().matches.plies(match_id, 0, last)
    assert [ply.number for ply in log] == list(range(1, last + 1))
    for ply in log:
        assert (ply.number in states) == (ply.state.turn is not None or ply.number == last)
        if ply.number in states:
            assert ply.state == states[ply.number]
            assert ply.state.position == states[ply.number].position
    middle = sorted(states)[len(states) // 2]
    state = (await world.other_services().matches.position(match_id, middle)).state
    assert state == states[middle]
    assert state.legal_moves() == states[middle].legal_moves()


async def _check_whole_game(store: Store, deal: Deal, seed: str, most: int = _MAX_PLIES) -> None:
    world = World(store, GAMES, chance=SeededDice(seed))
    match = await _begin(world, deal)
    assert len(match.players) == deal.players
    assert dict(match.options) == dict(deal.options)
    states = await _play(world, match, seed, most=most)
    await _check_stored(world, match.id, states)
    if match.commitment is not None and states[max(states)].outcome is not None:
        assert (await world.other_services().matches.verify(match.id)).correct


def test_deals_cover_every_option_and_player_count() -> None:
    options = {(deal.key, option) for deal in _DEALS for option in deal.options.items()}
    declared = {
        (game.key, (option.key, value))
        for game in GAMES.values()
        for option in game.options
        for value in option.values
    }
    assert options == declared
    assert {deal.key for deal in _DEALS} == set(GAMES)
    assert {deal.players for deal in _DEALS} == {2, 3, 4, 5, 6}


@pytest.fixture
async def sqlite(tmp_path: Path, sqlite_tables: Path) -> AsyncIterator[Store]:
    copyfile(sqlite_tables, tmp_path / "games.db")
    store = await Store.open(f"sqlite:///{tmp_path / 'games.db'}")
    yield store
    await store.close()


@pytest.mark.parametrize("deal", _DEALS, ids=str)
async def test_a_game_is_the_same_after_a_restart(sqlite: Store, deal: Deal) -> None:
    shortest, seed = _shortest_deal(deal.key)
    if deal == shortest:
        await _check_whole_game(sqlite, deal, seed)
    else:
        await _check_whole_game(sqlite, deal, str(deal), _FEW_PLIES)


@pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
@pytest.mark.parametrize("key", cases(["catch-the-hat", "nine-mens-morris"], sorted(GAMES)))
async def test_each_game_replays_equally_in_the_other_database(store: Store, key: str) -> None:
    await _check_whole_game(store, *_shortest_deal(key), _FEW_PLIES)


@pytest.mark.parametrize("leaving", [1, 30])
async def test_a_game_with_a_departure_is_the_same_after_a_restart(sqlite: Store, leaving: int) -> None:
    (game,) = (game for game in GAMES.values() if lets_retire(game.new(players=max(game.seats))))
    deal, seed = Deal(game.key, {}, 3), f"leaving {leaving}"
    world = World(sqlite, GAMES, chance=SeededDice(seed))
    match = await _begin(world, deal)
    states = await _play(world, match, seed, most=_MAX_PLIES, leaving=leaving)
    await _check_stored(world, match.id, states)
    after = await world.services.matches.get(match.id)
    assert len(after.retired) == 1
    if not after.running:
        assert (await world.services.matches.verify(match.id)).correct
