"""Whole games between two windows: the winner uses only the keyboard, the loser touches on a phone.

Only a short game is played, unless WEB_WHOLE_GAMES is set: all seven take minutes.
"""

import os
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

import pytest
from playwright.async_api import expect

from bot.features.trial import script
from bot.model.match.dice import Seed
from rules.contract import Move, State
from tests.bot.features.web.client.table_stage import PEOPLE, PHONE, Room, Seat, by_keyboard, by_touch
from tests.bot.support.fakes import GAMES as ALL
from tests.playground.page.page_stage import CHROMIUM

SECONDS = 1800
pytestmark = [
    pytest.mark.asyncio(loop_scope="session"),
    pytest.mark.skipif(not CHROMIUM.exists(), reason="the system's Chromium is not installed"),
    pytest.mark.timeout(SECONDS),
]


@dataclass(frozen=True)
class ShortGame:
    """A game with few plies, found among `tries` random ones, or given by its `moves`."""

    key: str
    options: Mapping[str, str]
    tries: int
    moves: tuple[str, ...] = ()

    def __str__(self) -> str:
        return self.key


SHORT = (
    ShortGame("hnefatafl", {"board": "brandubh-7"}, 1, script.MOVES),
    ShortGame("fox-and-hens", {}, 60),
    ShortGame("conhex", {"swap": "off"}, 60),
    ShortGame("hounds-and-jackals", {}, 60),
    ShortGame("nine-mens-morris", {"men": "6"}, 30),
    ShortGame("catch-the-hat", {}, 12),
    ShortGame("ludus-latrunculorum", {}, 12),
)
GAMES = [short for short in SHORT if short.moves or "WEB_WHOLE_GAMES" in os.environ]


def random_game(state: State, chance: random.Random, most: int) -> tuple[list[Move], State]:
    """Play at random, but prefer wins and captures."""
    moves = list[Move]()
    while state.outcome is None and len(moves) < most:
        moves.append(_next(state, chance))
        state = state.play(moves[-1])
    return moves, state


def _next(state: State, chance: random.Random) -> Move:
    if state.is_chance:
        return chance.choice([move for move, _ in state.chances()])
    legal = state.legal_moves()
    after = [(move, state.play(move)) for move in legal] if len(legal) < 60 else []
    ends = [move for move, end in after if end.outcome]
    eventful = [move for move, end in after if end.events]
    return chance.choice(ends or eventful or list(legal))


def shortest(short: ShortGame) -> tuple[list[Move], int]:
    """Return the moves of the shortest game with a single winner, and the winner's seat."""
    best, winner, begin = list[Move](), 0, ALL[short.key].new(short.options)
    if short.moves:
        return parse_game(begin, short.moves)
    for number in range(short.tries):
        moves, end = random_game(begin, random.Random(number), len(best) - 1 if best else 400)
        if end.outcome is not None and len(end.outcome.winners) == 1:
            best, (winner,) = moves, end.outcome.winners
    return best, winner


def parse_game(state: State, texts: Sequence[str]) -> tuple[list[Move], int]:
    """Return the moves of a game with a single winner, and the winner's seat."""
    moves = list[Move]()
    for text in texts:
        moves.append(state.parse(text))
        state = state.play(moves[-1])
    assert state.outcome is not None
    (winner,) = state.outcome.winners
    return moves, winner


@pytest.mark.parametrize("short", GAMES, ids=str)
async def test_a_game_is_won_using_only_the_keyboard(
    room: Room, monkeypatch: pytest.MonkeyPatch, short: ShortGame
) -> None:
    moves, winner = shortest(short)
    assert moves

    def roll(_seed: Seed, _match: int, ply: int, _chances: Sequence[tuple[Move, Fraction]]) -> Move:
        return moves[ply - 1]

    monkeypatch.setattr(Seed, "roll", roll)
    await room.switch_off_confirm()
    match = await room.world.match(short.key, **short.options)
    # The winner uses a desktop, the loser a phone.
    seats = [
        await room.open_seat(PEOPLE[winner], match),
        await room.open_seat(PEOPLE[1 - winner], match, **PHONE),
    ]
    seats = seats if winner == 0 else seats[::-1]
    state = ALL[short.key].new(short.options)
    for ply, move in enumerate(moves):
        if not state.is_chance:
            seat, legal = seats[state.turn or 0], state.legal_moves()
            await seat.wait_for_position(ply, ply)
            plays = by_keyboard if state.turn == winner else by_touch
            await plays(seat, move, legal)
        state = state.play(move)
    await check_end(seats, len(moves))
    final_match = await room.world.services.matches.get(match.id)
    assert final_match.outcome is not None
    assert set(final_match.outcome.winners) == {winner}


async def check_end(seats: Sequence[Seat], plies: int) -> None:
    for seat in seats:
        await seat.wait_for_position(plies, plies)
        await expect(seat.page.locator("#resign")).to_have_count(0)
        await expect(seat.page.locator(".player.won")).to_have_count(1)
        await expect(seat.announcement).not_to_be_empty()
