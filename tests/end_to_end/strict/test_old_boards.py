"""Replaced boards whose edit Discord refuses: their buttons must go."""

import pytest

from bot.chat.core.failures.discord_refusals import CODES, RefusalMeaning
from bot.features.boards.pages.past_turn import without_turn
from bot.locale import Texts
from tests.end_to_end.strict.stage import (
    CODELESS_ANSWERS,
    LONG,
    NO_TIME,
    PAGES,
    UNKNOWN,
    Refusal,
    Stage,
    begin_match,
    parametrize_refusals,
    refusal_with_code,
    type_move,
)
from tests.end_to_end.tables import Match, picture_of

pytestmark = pytest.mark.asyncio(loop_scope="module")

UNFIT = [refusal_with_code(code) for code, meaning in CODES.items() if meaning is RefusalMeaning.UNFIT]
MESSAGE_GONE = [
    refusal_with_code(code)
    for code, meaning in CODES.items()
    if meaning in {RefusalMeaning.NO_MESSAGE, RefusalMeaning.CLOSED, RefusalMeaning.GONE} and code != 50083
]


def path(match: Match) -> str:
    return f"/channels/{match.home}/messages/{match.start.id}"


@pytest.mark.assumes("edit-keeps-listed", "edit-takes-uploads", "attachments-of-classic", "unfit-message")
@parametrize_refusals(UNFIT, "50035")
async def test_a_refused_edit_is_retried_with_a_new_upload(stage: Stage, refusal: Refusal) -> None:
    match = await begin_match(stage)
    await stage.refuse(refusal, path(match) + "$", "PATCH")
    await type_move(match, "a1", 1)
    old = await match.wait_until_stripped(match.start)
    first, second = stage.requests("PATCH", path(match))
    assert isinstance(first.json, dict)
    assert first.json["attachments"][0]["filename"] == "board.png"
    assert not first.files, "the first edit keeps the existing picture"
    assert [file["filename"] for file in second.files] == ["board.png"]
    (await picture_of(stage.table.line, old)).close()
    assert old.text == without_turn(match.start.text, Texts.load().languages.values())
    assert "you go first" in match.start.text
    assert "you go first" not in old.text
    assert old.pinged == [], "the old board mentions nobody any more"


@pytest.mark.assumes("edit-keeps-listed", "edit-takes-uploads")
async def test_the_next_game_in_the_channel_uploads_immediately(stage: Stage) -> None:
    match = await begin_match(stage)
    await stage.refuse(refusal_with_code(50035), path(match) + "$", "PATCH")
    await type_move(match, "a1", 1)
    await match.wait_until_stripped(match.start)
    other = await begin_match(stage)
    await type_move(other, "a1", 1)
    await other.wait_until_stripped(other.start)
    (only,) = stage.requests("PATCH", path(other))
    assert [file["filename"] for file in only.files] == ["board.png"], "the next edit uploads immediately"


@pytest.mark.assumes("edit-keeps-listed", "edit-takes-uploads", "jump-links")
async def test_an_uneditable_old_board_links_the_current_one(stage: Stage) -> None:
    match = await begin_match(stage)
    await stage.refuse(refusal_with_code(50035), path(match) + "$", "PATCH", times=2)
    await type_move(match, "a1", 1)
    board = await stage.board(match, 1)
    await stage.wait_for_refusals()
    (stands,) = [message for message in await match.boards() if message.id == match.start.id]
    assert "Move" in stands.buttons
    answer = await stage.table.ben.press(stands, "Move")
    assert answer.text.startswith("**This board is out of date")
    assert f"/{board.channel}/{board.id}" in answer.text
    await type_move(match, "f6", 2)
    await match.wait_until_stripped(board)


@pytest.mark.assumes("archived-needs-opening")
async def test_an_archived_thread_is_reopened_for_the_edit(stage: Stage) -> None:
    match = await begin_match(stage)
    await stage.refuse(refusal_with_code(50083), path(match) + "$", "PATCH")
    await type_move(match, "a1", 1)
    await match.wait_until_stripped(match.start)
    (request,) = stage.requests("PATCH", f"/channels/{match.home}")
    assert request.json == {"archived": False}


@pytest.mark.assumes("archived-needs-opening")
@parametrize_refusals(
    [refusal_with_code(160006), refusal_with_code(50013), refusal_with_code(UNKNOWN)], "50013", "987654"
)
async def test_an_edit_in_a_thread_that_stays_archived_is_dropped(stage: Stage, refusal: Refusal) -> None:
    match = await begin_match(stage)
    await stage.refuse(refusal_with_code(50083), path(match) + "$", "PATCH")
    await stage.refuse(refusal, f"/channels/{match.home}$", "PATCH")
    await type_move(match, "a1", 1)
    await stage.wait_for_refusals()
    answer = await stage.table.ben.press(match.start, "Move")
    assert answer.text.startswith("**This board is out of date")


@pytest.mark.assumes("edit-keeps-listed")
@parametrize_refusals(MESSAGE_GONE, "50013", "10008")
async def test_an_edit_of_a_missing_or_forbidden_board_is_dropped(stage: Stage, refusal: Refusal) -> None:
    match = await begin_match(stage)
    await stage.refuse(refusal, path(match) + "$", "PATCH")
    await type_move(match, "a1", 1)
    await stage.wait_for_refusals()
    await type_move(match, "f6", 2)
    await match.wait_until_stripped(await stage.board(match, 1))
    assert len(stage.requests("PATCH", path(match))) == 1


@pytest.mark.assumes(
    "old-edits-limited",
    "published-edits-limited",
    "passing-refusals",
    "proxy-says-nothing",
    "rate-limit-says-how-long",
)
@parametrize_refusals(
    [
        *[refusal_with_code(code) for code in (20022, 40004, 40006, 40333, UNKNOWN)],
        *PAGES,
        *CODELESS_ANSWERS,
        NO_TIME,
        LONG,
        Refusal("30046 for ten minutes", refusal_with_code(30046, 429).body | {"retry_after": 600}),
    ],
    *("20022", "HTML 502", "30046 for ten minutes"),
)
async def test_an_edit_refused_temporarily_is_retried(stage: Stage, refusal: Refusal) -> None:
    match = await begin_match(stage)
    if refusal.code == 30046:
        await stage.table.control.age(match.start.id, 7200)
    await stage.refuse(refusal, path(match) + "$", "PATCH")
    await type_move(match, "a1", 1)
    await stage.wait_for_refusals()
    await type_move(match, "f6", 2)
    # The next board does not wait for the edit.
    await stage.board(match, 2)
    await stage.fast_forward_until(lambda: is_stripped(match), "the old board to lose its buttons")


async def is_stripped(match: Match) -> bool:
    return next(not message.buttons for message in await match.boards() if message.id == match.start.id)
