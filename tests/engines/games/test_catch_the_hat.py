"""Catch the Hat: every mode and number of players, captures, and avoided risks."""

from collections.abc import Iterator, Mapping
from itertools import count

import pytest
from syrupy.assertion import SnapshotAssertion

from engines import ENGINES, Budget, Task, answer
from engines.contract import WIN, Chance
from engines.games.catch_the_hat.worth import Judge
from engines.search.playouts import random_chance_move
from rules import GAMES, RulesError, State
from rules.contract.capabilities import LetsRetire, retire
from rules.games.catch_the_hat.game import HatState
from rules.games.catch_the_hat.setup import agree
from tests.engines.thinking import levels, thoughts

GAME = GAMES["catch-the-hat"]
ENGINE = ENGINES["catch-the-hat"]


def tables() -> Iterator[tuple[Mapping[str, str], int]]:
    modes = ("solo", "party", "total-party", "tower-race", "golden-hat")
    for players in GAME.seats:
        for mode in modes:
            for more in ({}, {"goal": "defence"}, {"golden_goal": "prisoners"}):
                try:
                    GAME.new({"mode": mode, **more}, players)
                except RulesError:
                    continue
                yield {"mode": mode, **more}, players


@pytest.mark.parametrize(("options", "players"), tuple(tables()), ids=str)
def test_all_levels_play_every_mode(options: Mapping[str, str], players: int) -> None:
    chance = Chance("1")
    path: list[State] = [GAME.new(options, players)]
    while path[-1].outcome is None and len(path) < 60:
        state = path[-1]
        if len(path) == 30 and players > 2 and isinstance(state, LetsRetire):
            path.append(retire(state, players - 1))
            continue
        level = 1 + len(path) % 5
        move = (
            random_chance_move(state, chance)
            if state.is_chance
            else answer(ENGINE, path, level, Budget(), "1")
        )
        path.append(state.play(move))


def best(text: str, options: Mapping[str, str] | None = None, players: int = 2, level: int = 5) -> str:
    state = GAME.from_position(text, options, players)
    return ENGINE.choose(Task([state], ENGINE.levels[level - 1], Budget(), Chance("1")))


def test_a_hat_in_reach_is_caught() -> None:
    text = "turn 0; die 3; H0 r,r,r,r; H2 g,g,g,g,g; R20 r; R40 r; R23 g"
    assert best(text) == "R20-R23"


def test_hat_in_danger_moves_out_of_reach() -> None:
    # Green threatens the tower; with a four it reaches the bench three fields from the junction.
    text = "turn 0; die 4; R19 rg; R45 r,r,r,r,r; H2 g,g,g,g; R17 g"
    assert best(text) == "R19-R23"


def test_danger_weighs_more_on_the_opponents_turn() -> None:
    hats = "die 4; R19 rg; R45 r,r,r,r,r; H2 g,g,g,g; R17 g"
    mine, theirs = (GAME.from_position(f"turn {seat}; {hats}", None, 2) for seat in (0, 1))
    assert isinstance(mine, HatState)
    assert isinstance(theirs, HatState)
    judge = Judge(agree(None, 2), foresight=True)
    assert judge.worth(mine, 0) > judge.worth(theirs, 0)


def test_partners_are_not_caught() -> None:
    text = "turn 0; die 3; R20 r; R23 g; H0 r,r,r,r,r; H1 y,y,y,y,y,y; H2 g,g,g,g,g; H3 b,b,b,b,b,b"
    after = GAME.from_position(text, {"mode": "party"}, 4)
    next_state = after.play(after.parse(best(text, {"mode": "party"}, 4)))
    assert not [event for event in next_state.events if event.seat == 2]


def test_finished_game_is_estimated_as_win_and_loss() -> None:
    state: State = GAME.new({}, 3)
    for seat in (0, 2):
        assert isinstance(state, LetsRetire)
        state = retire(state, seat)
    assert state.outcome is not None
    assert state.outcome.winners == (1,)
    assert [ENGINE.estimate([state], seat) for seat in (0, 1)] == [-WIN, WIN]


def test_answer_searches_few_plies(monkeypatch: pytest.MonkeyPatch) -> None:
    chance, tries = Chance("2"), count()
    state: State = GAME.new({}, 4)
    play = type(state).play
    most = 0
    for _ in range(120):
        if state.outcome is not None:
            break
        if state.is_chance:
            state = state.play(random_chance_move(state, chance))
            continue
        with monkeypatch.context() as patch:
            patch.setattr(type(state), "play", lambda *args: (next(tries), play(*args))[1])
            before = next(tries)
            move = answer(ENGINE, [state], 5, Budget(), "1")
            most = max(most, next(tries) - before)
        state = state.play(move)
    assert 0 < most < 200


def test_thoughts_match_snapshot(snapshot: SnapshotAssertion) -> None:
    assert thoughts("catch-the-hat", 19, 41, players=3) == snapshot
    assert thoughts("catch-the-hat", 31, options={"mode": "tower-race"}, players=2) == snapshot
    assert thoughts("catch-the-hat", 25, options={"mode": "golden-hat"}, players=2) == snapshot
    assert thoughts("catch-the-hat", 22, options={"mode": "party"}, players=4) == snapshot


def test_levels_match_snapshot(snapshot: SnapshotAssertion) -> None:
    assert levels("catch-the-hat") == snapshot
