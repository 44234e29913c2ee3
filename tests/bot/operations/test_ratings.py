"""`fernpartie ratings`: recomputation of all ratings from the log."""

import asyncio
from pathlib import Path

import pytest

import rules
from bot.__main__ import main
from bot.model.challenges.terms import Terms
from bot.repositories.ratings import RatingRepository
from bot.repositories.tables.rating_tables import EVERYWHERE
from data.store import Store
from tests.bot.support.fakes import ANNA, BEN, HALL, World

PLIES = 16
"""The number of plies with which a game of ConHex counts."""


async def _one_rated_match(url: str) -> None:
    """Play a rated match, then delete the ratings."""
    store = await Store.open(url)
    world = World(store, rules.GAMES)
    challenge = await world.services.invitations.challenge(
        world.by(ANNA), Terms("conhex", {}, "red", rated=True), HALL, [BEN]
    )
    accepted = await world.services.invitations.accept(world.by(BEN), challenge.id)
    assert accepted.match is not None
    people = {person.id: person for person in (ANNA, BEN)}
    for _ in range(PLIES):
        position = await world.services.matches.position(accepted.match)
        mover = people[position.match.mover or 0]
        await world.services.turns.take_turn(
            world.by(mover), accepted.match, position.state.legal_moves()[-1].text
        )
    await world.services.resignations.resign(world.by(BEN), accepted.match)
    async with store.write() as session:
        await session.of(RatingRepository).replace("conhex", (), ())
    await store.close()


async def _have_ratings(url: str) -> list[bool]:
    store = await Store.open(url)
    async with store.read() as session:
        people = [
            bool(await session.of(RatingRepository).of(person.id, [EVERYWHERE])) for person in (ANNA, BEN)
        ]
    await store.close()
    return people


def test_ratings_are_recomputed_from_the_log(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    url = f"sqlite:///{tmp_path}/games.db"
    monkeypatch.setenv("FERNPARTIE_TOKEN", "token")
    monkeypatch.setenv("FERNPARTIE_DATABASE_URL", url)
    asyncio.run(_one_rated_match(url))
    assert asyncio.run(_have_ratings(url)) == [False, False]
    assert main(["ratings"]) == 0
    assert capsys.readouterr().out == "conhex: 1 counted\n"
    assert asyncio.run(_have_ratings(url)) == [True, True]
