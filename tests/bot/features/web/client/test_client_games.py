"""The first move of each game by touches or keyboard, on a desktop or a phone.

A whole game of Hnefatafl is played in `test_client_whole_games`.
"""

from collections.abc import Mapping

import pytest
from playwright.async_api import expect

from tests.bot.features.web.client.table_stage import (
    PEOPLE,
    PHONE,
    Room,
    by_keyboard,
    by_touch,
    deciding_points,
)
from tests.playground.page.page_stage import CHROMIUM

pytestmark = [
    pytest.mark.asyncio(loop_scope="session"),
    pytest.mark.skipif(not CHROMIUM.exists(), reason="the system's Chromium is not installed"),
    pytest.mark.timeout(120),
]

GAMES: Mapping[str, Mapping[str, str]] = {
    "ludus-latrunculorum": {},
    "conhex": {"swap": "off"},
    "fox-and-hens": {},
    "hounds-and-jackals": {},
    "catch-the-hat": {},
    "nine-mens-morris": {"men": "6"},
}
BY_KEYBOARD = {"conhex", "hounds-and-jackals", "nine-mens-morris"}


@pytest.mark.parametrize("key", GAMES)
async def test_a_game_is_started_with_a_first_move(room: Room, key: str) -> None:
    await room.switch_off_confirm()
    match = await room.world.match(key, **GAMES[key])
    assert match.turn is not None
    mover = await room.open_seat(PEOPLE[match.turn], match, **(PHONE if match.turn else {}))
    moves = (await room.state(match)).legal_moves()
    first = max(moves, key=lambda move: len(deciding_points(moves, move)))
    await (by_keyboard if key in BY_KEYBOARD else by_touch)(mover, first, moves)
    await expect(mover.page.locator(".count")).not_to_have_text(f"{match.plies} / {match.plies}")
    (ply,) = await room.world.services.matches.plies(match.id, match.plies, match.plies + 1)
    assert ply.text == str(first)
