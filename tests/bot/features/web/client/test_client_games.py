"""Each game between a desk and a phone: its first move by touches, its last one by keyboard.

Of Hnefatafl a whole game is played so elsewhere (test_client_whole_games).
"""

import random
from collections.abc import Mapping

import pytest
from playwright.async_api import expect

from bot.model.match.match import Match
from rules.contract import Move, State
from tests.bot.features.web.client.table_stage import PHONE, Room, by_keyboard, decided
from tests.bot.support.fakes import ANNA, BEN
from tests.playground.page.page_stage import CHROMIUM

pytestmark = [
    pytest.mark.asyncio(loop_scope="module"),
    pytest.mark.skipif(not CHROMIUM.exists(), reason="the system's Chromium is not installed"),
    pytest.mark.timeout(120),
]

MOST_PLIES = 900
SEED = 11
"""One by which no game takes long to be almost won."""
GAMES: Mapping[str, Mapping[str, str]] = {
    "ludus-latrunculorum": {},
    "conhex": {"swap": "off"},
    "fox-and-hens": {},
    "hounds-and-jackals": {},
    "catch-the-hat": {},
    "nine-mens-morris": {"men": "6"},
}


def winning(state: State) -> Move | None:
    return next((move for move in state.legal_moves() if state.play(move).outcome), None)


async def almost_won(room: Room, match: Match) -> tuple[Match, Move]:
    """Play in the chat until the side to move can end the game."""
    chance = random.Random(SEED)
    while match.plies < MOST_PLIES:
        state = await room.state(match)
        last = winning(state)
        if last is not None:
            return await room.world.services.matches.get(match.id), last
        moves = state.legal_moves()
        telling = [move for move in moves if state.play(move).events]
        match = await room.play(match, str(chance.choice(telling or list(moves))))
    raise AssertionError("the game does not end")


@pytest.mark.parametrize("key", GAMES)
async def test_a_game_is_begun_and_won(room: Room, key: str) -> None:
    await room.unconfirmed()
    match = await room.world.match(key, **GAMES[key])
    mover = await room.sit(ANNA, match) if match.turn == 0 else await room.sit(BEN, match, **PHONE)
    moves = (await room.state(match)).legal_moves()
    first = max(moves, key=lambda move: len(decided(moves, move)))
    for _, point in decided(moves, first):
        await mover.touch(point)
    if len(moves) == 1:
        # The board shows the forced part already, and waits for a button.
        await mover.press("go")
    await expect(mover.page.locator(".count")).not_to_have_text(f"{match.plies} / {match.plies}")
    now = await room.world.services.matches.get(match.id)
    assert now.plies > match.plies

    # Nobody looks on meanwhile: each ply would be drawn in both windows.
    assert await room.tidy() == []
    now, last = await almost_won(room, now)
    anna, ben = await room.sit(ANNA, now), await room.sit(BEN, now, **PHONE)
    winner = anna if now.turn == 0 else ben
    await winner.shows(now.plies, now.plies)
    await by_keyboard(winner, last, (await room.state(now)).legal_moves())
    final_match = await room.world.services.matches.get(match.id)
    for seat in (anna, ben):
        await seat.shows(now.plies + 1, now.plies + 1)
        await expect(seat.page.locator("#resign")).to_have_count(0)
        await expect(seat.page.locator(".player.won")).to_have_count(1)
        await expect(seat.told).not_to_be_empty()
    final_match = await room.world.services.matches.get(match.id)
    assert not final_match.running
