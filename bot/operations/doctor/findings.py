"""The doctor's findings: a check, its result, and the owner's remedy."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Final

from bot.settings import PREFIX

AVOID: Final = f"{PREFIX}AVOID"
"""The setting that keeps the bot from forms of requests that its Discord refuses."""
_CHECK_WIDTH: Final = 20
_PLACE_WIDTH: Final = 32
_VERDICT_WIDTH: Final = 12


class FindingStatus(StrEnum):
    """How a check came out: as it should; something falls away; the bot cannot work like this."""

    OK = "OK"
    WARN = "WARN"
    FAIL = "FAIL"


@dataclass(frozen=True, slots=True)
class PlaceLine:
    """A line of a table below a check: a place, what the bot can do there, the rights that are missing."""

    place: str
    verdict: str
    missing: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Finding:
    """How a check came out.

    `avoid` is the form of a request that was refused, as the setting names it.
    """

    check: str
    status: FindingStatus
    said: str
    todo: str = ""
    avoid: str = ""
    rows: tuple[PlaceLine, ...] = ()

    def lines(self) -> Iterator[str]:
        """Return what people read: a line, and its table."""
        todo = f". Do: {self.todo}" if self.todo else ""
        yield f"{self.status:<5} {self.check:<{_CHECK_WIDTH}} {self.said}{todo}"
        for row in self.rows:
            lacks = f"  missing: {', '.join(row.missing)}" if row.missing else ""
            yield f"{'':<7}{row.place:<{_PLACE_WIDTH}} {row.verdict:<{_VERDICT_WIDTH}}{lacks}".rstrip()


def ok(check: str, said: str, *, rows: tuple[PlaceLine, ...] = ()) -> Finding:
    """Return that a check came out as it should."""
    return Finding(check, FindingStatus.OK, said, rows=rows)


def warn(check: str, said: str, todo: str, *, avoid: str = "", rows: tuple[PlaceLine, ...] = ()) -> Finding:
    """Return that something falls away, and what to do."""
    return Finding(check, FindingStatus.WARN, said, todo, avoid, rows)


def fail(check: str, said: str, todo: str, *, rows: tuple[PlaceLine, ...] = ()) -> Finding:
    """Return that the bot cannot work like this, and what to do."""
    return Finding(check, FindingStatus.FAIL, said, todo, rows=rows)


def settings_to_make(findings: Sequence[Finding]) -> dict[str, str]:
    """Return the settings by which the bot avoids the refused forms."""
    avoided = list(dict.fromkeys(finding.avoid for finding in findings if finding.avoid))
    return {AVOID: ",".join(avoided)} if avoided else {}


def is_healthy(findings: Sequence[Finding]) -> bool:
    """Return whether nothing failed."""
    return all(finding.status is not FindingStatus.FAIL for finding in findings)


def closing_lines(findings: Sequence[Finding]) -> Iterator[str]:
    """Return what people read at the end."""
    for name, value in settings_to_make(findings).items():
        yield f"In .env, so that the bot does without what was refused: {name}={value}"
    counts = {status: sum(finding.status is status for finding in findings) for status in FindingStatus}
    told = ", ".join(f"{counts[status]} {status}" for status in FindingStatus)
    yield f"doctor: {told}" + ("" if is_healthy(findings) else " - mend what says FAIL, then look again")


def as_json(findings: Sequence[Finding]) -> str:
    """Return the same for machines."""
    told = {
        "ok": is_healthy(findings),
        "findings": [asdict(finding) for finding in findings],
        "settings": settings_to_make(findings),
    }
    return json.dumps(told, indent=1, ensure_ascii=False)
