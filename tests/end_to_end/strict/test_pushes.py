"""Push texts: the first words of every kind of public message, in plain text, within 100 characters."""

import re
from typing import Any

import pytest

from tests import pocket
from tests.end_to_end.bots import InProcessBot
from tests.end_to_end.clocks.test_told import set_notifications
from tests.end_to_end.people import Person
from tests.end_to_end.shown_message import ShownMessage
from tests.end_to_end.strict.stage import Stage
from tests.end_to_end.tables import Match, Table
from tests.end_to_end.test_games_by_slash import SHORT_BRANDUBH
from tests.end_to_end.three_games.gatherings import gather
from tests.pocket import Json

pytestmark = [
    pytest.mark.asyncio(loop_scope="module"),
    pytest.mark.assumes("push-shows-content", "only-allowed-called", "edits-call-nobody"),
]

HOUR = 3600
LONG_AFTER = 180.0
"""Seconds after which a take-back needs the opponent's consent."""
MARKUP = re.compile(r"[*_~`|<>#]{2}|[*`|<>\\]|^#|@(?!\u200b)")
"""Markup that Discord would not show literally; a zero-width space keeps an @ from pinging."""
BRANDUBH: dict[str, Any] = {"board": "brandubh-7"}


async def pushed_headline(stage: Stage, message: ShownMessage, *people: Person) -> str:
    """Return the headline of a message, which must notify these people and no others."""
    pushes: list[Json] = [p for p in await stage.table.control.pushes() if p["message_id"] == message.id]
    assert sorted(p["user_id"] for p in pushes) == sorted(person.id for person in people)
    (words,) = {push["text"].partition("\n")[0] for push in pushes}
    assert 0 < len(words) <= 100
    assert words == f"**{message.headline}**"
    assert not MARKUP.search(message.headline.replace(" #", " ")), words
    return message.headline


async def begin_small_match(stage: Stage, **options: Any) -> Match:
    return await stage.table.begin("hnefatafl", **BRANDUBH, **options)


async def message_with(match: Match, part: str) -> ShownMessage:
    return await match.witness.wait_for_message(match.home, lambda m: part in m.text, part)


async def test_a_challenge_card_pushes_its_headline(stage: Stage) -> None:
    card = await stage.table.challenge("conhex")
    assert await pushed_headline(stage, card, stage.table.ben) == "ConHex · Anna challenges Ben"


async def test_a_declined_challenge_pushes_its_headline(stage: Stage) -> None:
    table = stage.table
    card = await table.challenge("conhex")
    question = await table.ben.press(card, "Decline")
    await table.ben.choose(question.message, "no-time")
    message = await table.sam.wait_for_message(
        table.channel, lambda m: "has declined" in m.headline, "the refusal"
    )
    assert await pushed_headline(stage, message, table.anna) == "ConHex · Ben has declined"


async def test_a_table_pushes_its_headlines(stage: Stage) -> None:
    table = stage.table
    answer = await table.anna.slash(
        table.channel, "challenge catch-the-hat", opponent=table.ben.id, opponent_2=table.sam.id
    )
    assert answer.answered
    card = await table.sam.wait_for_message(table.channel, lambda m: "table" in m.headline, "the table")
    assert (
        await pushed_headline(stage, card, table.ben, table.sam) == "Catch the Hat · Anna has opened a table"
    )
    await table.ben.press(card, "Join")
    question = await table.sam.press(card, "Decline")
    await table.sam.choose(question.message, "no-time")
    message = await table.sam.wait_for_message(
        table.channel, lambda m: "your table" in m.headline, "a word to the host"
    )
    assert await pushed_headline(stage, message, table.anna) == "Catch the Hat · your table is ready"


async def test_the_start_a_ply_and_the_end_push_their_headlines(stage: Stage) -> None:
    match, (anna, ben) = await begin_small_match(stage), (stage.table.anna, stage.table.ben)
    title = f"Brandubh #{match.number}"
    assert await pushed_headline(stage, match.start, anna, ben) == f"{title} · the game begins"
    await match.play(SHORT_BRANDUBH[0])
    assert await pushed_headline(stage, await match.board(1), ben) == f"{title} · Anna: d1-c1"
    await match.play(*SHORT_BRANDUBH[1:], after=1)
    assert await pushed_headline(stage, await match.board(6), anna) == f"{title} · Ben: d1-g1 · 🏁 Ben wins"


async def test_a_silent_turn_pushes_nothing(stage: Stage, bot: InProcessBot) -> None:
    ben = stage.table.ben
    page = (await ben.slash(stage.table.channel, "settings")).message
    now = bot.clock()
    hours = f"{now:%H}:00-{(now.hour + 3) % 24:02d}:00"
    page = (await ben.fill_in(page, "Quiet hours", hours=hours, zone="UTC")).message
    await ben.press(page, "Silent turns in quiet hours: off")
    match = await begin_small_match(stage)
    await match.play("d1-c1")
    board = await match.board(1)
    assert ben.id in board.pinged
    pushes: list[Json] = [
        push for push in await stage.table.control.pushes() if push["message_id"] == board.id
    ]
    assert pushes == [], "the board causes no notification"


