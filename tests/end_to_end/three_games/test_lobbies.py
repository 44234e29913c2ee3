"""The card of a table for up to six: permitted presses, and obstacles to a start."""

from typing import Any

import pytest

from tests.end_to_end.bots import BotHere
from tests.end_to_end.people import Person
from tests.end_to_end.seen import Seen
from tests.end_to_end.tables import Table, typed
from tests.end_to_end.three_games.gatherings import HATS, begin_round, card_of, follow_round, lay_out
from tests.end_to_end.waiting import until

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("bot")]

UPDATE = 7
HOST_ROW = ["Start", "Close", "Change", "Withdraw", "Rules"]


async def says(table: Table, card: Seen, words: str) -> Seen:
    """Wait until a card says something."""
    return await table.sam.finds(table.channel, lambda m: m.id == card.id and words in m.text, words)


async def refused(person: Person, card: Seen, button: str, *words: str) -> None:
    """Press a button that must not work and read why."""
    answer = await person.press(card, button)
    assert answer.message.is_private
    assert answer.callback != UPDATE
    assert all(word in answer.text for word in words), answer.text


async def test_people_come_and_go(table: Table, six: list[Person]) -> None:
    anna, ben, clara, david, *_ = six
    card = await lay_out(table, anna)
    assert list(card.buttons) == ["Join", "Leave", *HOST_ROW]
    assert card.pictures
    assert "Players: 2, 3, 4, 5, 6" in card.text
    assert f"At the table (1): {anna.mention}" in card.text
    assert "Anyone may join." in card.text
    await refused(anna, card, "Join", "You are already at the table.")
    await refused(anna, card, "Leave", "You opened this table; withdraw it instead of leaving.")
    await refused(ben, card, "Leave", "You are not at this table.")
    await refused(anna, card, "Start", "Not enough people yet: 1 of at least 2.")
    joined = await ben.press(card, "Join")
    assert joined.callback == UPDATE, "the card itself is brought up to date"
    assert f"At the table (2): {anna.mention}, {ben.mention}" in joined.text
    await refused(ben, card, "Join", "You are already at the table.")
    await clara.press(card, "Join")
    answer = await ben.press(card, "Leave")
    assert f"At the table (2): {anna.mention}, {clara.mention}" in answer.text
    for button in HOST_ROW[:2]:
        await refused(clara, card, button, "Only the host of this table can do that.")
    await refused(clara, card, "Withdraw", "Only the challenger can withdraw this challenge.")
    closed = await anna.press(card, "Close")
    assert list(closed.message.buttons) == ["Join", "Leave", "Start", "Open", "Change", "Withdraw", "Rules"]
    assert "Only those invited may join." in closed.text
    await refused(david, card, "Join", "Only those invited may join this table.")
    assert "Anyone may join." in (await anna.press(closed.message, "Open")).text
    await david.press(card, "Join")
    match = await begin_round(table, card, [anna, clara, david], {})
    assert {player.name for player in match.players} == {"Anna", "Clara", "David"}
    over = await card_of(table, card)
    assert not over.buttons
    assert f"✅ Started: game #{match.number}." in over.text


async def test_the_picture_grows_with_the_table(table: Table, six: list[Person]) -> None:
    card = await lay_out(table, six[0])
    pictures = [(await card_of(table, card)).pictures[0]]
    pictures += [(await guest.press(card, "Join")).message.pictures[0] for guest in six[1:]]
    words = [caption for _, caption in pictures]
    assert words[0] == words[1], "one alone sees the smallest table"
    assert len(set(words)) == 5
    fewer = (await six[1].press(card, "Leave")).message.pictures[0][1]
    assert fewer == words[4]


async def test_vacations_stand_on_the_card(table: Table, six: list[Person]) -> None:
    anna, ben, *_ = six
    await ben.slash(table.channel, "vacation take")
    card = await lay_out(table, anna)
    assert "is on vacation" not in card.text
    joined = await ben.press(card, "Join")
    assert f"🏝️ {ben.mention} is on vacation until <t:" in joined.text
    await ben.slash(table.channel, "vacation end")


