"""Reviews: missed wins and losing moves are found in every game."""

from dataclasses import replace
from itertools import count

import pytest

from engines import ENGINES, Budget, Engine, PlyVerdict, verdict
from engines.contract import WIN, Chance, MoveWorth, chance_of, worth_of
from engines.puzzles import Goal, shipped
from engines.puzzles.puzzle import Puzzle
from engines.search.engine import PlayoutEngine
from engines.search.playouts import random_chance_move
from rules import GAMES, State

WITH_PUZZLES = sorted(key for key in GAMES if shipped(key))
DICE = "catch-the-hat"


def path_of(key: str, puzzle: Puzzle) -> list[State]:
    path: list[State] = [GAMES[key].new(puzzle.options)]
    for ply in puzzle.plies:
        path.append(path[-1].play(path[-1].parse(ply)))
    return path


def verdict_on(key: str, path: list[State], text: str, nodes: int = 3_000) -> PlyVerdict:
    judgement = verdict(ENGINES[key], path, text, Budget(nodes), "1")
    assert judgement is not None
    return judgement


def without_proof(worth: MoveWorth) -> MoveWorth:
    return replace(worth, fact=None)


def test_every_game_with_its_own_engine_is_covered() -> None:
    own = {key for key, engine in ENGINES.items() if not isinstance(engine, PlayoutEngine)}
    assert own
    assert own <= {*WITH_PUZZLES, DICE}


def winning(state: State) -> set[str]:
    return {move.text for move in state.legal_moves() if _wins(state.play(move), state.turn)}


@pytest.mark.parametrize("key", WITH_PUZZLES)
def test_missed_win_in_one_is_found(key: str) -> None:
    puzzles = [
        candidate for candidate in shipped(key) if candidate.goal is Goal.WIN and candidate.moves == 1
    ][:4]
    assert puzzles
    for puzzle in puzzles:
        path, wins = path_of(key, puzzle), set(puzzle.tree)
        at_once = winning(path[-1])
        # In Hounds and Jackals the other side's forced move ends the game, so the search needs two plies.
        nodes, ends = (1, 1) if at_once else (2_000, 2)
        missed = next(move.text for move in path[-1].legal_moves() if move.text not in wins)
        judgement = verdict_on(key, path, missed, nodes)
        assert without_proof(judgement.of_best) == MoveWorth(1.0, ends), "an immediate win needs one node"
        assert judgement.best in wins
        assert not judgement.of_played.wins or judgement.of_played.ends > ends or judgement.of_played.fact
        verdict = verdict_on(key, path, min(wins), nodes)
        assert verdict.best == min(wins), "among equally good moves, the played one is best"
        assert verdict.of_played == judgement.of_best


@pytest.mark.parametrize("key", WITH_PUZZLES)
def test_losing_and_saving_moves_are_distinguished(key: str) -> None:
    for puzzle in [candidate for candidate in shipped(key) if candidate.goal is Goal.SAVE][:4]:
        path = path_of(key, puzzle)
        (saving,) = puzzle.tree
        losing = next(move.text for move in path[-1].legal_moves() if move.text != saving)
        judgement = verdict_on(key, path, losing)
        assert without_proof(judgement.of_played) == MoveWorth(0.0, -2), puzzle
        if judgement.of_best.loses:
            assert judgement.of_best.ends < -2 or judgement.of_best.fact, "the longer defence is better"
        else:
            assert judgement.best == saving


@pytest.mark.parametrize("key", WITH_PUZZLES)
def test_a_longer_win_is_found(key: str) -> None:
    puzzle = next(
        (candidate for candidate in shipped(key) if candidate.goal is Goal.WIN and candidate.moves == 2), None
    )
    if puzzle is None:
        pytest.skip("there is no such puzzle")
    path = path_of(key, puzzle)
    missed = next(move.text for move in path[-1].legal_moves() if move.text not in puzzle.tree)
    judgement = verdict_on(key, path, missed, nodes=20_000)
    assert judgement.of_best.wins
    assert judgement.of_played.rank <= judgement.of_best.rank


