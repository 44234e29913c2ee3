"""Refusal edits in answer to a press: everyone still gets an answer."""

import pytest

from bot.chat.core.failures.discord_refusals import CODES, EDITS_LIMITED, RefusalMeaning
from tests.end_to_end.shown_message import ShownMessage
from tests.end_to_end.strict.stage import (
    CODELESS_ANSWERS,
    NO_TIME,
    PAGES,
    UNKNOWN,
    Refusal,
    Stage,
    begin_match,
    parametrize_refusals,
    refusal_with_code,
)
from tests.end_to_end.tables import picture_of
from tests.end_to_end.three_games.gatherings import card_of, open_lobby

pytestmark = pytest.mark.asyncio(loop_scope="module")

CALLBACK = "/callback$"
PUBLISHED = 20022
PERMANENT = [
    *[refusal_with_code(code) for code, meaning in CODES.items() if meaning is not RefusalMeaning.PASSING],
    refusal_with_code(PUBLISHED),
]
SAMPLE = [refusal_with_code(code) for code in (50035, 50083, 10008, 50013, UNKNOWN)]
TRANSIENT = [
    *[
        refusal_with_code(code)
        for code, meaning in CODES.items()
        if meaning is RefusalMeaning.PASSING and code not in EDITS_LIMITED
    ],
    *PAGES,
    *CODELESS_ANSWERS,
    NO_TIME,
]


async def card(stage: Stage) -> ShownMessage:
    return await stage.table.challenge("conhex", role="red", swap="off")


@pytest.mark.assumes("edit-takes-uploads", "edit-keeps-listed")
@parametrize_refusals(SAMPLE, "50035")
async def test_a_refused_card_update_is_retried_with_an_upload(stage: Stage, refusal: Refusal) -> None:
    table, question = stage.table, await card(stage)
    await stage.refuse(refusal, CALLBACK)
    answer = await table.ben.press(question, "Accept")
    assert answer.answered
    assert answer.callback == 7
    match = await table.wait_for_match(question, (table.anna, table.ben))
    message = await match.wait_until_stripped(question)
    assert message.pinged == []
    assert "the game has begun" in message.text.lower() or "accepted" in message.text.lower()
    (await picture_of(table.line, message)).close()
    uploads = [e.files for e in stage.requests("POST", f"/interactions/{answer.id}/.*/callback")]
    assert [len(files) for files in uploads] == [0, 1], "the picture is first kept, then uploaded again"


@pytest.mark.assumes("edit-takes-uploads", "edit-keeps-listed", "published-edits-limited")
@parametrize_refusals(PERMANENT, "50035", "20022")
async def test_a_card_update_refused_twice_is_answered_privately(stage: Stage, refusal: Refusal) -> None:
    table, question = stage.table, await card(stage)
    await stage.refuse(refusal, CALLBACK, times=2)
    answer = await table.ben.press(question, "Accept")
    assert answer.answered
    assert answer.message.is_private
    assert answer.text.strip()
    match = await table.wait_for_match(question, (table.anna, table.ben))
    await match.wait_until_stripped(question)


@pytest.mark.assumes("edit-takes-uploads")
@parametrize_refusals(SAMPLE, "50035")
async def test_a_refused_table_update_is_answered_privately(stage: Stage, refusal: Refusal) -> None:
    table = stage.table
    question = await open_lobby(table, table.anna, players="3")
    join = next(label for label, custom_id in question.buttons.items() if custom_id.startswith("fp:join:"))
    await stage.refuse(refusal, CALLBACK, times=2)
    answer = await table.ben.press(question, join)
    assert answer.answered
    assert answer.message.is_private
    assert "You have joined" in answer.text or "at the table" in answer.text

    async def has_changed() -> bool:
        return table.ben.mention in (await card_of(table, question)).text

    await stage.fast_forward_until(has_changed, "the card to name the guest")


@pytest.mark.assumes("edit-takes-uploads")
@parametrize_refusals(SAMPLE, "50013")
async def test_a_refused_offer_update_is_still_answered(stage: Stage, refusal: Refusal) -> None:
    match = await stage.table.begin("hnefatafl", board="brandubh-7")
    await match.wait_until_stripped(match.card)
    await stage.table.anna.slash(match.home, "offer", what="draw")
    question = await stage.table.sam.wait_for_message(
        match.home, lambda m: "Decline" in m.buttons, "the offer"
    )
    await stage.refuse(refusal, CALLBACK)
    answer = await stage.table.ben.press(question, "Decline")
    assert answer.answered
    assert answer.text.strip()


