"""A move typed again because its answer was lost, after the computer's immediate reply."""

from dataclasses import dataclass
from datetime import timedelta
from random import Random
from typing import Final

import pytest

import rules
from bot.features.engines.service.practice import TermsDraft
from bot.model.challenges.terms import RANDOM_ROLE, Terms
from bot.model.engine_question import EngineQuestion
from engines import replayed
from rules.contract import RulesError, State
from tests.bot.features.engines.service.test_practice import FirstMoveEngines, practice
from tests.bot.support.fakes import ANNA, HALL, World

pytest_plugins = ("tests.bot.support.worlds",)

TURNS: Final = 8
TIMEOUT: Final = 60
"""Seconds to wait for a reply; generous for busy machines."""
LEGAL_AGAIN: Final = frozenset({"nine-mens-morris"})
"""Games in which such a reply is found: it captures the man just placed."""


@dataclass
class RepeatableMoveEngines(FirstMoveEngines):
    """Engines that reply, if possible, so that the player's last move is legal again."""

    async def choose(self, question: EngineQuestion) -> str:
        game = self.world.games[question.game]
        state = replayed(game, question.options, question.players, question.plies)[-1]
        replies = [move for move in state.legal_moves() if question.plies]
        repeatable = (move for move in replies if _is_legal(state.play(move), question.plies[-1]))
        return str(next(repeatable, state.legal_moves()[0]))


def _is_legal(state: State, move: str) -> bool:
    try:
        state.parse(move)
    except RulesError:
        return False
    return True


@pytest.mark.parametrize("key", sorted(rules.GAMES))
async def test_an_unanswered_move_is_never_played_twice(world: World, key: str) -> None:
    service, turns, matches = (
        practice(world, RepeatableMoveEngines(world)),
        world.services.turns,
        world.services.matches,
    )
    chance, legal_again = Random(key), False
    match = await service.begin(world.by(ANNA), TermsDraft(Terms(key, {}, RANDOM_ROLE), level=1), HALL)
    for _ in range(TURNS):
        await service.play_replies(match.id, TIMEOUT)
        move = str(chance.choice((await matches.position(match.id)).state.legal_moves()))
        request = world.by(ANNA)
        turn = await turns.take_turn(request, match.id, move, confirmed=False)
        await service.play_replies(match.id, TIMEOUT)
        position = await matches.position(match.id)
        legal_again |= position.match.mover == ANNA.id and _is_legal(position.state, move)
        repetition = await turns.take_turn(world.by(ANNA), match.id, move, confirmed=False)
        assert (repetition.repeated, repetition.number, repetition.match) == (
            True,
            turn.number,
            position.match,
        )
        assert await matches.get(match.id) == position.match
        world.services.answered_requests.keep(request.id)
        world.time.pass_by(timedelta(seconds=1))
    assert legal_again or key not in LEGAL_AGAIN
