from random import Random

import pytest

import rules
from rules.contract import Game
from rules.contract.capabilities import (
    draws_by_agreement,
    least_plies,
    leaves_to_chance,
    lets_retire,
    named_boards,
    one_sided,
    piece_kinds,
    punishes_oversight,
    score_of,
)
from tests.bot.support.gathering import Gathering
from tests.rules.contract.all_cases import CASES


def test_draw_by_agreement_needs_a_draw_in_the_rulebook() -> None:
    knowing = {"hnefatafl", "ludus-latrunculorum", "fox-and-hens", "hounds-and-jackals"}
    assert not [key for key in knowing if not draws_by_agreement(rules.GAMES[key])]
    assert not [key for key in ("conhex", "catch-the-hat") if draws_by_agreement(rules.GAMES[key])]


@pytest.mark.parametrize(("players", "continues"), [(2, False), (3, True), (4, True)])
def test_three_continue_after_a_departure_but_two_never_do(players: int, continues: bool) -> None:
    assert lets_retire(rules.GAMES["catch-the-hat"].new(players=players)) == continues
    assert not lets_retire(rules.GAMES["conhex"].new())


def test_more_than_two_cannot_agree_on_a_draw() -> None:
    gathering: Game = Gathering()
    assert not draws_by_agreement(gathering)


def test_oversight_is_punished_only_if_captures_may_be_missed() -> None:
    assert not [
        key for key in rules.GAMES if key != "fox-and-hens" if punishes_oversight(rules.GAMES[key].new())
    ]
    fox = rules.GAMES["fox-and-hens"]
    punished = {
        rule: punishes_oversight(fox.new({"missed_capture": rule}))
        for rule in ("remove-fox", "takeback", "enforced")
    }
    assert punished == {"remove-fox": True, "takeback": True, "enforced": False}


def test_asymmetric_games_are_one_sided() -> None:
    assert {key for key, game in rules.GAMES.items() if one_sided(game)} == {"hnefatafl", "fox-and-hens"}


def test_kings_are_a_kind_of_their_own() -> None:
    tafl, ludus = rules.GAMES["hnefatafl"], rules.GAMES["ludus-latrunculorum"]
    start = tafl.new({"board": "brandubh-7"})
    assert piece_kinds(start) == {"d4": "king"}
    assert piece_kinds(ludus.new({"army": "king"})) == {"e9": "king", "e2": "king"}
    assert piece_kinds(ludus.new()) == piece_kinds(rules.GAMES["conhex"].new()) == {}


def test_captured_king_is_not_counted_as_a_piece() -> None:
    captured = rules.GAMES["hnefatafl"].from_position("7/7/7/7/3d3/3a3/7 d", {"board": "brandubh-7"})
    assert piece_kinds(captured) == {}


@pytest.mark.parametrize("mode", ["solo", "party", "tower-race"])
def test_highest_score_wins_if_the_game_keeps_score(mode: str) -> None:
    draw, state = Random(26), rules.GAMES["catch-the-hat"].new({"mode": mode}, 4)
    while state.outcome is None:
        moves = [move for move, _ in state.chances()] or state.legal_moves()
        state = state.play(draw.choice(moves))
    score = score_of(state)
    if mode == "tower-race":
        assert score == ()
    else:
        assert state.outcome.winners == tuple(seat for seat, hats in enumerate(score) if hats == max(score))
    assert score_of(rules.GAMES["conhex"].new()) == ()


@pytest.mark.parametrize("key", list(CASES))
def test_chance_flag_matches_actual_play(key: str) -> None:
    case, draw, by_chance = CASES[key], Random(key), set[bool]()
    for options, players in case.settings:
        state = case.game.new(options, players)
        for _ in range(40):
            if state.outcome is not None:
                break
            by_chance.add(state.is_chance)
            moves = [move for move, _ in state.chances()] or state.legal_moves()
            state = state.play(draw.choice(moves))
    assert (True in by_chance) == leaves_to_chance(case.game)


def test_game_without_a_minimum_counts_at_any_length() -> None:
    gathering: Game = Gathering()
    assert least_plies(gathering, 3, (1,)) == 0


def test_named_boards_start_with_the_default() -> None:
    morris = named_boards(rules.GAMES["nine-mens-morris"])
    assert morris == ({"men": "9"}, {"men": "6"}, {"men": "12"})
    assert len(named_boards(rules.GAMES["hnefatafl"])) == 9


def test_named_board_options_start_distinct_games() -> None:
    for game in rules.GAMES.values():
        states = [game.new(board) for board in named_boards(game)]
        assert len({tuple(state.options.items()) for state in states}) == len(states)


def test_game_without_named_boards_lists_none() -> None:
    assert named_boards(rules.GAMES["conhex"]) == ()
