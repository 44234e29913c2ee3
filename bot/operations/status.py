"""`fernpartie status`: the state of the bot over all processes. Read-only."""

import argparse
import json
from collections.abc import Iterator
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Final

from sqlalchemy.exc import SQLAlchemyError

import data
from bot import loop
from bot.model.ports import utc_now
from bot.monitoring.status import DiskRoom, Status, disk_room, in_words, read_revision, read_status
from bot.operations.operation import CannotOpen, Operation, show
from bot.settings import PREFIX, WrongSetting, read_database_url
from bot.version import VERSION
from data.connections.urls import driver_url, file_of, open_error
from data.migration import too_old
from data.store import Store


def _takes(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="one JSON object, for scripts")


def _run(arguments: argparse.Namespace) -> int:
    """Print the status; return 0 if there are no problems, else 1."""
    status = loop.run(_status(read_database_url()))
    troubles = status.troubles()
    if arguments.json:
        show(as_json(status, troubles))
    else:
        for line in lines(status, troubles):
            show(line)
    return 1 if troubles else 0


async def _status(url: str) -> Status:
    try:
        store = Store.open_unmigrated(url)
        try:
            _check(await read_revision(store))
            return await read_status(store, utc_now(), _disk_of(url))
        finally:
            await store.close()
    except ValueError as error:
        raise WrongSetting(f"{PREFIX}DATABASE_URL: {error}") from error
    except data.StoreUnavailable as error:
        raise CannotOpen(f"{PREFIX}DATABASE_URL: {error}") from error
    except (OSError, SQLAlchemyError) as error:
        raise CannotOpen(f"{PREFIX}DATABASE_URL: {open_error(driver_url(url), error)}") from error


def _disk_of(url: str) -> DiskRoom | None:
    file = file_of(url)
    return None if file is None else disk_room(file.absolute().parent)


def _check(revision: str | None) -> None:
    """Raise CannotOpen for a database that this program cannot use yet."""
    if revision is None:
        raise CannotOpen(f"{PREFIX}DATABASE_URL: no bot has used this database yet")
    if (older := too_old(revision)) is not None:
        raise CannotOpen(f"{PREFIX}DATABASE_URL: the database is {older}")
    if revision < data.newest():
        raise CannotOpen(
            f"{PREFIX}DATABASE_URL: the database is at revision {revision}, the next start brings it to "
            f"{data.newest()}"
        )


def lines(status: Status, troubles: tuple[str, ...]) -> Iterator[str]:
    """Yield the lines for people: each section's title and facts, in two columns."""
    backlogs, now = status.backlogs, status.backlogs.at
    alive = [
        f"{process.name}  version {process.version}"
        f"  since {_moment(process.started)} ({in_words(now - process.started)})"
        + _shards(status.shards.get(process.id, ()))
        for process in backlogs.alive
    ]
    oldest = (
        f", the oldest due for {in_words(backlogs.oldest_notice)}" if backlogs.undelivered_notices else ""
    )
    outbox = f"{backlogs.due.number} due, {backlogs.claimed.number} being delivered{oldest}"
    overdue_age = f", the oldest for {in_words(backlogs.oldest_deadline)}" if backlogs.overdue.number else ""
    games = [f"{key} {number}" for key, number in sorted(status.running.items())]
    sections = {
        "program": [f"fernpartie {VERSION}, schema {data.newest()}"],
        "processes": alive or ["none alive"],
        "shards": [f"{backlogs.connected_shards} of {backlogs.intended_shards} connected"],
        "outbox": [outbox],
        "delivery": [f"{status.failing} to be tried again, {status.missed} to be told at the next command"],
        "deadlines": [f"{backlogs.overdue.number} overdue{overdue_age}"],
        "games": [f"{sum(status.running.values())} running" + "".join(f", {game}" for game in games)],
        "database": [f"{status.database}, {status.size / 1e6:.1f} MB, revision {status.revision}"],
        "disk": list(_disk(status.disk)),
        "backups": list(_backups(status)),
        "restore": list(_restore(status)),
        "status": [f"wrong: {trouble}" for trouble in troubles] or ["all is well"],
    }
    sections = {title: facts for title, facts in sections.items() if facts}
    width = max(map(len, sections)) + 2
    for title, facts in sections.items():
        for index, fact in enumerate(facts):
            yield f"{'' if index else title:<{width}}{fact}"


def _disk(disk: DiskRoom | None) -> Iterator[str]:
    if disk is not None:
        yield f"{disk.free / 1e9:,.1f} of {disk.size / 1e9:,.1f} GB free at {disk.folder}"


def _backups(status: Status) -> Iterator[str]:
    good, latest, now = status.backups.good, status.backups.latest, status.backlogs.at
    if good is None:
        yield "none was made by a timer"
    else:
        yield f"the latest good one is {in_words(now - good.taken)} old, {(good.size or 0) / 1e6:.1f} MB"
    if latest is not None and latest.failure is not None:
        yield f"failed {_moment(latest.taken)}: {latest.failure}"


def _restore(status: Status) -> Iterator[str]:
    if status.restored is None:
        yield "never"
        return
    yield f"{_moment(status.restored.begun)}, as of {_moment(status.restored.backed_up)}"
    undecided = status.restored.undecided
    yield f"{status.unsettled} messages still to be looked for, {undecided} could not be decided"


def _shards(numbers: tuple[int, ...]) -> str:
    return f"  shards {', '.join(map(str, numbers))}" if numbers else ""


def as_json(status: Status, troubles: tuple[str, ...]) -> str:
    """Return the status for scripts; times are ISO 8601, durations are seconds."""
    backlogs = status.backlogs
    report = asdict(status) | {
        "program": {"version": VERSION, "schema": data.newest()},
        "backlogs": asdict(backlogs)
        | {
            "shards_wanted": backlogs.intended_shards,
            "shards_connected": backlogs.connected_shards,
            "oldest_notice_seconds": backlogs.oldest_notice.total_seconds(),
            "oldest_deadline_seconds": backlogs.oldest_deadline.total_seconds(),
        },
        "troubles": troubles,
    }
    return json.dumps(report, default=_moment, indent=1)


def _moment(value: object) -> str:
    if not isinstance(value, datetime):
        raise TypeError(f"{value!r} is not a moment")
    return value.astimezone(UTC).isoformat(timespec="seconds")


STATUS: Final = Operation(
    "status", "say who serves the bot and what waits; exit with 1 when something is wrong", _run, _takes
)
