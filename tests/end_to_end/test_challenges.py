"""From a challenge to the first board, or to its end."""

import asyncio

import pytest

from bot.model.challenges.challenge import DECLINE_REASONS
from tests import pocket
from tests.end_to_end.bots import BotHere
from tests.end_to_end.tables import Table, number_of, picture_of

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("bot")]


async def test_the_card_of_a_challenge(table: Table) -> None:
    card = await table.challenge("hnefatafl", board="tablut-9", shieldwall="on", role="defenders")
    assert f"{table.ben.mention}, {table.anna.mention} challenges you." in card.text
    assert f"{table.anna.mention} plays: defenders." in card.text
    assert "Shieldwall" in card.text
    assert "Repetition" not in card.text, "what is as usual needs no words"
    assert list(card.buttons) == ["Accept", "Decline", "Change", "Withdraw", "Rules"]
    assert card.pinged == [table.ben.id]
    assert (await picture_of(table.line, card)).width == 800


async def test_accepting_opens_a_thread(table: Table) -> None:
    match = await table.begin("conhex")
    assert match.home == match.card.id, "the thread hangs on the card"
    thread = next(
        channel
        for guild in (await table.sam.client.state())["guilds"]
        for channel in guild["channels"]
        if channel["id"] == match.home
    )
    assert thread["type"] == 11
    assert thread["parent_id"] == table.channel
    assert thread["name"] == f"ConHex #{match.number}: Anna \N{EN DASH} Ben"
    card = await match.stripped(match.card, "Accept")
    assert f"✅ Accepted by {table.ben.mention}: game #{match.number}." in card.text
    assert card.pictures
    assert f"{table.anna.mention} (red) \N{EN DASH} {table.ben.mention} (blue)" in match.start.text
    assert match.start.pinged == [player.id for player in match.players]


async def test_only_the_one_challenged_may_answer(table: Table) -> None:
    card = await table.challenge("conhex")
    for person in (table.sam, table.anna):
        for button in ("Accept", "Decline"):
            answer = await person.press(card, button)
            assert answer.message.is_private
            expected = "own challenge" if person is table.anna else "not for you"
            assert expected in answer.text
    answer = await table.ben.press(card, "Withdraw")
    assert answer.message.is_private
    assert answer.text == "Only the challenger can withdraw this challenge."
    assert "Accept" in (await table.sam.finds(table.channel, lambda m: m.id == card.id, "it")).buttons


async def test_an_open_challenge_goes_to_the_first(table: Table) -> None:
    card = await table.card(table.anna, "conhex", role="red")
    assert list(card.buttons) == ["Accept", "Change", "Withdraw", "Rules"]
    assert card.pinged == []
    assert f"The first to accept plays {table.anna.mention}." in card.text
    answer = await table.anna.press(card, "Accept")
    assert "own challenge" in answer.text
    answers = await asyncio.gather(table.ben.press(card, "Accept"), table.sam.press(card, "Accept"))
    late = [answer for answer in answers if answer.message.is_private]
    assert len(late) == 1
    winner = table.sam if answers[0] is late[0] else table.ben
    match = await table.opened(card, (table.anna, winner))
    line = f"✅ **ConHex #{match.number} has started:"
    assert late[0].text in {f"{line} <#{home}>.**" for home in (table.channel, match.home)}
    assert f"{winner.mention} (blue)" in match.start.text
    assert len(await match.boards()) == 1


async def test_an_accepted_challenge_cannot_be_accepted_again(table: Table) -> None:
    match = await table.begin("conhex")
    again = await table.ben.forge(match.card, match.card.buttons["Accept"])
    assert again.text == f"✅ **ConHex #{match.number} has started: <#{match.home}>.**"
    assert len(await match.boards()) == 1
    other = await table.challenge("conhex")
    assert "Accepted by" in (await table.ben.forge(other, other.buttons["Accept"])).text


@pytest.mark.parametrize(
    ("reason", "text"),
    [
        ("no-time", "I have no time at the moment."),
        ("other-game", "I would rather play another game."),
        ("other-options", "I would rather play by other rules."),
        ("too-many-games", "I have enough games running."),
        ("no-thanks", "No, thanks."),
    ],
)
async def test_declining(table: Table, reason: str, text: str) -> None:
    card = await table.challenge("conhex")
    question = await table.ben.press(card, "Decline")
    assert question.message.is_private
    assert tuple(question.message.offered) == DECLINE_REASONS
    confirmation = await table.ben.choose(question.message, reason)
    assert confirmation.text.replace("**", "") == "You have declined the challenge."
    closed = await table.sam.finds(table.channel, lambda m: m.id == card.id and not m.buttons, "it closed")
    assert f"✖️ Declined by {table.ben.mention}: {text}" in closed.text
    assert closed.pictures
    late = await table.ben.forge(card, card.buttons["Accept"])
    assert late.message.is_private
    assert late.text == f"✖️ Declined by {table.ben.mention}: {text}"
    assert await table.sam.sees(card.id) == [], "no thread was opened"
    message = await table.anna.finds(
        table.channel, lambda m: "has declined your challenge" in m.text, "a word"
    )
    wants_others = ["Change"] if reason == "other-options" else []
    assert list(confirmation.message.buttons) == wants_others
    assert list(message.buttons) == [*wants_others, "My games"]


