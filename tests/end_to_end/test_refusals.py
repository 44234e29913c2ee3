"""Invalid presses, choices and inputs: each gets a clear private sentence and changes nothing."""

import asyncio

import pytest

from tests.end_to_end.cases import case
from tests.end_to_end.panels import confirm, prepare
from tests.end_to_end.shown_message import Answer
from tests.end_to_end.tables import Match, Table
from tests.pocket import Json

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("bot")]

NOT_YOURS = "You do not play in this game; only its players can do that."


CHANGED = "The position has changed in the meantime. Look at the newest board and choose again."


async def public_messages(match: Match) -> list[Json]:
    """Return all public messages of a match and its card."""
    home, channel = await match.witness.messages(match.home), await match.witness.messages(match.card.channel)
    return [message.raw for message in (*home, *channel) if not message.is_private]


def check_refusal(answer: Answer, text: str) -> None:
    """Check that an answer is private and has exactly this text."""
    assert answer.answered
    assert answer.message.is_private
    assert answer.text == text


async def begin_game(table: Table) -> Match:
    """Begin a match and wait until its card is closed, after which nothing changes by itself."""
    match = await table.begin("hnefatafl", board="brandubh-7")
    await match.wait_until_stripped(match.card)
    return match


async def test_a_double_click_on_confirm_makes_one_ply(table: Table) -> None:
    match = await table.begin("hnefatafl", board="brandubh-7")
    panel = await prepare(table.anna, match.start, ("d1", "c1"))
    both = await asyncio.gather(*(confirm(table.anna, panel) for _ in range(2)))
    assert not [answer for answer in both if not answer.answered]
    # Both answers edit the same panel: if that is slow, only the last text can be read.
    assert {answer.text.split("\n")[0] for answer in both} <= {
        f"Game #{match.number}: your move **d1-c1** is played already.",
        f"Game #{match.number}: your move **d1-c1** is played.",
    }
    await match.board(1)
    await match.wait_until_stripped(match.start)
    await table.ben.slash(match.home, "move", move="d3-a3")
    await match.board(2)
    assert [board.reports_move("d1-c1") for board in await match.boards()] == [False, True, False]
    assert match.pings() == match.calls(2)


async def test_two_panels_with_different_moves_make_one_ply(table: Table) -> None:
    match = await table.begin("hnefatafl", board="brandubh-7")
    panels = [await prepare(table.anna, match.start, ("d1", to)) for to in ("c1", "b1")]
    both = await asyncio.gather(*(confirm(table.anna, panel) for panel in panels))
    assert sorted(answer.text == CHANGED for answer in both) == [False, True]
    await match.board(1)
    assert len(await match.boards()) == 2


async def test_simultaneous_moves_are_played_in_turn(table: Table) -> None:
    match = await table.begin("hnefatafl", board="brandubh-7")
    answers = await asyncio.gather(
        table.ben.slash(match.home, "move", move="d3-a3"),
        table.anna.slash(match.home, "move", move="d1-c1"),
        table.anna.slash(match.home, "move", move="d1-b1"),
        table.sam.slash(match.home, "move", move="d1-b1"),
    )
    replies = [answer for answer in answers[1:3] if "is played" in answer.text]
    assert len(replies) == 1
    plies = 1 + ("is played" in answers[0].text)
    check_refusal(answers[3], NOT_YOURS)
    await match.board(plies)
    assert len(await match.boards()) == plies + 1


