"""`/server trial` from its first page to its report, on a pocket Discord that behaves as assumed."""

import re
from collections.abc import Mapping

import pytest
import sqlalchemy as sa
from syrupy.assertion import SnapshotAssertion

from bot.features.trial.rows import PROBES
from bot.features.trial.trial_state import DiscordTrial
from bot.model.events.instructions import DeleteTrial
from bot.repositories.tables.outbox_tables import notices
from tests.bot.features.trial.course.guide import BELIEVED, UNTRIED, Guide, without_day

pytest_plugins = ("tests.bot.chat.approved",)
pytestmark = pytest.mark.asyncio(loop_scope="module")

TRIED = 50
"""The minimum of rows with a result in a whole trial."""

NOT_PROBED = {"person-form-closes", "direct-refused", "deleted-gone"}
"""Probes that need a computer, closed direct messages, or a bot that may manage threads."""


async def scheduled_deletions(guide: Guide, names: Mapping[int | None, str]) -> list[str]:
    """Return the places and messages deleted at the end of a trial, in order."""
    async with guide.bot.store.read() as session:
        rows = await session.connection.execute(
            sa.select(notices.c.data).where(notices.c.kind == DeleteTrial.__name__).order_by(notices.c.id)
        )
        deletions = [row.data["event"] for row in rows]
    return [f"{names[deletion['channel']]}{' message' * ('message' in deletion)}" for deletion in deletions]


async def test_a_complete_trial_confirms_the_assumptions(
    guide: Guide, forum: str, approved: SnapshotAssertion
) -> None:
    await guide.walk(until_report=False)
    trial = guide.bot.app.trials.find(int(guide.table.server), DiscordTrial)
    assert trial is not None
    await guide.come_back()
    assert guide.text == approved(name="pages-en")
    text = await guide.report_text()
    assert without_day(text) == approved(name="report-en")
    report = await guide.report()
    assert not {row: text for row, text in report.items() if text not in {BELIEVED, UNTRIED}}
    assert sum(text == BELIEVED for text in report.values()) >= TRIED
    unheld = {probe for probe in PROBES if not trial.results.holds(probe)}
    assert unheld == NOT_PROBED
    direct, channel = int(await guide.owner.open_dm()), int(guide.table.channel)
    places = {channel: "channel", direct: "direct", trial.thread: "thread"}
    places |= {int(forum): "forum", trial.forum_post: "post"}
    assert "\n".join(await scheduled_deletions(guide, places)) == approved(name="deletions")
    assert not re.search(r"[0-9]{15,}|Ben|fernpartie", text), "the report names nobody"