async def test_who_would_rather_play_other_rules_is_challenged_anew(table: Table) -> None:
    card = await table.challenge("conhex", role="red")
    question = await table.ben.press(card, "Decline")
    await table.ben.choose(question.message, "other-options")
    message = await table.anna.finds(
        table.channel, lambda m: "has declined your challenge" in m.text, "a word"
    )
    stranger = await table.sam.press(message, "Change")
    assert stranger.text == "This challenge is not for you to answer."
    panel = (await table.anna.press(message, "Change")).message
    assert panel.is_private
    assert f"challenge {table.ben.mention} again" in panel.text
    panel = (await table.anna.press(panel, "More rules")).message
    panel = (await table.anna.choose(panel, "26")).message
    answer = await table.anna.press(panel, "Challenge again")
    assert answer.text == (
        f"**Your new challenge is posted in the channel; {table.ben.mention} can accept it.**"
    )
    again = await table.sam.finds(
        table.channel, lambda m: m.id != card.id and "Accept" in m.buttons, "the new card"
    )
    assert again.pinged == [table.ben.id]
    assert "Balls: 26 balls each" in again.text
    assert f"{table.anna.mention} plays: red." in again.text


@pytest.mark.parametrize("where", ["card", "answer"])
async def test_withdrawing(table: Table, where: str) -> None:
    answer = await table.anna.slash(table.channel, "challenge conhex", opponent=table.ben.id)
    assert table.ben.mention in answer.text
    card = await table.sam.finds(table.channel, lambda m: "Accept" in m.buttons, "the card")
    confirmation = await table.anna.press(card if where == "card" else answer.message, "Withdraw")
    if where == "answer":
        assert confirmation.text == "You have withdrawn your challenge."
    closed = await table.sam.finds(table.channel, lambda m: m.id == card.id and not m.buttons, "it closed")
    assert f"↩️ Withdrawn by {table.anna.mention}." in closed.text
    games = await table.anna.slash(table.channel, "games")
    assert "no open challenges" in games.text


@pytest.mark.parametrize("role", ["attackers", "defenders"])
async def test_a_role_by_choice(table: Table, role: str) -> None:
    match = await table.begin("hnefatafl", role=role)
    other = {"attackers": "defenders", "defenders": "attackers"}[role]
    assert f"{table.anna.mention} ({role})" in match.start.text
    assert f"{table.ben.mention} ({other})" in match.start.text


@pytest.mark.parametrize("lot", [0, 1])
async def test_roles_by_lot(table: Table, bot: BotHere, lot: int) -> None:
    bot.lot.falls = lot
    card = await table.challenge("conhex")
    assert "Random sides." in card.text
    await table.ben.press(card, "Accept")
    players = (table.anna, table.ben) if lot == 0 else (table.ben, table.anna)
    match = await table.opened(card, players)
    assert f"{players[0].mention} (red) \N{EN DASH} {players[1].mention} (blue)" in match.start.text
    assert match.start.pinged == [player.id for player in players]


async def test_what_does_not_fit_is_refused_with_the_reason(table: Table) -> None:
    answer = await table.anna.slash(
        table.channel, "challenge conhex", opponent=table.ben.id, variant="handicap=2 swap=on"
    )
    assert answer.message.is_private
    assert "A handicap of 2 balls and the swap rule do not go together." in answer.text
    assert await public(table) == []


@pytest.mark.parametrize(
    ("opponent", "text"), [("anna", "challenge yourself"), ("bot", "Bots do not play here")]
)
async def test_nobody_to_play_against(table: Table, opponent: str, text: str) -> None:
    who = table.anna.id if opponent == "anna" else pocket.BOT
    answer = await table.anna.slash(table.channel, "challenge conhex", opponent=who)
    assert answer.message.is_private
    assert text in answer.text
    assert await public(table) == []


@pytest.mark.assumes("channel-of-interaction")
async def test_a_challenge_in_a_thread_is_played_there(table: Table) -> None:
    first = await table.begin("conhex")
    answer = await table.anna.slash(
        first.home, "challenge hnefatafl", opponent=table.ben.id, role="attackers"
    )
    assert answer.message.is_private
    card = await table.sam.finds(first.home, lambda m: "Accept" in m.buttons, "the card")
    await table.ben.press(card, "Accept")
    start = await table.sam.finds(
        first.home, lambda m: "Hnefatafl" in m.text and "Move" in m.buttons, "the first board"
    )
    assert number_of(start) != first.number


async def public(table: Table) -> list[str]:
    """Return the public messages of the channel."""
    return [message.text for message in await table.sam.sees(table.channel)]