FORGED = [
    "garbage",
    "fp",
    "fp:",
    "fp:move",
    "fp:move:",
    "fp:move:x:0",
    "fp:move:-1:0",
    "fp:move:999999999999999999:0",
    f"fp:move:{'9' * 92}",
    "fp:confirm:{n}",
    "fp:confirm:{n}:0",
    "fp:confirm:{n}:0:",
    "fp:confirm:{n}:0:e9-e9",
    "fp:confirm:{n}:77:d1-c1",
    "fp:confirm:{n}:0:@everyone",
    "fp:confirm:{n}:0:d1-c1\x00",
    "fp:choose:{n}:0:swap:",
    "fp:choose:{n}:0::zz,qq,ss",
    "fp:pick:{n}:0:9::",
    "fp:pick:{n}:0",
    "fp:accept:424242",
    "fp:accept:x",
    "fp:decline:0",
    "fp:decline-because:1",
    "fp:withdraw:424242",
    "fp:rules:chess",
    "fp:open",
    "fp:open:1",
    "fp:board:424242:0",
    "fp:more:424242",
    "fp:resign:424242",
    "fp:resign-yes:424242",
    "fp:delete-everything:1",
    "FP:MOVE:1:0",
    "fp:move:{n}:0\n",
    "fp:" + "x" * 97,
    "other-bot:button",
    "🎲" * 25,
]


@pytest.mark.assumes("custom-ids-come-back")
async def test_forged_custom_ids_change_nothing(table: Table) -> None:
    match = await begin_game(table)
    before = await public_messages(match)
    presses = [(forged, ()) for forged in FORGED]
    for forged, values in [*presses, *((forged, ("pd1",)) for forged in FORGED[::6])]:
        with case(forged):
            custom_id = forged.replace("{n}", str(match.number))
            for answer in (
                await table.anna.press_nothing(match.start, custom_id, *values),
                await table.anna.forge(match.start.with_control(custom_id, *values), custom_id, *values),
            ):
                assert answer.answered, "every forged press is answered"
                assert answer.message.is_private
                assert answer.text.strip()
                assert "went wrong" not in answer.text
    assert await public_messages(match) == before
    real = f"fp:confirm:{match.number}:0:d1-c1"
    assert "is played" in (await table.anna.forge(match.start.with_control(real), real)).text


MOVES = {
    "mention": "@everyone @here <@1100000000000000101> <@&1100000000000000301>",
    "markdown": "**d1** __c1__ ~~x~~ ||y|| `z` [a](https://example.org) # h\n> q\n- l",
    "link": "https://example.org/d1-c1",
    "long": "d1-c1" * 800,
    "very long": "x" * 6000,
    "nul": "d1-c1\x00",
    "only nul": "\x00",
    "newline": "d1\n-c1",
    "bell": "\x07d1",
    "emoji": "🎲♟️",
    "custom emoji": "<:x:1100000000000000101>",
    "right to left": "\u202ed1-c1\u202c",
    "arabic": "مرحبا",
    "combining": "d̷̛1̸-c1",
    "other digits": "d\u0661-c\u0661",
    "blank": "   ",
    "illegal": "d1-d2",
    "off the board": "z9-z1",
    "code block": "```d1-c1```",
    "channel": "<#1100000000000000211> <id:customize> </move:1>",
    "timestamp": "<t:0:R>",
}


async def test_invalid_moves_are_refused(table: Table) -> None:
    match = await begin_game(table)
    before = await public_messages(match)
    for name, typed in MOVES.items():
        with case(name):
            answer = await table.anna.slash(match.home, "move", move=typed)
            assert answer.message.is_private
            assert answer.message.pinged == []
            assert "went wrong" not in answer.text
            assert len(answer.text) < 600
            harmless(answer.text)
    assert await public_messages(match) == before
    reply = await table.anna.slash(match.home, "move", move="d1-c1")
    assert "is played" in reply.text


def harmless(text: str) -> None:
    """Check that typed text has no active mentions, masked links or formatting."""
    for live in (
        "@everyone",
        "@here",
        "<@1",
        "<@&",
        "<#",
        "<t:",
        "</move:",
        "<:x:",
        "[a](http",
        "||y||",
        "~~x~~",
    ):
        assert live not in text, f"{live} is active in {text!r}"
    assert "\n>" not in text
    assert "\n#" not in text
    assert not [sign for sign in "\x00\x07\u202e" if sign in text]
    assert "**d1**" not in text