async def test_invited_people(table: Table, six: list[Person]) -> None:
    anna, ben, clara, david, emma, _ = six
    card = await lay_out(table, anna, opponent=ben.id, opponent_2=clara.id, opponent_3=david.id, players="4")
    assert list(card.buttons) == ["Join", "Leave", "Decline", "Start", "Open", "Change", "Withdraw", "Rules"]
    assert "Players: 4" in card.text
    assert f"Invited: {ben.mention}, {clara.mention}, {david.mention}" in card.text
    await refused(emma, card, "Join", "Only those invited may join this table.")
    await refused(emma, card, "Decline", "This challenge is not for you to answer.")
    reasons = (await ben.press(card, "Decline")).message
    assert reasons.is_private
    confirmation = await ben.choose(reasons, "no-time")
    assert confirmation.text == "You have declined the invitation to the table."
    why = await anna.finds(table.channel, lambda m: "has declined your invitation" in m.text, "who declined")
    assert why.pinged == [anna.id]
    assert (
        f"{ben.mention} has declined your invitation to the table: I have no time at the moment." in why.text
    )
    assert list(why.buttons) == ["My games"]
    card = await says(table, card, f"Invited: {clara.mention}, {david.mention}")
    await refused(ben, card, "Join", "Only those invited may join this table.")
    await clara.press(card, "Join")
    await refused(anna, card, "Start", "Not enough people yet: 2 of at least 4.")
    await david.press(card, "Join")
    message = await anna.finds(
        table.channel, lambda m: "everyone you invited has answered" in m.text, "a word"
    )
    assert message.pinged == [anna.id]
    assert list(message.buttons) == ["Withdraw", "My games"]
    await anna.press(card, "Open")
    begins = await emma.press(card, "Join")
    match = await follow_round(table, HATS, card.id, [anna, clara, david, emma], {})
    assert f"Started: game #{match.number}" in begins.text
    assert not begins.message.buttons
    settled = await says(table, message, f"Started: game #{match.number}")
    assert not settled.buttons, "nothing is left to be done"


async def test_the_word_that_a_table_is_full(table: Table, six: list[Person]) -> None:
    anna, ben, *_ = six
    card = await lay_out(table, anna)
    for guest in six[1:]:
        await guest.press(card, "Join")
    full = await anna.finds(table.channel, lambda m: "your table is full" in m.text, "a word")
    assert full.pinged == [anna.id]
    await refused(ben, full, "Start", "Only the host of this table can do that.")
    match = await begin_round(table, card, six, {})
    settled = await says(table, full, f"Started: game #{match.number}")
    assert not settled.buttons, "it offers no start any more"


async def test_more_are_invited_than_can_play(table: Table, six: list[Person]) -> None:
    anna, ben, clara, david, *_ = six
    guests = {"opponent": ben.id, "opponent_2": clara.id, "opponent_3": david.id}
    answer = await anna.slash(table.channel, f"challenge {HATS}", players="2", **guests)
    assert answer.text.startswith("At this table 2 can play, you among them, but you have invited 3.")
    assert not answer.message.buttons


async def test_everyone_invited_declines(table: Table, six: list[Person]) -> None:
    anna, ben, clara, *_ = six
    card = await lay_out(table, anna, opponent=ben.id, opponent_2=clara.id)
    for guest, reason in ((ben, "no-time"), (clara, "no-thanks")):
        reasons = (await guest.press(card, "Decline")).message
        await guest.choose(reasons, reason)
    # Each refusal is told as things stand when it is posted.
    text = f"{clara.mention} says: No, thanks."
    message = await anna.finds(table.channel, lambda m: text in m.text, "a word")
    assert message.pinged == [anna.id]
    assert "your table is closed" in message.text
    closed = await says(table, card, "Everyone invited has declined")
    assert not closed.buttons


async def test_withdrawn(table: Table, six: list[Person]) -> None:
    anna, ben, *_ = six
    card = await lay_out(table, anna)
    await anna.press(card, "Withdraw")
    card_after = await says(table, card, "Withdrawn by")
    assert not card_after.buttons
    answer = await ben.forge(card, card.buttons["Join"])
    assert answer.message.is_private
    assert answer.text == f"↩️ Withdrawn by {anna.mention}."
    another = await lay_out(table, anna)
    joined = await ben.forge(another, another.buttons["Join"])
    assert ben.mention in joined.text, "at a table that stands the same press joins"


