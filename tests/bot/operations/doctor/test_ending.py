"""The end of `fernpartie doctor`: exit status, last lines, questions to the owner."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable

import pytest

from bot.__main__ import main
from bot.kernel.probes import Finding, fail, ok, warn
from bot.operations.doctor import operation
from bot.operations.doctor.examination import Examination, ExaminationScope

pytest_plugins = ("tests.bot.operations.doctor.own_settings",)
pytestmark = pytest.mark.usefixtures("own_settings")
BY_DOING = (
    "Nothing was posted. --channel ID tries pictures, edits and threads in a channel and deletes them again."
)
Ends = Callable[..., list[ExaminationScope]]


@pytest.fixture
def ends(monkeypatch: pytest.MonkeyPatch) -> Ends:
    """Replace the examination by findings, and then an error if given."""

    def end(*findings: Finding, error: BaseException | None = None) -> list[ExaminationScope]:
        scopes: list[ExaminationScope] = []

        async def run(examination: Examination) -> None:
            scopes.append(examination.scope)
            examination.ask("Press the button now")
            for finding in findings:
                examination.report(finding)
            if error is not None:
                raise error

        monkeypatch.setattr(Examination, "run", run)
        return scopes

    return end


def test_a_passing_run_exits_with_zero(ends: Ends, capsys: pytest.CaptureFixture[str]) -> None:
    ends(ok("servers", "the bot is in 3 servers"))
    assert main(["doctor"]) == 0
    out, err = capsys.readouterr()
    *_, servers, hint, summary = out.splitlines()
    assert servers == "OK    servers              the bot is in 3 servers"
    assert (hint, summary) == (BY_DOING, "doctor: 6 OK, 0 WARN, 0 FAIL")
    assert err == "Press the button now\n"


def test_a_warning_exits_with_zero_and_a_trial_omits_the_hint(
    ends: Ends, capsys: pytest.CaptureFixture[str]
) -> None:
    scopes = ends(warn("post", "refused", "nothing", avoid="nonces"))
    for options in (["--channel", "70", "--press", "--register"], ["--forum", "71", "--server", "7"]):
        assert main(["doctor", *options]) == 0
        *_, setting, summary = capsys.readouterr().out.splitlines()
        assert setting.endswith("FERNPARTIE_AVOID=nonces")
        assert summary == "doctor: 5 OK, 1 WARN, 0 FAIL"
    assert scopes == [
        ExaminationScope(channel=70, press=True, register=True),
        ExaminationScope(server=7, forum=71),
    ]


def test_a_failure_exits_with_one(ends: Ends, capsys: pytest.CaptureFixture[str]) -> None:
    ends(fail("token", "Discord does not know it", "reset it"))
    assert main(["doctor"]) == 1
    assert BY_DOING not in capsys.readouterr().out


@pytest.mark.parametrize("error", [KeyboardInterrupt(), asyncio.CancelledError()], ids=["ctrl-c", "sigterm"])
def test_an_interruption_exits_with_one(
    ends: Ends, error: BaseException, capsys: pytest.CaptureFixture[str]
) -> None:
    ends(ok("servers", "well"), error=error)
    assert main(["doctor", "--json"]) == 1
    report = json.loads(capsys.readouterr().out)
    assert report["ok"] is False
    assert [finding["check"] for finding in report["findings"][-2:]] == ["servers", "doctor"]
    assert report["findings"][-1]["said"] == "it was interrupted before the end"


def test_feature_probes_run_after_the_machine_checks(
    ends: Ends, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ends(ok("servers", "well"))

    async def probe() -> AsyncIterator[Finding]:
        yield ok("page", "it is reached")

    monkeypatch.setattr(operation, "all_probes", lambda _games, _settings: [probe])
    assert main(["doctor"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[1] for line in lines[4:7]] == ["computer", "page", "servers"]
