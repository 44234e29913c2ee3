"""The doctor's findings and probes. A finding has a check, its result, and the owner's remedy."""

from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

_CHECK_WIDTH: Final = 20
_PLACE_WIDTH: Final = 32
_VERDICT_WIDTH: Final = 12


class FindingStatus(StrEnum):
    """The result of a check. OK: no fault. WARN: a limitation. FAIL: the bot cannot work like this."""

    OK = "OK"
    WARN = "WARN"
    FAIL = "FAIL"


@dataclass(frozen=True, slots=True)
class PlaceLine:
    """A line of a table below a check: a place, what the bot can do there, the missing rights."""

    place: str
    verdict: str
    missing: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of a check.

    `avoid` is a refused request form, by its name in the setting.
    """

    check: str
    status: FindingStatus
    text: str
    todo: str = ""
    avoid: str = ""
    rows: tuple[PlaceLine, ...] = ()

    def lines(self) -> Iterator[str]:
        """Yield the finding's line, and the lines of its table."""
        todo = f". Do: {self.todo}" if self.todo else ""
        yield f"{self.status:<5} {self.check:<{_CHECK_WIDTH}} {self.text}{todo}"
        for row in self.rows:
            lacks = f"  missing: {', '.join(row.missing)}" if row.missing else ""
            yield f"{'':<7}{row.place:<{_PLACE_WIDTH}} {row.verdict:<{_VERDICT_WIDTH}}{lacks}".rstrip()


def ok(check: str, said: str, *, rows: tuple[PlaceLine, ...] = ()) -> Finding:
    return Finding(check, FindingStatus.OK, said, rows=rows)


def warn(check: str, said: str, todo: str, *, avoid: str = "", rows: tuple[PlaceLine, ...] = ()) -> Finding:
    """Return a limitation with its remedy."""
    return Finding(check, FindingStatus.WARN, said, todo, avoid, rows)


def fail(check: str, said: str, todo: str, *, rows: tuple[PlaceLine, ...] = ()) -> Finding:
    """Return a finding that the bot cannot work like this, with the remedy."""
    return Finding(check, FindingStatus.FAIL, said, todo, rows=rows)


Probe = Callable[[], AsyncIterator[Finding]]
"""A check of `fernpartie doctor`. It leaves nothing behind."""
