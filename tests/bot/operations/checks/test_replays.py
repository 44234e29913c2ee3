"""The rolls of a game in its log, compared with its dice."""

from dataclasses import replace

import pytest

import rules
from bot.model.match.dice import Seed
from bot.model.match.log_entry import LogEntry
from bot.model.people.players import EnginePlayer, HumanPlayer
from bot.operations.checks.replays import wrong_in
from bot.repositories.matches.kept_matches import KeptGame
from tests.bot.support.matches_in_memory import NOON, match_of

SEED = Seed.from_hex("5a" * 32)
HATS = rules.GAMES["catch-the-hat"]
PLIES = 6


def _game(taken_over: int, *, foreign: int) -> KeptGame:
    """Return a game whose first plies were taken over; its `foreign` first rolls are not of its own dice."""
    state, log = HATS.new(players=2), []
    match = match_of(HumanPlayer(1), EnginePlayer(HATS.key, 1))
    for number in range(1, PLIES + 1):
        seat = state.turn
        if state.is_chance:
            move = SEED.roll(match.id, number, state.chances())
            if number <= foreign:
                move = next(other for other, _ in state.chances() if other != move)
        else:
            move = state.legal_moves()[0]
        log.append(LogEntry(number, seat, move.text, NOON))
        state = state.play(move)
    match = replace(
        match,
        key=HATS.key,
        options=dict(state.options),
        plies=PLIES,
        turn=state.turn,
        position=state.position,
        commitment=SEED.commitment,
        taken_over=taken_over,
    )
    return KeptGame(match.id, match, None, log, (True, True), SEED.hex, None)


@pytest.mark.parametrize(
    ("taken_over", "foreign", "wrong"), [(0, 0, []), (3, 3, []), (2, 3, [3]), (0, 1, [1])]
)
def test_rolls_taken_over_from_another_game_are_not_verified(
    taken_over: int, foreign: int, wrong: list[int]
) -> None:
    found = list(wrong_in(_game(taken_over, foreign=foreign), rules.GAMES))
    assert [line.split(" is ")[0] for line in found] == [f"ply {number}" for number in wrong]


@pytest.mark.parametrize("practice", [True, False])
def test_only_practice_dice_derive_from_the_secret_alone(*, practice: bool) -> None:
    game = _game(0, foreign=0)
    assert game.match is not None
    place = replace(game.match.place, server=None if practice else 7)
    sealed = replace(game, match=replace(game.match, place=place), sealed=SEED.hex)
    wrong = [] if practice else ["its dice are not what its secret and its beacon make"]
    assert list(wrong_in(sealed, rules.GAMES)) == wrong
