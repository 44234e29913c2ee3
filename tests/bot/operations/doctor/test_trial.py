"""The doctor's trial in a channel: steps, findings, leftover messages."""

import asyncio
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from bot.kernel.probes import Finding, FindingStatus
from tests.bot.chat.approved import approved
from tests.bot.chat.guilds import ME, SERVER
from tests.bot.operations.doctor.trial_discord import CHANNEL, TrialDiscord, forum, run, trial

__all__ = ["approved"]
PERSON = 1001
THREAD_CREATED = 18
CLEAN = "all is deleted again"
FAULTS = (
    "picture",
    "alt text",
    "nonce",
    "edits drop",
    "edits keep",
    "edits add",
    "mentions",
    "gif",
    "archived",
)


def text_of(findings: Sequence[Finding], *, only_worse: bool = False) -> str:
    shown = [each for each in findings if not only_worse or each.status is not FindingStatus.OK]
    return "\n".join(
        [line for finding in shown for line in finding.lines()]
        + [f"avoids {finding.avoid}" for finding in shown if finding.avoid]
    )


def without_chance(text: str) -> str:
    return re.sub(r"doctor:press:\w+", "doctor:press:RUN", text)


@pytest.mark.parametrize("language", ["en", "de"])
async def test_a_successful_trial(language: str, approved: SnapshotAssertion) -> None:
    memory = TrialDiscord()
    tried = trial(memory, language)
    findings = await run(tried, forum(tried, ("Moderated", True), ("Games", False)))
    rests = [options["auto_archive_duration"] for _, options in memory.changes]
    text = "\n".join([text_of(findings), "", *memory.log, f"threads rest after {rests} minutes"])
    assert without_chance(text) == approved(name=language)
    assert memory.messages == {}


async def test_each_discord_fault_is_reported(approved: SnapshotAssertion) -> None:
    sections = []
    for fault in FAULTS:
        memory = TrialDiscord(faults=frozenset({fault}))
        findings = await run(trial(memory))
        sections.append(f"== {fault}\n{text_of(findings, only_worse=True)}")
        assert memory.messages == {}
    assert "\n\n".join(sections) == approved(name="faults")


@dataclass(frozen=True)
class Tried:
    """An action of the doctor, and its payload."""

    action: str
    payload: Mapping[str, Any]

    def sends(self, kind: str = "") -> bool:
        """Return whether the action posts a message, if `kind` is given with a file of that kind."""
        files = self.payload.get("attachments", ())
        return self.action == "send" and any(file["filename"].endswith(kind) for file in files or [BARE])

    @property
    def has_nonce(self) -> bool:
        return self.sends() and "nonce" in self.payload and self.payload["channel"] == CHANNEL


BARE = {"filename": ""}
REFUSALS: Mapping[str, Callable[[Tried], bool]] = {
    "nonces": lambda tried: tried.has_nonce,
    "pictures": lambda tried: tried.sends(".png"),
    "nonces and pictures": lambda tried: tried.has_nonce or tried.sends(".png"),
    "posts": lambda tried: tried.action == "send",
    "kept files": lambda tried: "(changed)" in tried.payload.get("content", ""),
    "edits": lambda tried: tried.action == "edit",
    "animations": lambda tried: tried.sends(".gif"),
    "threads": lambda tried: tried.action == "thread",
    "writing in threads": lambda tried: tried.action == "send" and tried.payload["channel"] != CHANNEL,
    "renaming": lambda tried: tried.action == "change" and "name" in tried.payload,
    "archiving": lambda tried: tried.action == "change" and tried.payload.get("archived", False),
    "forum posts": lambda tried: tried.action == "post",
    "deleting threads": lambda tried: tried.action == "delete thread",
    "deleting": lambda tried: tried.action == "delete",
}


def refusing(name: str) -> TrialDiscord:
    rejects = REFUSALS[name]
    return TrialDiscord(rejects=lambda action, payload: rejects(Tried(action, payload)))


async def test_each_refusal_is_explained(approved: SnapshotAssertion) -> None:
    sections = []
    for name in REFUSALS:
        memory = refusing(name)
        tried = trial(memory)
        *findings, clean = await run(tried, forum(tried))
        shown = text_of(findings, only_worse=True) or text_of([clean])
        sections.append(f"== {name}\n{shown}")
        assert (memory.messages == {}) is (name != "deleting")
    assert "\n\n".join(sections) == approved(name="refusals")


async def test_undeletable_threads_are_archived() -> None:
    memory = refusing("deleting threads")
    tried = trial(memory)
    await run(tried, forum(tried))
    assert list(memory.archived.values()) == [True, True]


