"""The record of the bot's requests: the latest, with their files, and faults by any spelling."""

from typing import Any

import pytest

from playground.rest.faults import Faults
from playground.rest.journal import KEPT, Journal
from playground.values.uploads import Upload
from tests.playground.raw import Rest
from tests.pocket import BRETTSPIELE, Pocket

Json = dict[str, Any]


def record(journal: Journal, body: object = None, *uploads: Upload) -> None:
    journal.record(
        method="POST",
        path="/x",
        query={},
        authorized=True,
        content_type="",
        body=body,
        uploads=uploads,
        status=200,
        response=None,
    )


def test_journal_keeps_only_the_latest_requests() -> None:
    journal = Journal()
    for _ in range(KEPT + 2):
        record(journal)
    kept = journal.since(0)
    assert (KEPT, kept[0].n, kept[-1].n, len(kept)) == (10_000, 3, KEPT + 2, KEPT)


@pytest.mark.parametrize(
    "body",
    [
        {"attachments": [{"id": 0, "description": "a board"}, {"id": "1", "description": 5}]},
        {"type": 4, "data": {"attachments": [{"id": "0", "description": "a board"}]}},
    ],
    ids=["of a message", "of an answer"],
)
def test_journal_lists_files_with_descriptions(body: Json) -> None:
    journal = Journal()
    files = [Upload(f"files[{number}]", "a.png", "image/png", b"abc") for number in range(2)]
    record(journal, body, *files)
    [entry] = journal.since(0)
    assert [(file["field"], file["size"], file["description"]) for file in entry.files] == [
        ("files[0]", 3, "a board"),
        ("files[1]", 3, None),
    ]


def test_fault_accepts_a_lower_case_method() -> None:
    faults = Faults()
    ordered = faults.order({"fault": "status", "method": "post", "path": "^/users"})
    assert faults.strike("GET", "/users", "/api", old_edit=False) is None
    assert faults.strike("POST", "/users", "/api", old_edit=False) is ordered


@pytest.mark.parametrize("fits", [False, True])
async def test_a_delay_after_the_request_performs_it_once(pocket: Pocket, fits: bool) -> None:
    path = "messages$" if fits else "typing$"
    await pocket.control.fault("delay", path, when="after", seconds=0)
    await Rest(pocket).ask("POST", f"/channels/{BRETTSPIELE}/messages", {"content": "x"})
    assert len(await pocket.anna.messages(BRETTSPIELE)) == 1
