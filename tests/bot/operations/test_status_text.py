"""The output of `fernpartie status` for people and for scripts."""

import json
import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone

from syrupy.assertion import SnapshotAssertion

from bot.monitoring.status import Backlogs, Backups, DiskRoom, Status
from bot.operations.status import as_json, lines
from bot.repositories.records.outbox import BacklogRecord
from bot.repositories.restores import EpochRecord
from bot.version import VERSION
from data.cluster.rows import BackupRecord, ProcessRecord, ShardRecord
from data.migration import newest
from tests.bot.chat.approved import approved

__all__ = ["approved"]
NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)
BERLIN = timezone(timedelta(hours=1))


def ago(**span: float) -> datetime:
    return NOW - timedelta(**span)


FIRST = ProcessRecord("a1", "here:11", "1.2.3", ago(hours=50, minutes=3))
SECOND = ProcessRecord("b2", "there:22", "1.2.4", ago(minutes=7))
SHARDS = (
    ShardRecord(0, 4, "a1", connected=True),
    ShardRecord(1, 4, "a1", connected=False),
    ShardRecord(2, 4, "b2", connected=True),
    ShardRecord(3, 4, "c3", connected=True),
)
BUSY = Status(
    Backlogs(
        NOW,
        BacklogRecord(12, ago(minutes=8)),
        BacklogRecord(3, ago(minutes=9)),
        BacklogRecord(2, ago(hours=1)),
        (FIRST, SECOND),
        SHARDS,
    ),
    failing=5,
    missed=6,
    running={"morris": 21, "conhex": 4},
    database="sqlite",
    size=12_345_678,
    revision=newest(),
    shards={"a1": (0, 1), "b2": (2,)},
    restored=EpochRecord(2, ago(days=2).astimezone(BERLIN), ago(days=1), 40, 50, 7),
    unsettled=9,
    backups=Backups(BackupRecord(ago(hours=1), failure="no room"), BackupRecord(ago(hours=51), 3_400_000)),
    disk=DiskRoom("/srv", 50_000_000, 40_000_000_000),
)
QUIET = Status(
    Backlogs(NOW, BacklogRecord(), BacklogRecord(), BacklogRecord(), ()),
    failing=0,
    missed=0,
    running={},
    database="postgresql",
    size=0,
    revision=newest(),
)


def text(status: Status) -> str:
    return "\n".join(lines(status, status.troubles())).replace(f"{VERSION}, schema {newest()}", "VERSION")


def test_a_complete_status_text(approved: SnapshotAssertion) -> None:
    shown = f"== busy\n{text(BUSY)}\n\n== quiet\n{text(QUIET)}"
    assert re.sub(rf"revision {newest()}", "revision NEWEST", shown) == approved(name="en")
    delivering = replace(BUSY, backlogs=replace(BUSY.backlogs, due=BacklogRecord()))
    assert "0 due, 3 being delivered, the oldest due for 9 min" in text(delivering)


def test_json_has_timestamps_and_seconds() -> None:
    read = json.loads(as_json(BUSY, BUSY.troubles()))
    assert read["program"] == {"version": VERSION, "schema": newest()}
    waiting = read["backlogs"]
    assert (waiting["shards_wanted"], waiting["shards_connected"]) == (4, 2)
    assert (waiting["oldest_notice_seconds"], waiting["oldest_deadline_seconds"]) == (540.0, 3600.0)
    assert waiting["overdue"] == {"number": 2, "oldest": "2026-11-20T11:00:00+00:00"}
    assert read["restored"]["backed_up"] == "2026-11-18T12:00:00+00:00"
    assert read["shards"] == {"a1": [0, 1], "b2": [2]}
    assert read["troubles"] == list(BUSY.troubles())
    days = replace(
        BUSY.backlogs, claimed=BacklogRecord(1, ago(days=2)), overdue=BacklogRecord(1, ago(days=3))
    )
    long = json.loads(as_json(replace(BUSY, backlogs=days), ()))["backlogs"]
    assert (long["oldest_notice_seconds"], long["oldest_deadline_seconds"]) == (2 * 86_400, 3 * 86_400)
