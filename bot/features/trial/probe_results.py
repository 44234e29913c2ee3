"""The results of a trial: one verdict per probe, one line per row of the pages of docs/discord.md."""

from dataclasses import dataclass, field
from enum import Enum, auto

import discord

from bot.features.trial.rows import PROBES, ROWS
from bot.locale import Language


class ProbeVerdict(Enum):
    """The outcome of a probe."""

    BELIEVED = auto()
    INSTEAD = auto()
    UNTRIED = auto()
    """Discord's answer proves nothing about the row: a limit, an outage, or a missing permission."""


@dataclass(frozen=True, slots=True)
class ProbeResult:
    """The verdict of a probe; for a refusal, its HTTP status and Discord's code."""

    probe: str
    verdict: ProbeVerdict
    status: int = 0
    code: int = 0
    refused: bool = False
    """Whether Discord refused a request that it should accept."""

    def sentence(self, t: Language) -> str:
        """Return the sentence for a probe with an unexpected result."""
        refusal = t("trial.refusal", status=self.status, code=self.code) if self.status else ""
        if self.verdict is ProbeVerdict.UNTRIED:
            return refusal or t("trial.no-answer")
        if self.refused:
            return t("trial.refused", probe=self.probe, refusal=refusal)
        return t(f"trial.instead.{self.probe}")


@dataclass(slots=True)
class ProbeResults:
    """The verdicts of a trial; the last verdict of a probe counts, except UNTRIED after another one."""

    _found: dict[str, ProbeResult] = field(default_factory=dict)

    def check(self, probe: str, *, holds: bool) -> None:
        """Record whether a probe confirms its row."""
        self._put(ProbeResult(probe, ProbeVerdict.BELIEVED if holds else ProbeVerdict.INSTEAD))

    def record_refusal(self, probe: str, error: discord.HTTPException) -> None:
        """Record an unexpected refusal."""
        self._put(ProbeResult(probe, ProbeVerdict.INSTEAD, error.status, error.code, refused=True))

    def record_untried(self, probe: str, error: Exception | None = None) -> None:
        """Record that a probe could not run; an earlier verdict stays."""
        if probe not in self._found:
            http_error = error if isinstance(error, discord.HTTPException) else None
            status, code = (0, 0) if http_error is None else (http_error.status, http_error.code)
            self._put(ProbeResult(probe, ProbeVerdict.UNTRIED, status, code))

    def _put(self, finding: ProbeResult) -> None:
        self._found[finding.probe] = finding

    def holds(self, probe: str) -> bool:
        """Return whether a probe ran with the expected result."""
        results = self._found.get(probe)
        return results is not None and results.verdict is ProbeVerdict.BELIEVED

    def rows(self) -> dict[str, tuple[ProbeVerdict, tuple[ProbeResult, ...]]]:
        """Return the verdict of each row, with the results that explain an unexpected one."""
        by_row: dict[str, list[ProbeResult]] = {row: [] for row in ROWS}
        for finding in self._found.values():
            by_row[PROBES[finding.probe]].append(finding)
        return {row: _verdict(results) for row, results in by_row.items()}

    def counts(self) -> dict[ProbeVerdict, int]:
        """Return the number of rows with each verdict."""
        verdicts = [verdict for verdict, _ in self.rows().values()]
        return {verdict: verdicts.count(verdict) for verdict in ProbeVerdict}


def _verdict(results: list[ProbeResult]) -> tuple[ProbeVerdict, tuple[ProbeResult, ...]]:
    for verdict in (ProbeVerdict.INSTEAD, ProbeVerdict.BELIEVED):
        fitting = tuple(result for result in results if result.verdict is verdict)
        if fitting:
            return verdict, fitting if verdict is ProbeVerdict.INSTEAD else ()
    return ProbeVerdict.UNTRIED, tuple(results)


def line(row: str, verdict: ProbeVerdict, why: tuple[ProbeResult, ...], t: Language) -> str:
    """Return the line of the report for a row."""
    match verdict:
        case ProbeVerdict.BELIEVED:
            return t("trial.line-believed", row=row)
        case ProbeVerdict.INSTEAD:
            came = "; ".join(dict.fromkeys(result.sentence(t) for result in why))
            return t("trial.line-instead", row=row, came=came)
        case ProbeVerdict.UNTRIED:
            reasons = "; ".join(dict.fromkeys(result.sentence(t) for result in why))
            return (
                t("trial.line-untried-why", row=row, why=reasons) if why else t("trial.line-untried", row=row)
            )
