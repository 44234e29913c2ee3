"""The contract of all games."""

from collections.abc import Iterator
from contextlib import suppress
from random import Random

import pytest

from rules import (
    GAMES,
    Event,
    Game,
    IllegalMove,
    InvalidMove,
    InvalidOption,
    InvalidPosition,
    Move,
    Option,
    Outcome,
    RulesError,
    State,
)
from rules.contract import check_choices
from rules.contract.capabilities import SaysWhenItCounts, least_plies
from rules.toolkit.perft import nodes_at, perft, plies

OPTIONS = (Option("size", ("small", "big"), "big"), Option("men", ("3", "4"), "3", open_ended=True))
LONGEST = 150


@pytest.fixture(params=list(GAMES))
def game(request: pytest.FixtureRequest) -> Game:
    return GAMES[request.param]


def walk(game: Game, seed: int) -> Iterator[State]:
    chance = Random(seed)
    state = game.new()
    yield state
    for _ in range(LONGEST):
        if state.outcome is not None:
            return
        state = state.play(chance.choice(plies(state)))
        yield state


def test_defaults_are_filled_in() -> None:
    choices = check_choices(OPTIONS, (2, 3), {"size": "small"}, None)
    assert choices.values == {"size": "small", "men": "3"}
    assert choices.players == 2
    assert check_choices(OPTIONS, (2, 3), None, 3).players == 3


def test_open_ended_options_are_left_to_the_game() -> None:
    assert check_choices(OPTIONS, (2,), {"men": "17"}, None).values["men"] == "17"


@pytest.mark.parametrize(
    ("options", "players", "reason", "words"),
    [
        ({"colour": "red"}, None, "unknown-option", ("colour", "size, men")),
        ({"size": "tiny"}, None, "unknown-value", ("size", "tiny", "small, big")),
        ({}, 4, "players", ("4", "2, 3")),
        ({}, 0, "players", ("0", "2, 3")),
    ],
)
def test_unavailable_options_and_player_counts_are_refused(
    options: dict[str, str], players: int | None, reason: str, words: tuple[str, ...]
) -> None:
    with pytest.raises(InvalidOption) as caught:
        check_choices(OPTIONS, (2, 3), options, players)
    assert caught.value.reason == reason
    assert not [word for word in words if word not in str(caught.value)]


def test_errors_are_value_errors_with_a_reason() -> None:
    for kind in (InvalidOption, InvalidPosition, InvalidMove, IllegalMove):
        error = kind("a1 is occupied", "occupied", node="a1")
        assert isinstance(error, RulesError)
        assert isinstance(error, ValueError)
        assert (str(error), error.reason, error.details) == ("a1 is occupied", "occupied", {"node": "a1"})


def test_values_have_text_and_defaults() -> None:
    assert str(Move("a1-a2", ("a1", "a2"))) == "a1-a2"
    assert Move("a1") == Move("a1")
    assert Outcome((), "repetition").winners == ()
    assert Event("capture", ("a1",)) == Event("capture", ("a1",), None, "", 0)


def test_games_are_known_by_their_keys() -> None:
    assert not [(key, game) for key, game in GAMES.items() if key != game.key]
    order = [
        "hnefatafl",
        "ludus-latrunculorum",
        "conhex",
        "fox-and-hens",
        "hounds-and-jackals",
        "catch-the-hat",
    ]
    assert list(GAMES)[: len(order)] == order
    places = [game.order for game in GAMES.values()]
    assert places == sorted(set(places))


def test_options_list_their_default_first_and_seats_have_roles(game: Game) -> None:
    assert list(game.seats) == sorted(set(game.seats))
    for option in game.options:
        assert option.values[0] == option.default
        assert len(set(option.values)) == len(option.values)
    for players in game.seats:
        roles = game.roles(players)
        assert len(roles) == len(set(roles)) == players
        assert game.new(players=players).players == players


def test_least_plies_are_stated_for_every_role(game: Game) -> None:
    assert isinstance(game, SaysWhenItCounts)
    for players in game.seats:
        least = game.least_plies(players)
        assert least.keys() == set(game.roles(players))
        # At least two plies per player, but fewer than a game of several minutes has.
        assert not [plies for plies in least.values() if not (2 * players <= plies <= 40 * players)]
        assert least_plies(game, players, ()) == max(least.values()), "a draw needs the most plies"
        for seat, role in enumerate(game.roles(players)):
            assert least_plies(game, players, (seat,)) == least[role]


def test_new_game_has_default_options_and_refuses_invalid_ones(game: Game) -> None:
    state = game.new()
    assert state.options == {option.key: option.default for option in game.options}
    assert state.game == game
    assert state == game.new({option.key: option.default for option in game.options}, game.seats[0])
    assert state not in {state.position, *map(state.play, plies(state))}
    with pytest.raises(InvalidOption, match="no-such-option"):
        game.new({"no-such-option": "on"})
    for option in game.options:
        with pytest.raises(InvalidOption, match="nonsense"):
            game.new({option.key: "nonsense"})
        for value in option.values[1:]:
            with suppress(InvalidOption):
                assert game.new({option.key: value}) != state
    with pytest.raises(InvalidOption, match="99"):
        game.new(players=99)
    with pytest.raises(InvalidOption):
        game.from_position(state.position, {"no-such-option": "on"})


def test_nonsense_is_neither_a_move_nor_a_position(game: Game) -> None:
    state = game.new()
    for text in ("", "nonsense", "\0", "💥", "<@1234>", "a" * 4000):
        with pytest.raises(InvalidMove):
            state.parse(text)
        with pytest.raises(InvalidPosition):
            game.from_position(text)
    with pytest.raises(IllegalMove):
        state.play(Move("nonsense", ("nonsense",)))


@pytest.mark.parametrize("seed", [1, 2])
def test_every_state_keeps_the_contract(game: Game, seed: int) -> None:
    for ply, state in enumerate(walk(game, seed)):
        moves, chances = state.legal_moves(), state.chances()
        assert len(set(moves)) == len(moves)
        assert moves == state.legal_moves()
        assert not [move for move in moves if state.parse(str(move)) != move]
        assert bool(chances) == state.is_chance
        assert not chances or sum(chance for _, chance in chances) == 1
        assert (state.turn is None) == (state.is_chance or state.outcome is not None)
        assert bool(moves) == (state.turn is not None)
        assert (state.last is None) == (ply == 0)
        read = game.from_position(state.position, state.options, state.players)
        assert read == state
        assert read.position == state.position
        assert (read.last, read.events) == (None, ())


def test_playing_leaves_the_old_state_unchanged(game: Game) -> None:
    state = game.new()
    position, moves = state.position, plies(state)
    after = [state.play(move) for move in moves]
    assert (state.position, plies(state)) == (position, moves)
    assert [child.last for child in after] == list(moves)


def test_perft_counts_move_sequences(game: Game) -> None:
    state = game.new()
    children = [state.play(move) for move in plies(state)]
    assert nodes_at(state, 1) == len(children)
    assert nodes_at(state, 2) == sum(len(plies(child)) for child in children)
    counts = perft(state)
    assert [next(counts), next(counts)] == [nodes_at(state, 1), nodes_at(state, 2)]


def test_state_attributes_are_read_only(game: Game) -> None:
    state = game.new()
    public = [name for name in dir(state) if not name.startswith("_")]
    assert {"outcome", "turn", "last", "events", "position"} <= set(public)
    assigned = []
    for name in [*public, "anything_else"]:
        try:
            setattr(state, name, None)
        except (AttributeError, TypeError):
            continue
        assigned.append(name)
    assert assigned == []
