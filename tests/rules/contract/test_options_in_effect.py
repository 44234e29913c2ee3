"""Options that take effect only with certain values of another option."""

from itertools import product

import pytest

import rules
from rules.contract import Game, InvalidOption, options_in_effect

GAMES = pytest.mark.parametrize("game", rules.GAMES.values(), ids=lambda game: game.key)


def _keys(key: str, **chosen: str) -> list[str]:
    return [option.key for option in options_in_effect(rules.GAMES[key].options, chosen)]


@pytest.mark.parametrize(
    ("key", "options", "without"),
    [
        ("catch-the-hat", {}, {"golden_goal"}),
        ("catch-the-hat", {"mode": "party"}, {"golden_goal"}),
        ("catch-the-hat", {"mode": "golden-hat"}, {"goal"}),
        ("catch-the-hat", {"mode": "tower-race"}, {"goal", "golden_goal"}),
        ("conhex", {}, {"handicap"}),
        ("conhex", {"swap": "off"}, set()),
        ("fox-and-hens", {}, set()),
        ("fox-and-hens", {"missed_capture": "takeback"}, {"both_missed", "return_zone", "return_by"}),
        ("fox-and-hens", {"missed_capture": "enforced"}, {"both_missed", "return_zone", "return_by"}),
        ("hnefatafl", {}, set()),
    ],
)
def test_options_without_effect_are_left_out(key: str, options: dict[str, str], without: set[str]) -> None:
    everything = {option.key for option in rules.GAMES[key].options}
    assert everything - set(_keys(key, **options)) == without


@GAMES
def test_option_conditions_are_consistent(game: Game) -> None:
    options = {option.key: option for option in game.options}
    for option in game.options:
        if option.only_with is not None:
            other = options[option.only_with.option]
            assert other.only_with is None
            assert 0 < len(set(option.only_with.values)) < len(other.values)
            assert set(option.only_with.values) <= set(other.values)


@GAMES
def test_options_without_effect_change_nothing(game: Game) -> None:
    for option in game.options:
        if option.only_with is None:
            continue
        other = next(candidate for candidate in game.options if candidate.key == option.only_with.option)
        without = [value for value in other.values if value not in option.only_with.values]
        for value, ours in product(without, option.values):
            try:
                state = game.new({other.key: value, option.key: ours}, game.seats[-1])
            except InvalidOption:
                continue
            usual = game.new({other.key: value}, game.seats[-1])
            for _ in range(60):
                assert (state.position, state.legal_moves()) == (usual.position, usual.legal_moves())
                assert state.outcome == usual.outcome
                moves = state.legal_moves() or tuple(move for move, _ in state.chances())
                if not moves:
                    break
                move = moves[len(moves) // 2]
                state, usual = state.play(move), usual.play(move)
