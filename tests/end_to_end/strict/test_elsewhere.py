"""Games without a thread, and closed direct messages: the later places, refused in turn."""

import pytest

from bot.chat.core.failures.discord_refusals import CODES, RefusalMeaning
from tests.end_to_end.people import Person
from tests.end_to_end.shown_message import ShownMessage
from tests.end_to_end.strict.stage import (
    CODELESS_ANSWERS,
    ELSEWHERE,
    LONG,
    NO_TIME,
    PAGES,
    UNKNOWN,
    Refusal,
    Stage,
    begin_match,
    check_posted_once,
    expected_attempts,
    parametrize_refusals,
    refusal_with_code,
    type_move,
)
from tests.end_to_end.tables import Match

pytestmark = pytest.mark.asyncio(loop_scope="module")

CLOSED = [
    refusal_with_code(code)
    for code, meaning in CODES.items()
    if meaning in {RefusalMeaning.CLOSED, RefusalMeaning.GONE}
]
OPENING = r"/users/@me/channels$"


async def begin_threadless(stage: Stage) -> Match:
    """Begin a match whose home is its channel."""
    table = stage.table
    await table.control.deny(table.channel, "CREATE_PUBLIC_THREADS")
    card = await table.challenge("conhex", role="red", swap="off")
    await table.ben.press(card, "Accept")
    match = await table.wait_for_match(card, (table.anna, table.ben), home=table.channel)
    await match.wait_until_stripped(card)
    return match


async def begin_homeless(stage: Stage) -> Match:
    """Begin a match, then deny posting in its thread and channel."""
    match = await begin_match(stage)
    await stage.table.control.deny(stage.table.channel, "SEND_MESSAGES", "SEND_MESSAGES_IN_THREADS")
    return match


async def boards_of(person: Person, match: Match, ply: int) -> list[ShownMessage]:
    mark = f"fp:board:{match.number}:{ply}"
    return [
        message for message in await person.messages(await person.open_dm()) if message.has_custom_id(mark)
    ]


@pytest.mark.assumes("closed-here", "gone-for-good")
@parametrize_refusals(CLOSED, "10003", "50013")
async def test_a_channel_refusal_sends_boards_directly_with_the_reason(
    stage: Stage, refusal: Refusal
) -> None:
    match = await begin_threadless(stage)
    table = stage.table
    await stage.refuse(refusal, f"/channels/{table.channel}/messages$", times=expected_attempts(refusal))
    await type_move(match, "a1", 1)
    for person in (table.anna, table.ben):
        board = await stage.direct_board(person, match, 1)
        assert f"{ELSEWHERE} <#{table.channel}>, so this comes to you directly. The game goes on here." in (
            board.text
        )
        assert board.pinged == ([person.id] if person is table.ben else [])
        assert board.pictures
    await type_move(match, "f6", 2)
    await stage.board(match, 2, table.channel)
    check_posted_once(match, table.channel, 2)
    for person in (table.anna, table.ben):
        (board,) = await boards_of(person, match, 1)
        assert await boards_of(person, match, 2) == []
        assert (await person.press(board, "Move")).text.startswith("**This board is out of date")


@pytest.mark.assumes("unfit-message")
async def test_a_board_invalid_in_the_channel_is_sent_directly(stage: Stage) -> None:
    match = await begin_threadless(stage)
    await stage.refuse(refusal_with_code(50035), f"/channels/{stage.table.channel}/messages$", times=3)
    await type_move(match, "a1", 1)
    for person in (stage.table.anna, stage.table.ben):
        assert ELSEWHERE in (await stage.direct_board(person, match, 1)).text


@pytest.mark.assumes("passing-refusals", "proxy-says-nothing", "unknown-passes")
@parametrize_refusals(
    [
        *[refusal_with_code(code) for code in (40003, 40004, 40006, 40333, UNKNOWN)],
        *PAGES,
        *CODELESS_ANSWERS,
        NO_TIME,
        LONG,
    ],
    *("40003", "HTML 502"),
)
async def test_opening_direct_messages_is_retried(stage: Stage, refusal: Refusal) -> None:
    match = await begin_homeless(stage)
    await stage.refuse(refusal, OPENING, times=2)
    await type_move(match, "a1", 1)
    for person in (stage.table.anna, stage.table.ben):
        board = await stage.direct_board(person, match, 1)
        assert ELSEWHERE in board.text
        assert len(await boards_of(person, match, 1)) == 1


@pytest.mark.assumes("unreachable-person", "create-dm")
@parametrize_refusals(
    [
        refusal_with_code(code, status)
        for code, status in ((50007, 400), (50007, 403), (50033, 400), (50278, 403), (10013, 404))
    ],
    *("50007 with 403", "10013 with 404"),
)
async def test_missed_direct_messages_are_shown_at_the_next_command(stage: Stage, refusal: Refusal) -> None:
    match = await begin_homeless(stage)
    await stage.refuse(refusal, OPENING, times=2)
    await type_move(match, "a1", 1)
    await stage.wait_for_refusals()
    notice = await stage.missed_notice(stage.table.ben, f"#{match.number}")
    assert notice.is_private
    assert f"{stage.table.ben.mention}, your turn" in notice.text
    await type_move(match, "f6", 2)
    assert ELSEWHERE in (await stage.direct_board(stage.table.anna, match, 2)).text, (
        "direct messages are tried again"
    )


@pytest.mark.assumes("dm-channel-changes", "create-dm")
async def test_a_stale_dm_channel_is_reopened(stage: Stage) -> None:
    match = await begin_homeless(stage)
    await type_move(match, "a1", 1)
    assert ELSEWHERE in (await stage.direct_board(stage.table.ben, match, 1)).text
    old = await stage.table.ben.open_dm()
    new = await stage.table.control.move_dm(stage.table.ben.id)
    await type_move(match, "f6", 2)
    assert new != old
    assert await stage.table.ben.open_dm() == new
    assert ELSEWHERE in (await stage.direct_board(stage.table.ben, match, 2)).text
    before = len(stage.requests("POST", f"/channels/{old}/messages"))
    await type_move(match, "k11", 3)
    await stage.direct_board(stage.table.ben, match, 3)
    assert len(stage.requests("POST", f"/channels/{old}/messages")) == before, (
        "the old DM channel is not used again"
    )


@pytest.mark.assumes("unreachable-person")
@parametrize_refusals([refusal_with_code(50007), refusal_with_code(50278)], "50007")
async def test_an_unreachable_player_is_notified_at_the_next_command(stage: Stage, refusal: Refusal) -> None:
    match = await begin_homeless(stage)
    ben = await stage.table.ben.open_dm()
    await stage.refuse(refusal, f"/channels/{ben}/messages$")
    await type_move(match, "a1", 1)
    await stage.missed_notice(stage.table.ben, f"#{match.number}")
    assert ELSEWHERE in (await stage.direct_board(stage.table.anna, match, 1)).text