@pytest.mark.parametrize("players", [2, 6])
def test_dice_games_are_judged_by_the_roll(players: int) -> None:
    """Missed captures and missed wins in random games."""
    missed = count = 0
    for number in range(40):
        chance = Chance(str(number))
        path: list[State] = [GAMES[DICE].new({}, players)]
        while path[-1].outcome is None and len(path) < 400:
            state = path[-1]
            if state.is_chance:
                path.append(state.play(random_chance_move(state, chance)))
                continue
            moves = {move.text: state.play(move) for move in state.legal_moves()}
            wins = winning(state)
            catching = [text for text, after in moves.items() if _catches(after, state.turn)]
            quiet = [text for text in moves if text not in wins and text not in catching]
            if wins and len(wins) < len(moves):
                judgement = verdict_on(DICE, path, next(text for text in moves if text not in wins))
                assert judgement.best in wins
                assert judgement.of_best == MoveWorth(1.0, 1)
                count += 1
            elif catching and quiet:
                judgement = verdict_on(DICE, path, quiet[0])
                assert judgement.of_best.chance >= judgement.of_played.chance
                missed += judgement.best in catching
            assert path[-1].turn is not None
            texts = sorted(moves)
            path.append(moves[texts[int(chance.random() * len(texts))]])
        if missed > 6 and (count or players > 3):
            break
    assert missed > 6
    assert count or players > 3


def _wins(after: State, seat: int | None) -> bool:
    return after.outcome is not None and seat in after.outcome.winners


def _catches(after: State, seat: int | None) -> bool:
    return any(event.seat not in {None, seat} for event in after.events)


@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_chances_of_all_seats_sum_to_one(players: int) -> None:
    state = GAMES[DICE].new({}, players)
    path: list[State] = [state, state.play(random_chance_move(state, Chance("1")))]
    judgement = verdict_on(DICE, path, path[-1].legal_moves()[0].text)
    assert sum(judgement.shares) == pytest.approx(1)
    assert judgement.shares == pytest.approx([1 / players] * players, abs=0.05)


@pytest.mark.parametrize("key", WITH_PUZZLES)
def test_shares_sum_to_one_and_repeat_for_a_seed(key: str) -> None:
    puzzle = next(candidate for candidate in shipped(key) if candidate.goal is Goal.WIN)
    path = path_of(key, puzzle)
    text = path[-1].legal_moves()[-1].text
    first, again = verdict_on(key, path, text, 2_000), verdict_on(key, path, text, 2_000)
    assert first == again
    turn = path[-1].turn
    assert turn is not None
    assert first.shares[turn] == first.of_best.chance
    assert sum(first.shares) == pytest.approx(1)


@pytest.mark.parametrize("key", ["nine-mens-morris", "conhex", DICE])
def test_games_without_their_own_engine_can_be_reviewed(key: str) -> None:
    engine: Engine = PlayoutEngine(key, cut=60)
    state = GAMES[key].new()
    path: list[State] = [state]
    if state.is_chance:
        path.append(state.play(random_chance_move(state, Chance("1"))))
    judgement = verdict(engine, path, path[-1].legal_moves()[0].text, Budget(40), "1")
    assert judgement is not None
    assert 0 <= judgement.of_played.chance <= judgement.of_best.chance <= 1
    if shipped(key):
        puzzle = next(
            candidate for candidate in shipped(key) if candidate.goal is Goal.WIN and candidate.moves == 1
        )
        path = path_of(key, puzzle)
        missed = next(move.text for move in path[-1].legal_moves() if move.text not in puzzle.tree)
        judgement = verdict(engine, path, missed, Budget(40), "1")
        assert judgement is not None
        assert judgement.of_best == MoveWorth(1.0, 1)


def test_rolls_and_retirements_are_not_judged() -> None:
    state = GAMES[DICE].new()
    assert verdict(ENGINES[DICE], [state], "roll:3", Budget(10), "1") is None
    assert verdict(ENGINES["conhex"], [GAMES["conhex"].new()], "retire 1", Budget(10), "1") is None


def test_review_stops_at_its_deadline() -> None:
    engine, path = ENGINES["hnefatafl"], [GAMES["hnefatafl"].new()]
    reads = count()
    budget = Budget(deadline=20, clock=lambda: float(next(reads)))
    assert verdict(engine, path, path[-1].legal_moves()[0].text, budget, "1") is not None
    assert next(reads) == 21, "no search starts after the deadline"


def test_scores_convert_to_chances() -> None:
    assert worth_of(0, 200) == MoveWorth(0.5)
    assert worth_of(200, 200).chance == pytest.approx(0.75)
    assert worth_of(-200, 200).chance == pytest.approx(0.25)
    assert worth_of(WIN - 3, 200) == MoveWorth(1.0, 3)
    assert worth_of(2 - WIN, 200) == MoveWorth(0.0, -2)
    assert chance_of(0, 100, others=3) == pytest.approx(0.25)
