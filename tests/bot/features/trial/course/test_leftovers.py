"""Trials stopped, left alone or broken off: their reports, and the deletion of their messages."""

import pytest

from bot.features.trial.service import MAX_TRIAL, TrialLeftovers
from bot.features.trial.steps import thread_step
from bot.model.events.instructions import DeleteTrial
from tests import pocket
from tests.bot.features.trial.course.guide import BELIEVED, UNTRIED, Guide
from tests.end_to_end.bots import InProcessBot
from tests.end_to_end.waiting import until

pytestmark = pytest.mark.asyncio(loop_scope="module")


def threads(guide: Guide) -> set[str]:
    """Return all open threads and posts."""
    channels = guide.table.playground.world.channels.values()
    return {channel.id for channel in channels if channel.is_thread and not channel.archived}


async def wait_until_clean(guide: Guide, before: set[str]) -> None:
    """Wait until all messages of a trial are deleted and its threads closed."""
    await guide.wait_until_deleted(guide.table.channel)
    await guide.wait_until_deleted(await guide.owner.open_dm())

    async def are_closed() -> bool:
        return threads(guide) <= before

    await until(are_closed, "threads and posts to be closed")


async def wait_until_alone(guide: Guide, board: str) -> None:
    """Wait until `board` is the only message left in the channel."""

    async def is_alone() -> bool:
        return [message.id for message in await guide.messages_in(guide.table.channel)] == [board]

    await until(is_alone, "the earlier trial to be deleted")


async def test_stopping_midway_deletes_everything(guide: Guide) -> None:
    before = threads(guide)
    await guide.start()
    await guide.walk_board()
    assert await guide.messages_in(guide.table.channel), "the trial posted nothing"
    report = await guide.stop()
    assert report["nonce-once"] == BELIEVED
    assert report["forms"] == UNTRIED
    await wait_until_clean(guide, before)


@pytest.mark.usefixtures("forum")
async def test_a_restart_deletes_the_leftovers_of_a_trial(guide: Guide, bot: InProcessBot) -> None:
    before = threads(guide)
    await guide.start()
    await guide.walk_board()
    await guide.walk_page()
    for _ in range(2):
        await guide.press("Skip")
    await guide.walk_thread()
    assert await guide.messages_in(await guide.owner.open_dm()), "the trial posted nothing"
    await guide.walk_direct()
    await guide.press("Skip")
    assert len(threads(guide) - before) == 2
    await bot.restart()
    await wait_until_clean(guide, before)


async def test_an_unopened_thread_is_emptied(guide: Guide) -> None:
    before = threads(guide)
    await guide.start_step("thread")
    thread = guide.mentioned_channel()
    await guide.press_action("move", await guide.board())
    assert guide.mentioned_channel() == thread, "a press in the channel does not complete the step"
    await guide.stop()
    await wait_until_clean(guide, before)
    await guide.wait_until_deleted(thread)


async def test_a_missing_permission_is_no_finding(guide: Guide, control: pocket.Control) -> None:
    await control.deny(guide.table.channel, "CREATE_PUBLIC_THREADS")
    await guide.start_step("thread")
    report = await guide.report()
    assert report["thread-has-id-of-message"] == "not tried, HTTP 403, code 50013"
    assert not [text for text in report.values() if text.startswith("instead")]


async def test_the_bot_deletes_threads_it_may_manage(guide: Guide, control: pocket.Control) -> None:
    await control.deny(guide.table.channel, allow=("MANAGE_THREADS",))
    await guide.start_step("thread")
    thread = guide.mentioned_channel()
    report = await guide.stop()
    assert report["threads-deleted-by-moderators"] == BELIEVED
    assert report["gone-for-good"] == BELIEVED
    assert thread not in guide.table.playground.world.channels


async def test_a_press_on_an_aborted_trial_deletes_it(guide: Guide, bot: InProcessBot) -> None:
    before = threads(guide)
    await guide.start()
    board = await guide.board()
    bot.app.trials.end(int(pocket.GAME_NIGHT))
    answer = await guide.owner.press(board, "Move")
    assert "broken off" in answer.text
    await wait_until_clean(guide, before)


async def test_an_abandoned_trial_is_deleted_after_an_hour(guide: Guide, bot: InProcessBot) -> None:
    before = threads(guide)
    await guide.start()
    bot.advance(MAX_TRIAL.total_seconds() + 1)
    await wait_until_clean(guide, before)


async def test_a_new_trial_keeps_its_board_during_cleanup(guide: Guide) -> None:
    await guide.start_step("board")
    await guide.stop()
    await guide.start_step("board")
    board = await guide.board()
    await wait_until_alone(guide, board.id)
    await guide.stop()


async def test_unrecorded_posts_are_found_by_their_buttons(
    guide: Guide, bot: InProcessBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bot ends between a post and its recording."""
    before, keep = threads(guide), TrialLeftovers.keep

    async def keep_places(self: TrialLeftovers, *posted: DeleteTrial) -> None:
        await keep(self, *(deletion for deletion in posted if deletion.message is None))

    async def skip_search(*_: object) -> None:
        """Skip the search for the system message about the thread."""

    monkeypatch.setattr(TrialLeftovers, "keep", keep_places)
    monkeypatch.setattr(thread_step, "_system_message", skip_search)
    await guide.start_step("thread")
    assert len(await guide.messages_in(guide.table.channel)) == 2
    await bot.restart()
    await wait_until_clean(guide, before)


async def test_only_the_owner_can_press_or_reopen_a_trial(guide: Guide) -> None:
    page = await guide.start()
    assert (await guide.open()).text == page.text
    answer = await guide.table.anna.press(await guide.board(), "Stop the trial")
    assert "manage this server" in answer.text.casefold() or "admin" in answer.text.casefold()
    assert await guide.messages_in(guide.table.channel), "the trial posted nothing"
    await guide.stop()


async def test_a_trial_needs_a_text_channel(guide: Guide) -> None:
    thread = await guide.owner.client.open_thread(guide.table.channel, "talk")
    answer = await guide.owner.slash(thread, "server trial")
    assert "text channel" in answer.text


async def test_closed_direct_messages_are_skipped(guide: Guide, control: pocket.Control) -> None:
    await control.set_dm(pocket.BEN, is_open=False)
    try:
        await guide.start_step("direct")
        report = await guide.stop()
    finally:
        await control.set_dm(pocket.BEN, is_open=True)
    assert report["unreachable-person"] == BELIEVED
    assert report["create-dm"] == BELIEVED


async def test_a_discord_failure_is_no_finding(guide: Guide, control: pocket.Control) -> None:
    await control.fault("status", "/users/@me/channels$", "POST", status=400, code=40003, times=9)
    await guide.start_step("direct")
    report = await guide.stop()
    assert report["create-dm"].startswith(UNTRIED)


async def test_an_unknown_refusal_is_reported(guide: Guide, control: pocket.Control) -> None:
    await control.fault("status", "/threads$", "POST", status=400, code=50024, times=1)
    await guide.start_step("thread")
    report = await guide.stop()
    assert "50024" in report["thread-has-id-of-message"]
