"""A folder of backups: file names, rotation, and free space."""

import contextlib
import re
import shutil
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from data.files import sync

_FORM: Final = "%Y-%m-%dT%H%M%SZ"
_NAME: Final = re.compile(r"fernpartie-(\d{4}-\d\d-\d\dT\d{6}Z)\.(?:db|dump)")
_UNCHECKED_PREFIX: Final = "unchecked-"
_UNSOUND: Final = "unsound-"
_SPARE: Final = 64 << 20
"""Free bytes that a backup must leave for the running bot."""


class NoRoom(RuntimeError):
    """A backup would fill the disk; the message is one line."""


@dataclass(frozen=True, slots=True)
class RetentionPolicy:
    """The numbers of days and of weeks for which one backup each is kept."""

    days: int = 7
    weeks: int = 4


class BackupFolder:
    """A folder of backups; no other file in it may have a name of the same form."""

    def __init__(self, folder: Path) -> None:
        self.folder: Final = folder

    def file_of(self, moment: datetime, ending: str) -> Path:
        """Return the file name of a backup."""
        return self.folder / f"fernpartie-{moment.astimezone(UTC).strftime(_FORM)}.{ending}"

    def backups(self) -> dict[datetime, Path]:
        """Return the verified backups by the time they were taken. Raises OSError."""
        files = {}
        for file in self.folder.iterdir():
            if match := _NAME.fullmatch(file.name):
                with contextlib.suppress(ValueError):
                    files[datetime.strptime(match[1], _FORM).replace(tzinfo=UTC)] = file
        return dict(sorted(files.items()))

    def refuse_without_room(self, size: int) -> None:
        """Raise NoRoom if a backup of this size would leave the bot too little space."""
        free, needed = shutil.disk_usage(self.folder).free, size + _SPARE
        if free < needed:
            raise NoRoom(f"{self.folder} has {free / 1e6:,.0f} MB free, {needed / 1e6:,.0f} MB are needed")

    def unchecked_name(self, file: Path) -> Path:
        """Return a backup's temporary name before verification."""
        return file.with_name(f"{_UNCHECKED_PREFIX}{file.name}")

    def accept(self, file: Path) -> None:
        """Give a verified backup its final name, durably."""
        self.unchecked_name(file).rename(file)
        sync(self.folder)

    def set_aside(self, file: Path) -> Path:
        """Rename a bad backup so that rotation ignores it; only the latest bad one is kept."""
        aside = file.with_name(f"{_UNSOUND}{file.name}")
        for earlier in self.folder.glob(f"{_UNSOUND}fernpartie-*"):
            earlier.unlink()
        return self.unchecked_name(file).rename(aside)

    def delete_unfinished(self) -> None:
        """Delete partial files of killed backups."""
        for file in self.folder.glob(f"{_UNCHECKED_PREFIX}fernpartie-*"):
            file.unlink()

    def delete_superseded(self, policy: RetentionPolicy) -> tuple[Path, ...]:
        """Delete and return the superseded backups; the latest one always stays."""
        backups = self.backups()
        files = tuple(backups[moment] for moment in sorted(backups.keys() - worth_keeping(backups, policy)))
        for file in files:
            file.unlink()
        return files


def worth_keeping(moments: Iterable[datetime], policy: RetentionPolicy) -> set[datetime]:
    """Return the latest backup overall, and of each of the latest days and weeks with backups."""
    latest = sorted(moments, reverse=True)
    keep = set(latest[:1])
    for form, number in (("%Y-%m-%d", policy.days), ("%G-%V", policy.weeks)):
        periods: dict[str, datetime] = {}
        for moment in latest:
            periods.setdefault(moment.astimezone(UTC).strftime(form), moment)
        keep |= set(list(periods.values())[:number])
    return keep
