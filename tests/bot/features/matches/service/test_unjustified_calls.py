"""Unjustified claims: remembered, and not offered again in the same position."""

import pytest

from bot.model.refusal import Refusal
from rules.contract import UnjustifiedCall
from tests.bot.support.fakes import ANNA, BEN, World

pytest_plugins = ("tests.bot.support.worlds",)


async def test_a_wrong_claim_is_refused_until_the_position_changes(world: World) -> None:
    match, turns = await world.match("fox-and-hens"), world.services.turns

    async def move(nth: int = 0) -> None:
        state = (await world.services.matches.position(match.id)).state
        person = (ANNA, BEN)[state.turn or 0]
        moves = [candidate for candidate in state.legal_moves() if not candidate.action]
        await turns.take_turn(world.by(person), match.id, str(moves[nth]))

    await move()
    await move()
    hens = (ANNA, BEN)[(await world.services.matches.get(match.id)).turn or 0]
    with pytest.raises(UnjustifiedCall):
        await turns.take_turn(world.by(hens), match.id, "claim")
    assert (await world.services.matches.get(match.id)).has_rejected_call
    with pytest.raises(Refusal, match="called-already"):
        await turns.take_turn(world.by(hens), match.id, "claim")
    await move()
    assert not (await world.services.matches.get(match.id)).has_rejected_call
