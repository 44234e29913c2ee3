"""Stepping through a record as through a match."""

import pytest

from bot.features.records.domain.walked import match_of, step_of
from bot.model.match.history import Direction
from bot.model.people.players import NamedPlayer
from rules import GAMES
from tests.bot.features.records.domain.playing import random_record

NUMBER = 7


@pytest.mark.parametrize("key", GAMES)
def test_a_record_is_stepped_to_its_end_and_back(key: str) -> None:
    game = GAMES[key]
    record = random_record(game, {}, game.seats[0])
    match = match_of(record, NUMBER)
    assert (match.id, match.key, match.people, match.is_explorable) == (NUMBER, key, (), True)
    assert [player.name for player in match.players if isinstance(player, NamedPlayer)] == list(record.names)
    step = step_of(record, game, NUMBER, len(record.plies), Direction.FIRST)
    assert (step.ply, step.played) == (0, ())
    plies = []
    while not step.is_last:
        before, step = step, step_of(record, game, NUMBER, step.ply, Direction.FORWARD)
        plies += [ply.text for ply in step.played]
        if step.number % 9 == 0:
            assert step_of(record, game, NUMBER, step.ply, Direction.BACK) == before
    assert plies == [ply.text for ply in record.plies]
    assert record.result is not None
    assert step.position.match.outcome == record.result.outcome


def test_a_step_counts_its_round() -> None:
    game = GAMES["catch-the-hat"]
    record = random_record(game, {}, 3, plies=12)
    step = step_of(record, game, NUMBER, 0, Direction.FIRST)
    rounds = [(step.ply, step.position.round)]
    while not step.is_last:
        step = step_of(record, game, NUMBER, step.ply, Direction.FORWARD)
        rounds.append((step.ply, step.position.round))
    assert rounds == [(0, 1), (2, 1), (4, 1), (6, 1), (7, 1), (9, 2), (11, 2), (12, 2)]
    without_dice = random_record(GAMES["conhex"], {}, plies=3)
    assert step_of(without_dice, GAMES["conhex"], NUMBER, 2, Direction.HERE).position.round is None