async def test_a_move_in_direct_messages_pushes_its_headline(stage: Stage) -> None:
    await set_notifications(stage.table.ben, stage.table.channel, "direct")
    match = await begin_small_match(stage)
    await match.play("d1-c1")
    board = await stage.direct_board(stage.table.ben, match, 1)
    assert await pushed_headline(stage, board, stage.table.ben) == (f"Brandubh #{match.number} · Anna: d1-c1")


async def test_a_take_back_pushes_its_headline(stage: Stage, bot: InProcessBot) -> None:
    match = await begin_small_match(stage)
    await match.play("d1-c1")
    bot.advance(LONG_AFTER)
    await stage.table.anna.slash(match.home, "offer", what="take-back")
    offer = await match.witness.wait_for_message(match.home, lambda m: "Accept" in m.buttons, "the offer")
    title = f"Brandubh #{match.number}"
    assert (
        await pushed_headline(stage, offer, stage.table.ben)
        == f"{title} · Anna would like to take a move back"
    )
    await stage.table.ben.press(offer, "Accept")
    back = await match.witness.wait_for_message(
        match.home, lambda m: "move taken back" in m.headline, "the board"
    )
    assert await pushed_headline(stage, back, stage.table.anna) == f"{title} · move taken back"


async def test_an_offer_pushes_its_headline(stage: Stage) -> None:
    match = await begin_small_match(stage)
    await match.play("d1-c1")
    question = (await stage.table.anna.slash(match.home, "offer", what="draw")).message
    if question.buttons:
        await stage.table.anna.press(question, "Confirm")
    offer = await match.witness.wait_for_message(match.home, lambda m: "Accept" in m.buttons, "the offer")
    assert (
        await pushed_headline(stage, offer, stage.table.ben)
        == f"Brandubh #{match.number} · Anna offers a draw"
    )


async def test_reminders_and_expired_time_push_their_headlines(stage: Stage, bot: InProcessBot) -> None:
    for person in (stage.table.anna, stage.table.ben):
        await person.slash(stage.table.channel, "vacation automatic", on=False)
    match = await begin_small_match(stage, clock="3d soft")
    await match.play("d1-c1")
    bot.advance(49 * HOUR)
    title = f"Brandubh #{match.number}"
    assert (
        await pushed_headline(stage, await message_with(match, "still your turn"), stage.table.ben)
        == f"{title} · Ben to move"
    )
    bot.advance(24 * HOUR)
    up = await match.witness.wait_for_message(
        match.home, lambda m: "has run out of time" in m.headline, "time up"
    )
    assert await pushed_headline(stage, up, stage.table.anna) == f"{title} · Ben has run out of time"


async def test_a_loss_on_time_pushes_its_headline(stage: Stage, bot: InProcessBot) -> None:
    for person in (stage.table.anna, stage.table.ben):
        await person.slash(stage.table.channel, "vacation automatic", on=False)
    match = await begin_small_match(stage, clock="1d")
    await match.play("d1-c1", "d3-a3")
    bot.advance(25 * HOUR)
    end = await message_with(match, "ran out of time")
    words = await pushed_headline(stage, end, stage.table.anna, stage.table.ben)
    assert words.startswith(f"Brandubh #{match.number} · ")
    assert words.endswith(" · 🏁 Ben wins, Anna ran out of time")


async def test_an_admin_ending_pushes_its_headline(stage: Stage) -> None:
    match, table = await begin_small_match(stage), stage.table
    owner = Person(pocket.Person(table.line, pocket.BEN), "Ben")
    await owner.slash(table.channel, "server end", game=str(match.number), winner=table.ben.id, reason="x")
    end = await message_with(match, "ended by an admin")
    words = await pushed_headline(stage, end, table.anna, table.ben)
    assert words.startswith(f"Brandubh #{match.number} · ")
    assert words.endswith("Ben wins")


async def test_dice_and_departures_push_their_headlines(stage: Stage, table: Table) -> None:
    people = [table.anna, table.ben, table.sam]
    match = await gather(table, people)
    assert (
        await pushed_headline(stage, match.opening, *people)
        == f"Catch the Hat #{match.number} · the game begins"
    )
    assert match.board.headline == f"Catch the Hat #{match.number}"
    pushes: list[Json] = [
        push for push in await stage.table.control.pushes() if push["message_id"] == match.board.id
    ]
    assert pushes == [], "everyone was just pinged by the opening"
    seat = next(number for number, player in enumerate(match.players) if player is not match.mover)
    board = await match.leave(seat)
    assert board.headline.startswith(f"Catch the Hat #{match.number} · {match.players[seat].name} leaves")
    assert len(board.headline) <= 100
