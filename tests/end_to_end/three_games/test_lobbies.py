"""Lobby cards for up to six players: permitted presses, and obstacles to a start."""

from typing import Any

import pytest

from tests.end_to_end.bots import InProcessBot
from tests.end_to_end.people import Person
from tests.end_to_end.tables import Table
from tests.end_to_end.three_games.gatherings import HATS, card_of, follow_round, open_lobby

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("bot")]


async def test_six_players_start_golden_hat(
    table: Table, six_people: list[Person], bot: InProcessBot
) -> None:
    bot.chance.result = 2**90 + 1
    anna, *guests = six_people
    opponents: dict[str, Any] = {
        ("opponent" if n == 1 else f"opponent_{n}"): guest.id for n, guest in enumerate(guests, start=1)
    }
    card = await open_lobby(table, anna, mode="golden-hat", role="white", **opponents)
    mentions = next(message.mentions for message in table.posted if message.id == card.id)
    assert sorted(mentions) == sorted(guest.id for guest in guests), "every invited guest is mentioned once"
    for guest in guests:
        await guest.press(card, "Join")
    match = await follow_round(table, HATS, card.id, six_people, {"mode": "golden-hat"})
    assert match.players[4] == anna, "the host has the requested colour"
    assert "Golden hat" in (await card_of(table, card)).text
