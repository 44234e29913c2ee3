"""Replay of logged plies."""

import pytest

from bot.model.match.impossible_record import ImpossibleRecord
from bot.model.match.match_log import CannotReplay, Stop, read_ply, replay, step
from rules.contract import InvalidMove, Move, RulesError
from tests.bot.support.fakes import Counting
from tests.bot.support.gathering import Gathering

TWO = Counting().new()
CROWD = Counting("crowd", (2, 3), chance=True).new(players=3)


def test_replay_stops_at_the_first_illegal_ply() -> None:
    state, number = replay(TWO, ["take 2", "take 1", "take 2"])
    assert (state.position, number) == ("5 1 3", 3)
    state, number = replay(TWO, ["take 2", "take 9", "take 1"])
    assert (state.position, number) == ("2 1 1", 1)
    assert replay(TWO, []) == (TWO, 0)


def test_chance_plies_are_parsed_by_their_text() -> None:
    state, number = replay(CROWD, ["take 1", "take 2", "roll:2", "take 1"])
    assert (state.position, number) == ("6 0 4", 4)
    before_roll = replay(CROWD, ["take 1", "take 2"])[0]
    with pytest.raises(InvalidMove) as error:
        step(before_roll, "take 1")
    assert error.value.reason == "not-a-chance"
    assert read_ply(TWO, "take 2") == Move("take 2")


def test_a_departure_is_replayed_but_is_not_a_move() -> None:
    table = Gathering().new({}, players=3)
    assert read_ply(table, "retire 1") is None
    state, number = replay(table, ["retire 1", "retire 2"])
    assert number == 2
    assert state.outcome is not None
    assert state.outcome.winners == (0,)
    assert replay(table, ["retire x"])[1] == 0


def test_a_replay_refusal_names_the_ply_or_the_difference() -> None:
    refused = CannotReplay(Stop(4, 1, 2))
    assert (refused.reason, refused.details, refused.stop.begun_under) == ("cannot-replay", {"ply": "4"}, 1)
    differing = CannotReplay(Stop(4, 1, 2, elsewhere=True))
    assert (differing.reason, differing.details) == ("replay-differs", {})


def test_an_impossible_record_names_its_ply() -> None:
    error = ImpossibleRecord(Counting(), {"goal": "4"}, 3, 5, "take 9", RulesError("no such move", "none"))
    assert str(error) == "ply 5: no such move"
    assert (error.options, error.rules, error.ply, error.text) == ({"goal": "4"}, 3, 5, "take 9")