async def test_parties_of_four(table: Table, six: list[Person]) -> None:
    anna, ben, clara, david, *_ = six
    card = await lay_out(table, anna, mode="party", players="4")
    assert list(card.buttons) == ["Join team 1", "Join team 2", "Leave", *HOST_ROW]
    joined = await ben.press(card, "Join team 1")
    assert f"{ben.mention} (team 1)" in joined.text
    changed = await ben.press(card, "Join team 2")
    assert f"{ben.mention} (team 2)" in changed.text
    await clara.press(card, "Join team 2")
    await refused(david, card, "Join team 2", "This team is full.")
    await refused(anna, card, "Start", "Not enough people yet: 3 of at least 4.")
    await anna.press(card, "Join team 1")
    await david.press(card, "Join team 1")
    match = await follow_round(table, HATS, card.id, six[:4], {"mode": "party"})
    seats = [player.name for player in match.players]
    assert {seats[0], seats[2]} in ({"Anna", "David"}, {"Ben", "Clara"})
    people = match.players
    line = f"Team 1: red {people[0].mention} + green {people[2].mention}"
    assert line in match.opening.text.splitlines()
    more = await anna.press(match.board, "More")
    assert line in more.text.splitlines()[1].split(" · ")


async def test_parties_of_six(table: Table, six: list[Person]) -> None:
    card = await lay_out(table, six[0], mode="total-party", players="6")
    assert list(card.buttons)[:3] == ["Join team 1", "Join team 2", "Join team 3"]
    for person, party in zip(six, (3, 1, 1, 2, 3, 2), strict=True):
        await person.press(card, f"Join team {party}")
    match = await follow_round(table, HATS, card.id, six, {"mode": "total-party"})
    seats = [player.name for player in match.players]
    pairs = [{seats[seat], seats[seat + 3]} for seat in range(3)]
    assert sorted(map(sorted, pairs)) == [["Anna", "Emma"], ["Ben", "Clara"], ["David", "Finn"]]


async def test_parties_with_a_number_between(table: Table, six: list[Person]) -> None:
    anna, *guests = six
    card = await lay_out(table, anna, mode="party")
    assert "Players: 4, 6" in card.text
    for guest in guests[:4]:
        party = next(label for label in card.buttons if label.startswith("Join team"))
        answer = await guest.press(card, party)
        if answer.callback != UPDATE:
            answer = await guest.press(card, "Join team 2")
        card = answer.message
    await refused(anna, card, "Start", "This cannot be played by 5. Possible: 4, 6.")


async def test_a_third_party_opens_when_two_are_full(table: Table, six: list[Person]) -> None:
    card = await lay_out(table, six[0], mode="party")
    for person, party in zip(six, (1, 1, 2, 2, 3, 3), strict=True):
        answer = await person.press(card, f"Join team {party}")
        assert answer.callback == UPDATE, answer.text
        card = answer.message
    match = await begin_round(table, card, six, {"mode": "party"})
    seats = [player.name for player in match.players]
    pairs = [{seats[seat], seats[seat + 3]} for seat in range(3)]
    assert sorted(map(sorted, pairs)) == [["Anna", "Ben"], ["Clara", "David"], ["Emma", "Finn"]]


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


@pytest.mark.parametrize(
    ("key", "options", "words"),
    [
        (HATS, {"golden_goal": "prisoners"}, "only fits the mode “Golden hat”"),
        (HATS, {"mode": "party", "players": "5"}, "with 5 players. Possible: 4, 6."),
        (HATS, {"mode": "total-party", "players": "2"}, "with 2 players. Possible: 4, 6."),
        (HATS, {"players": "2", "role": "black"}, "With that many players nobody plays"),
        ("conhex", {"handicap": "2", "swap": "on"}, "swap"),
    ],
)
async def test_options_that_exclude_each_other(
    table: Table, key: str, options: dict[str, Any], words: str
) -> None:
    before = await table.sam.sees(table.channel)
    answer = await table.anna.slash(table.channel, f"challenge {key}", **typed(key, options))
    assert answer.message.is_private
    assert words in answer.text, answer.text
    assert not answer.message.buttons
    assert [m.id for m in await table.sam.sees(table.channel)] == [m.id for m in before]


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

    async def stripped() -> bool:
        return not (await card_of(table, card)).buttons

    await until(stripped, "the card to lose its buttons")
    await match.type(str(match.state.legal_moves()[0]))
