"""Each switch of the pocket Discord that a trial can tell apart changes a line of its report."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from tests import pocket
from tests.end_to_end.trial.guide import BELIEVED, Guide

pytestmark = pytest.mark.asyncio(loop_scope="module")

SWITCHES = {
    "uploads_need_attachments": ("board", "edit-takes-uploads", "was added to the old one"),
    "uploads_need_names": ("board", "edit-takes-uploads", "the list of an edit does not name"),
    "every_edit_remakes_mentions": ("board", "edits-call-nobody", "left the person marked"),
    "references_need_attachments": ("page", "unlisted-references", "may go on showing the picture"),
    "attachment_links_refused": ("page", "attachment-links", "was taken for a picture"),
    "ephemeral_edits_mark_all": ("page", "private-edits-mark", "left unmarked"),
    "gone_defaults_refused": ("page", "selects-name-what-is-there", "a missing channel was taken"),
    "deferral_flags_refused": ("page", "deferral", "Components V2 was taken"),
    "forms_keep_values": ("form", "forms-keep-values", "showed its new values"),
    "empty_choices_need_zero": ("form", "selects-in-forms", "optional menu is empty"),
    "filled_people_selects_close": ("form on a computer", "selects-in-forms", "stayed open"),
    "only_allowed_join": ("thread", "mention-joins-thread", "brought the person into the thread"),
    "deletion_needs_active_thread": ("thread", "archived-needs-opening", "was deleted"),
    "unarchiving_needs_membership": ("thread", "archived-needs-opening", "that it had left"),
    "every_thread_announced": ("thread", "thread-created-deletable", "tells of the thread"),
}
"""The step that distinguishes a switch, the row, and a part of its line when the switch is off."""
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
async def switches(control: pocket.Control) -> AsyncIterator[pocket.Control]:
    """The switches, strict again after the test."""
    yield control
    await control.strictness(all=True)


async def report_of_step(guide: Guide, step: str) -> dict[str, str]:
    """Go through a single step, and return the report."""
    key, _, device = step.partition(" on ")
    await guide.only(key, desktop=bool(device))
    walks = {"page": guide.walk_page, "form": guide.walk_form}
    if key in walks:
        await walks[key]()
        return dict(await guide.report())
    return dict(await guide.stop())


@pytest.mark.parametrize("switch", SWITCHES)
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
async def test_the_report_tells_the_switch_apart(guide: Guide, switches: pocket.Control, switch: str) -> None:
    step, row, came = SWITCHES[switch]
    assert (await report_of_step(guide, step))[row] == BELIEVED
    await switches.strictness(**{switch: False})
    report = await report_of_step(guide, step)
    assert came in report[row]
    others = {name: text for name, text in report.items() if name != row and text.startswith("instead")}
    assert not others


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
async def test_what_a_person_alone_sees(guide: Guide, text: str, silent: str, rows: dict[str, str]) -> None:
    await guide.only("ring")
    await guide.press("Call me in ten seconds")
    await guide.press(text)
    await guide.press(silent)
    report = await guide.report()
    assert {row: report[row] for row in rows} == rows
