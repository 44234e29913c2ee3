"""The card of a table for up to six: permitted presses, and obstacles to a start."""

from typing import Any

import pytest

from tests.end_to_end.bots import BotHere
from tests.end_to_end.people import Person
from tests.end_to_end.seen import Seen
from tests.end_to_end.tables import Table
from tests.end_to_end.three_games.gatherings import HATS, begin_round, card_of, follow_round, lay_out
from tests.end_to_end.waiting import until

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("bot")]

UPDATE = 7


async def says(table: Table, card: Seen, words: str) -> Seen:
    """Wait until a card says something."""
    return await table.sam.finds(table.channel, lambda m: m.id == card.id and words in m.text, words)


async def expect_refusal(person: Person, card: Seen, button: str, *words: str) -> None:
    """Press a button that must not work and read why."""
    answer = await person.press(card, button)
    assert answer.message.is_private
    assert answer.callback != UPDATE
    assert all(word in answer.text for word in words), answer.text


async def test_more_are_invited_than_can_play(table: Table, six: list[Person]) -> None:
    anna, ben, clara, david, *_ = six
    guests = {"opponent": ben.id, "opponent_2": clara.id, "opponent_3": david.id}
    answer = await anna.slash(table.channel, f"challenge {HATS}", players="2", **guests)
    assert answer.text.startswith("At this table 2 can play, you among them, but you have invited 3.")
    assert not answer.message.buttons


async def test_golden_hat_with_six_invited(table: Table, six: list[Person], bot: BotHere) -> None:
    bot.lot.falls = 2**90 + 1
    anna, *guests = six
    opponents: dict[str, Any] = {
        ("opponent" if n == 1 else f"opponent_{n}"): guest.id for n, guest in enumerate(guests, start=1)
    }
    card = await lay_out(table, anna, mode="golden-hat", role="white", **opponents)
    mentions = next(message.mentions for message in table.posted if message.id == card.id)
    assert sorted(mentions) == sorted(guest.id for guest in guests), "everyone invited hears of it, once"
    for guest in guests:
        await guest.press(card, "Join")
    match = await follow_round(table, HATS, card.id, six, {"mode": "golden-hat"})
    assert match.players[4] == anna, "the host has the colour that was asked for"
    assert "Golden hat" in (await card_of(table, card)).text


async def test_everything_on_a_card_outlives_restarts(table: Table, six: list[Person], bot: BotHere) -> None:
    anna, ben, clara, *_ = six
    card = await lay_out(table, anna)
    await bot.restart()
    await ben.press(card, "Join")
    await bot.restart()
    await anna.press(card, "Close")
    await bot.restart()
    answer = await clara.press(card, "Join")
    assert answer.text == "Only those invited may join this table."
    await bot.restart()
    match = await begin_round(table, card, [anna, ben], {})

    async def is_stripped() -> bool:
        return not (await card_of(table, card)).buttons

    await until(is_stripped, "the card to lose its buttons")
    await match.type(str(match.state.legal_moves()[0]))
