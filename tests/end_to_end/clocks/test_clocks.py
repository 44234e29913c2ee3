"""Clocks from the challenge to the end of time: shown, run out, claimed, added to."""

import pytest

from tests.end_to_end.bots import BotHere
from tests.end_to_end.seen import Seen
from tests.end_to_end.tables import Match, Table
from tests.end_to_end.waiting import until

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("bot")]

DAY = 86400
SMALL = "brandubh-7"


async def begin_timed(table: Table, clock: str, *moves: str) -> Match:
    """Begin a small game with a clock in which nobody takes vacation, and play the first moves."""
    for person in (table.anna, table.ben):
        await person.slash(table.channel, "vacation automatic", on=False)
    match = await table.begin("hnefatafl", clock=clock, board=SMALL)
    await match.play(*moves)
    return match


async def word(match: Match, part: str) -> Seen:
    """Wait for a message in the game's home that says something."""
    return await match.witness.finds(match.home, lambda m: part in m.text, part)


@pytest.mark.assumes("timestamps")
async def test_the_clock_is_offered_chosen_and_shown(table: Table) -> None:
    suggestions = await table.anna.complete(table.channel, "challenge conhex", "clock", "")
    assert suggestions[0] == {"name": "No clock", "value": "none"} | suggestions[0]
    assert len(suggestions) <= 25
    assert {"none", "1d", "14d soft", "10d+1d/14d"} <= {choice["value"] for choice in suggestions}
    fitting = await table.anna.complete(table.channel, "challenge conhex", "clock", "3 days")
    assert [choice["value"] for choice in fitting] == ["3d", "3d soft"]
    card = await table.challenge("conhex", clock="3d soft")
    assert "⏳ 3 days per move; running out of time loses if the opponent claims it" in card.text
    await table.ben.press(card, "Accept")
    match = await table.wait_for_match(card, (table.anna, table.ben))
    assert "⏳ Move by <t:" in match.start.text
    assert ":R>)" in match.start.text
    more = await table.anna.press(match.start, "More")
    assert "3 days per move; running out of time loses if the opponent claims it" in more.text


async def test_a_bank_shows_what_is_left(table: Table) -> None:
    match = await begin_timed(table, "10d+1d/14d", "d1-c1")
    own = await table.ben.press(await match.board(1), "Board")
    assert f"Time left: {table.anna.mention} 11 days," in own.text
    assert f"{table.ben.mention} 10 days" in own.text


async def test_hard_time_that_is_up_loses_once(table: Table, bot: BotHere) -> None:
    match = await begin_timed(table, "1d", "d1-c1")
    bot.later(1.1 * DAY)
    ending = await word(match, "ran out of time")
    assert "Anna wins, Ben ran out of time" in ending.text
    assert list(ending.buttons) == ["Rematch", "Board", "More", "Review", "Replay", "Export"]
    late = await table.ben.slash(match.home, "move", move="d3-a3")
    assert late.text == "This game is over."
    assert len([m for m in await match.boards() if "out of time" in m.text]) == 1


async def test_soft_time_is_claimed(table: Table, bot: BotHere) -> None:
    match = await begin_timed(table, "1d soft", "d1-c1")
    assert "Claim win" not in (await table.anna.press(await match.board(1), "Board")).message.buttons
    bot.later(1.1 * DAY)
    message = await word(match, f"{table.anna.mention}, you may claim the win")
    assert message.pinged == [table.anna.id]
    assert list(message.buttons) == ["Claim win", "More time", "More"]
    stranger = await table.sam.press(message, "Claim win")
    assert stranger.text == "You do not play in this game; only its players can do that."
    question = (await table.anna.press(message, "Claim win")).message
    assert (
        f"{table.ben.mention} (defenders) has run out of time. Do you want to claim the win?" in question.text
    )
    answer = await table.anna.press(question, "Back")
    assert answer.text == "Nothing has changed. The game goes on."
    again = (await table.anna.press(message, "Claim win")).message
    confirmation = await table.anna.press(again, "Confirm")
    assert confirmation.text == f"Game #{match.number}: your claim on time is accepted."
    ending = await word(match, "🏁")
    assert "Anna wins" in ending.text


async def test_who_may_claim_and_cannot_be_told_learns_it_at_his_next_command(
    table: Table, bot: BotHere
) -> None:
    match = await begin_timed(table, "1d soft", "d1-c1", "d3-a3")
    page = (await table.ben.slash(table.channel, "settings")).message
    await table.ben.forge(page, "fp:set:tell", "direct")
    await table.control.set_dm(table.ben.id, is_open=False)
    bot.later(1.1 * DAY)
    await word(match, "you may claim the win")

    async def missed_notice() -> Seen | None:
        await table.ben.slash(table.channel, "games")
        return next((m for m in await table.ben.sees(table.channel) if "📬" in m.text), None)

    note = await until(missed_notice, "the notice at the next command")
    assert f"Brandubh #{match.number}: ⌛ {table.anna.mention} has run out of time." in note.text


async def test_of_three_the_late_one_leaves_and_the_game_goes_on(table: Table, bot: BotHere) -> None:
    people = {person.mention: person for person in (table.anna, table.ben, table.sam)}
    for person in people.values():
        await person.slash(table.channel, "vacation automatic", on=False)
    await table.anna.slash(table.channel, "challenge catch-the-hat", clock="1d")
    card = await table.sam.finds(table.channel, lambda m: "Join" in m.buttons, "the table")
    assert "⏳ 1 day per move" in card.text
    await table.ben.press(card, "Join")
    await table.sam.press(card, "Join")
    await table.anna.press(card, "Start")
    start = await table.sam.finds(card.id, lambda m: "Move" in m.buttons, "the first board")
    first = people[start.text.partition(", you go first")[0].rpartition("\n")[2]]
    suggestions = await first.complete(start.channel, "move", "move", "")
    await first.slash(start.channel, "move", move=suggestions[0]["value"])
    board = await table.sam.finds(
        start.channel, lambda m: "Move" in m.buttons and m.id != start.id, "the next board"
    )
    late = board.text.partition(", your turn")[0].rpartition("\n")[2]
    bot.later(1.1 * DAY)
    notice = await table.sam.finds(start.channel, lambda m: "has run out of time" in m.text, "that one left")
    assert f"⌛ {late} has run out of time." in notice.text
    assert ", your turn" in notice.text
    assert "🏁" not in notice.text
    following = notice.text.partition(", your turn")[0].rpartition("\n")[2]
    assert sorted(notice.pinged) == sorted([people[late].id, people[following].id])