@pytest.mark.assumes("edit-takes-uploads", "layout-sums")
@parametrize_refusals(SAMPLE, "50035", "50083")
async def test_a_refused_panel_update_opens_a_new_panel(stage: Stage, refusal: Refusal) -> None:
    match = await begin_match(stage)
    panel = (await stage.table.anna.press(match.start, "Move")).message
    await stage.refuse(refusal, CALLBACK)
    answer = await stage.table.anna.press(panel, "a …")
    assert answer.answered
    assert answer.callback == 4
    assert "a1" in answer.message.buttons


@pytest.mark.assumes("three-seconds", "passing-refusals", "proxy-says-nothing", "rate-limit-says-how-long")
@parametrize_refusals(TRANSIENT, "40003", "HTML 502")
async def test_a_temporarily_refused_response_is_resent(stage: Stage, refusal: Refusal) -> None:
    table, question = stage.table, await card(stage)
    await stage.refuse(refusal, CALLBACK)
    answer = await table.ben.press(question, "Accept")
    assert answer.answered
    assert answer.callback == 7
    match = await table.wait_for_match(question, (table.anna, table.ben))
    await match.wait_until_stripped(question)


@pytest.mark.assumes("answered-once")
async def test_an_acknowledged_response_is_not_repeated(stage: Stage) -> None:
    table, question = stage.table, await card(stage)
    stage.ordered.add(40060)
    await stage.refuse(refusal_with_code(0, 503), CALLBACK, when="after")
    answer = await table.ben.press(question, "Accept")
    assert answer.answered
    match = await table.wait_for_match(question, (table.anna, table.ben))
    await match.wait_until_stripped(question)

    async def two_requests() -> bool:
        return len(stage.requests("POST", f"/interactions/{answer.id}/.*/callback")) == 2

    await stage.fast_forward_until(two_requests, "the answer to be retried")
    first, second = stage.requests("POST", f"/interactions/{answer.id}/.*/callback")
    assert isinstance(second.response, dict)
    assert (first.status, second.response["code"]) == (503, 40060)
    private = [m for m in await table.ben.messages(table.channel) if m.is_private]
    assert not private, "no further private message"


@pytest.mark.assumes("interaction-message", "edits-call-nobody")
async def test_a_changed_card_keeps_its_mentions_without_pings(stage: Stage) -> None:
    table = stage.table
    question = await open_lobby(
        table, table.anna, players="3", opponent=table.ben.id, opponent_2=table.sam.id
    )
    assert sorted(question.pinged) == sorted([table.ben.id, table.sam.id])
    before = len(await table.control.pushes())
    assert (await table.ben.press(question, "Join")).callback == 7
    changed = await card_of(table, question)
    assert table.sam.id in changed.pinged, "the remaining guest is still mentioned"
    pushes = (await table.control.pushes())[before:]
    assert not [push for push in pushes if push["message_id"] == question.id]


async def test_joining_a_table_keeps_its_picture(stage: Stage) -> None:
    """A re-sent picture gets a new id, which a concurrent edit does not know."""
    table = stage.table
    question = await open_lobby(table, table.anna, players="4")
    joining = await table.ben.press(question, "Join")
    assert joining.callback == 7
    await table.sam.slash(
        table.channel, "dice accept", word="luck", challenge=question.buttons["Join"].split(":")[2]
    )

    async def has_changed() -> bool:
        text = (await card_of(table, question)).text
        return table.ben.mention in text and table.sam.mention in text

    await stage.fast_forward_until(has_changed, "the card to name both")
    now = await card_of(table, question)
    assert [attachment["id"] for attachment in now.raw["attachments"]] == [
        attachment["id"] for attachment in question.raw["attachments"]
    ]
    assert len(now.raw["attachments"]) == 1
    uploads = [e.files for e in stage.requests("POST", f"/interactions/{joining.id}/.*/callback")]
    assert [len(files) for files in uploads] == [0]
