"""Positions of random games, for every game and variant."""

import random
from collections.abc import Iterator, Mapping, Sequence
from functools import cache

import rules
from rules.contract import Game, InvalidOption, Move, State

FEW_BALLS = ("1", "4", "9", "12", "20")
"""Numbers of balls that lead to early relocations in ConHex."""


def variants(game: Game) -> Iterator[tuple[Mapping[str, str], int]]:
    """Yield the default options and each single deviation from them, with every number of players."""
    settings: list[Mapping[str, str]] = [{}]
    for option in game.options:
        settings += [{option.key: value} for value in option.values if value != option.default]
    if game.key == "conhex":
        settings += [{"balls": number, "swap": "off"} for number in FEW_BALLS]
    for options in settings:
        for players in game.seats:
            try:
                game.new(options, players)
            except InvalidOption:
                continue
            yield options, players


def random_game(key: str, options: Mapping[str, str], players: int, plies: int = 90) -> Iterator[State]:
    """Yield those states of a random game in which it is a player's turn."""
    dice = random.Random(f"{key}{sorted(options.items())}{players}")
    state: State = rules.GAMES[key].new(options, players)
    for _ in range(plies):
        if state.outcome is not None:
            return
        if state.is_chance:
            moves, weights = zip(*((move, float(odds)) for move, odds in state.chances()), strict=True)
            move: Move = dice.choices(moves, weights)[0]
        else:
            yield state
            move = dice.choice(state.legal_moves())
        state = state.play(move)


@cache
def some_positions(key: str, every: int) -> Sequence[State]:
    """Return every `every`-th position of a random game of each variant."""
    return tuple(
        state
        for options, players in variants(rules.GAMES[key])
        for number, state in enumerate(random_game(key, options, players))
        if number % every == 0
    )


def sampling_step(key: str) -> int:
    """Return the distance between sampled positions at which a game's tests stay fast."""
    return {"catch-the-hat": 40, "fox-and-hens": 12, "hounds-and-jackals": 12}.get(key, 15)
