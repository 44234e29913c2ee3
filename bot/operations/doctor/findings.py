"""The summary of the doctor's findings."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Final

from bot.kernel.probes import Finding, FindingStatus
from bot.settings import PREFIX

AVOID: Final = f"{PREFIX}AVOID"
"""The setting by which the bot avoids request forms that Discord refuses."""


def settings_to_make(findings: Sequence[Finding]) -> dict[str, str]:
    """Return the settings that avoid the refused forms."""
    avoided = list(dict.fromkeys(finding.avoid for finding in findings if finding.avoid))
    return {AVOID: ",".join(avoided)} if avoided else {}


def is_healthy(findings: Sequence[Finding]) -> bool:
    return all(finding.status is not FindingStatus.FAIL for finding in findings)


def closing_lines(findings: Sequence[Finding]) -> Iterator[str]:
    """Yield the summary for people."""
    for name, value in settings_to_make(findings).items():
        yield f"In .env, so that the bot does without what was refused: {name}={value}"
    counts = {status: sum(finding.status is status for finding in findings) for status in FindingStatus}
    text = ", ".join(f"{counts[status]} {status}" for status in FindingStatus)
    yield f"doctor: {text}" + ("" if is_healthy(findings) else " - mend what says FAIL, then look again")


def as_json(findings: Sequence[Finding]) -> str:
    """Return the report for machines."""
    report = {
        "ok": is_healthy(findings),
        "findings": [_as_object(finding) for finding in findings],
        "settings": settings_to_make(findings),
    }
    return json.dumps(report, indent=1, ensure_ascii=False)


def _as_object(finding: Finding) -> dict[str, object]:
    # Scripts read the text under this key.
    return {"said" if key == "text" else key: value for key, value in asdict(finding).items()}