async def test_a_refused_form_is_retried_without_its_part() -> None:
    memory = refusing("nonces and pictures")
    await run(trial(memory))
    posts = [payload for payload in memory.payloads if payload["channel_id"] == CHANNEL]
    parts = [("nonce" in payload, bool(payload.get("attachments"))) for payload in posts[:4]]
    assert parts == [(True, True), (False, True), (True, False), (False, False)]


@pytest.mark.parametrize("name", ["nonces", "posts"])
async def test_the_first_of_several_refusals_is_explained(name: str) -> None:
    memory = refusing(name)
    memory.codes = {1: 50006, 2: 50008}
    post, *_ = await run(trial(memory))
    assert "code 50006" in post.text


async def test_a_board_is_posted_twice_with_the_same_nonce() -> None:
    memory = TrialDiscord()
    await run(trial(memory))
    first, second, *_ = memory.payloads
    assert first["nonce"] == second["nonce"]
    other = TrialDiscord()
    await run(trial(other))
    assert other.payloads[0]["nonce"] != first["nonce"], "a later run is another message"


async def test_a_rate_limited_post_ends_the_trial() -> None:
    memory = TrialDiscord(limits={("send", CHANNEL): 90.0})
    (post, clean) = await run(trial(memory))
    assert (post.check, post.status) == ("post", FindingStatus.FAIL)
    assert "asks to wait 90 s" in post.text
    assert clean.text == CLEAN


async def test_leftovers_of_an_earlier_run_are_deleted() -> None:
    memory = TrialDiscord()
    left = [
        memory.post_of(ME, "an earlier test", "doctor:press:1a2b"),
        memory.post_of(ME, "Fernpartie: a test, may be deleted", kind=THREAD_CREATED),
        memory.post_of(ME, "Fernpartie: a test (renamed), may be deleted", kind=THREAD_CREATED),
    ]
    others = [
        memory.post_of(ME, "a board", "m:7"),
        memory.post_of(ME, "only words"),
        memory.post_of(ME, "ConHex: Anna against Ben", kind=THREAD_CREATED),
        memory.post_of(PERSON, "a forged button", "doctor:press:1a2b"),
        memory.post_of(PERSON, "Fernpartie: a test, may be deleted", kind=THREAD_CREATED),
    ]
    findings = await run(trial(memory))
    assert list(memory.messages) == others
    assert not set(left) & set(memory.messages)
    assert findings[-1].text == CLEAN


async def test_unreadable_history_is_left_alone() -> None:
    memory = TrialDiscord(rejects=lambda action, _: action == "look back")
    memory.post_of(ME, "an earlier test", "doctor:press:1a2b")
    findings = await run(trial(memory))
    assert [message["content"] for message in memory.messages.values()] == ["an earlier test"]
    assert findings[-1].status is FindingStatus.OK


async def test_an_undeletable_message_is_linked() -> None:
    memory = refusing("deleting")
    findings = await run(trial(memory))
    board, animation, *in_thread = memory.messages
    base = f"https://discord.com/channels/{SERVER}"
    assert f"{base}/{CHANNEL}/{board}" in findings[-1].text
    assert f"{base}/{CHANNEL}/{animation}" in findings[-1].text
    assert len(in_thread) == 2
    assert not [message for message in in_thread if f"{base}/{board}/{message}" not in findings[-1].text]
    assert findings[-1].text.count("https://") == 4, "each once"


async def test_an_already_deleted_message_counts_as_cleaned_up() -> None:
    memory = TrialDiscord()
    tried = trial(memory)
    _ = [finding async for finding in tried.messages()]
    memory.messages.clear()
    assert (await tried.clean_up()).text == CLEAN


async def test_a_forum_alone_needs_no_channel() -> None:
    memory = TrialDiscord()
    tried = trial(memory, channel=False)
    findings = await run(tried, forum(tried, ("Moderated", True)))
    assert [finding.check for finding in findings] == ["forum post", "clean-up"]
    assert findings[0].text == "a post opens in #c71, without a tag: none may be set by everybody"
    assert memory.messages == {}


async def test_a_message_in_flight_at_an_interruption_is_deleted() -> None:
    memory = TrialDiscord(opened=asyncio.Event())
    tried = trial(memory)
    trying = asyncio.create_task(run(tried))
    await memory.reached.wait()
    trying.cancel()
    cleaning = asyncio.create_task(tried.clean_up())
    await asyncio.sleep(0)
    assert memory.opened is not None
    memory.opened.set()
    assert (await cleaning).text == CLEAN
    assert memory.messages == {}
    assert "deletes" in memory.log[-1]
