"""`/server trial` from its first page to its report, on the pocket Discord as Discord is believed to be."""

import re

import pytest
from syrupy.assertion import SnapshotAssertion

from bot.features.trial.rows import PROBES
from bot.features.trial.trial_state import DiscordTrial
from tests.bot.features.trial.course.guide import BELIEVED, UNTRIED, Guide, without_day

pytest_plugins = ("tests.bot.chat.approved",)
pytestmark = pytest.mark.asyncio(loop_scope="module")

TRIED = 50
"""The fewest rows with a result in a whole trial."""

NOT_PROBED = {"person-form-closes", "direct-refused", "deleted-gone"}
"""Probes for a computer, for closed direct messages, and for a bot that may manage threads."""


@pytest.mark.usefixtures("forum")
async def test_a_whole_trial_finds_what_is_believed(guide: Guide, approved: SnapshotAssertion) -> None:
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
    assert not re.search(r"[0-9]{15,}|Ben|fernpartie", text), "it names nobody"
