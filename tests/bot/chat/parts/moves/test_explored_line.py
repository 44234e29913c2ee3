"""Explored variations as short texts."""

import random
from collections.abc import Iterator
from contextlib import suppress

import pytest

import rules
from bot.chat.core.custom_ids import MalformedId
from bot.chat.parts.moves import explored_line, move_tree
from bot.chat.parts.moves.explored_line import LONGEST, SIGNS, Entry, Exploration, LineTooLong
from rules.contract import Move, State
from rules.contract.capabilities import calls_of
from tests.bot.chat.playing import random_game, some_positions, variants

LEAST = 28
"""The number of plies that any game's variation can have."""


def explored_from(state: State) -> Iterator[State]:
    """Yield the states of a random game up to its end."""
    dice = random.Random(1)
    yield state
    while state.outcome is None:
        state = state.play(dice.choice(state.legal_moves()))
        yield state


@pytest.mark.parametrize("key", rules.GAMES)
def test_every_line_is_read_back(key: str) -> None:
    for options, players in variants(rules.GAMES[key]):
        start = state = rules.GAMES[key].new(options, players)
        dice = random.Random(f"{key}{sorted(options.items())}")
        plies: list[Move] = []
        while len(plies) < LEAST and (moves := explored_line.following(state, calls=True)):
            plies.append(dice.choice(moves))
            state = state.play(plies[-1])
        text = explored_line.write_line(start, plies, calls=True)
        line = explored_line.read_line(start, text, calls=True)
        assert line.plies == tuple(plies)
        assert line.state.position == state.position
        assert len(text) <= LONGEST


def test_a_line_ends_where_custom_ids_run_out_of_room() -> None:
    start = state = rules.GAMES["conhex"].new({"swap": "off"})
    plies, text = list[Move](), ""
    with suppress(LineTooLong):
        while True:
            plies.append(state.legal_moves()[-1])
            state = state.play(plies[-1])
            text = explored_line.write_line(start, plies, calls=True)
    assert len(text) == LONGEST
    with pytest.raises(LineTooLong):
        explored_line.write_line(start, plies, calls=True)
    assert explored_line.read_line(start, text, calls=True).plies == tuple(plies[:-1])
    with pytest.raises(MalformedId):
        explored_line.write_line(start, [plies[0], plies[0]], calls=True)


@pytest.mark.parametrize(
    "text",
    ["", "ü", "0", "1.ü", "zzz!", "9" * 99, "--------", ":", "1.zzzzzz", "1.=", "1.=--", "1.*_", "1.@aaa"],
)
def test_malformed_lines_are_rejected(text: str) -> None:
    start = rules.GAMES["conhex"].new()
    with pytest.raises(MalformedId):
        explored_line.next_choices(explored_line.read_line(start, text, calls=True), calls=True)


def test_a_forced_move_has_no_second_choice() -> None:
    forced = next(
        state
        for state in random_game("hounds-and-jackals", {}, 2)
        if len(explored_line.following(state, calls=True)) == 1
    )
    text = explored_line.write_line(forced, explored_line.following(forced, calls=True), calls=True)
    with pytest.raises(MalformedId):
        explored_line.read_line(forced, SIGNS[SIGNS.index(text) + 1], calls=True)


def test_a_partly_chosen_line_is_recognised() -> None:
    state = rules.GAMES["conhex"].new()
    chosen = [Exploration((), state), Exploration((), state, (1,)), Exploration((), state, (), Entry.PIECE)]
    assert [line.chooses for line in chosen] == [False, True, True]


@pytest.mark.parametrize("pick", ["last", "after a move"])
def test_a_pick_beyond_the_choices_is_rejected(pick: str) -> None:
    start = rules.GAMES["nine-mens-morris"].new()
    _, _, ways = explored_line.next_choices(Exploration((), start), calls=True)
    picks = (len(ways),) if pick == "last" else (len(ways) - 1, 0)
    with pytest.raises(MalformedId):
        explored_line.next_choices(Exploration((), start, picks), calls=True)


def test_finished_games_and_rolls_have_no_move_choices() -> None:
    over = next(reversed(list(explored_from(rules.GAMES["nine-mens-morris"].new()))))
    line, step, ways = explored_line.next_choices(Exploration((), over), calls=True)
    assert (line.plies, step.path, ways) == ((), (), ())
    rolling = rules.GAMES["catch-the-hat"].new(players=4)
    assert rolling.is_chance
    with pytest.raises(MalformedId):
        explored_line.next_choices(Exploration((), rolling, (), Entry.MOVE, 0), calls=True)


def test_picks_reach_every_move_once() -> None:
    start = rules.GAMES["hnefatafl"].new({"board": "hnefatafl-11"})
    waiting: list[tuple[int, ...]] = [()]
    reached = []
    while waiting:
        picks = waiting.pop()
        line, _, ways = explored_line.next_choices(Exploration((), start, picks), calls=True)
        if line.plies:
            reached.append(line.plies[0])
        else:
            assert 0 < len(ways) <= move_tree.MOST
            waiting += [(*picks, index) for index in range(len(ways))]
    assert sorted(map(str, reached)) == sorted(map(str, start.legal_moves()))


@pytest.mark.parametrize("key", rules.GAMES)
def test_menu_entries_reach_every_move(key: str) -> None:
    start = next(
        state for state in some_positions(key, 7) if len(explored_line.following(state, calls=True)) > 5
    )
    for move in explored_line.following(start, calls=True):
        for entry in Entry:
            text = explored_line.entry_text(start, move, entry, calls=True)
            line, step, ways = explored_line.next_choices(
                explored_line.read_line(start, f"1.{text}", calls=True), calls=True
            )
            if entry is Entry.MOVE:
                assert line.plies == (move,)
            else:
                assert step.path == (move.path[:1] if entry is Entry.PIECE else ())
                assert any(move in way.moves for way in ways), ways


def test_calls_are_offered_only_if_allowed() -> None:
    state = rules.GAMES["fox-and-hens"].new({"missed_capture": "enforced"})
    dice, seen = random.Random(1), False
    for game in range(8):
        state = rules.GAMES["fox-and-hens"].new()
        dice.seed(game)
        while state.outcome is None:
            calls = calls_of(state)
            legal = [move for move in state.legal_moves() if move.action in calls]
            seen = seen or bool(legal)
            assert not set(legal) & set(explored_line.following(state, calls=False))
            assert set(legal) <= set(explored_line.following(state, calls=True))
            state = state.play(dice.choice(state.legal_moves()))
    assert seen
