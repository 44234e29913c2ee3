"""Boards refused in their thread, in every way: the fate of the refused board and of the next."""

import logging

import pytest

from bot.chat.core.failures.discord_refusals import CODES, EDITS_LIMITED, RefusalMeaning
from tests.end_to_end.strict.stage import (
    CODELESS_ANSWERS,
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
from tests.end_to_end.three_games.rounds import ids_on

pytestmark = pytest.mark.asyncio(loop_scope="module")


def refusals_meaning(*meanings: RefusalMeaning) -> list[Refusal]:
    """Return the refusals with the given meanings that a new message can get."""
    return [
        refusal_with_code(code)
        for code, meaning in CODES.items()
        if meaning in meanings and code not in EDITS_LIMITED
    ]


TRANSIENT = [
    *refusals_meaning(RefusalMeaning.PASSING),
    *PAGES,
    *CODELESS_ANSWERS,
    NO_TIME,
    LONG,
    refusal_with_code(UNKNOWN, 400),
    refusal_with_code(UNKNOWN, 403),
    refusal_with_code(UNKNOWN, 404),
]
BLOCKED_HERE = refusals_meaning(RefusalMeaning.CLOSED, RefusalMeaning.UNREACHABLE)


def posts(match: Match) -> str:
    return f"/channels/{match.home}/messages$"


@pytest.mark.assumes(
    "passing-refusals", "proxy-says-nothing", "unknown-passes", "rate-limit-says-how-long", "slowmode"
)
@parametrize_refusals(
    TRANSIENT,
    *("20016", "HTML 502", "429 for ten minutes", "987654 with 403"),
)
async def test_a_temporarily_refused_board_is_posted_once_in_the_thread(
    stage: Stage, refusal: Refusal
) -> None:
    match = await begin_match(stage)
    await stage.refuse(refusal, posts(match))
    await type_move(match, "a1", 1)
    board = await stage.board(match, 1)
    assert board.pictures
    assert board.pinged == [stage.table.ben.id]
    await type_move(match, "f6", 2)
    await stage.board(match, 2)
    for ply in (1, 2):
        check_posted_once(match, match.home, ply)
    assert await match.boards(stage.table.channel) == []


@pytest.mark.assumes("closed-here")
@parametrize_refusals(BLOCKED_HERE, "50013", "50083")
async def test_a_closed_thread_falls_back_to_the_channel(stage: Stage, refusal: Refusal) -> None:
    match = await begin_match(stage)
    await stage.refuse(refusal, posts(match), times=expected_attempts(refusal))
    await type_move(match, "a1", 1)
    board = await stage.board(match, 1, stage.table.channel)
    assert board.pictures
    assert board.pinged == [stage.table.ben.id]
    await match.wait_until_stripped(match.start)
    await type_move(match, "f6", 2)
    await stage.board(match, 2)
    await match.wait_until_stripped(board)
    check_posted_once(match, match.home, 2)
    check_posted_once(match, stage.table.channel, 1)


@pytest.mark.assumes("gone-for-good")
@parametrize_refusals(refusals_meaning(RefusalMeaning.GONE), "10003")
async def test_a_missing_thread_is_abandoned_for_the_channel(stage: Stage, refusal: Refusal) -> None:
    match = await begin_match(stage)
    await stage.refuse(refusal, posts(match))
    await type_move(match, "a1", 1)
    await stage.board(match, 1, stage.table.channel)
    await type_move(match, "f6", 2)
    board = await stage.board(match, 2, stage.table.channel)
    assert board.pinged == [stage.table.anna.id]
    for ply in (1, 2):
        check_posted_once(match, stage.table.channel, ply)


UNFIT = [refusal for refusal in refusals_meaning(RefusalMeaning.UNFIT) if refusal.code != 400001]
"""Errors about one message, except the error for files that a server rejects in general."""


@pytest.mark.assumes("unfit-message", "upload-size")
@parametrize_refusals(UNFIT, "50035")
async def test_a_refused_picture_is_omitted(
    stage: Stage, refusal: Refusal, caplog: pytest.LogCaptureFixture
) -> None:
    match = await begin_match(stage)
    await stage.refuse(refusal, posts(match))
    await type_move(match, "a1", 1)
    board = await stage.board(match, 1)
    assert not board.pictures
    assert board.pinged == [stage.table.ben.id]
    assert list(board.buttons) == ["Move", "Board", "More"]
    assert "refused" in caplog.text, "the refusal is logged"
    await type_move(match, "f6", 2)
    assert (await stage.board(match, 2)).pictures, "the next board has its picture"
    await match.wait_until_stripped(board)


@pytest.mark.assumes("unfit-message")
async def test_an_upload_limit_also_omits_the_next_picture(stage: Stage) -> None:
    match = await begin_match(stage)
    await stage.refuse(refusal_with_code(400001), posts(match))
    await type_move(match, "a1", 1)
    assert not (await stage.board(match, 1)).pictures
    await type_move(match, "f6", 2)
    assert not (await stage.board(match, 2)).pictures, "uploads are still limited"


@pytest.mark.assumes("unfit-message", "content-2000", "classic-rows", "custom-id-unique")
@parametrize_refusals(UNFIT, "200001")
async def test_a_board_refused_without_picture_is_posted_as_plain_text(
    stage: Stage, refusal: Refusal
) -> None:
    match = await begin_match(stage)
    await stage.refuse(refusal, posts(match), times=2)
    await type_move(match, "a1", 1)
    words = f"{stage.table.ben.mention}, your turn"
    board = await stage.wait_for_message(stage.table.sam, match.home, lambda m: words in m.text, "plain text")
    assert not board.pictures
    assert not board.buttons
    assert board.pinged == [stage.table.ben.id]
    await type_move(match, "f6", 2)
    assert (await stage.board(match, 2)).pictures


@pytest.mark.assumes("unfit-message")
async def test_a_board_refused_in_the_thread_goes_to_the_channel(stage: Stage) -> None:
    match = await begin_match(stage)
    await stage.refuse(refusal_with_code(50035), posts(match), times=3)
    await type_move(match, "a1", 1)
    board = await stage.board(match, 1, stage.table.channel)
    assert board.pictures
    await type_move(match, "f6", 2)
    await stage.board(match, 2)
    await match.wait_until_stripped(board)


@pytest.mark.assumes("nonce-of-deleted")
@parametrize_refusals(refusals_meaning(RefusalMeaning.NO_MESSAGE), "10008")
async def test_a_board_refused_as_already_deleted_counts_as_delivered(stage: Stage, refusal: Refusal) -> None:
    match = await begin_match(stage)
    await stage.refuse(refusal, posts(match))
    await type_move(match, "a1", 1)
    await stage.wait_for_refusals()
    await type_move(match, "f6", 2)
    board = await stage.board(match, 2)
    assert board.pinged == [stage.table.anna.id]
    assert not [m for m in match.posted if f"fp:board:{match.number}:1" in ids_on(m)]


@pytest.mark.assumes("unknown-passes")
async def test_a_persistent_unknown_refusal_is_abandoned_and_blocks_nothing(
    stage: Stage, caplog: pytest.LogCaptureFixture
) -> None:
    match = await begin_match(stage)
    await stage.refuse(refusal_with_code(UNKNOWN, 400), posts(match), times=7)
    await type_move(match, "a1", 1)
    await type_move(match, "f6", 2)
    board = await stage.board(match, 2)
    assert board.pictures
    await stage.direct_board(stage.table.ben, match, 1)
    abandoned = [record for record in caplog.records if "gave up" in record.getMessage()]
    assert [record.levelno for record in abandoned] == [logging.ERROR]


@pytest.mark.assumes("own-history", "nonce-once")
@pytest.mark.parametrize("readable", [True, False])
async def test_a_post_with_a_lost_response_is_not_duplicated(stage: Stage, readable: bool) -> None:
    match = await begin_match(stage)
    if not readable:
        await stage.table.control.deny(stage.table.channel, "READ_MESSAGE_HISTORY")
    await stage.refuse(Refusal("lost", {"fault": "reset", "when": "after"}), posts(match))
    await type_move(match, "a1", 1)
    await stage.wait_for_refusals()
    await type_move(match, "f6", 2)
    await stage.board(match, 2)
    for ply in (1, 2):
        check_posted_once(match, match.home, ply)


@pytest.mark.assumes("unfit-message")
async def test_a_post_refused_everywhere_is_reported_at_the_next_command(
    stage: Stage, caplog: pytest.LogCaptureFixture
) -> None:
    match = await begin_match(stage)
    # Three attempts each in the thread, the channel and two people's direct messages.
    await stage.refuse(refusal_with_code(50035), r"/channels/\d+/messages$", times=12)
    await type_move(match, "a1", 1)
    await stage.wait_for_refusals()
    notice = await stage.missed_notice(stage.table.ben, f"#{match.number}")
    assert f"{stage.table.ben.mention}, your turn" in notice.text
    await type_move(match, "f6", 2)
    board = await stage.board(match, 2)
    assert board.pictures
    await match.wait_until_stripped(match.start)
    assert [record for record in caplog.records if record.levelno >= logging.ERROR], caplog.messages
