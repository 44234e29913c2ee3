"""Random games of every kind through the club, read back from the database."""

import random

import pytest

import rules
from bot.play.model import MatchStatus
from tests.bot.play.fakes import ANNA, BEN, World

pytest_plugins = ("tests.bot.play.worlds",)

_PLIES = 60


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("key", sorted(rules.GAMES))
async def test_a_random_game_is_the_same_after_a_restart(world: World, key: str, seed: int) -> None:
    draw = random.Random(f"{key} {seed}")
    game = rules.GAMES[key]
    options = {option.key: draw.choice(option.values) for option in game.options if option.key != "swap"}
    match = await world.match(key, **options)
    people = {person.id: person for person in (ANNA, BEN)}
    state = (await world.club.position(match.id)).state
    states = [state]
    while state.outcome is None and len(states) <= _PLIES:
        assert state.turn is not None
        player = people[match.players[state.turn]]
        move = draw.choice(state.legal_moves())
        turn = await world.club.take_turn(world.by(player), match.id, move.text, len(states) - 1)
        state = turn.state
        states.append(state)
    fresh = world.another_club()
    position = await fresh.position(match.id)
    assert position.state == state
    assert position.state.legal_moves() == state.legal_moves()
    assert (position.match.plies, position.match.turn) == (len(states) - 1, state.turn)
    assert (position.match.status is MatchStatus.FINISHED) == (state.outcome is not None)
    assert position.match.outcome == state.outcome
    for ply in (0, len(states) // 2, len(states) - 1):
        assert (await world.another_club().position(match.id, ply)).state == states[ply]
