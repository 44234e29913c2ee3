"""Wrong assumptions in the report: by switches of the pocket Discord, and by a person's answers."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from syrupy.assertion import SnapshotAssertion

from tests import pocket
from tests.bot.features.trial.course.guide import BELIEVED, Guide, without_day

pytest_plugins = ("tests.bot.chat.approved",)
pytestmark = pytest.mark.asyncio(loop_scope="module")

SWITCHES = {
    "uploads_need_attachments": "edit-takes-uploads",
    "uploads_need_names": "edit-takes-uploads",
    "every_edit_remakes_mentions": "edits-call-nobody",
    "references_need_attachments": "unlisted-references",
    "attachment_links_refused": "attachment-links",
    "ephemeral_edits_mark_all": "private-edits-mark",
    "gone_defaults_refused": "selects-name-what-is-there",
    "deferral_flags_refused": "deferral",
    "forms_keep_values": "forms-keep-values",
    "empty_choices_need_zero": "selects-in-forms",
    "filled_people_selects_close": "selects-in-forms",
    "only_allowed_join": "mention-joins-thread",
    "deletion_needs_active_thread": "archived-needs-opening",
    "unarchiving_needs_membership": "archived-needs-opening",
    "every_thread_announced": "thread-created-deletable",
}
"""The row of the report that each switch changes."""
NOT_TOLD_APART = {
    "old_edits_limited": "a message must be an hour old",
    "answers_count_as_old_edits": "a message must be an hour old",
    "public_answers_refused": "takes an installation by a person",
    "leaving_ends_membership": "the bot must leave the server",
    "shared_refusals_count": "a limit of the whole channel must be met",
    "deferred_answers_fail_archived": "the person's page would hang for half a minute",
    "thread_titles_filtered": "where the word is taken it would stand in a public title",
    "outer_pictures_refused": "one picture that appears does not say that all do",
    "activities_need_channel": "takes an app with Activities and a page to frame",
    "commands_need_parent": "an admin may write in every channel",
}


@pytest_asyncio.fixture(loop_scope="module")
async def lenient(control: pocket.Control) -> AsyncIterator[pocket.Control]:
    """Turn off every switch that a trial detects until the end of the test."""
    await control.strictness(**dict.fromkeys(SWITCHES, False))
    yield control
    await control.strictness(all=True)


@pytest.mark.usefixtures("forum", "lenient")
@pytest.mark.assumes(
    "edit-takes-uploads",
    "unlisted-references",
    "attachment-links",
    "edits-call-nobody",
    "private-edits-mark",
    "selects-name-what-is-there",
    "deferral",
    "forms-keep-values",
    "selects-in-forms",
    "mention-joins-thread",
    "archived-needs-opening",
    "thread-created-deletable",
)
async def test_every_deviation_is_reported(guide: Guide, approved: SnapshotAssertion) -> None:
    await guide.owner.set_locale("de")
    try:
        await guide.walk()
    finally:
        await guide.owner.set_locale("en-US")
    assert guide.text == approved(name="pages-de")
    text = await guide.report_text()
    assert without_day(text) == approved(name="report-de")
    report = await guide.report()
    contradicted = {row for row, verdict in report.items() if verdict.startswith("stattdessen")}
    assert contradicted == set(SWITCHES.values())


@pytest.mark.parametrize("as_believed", [True, False])
async def test_a_form_on_a_desktop(
    guide: Guide, control: pocket.Control, approved: SnapshotAssertion, *, as_believed: bool
) -> None:
    await control.strictness(filled_people_selects_close=as_believed)
    try:
        await guide.start_step("form", desktop=True)
        await guide.walk_form()
    finally:
        await control.strictness(all=True)
    if as_believed:
        assert guide.text == approved(name="closes")
    report = await guide.report()
    assert report["selects-in-forms"] == (
        BELIEVED if as_believed else "instead, a form with a chosen person stayed open"
    )


@pytest.mark.parametrize(
    ("text", "silent", "rows"),
    [
        ("Its words", "No, it was silent", {"push-shows-content": BELIEVED, "silent-messages": BELIEVED}),
        (
            "A notice without words",
            "Yes, it rang",
            {
                "push-shows-content": "instead, the phone did not show the first words",
                "silent-messages": "instead, the phone rang for the silent message",
            },
        ),
        (
            "I cannot tell",
            "I cannot tell",
            {"push-shows-content": "not tried", "silent-messages": "not tried"},
        ),
    ],
)
@pytest.mark.assumes("push-shows-content", "silent-messages")
async def test_observations_only_a_person_can_make(
    guide: Guide, text: str, silent: str, rows: dict[str, str]
) -> None:
    await guide.start_step("ring")
    await guide.press("Call me in ten seconds")
    await guide.press(text)
    await guide.press(silent)
    report = await guide.report()
    assert {row: report[row] for row in rows} == rows
