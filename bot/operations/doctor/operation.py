"""`fernpartie doctor`: the command line."""

import argparse
import asyncio
import sys
from collections.abc import Callable
from typing import Final

import rules
from bot import loop
from bot.app import FeatureSettings, all_probes
from bot.kernel.probes import Finding, fail
from bot.logs import set_up_logging
from bot.operations.doctor import machine
from bot.operations.doctor.examination import Examination, ExaminationScope
from bot.operations.doctor.findings import as_json, closing_lines, is_healthy
from bot.operations.operation import Operation, show
from bot.operations.run import end_on_sigterm
from bot.settings import Settings, WrongSetting, read_settings

_QUIET: Final = "CRITICAL"
_BY_DOING: Final = (
    "Nothing was posted. --channel ID tries pictures, edits and threads in a channel and deletes them again."
)


def _takes(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--server", type=int, metavar="ID", help="look at the channels of this server")
    parser.add_argument(
        "--channel", type=int, metavar="ID", help="try in this channel what games need, and delete it again"
    )
    parser.add_argument(
        "--forum", type=int, metavar="ID", help="try a post in this forum, and put it away again"
    )
    parser.add_argument("--press", action="store_true", help="wait a minute for you to press a button there")
    parser.add_argument("--register", action="store_true", help="register the commands now")
    parser.add_argument("--json", action="store_true", help="one JSON object, for scripts")


def _run(arguments: argparse.Namespace) -> int:
    """Run the checks; return 0 if none failed, else 1. Raises WrongSetting."""
    if arguments.channel is None and arguments.press:
        raise WrongSetting("--press: name a channel, too: --channel ID")
    settings = read_settings()
    set_up_logging(settings.log_level if settings.log_level == "DEBUG" else _QUIET, settings.log_format)
    findings: list[Finding] = []

    def report(finding: Finding) -> None:
        findings.append(finding)
        if not arguments.json:
            for line in finding.lines():
                show(line)

    scope = ExaminationScope(
        arguments.server,
        arguments.channel,
        arguments.forum,
        press=arguments.press,
        register=arguments.register,
    )
    interrupted = False
    try:
        loop.run(_examine(settings, Examination(settings, scope, report, _ask), report))
    except (KeyboardInterrupt, asyncio.CancelledError):
        interrupted = True
        report(fail("doctor", "it was interrupted before the end", "look again"))
    if arguments.json:
        show(as_json(findings))
    else:
        if scope.channel is None and scope.forum is None and is_healthy(findings):
            show(_BY_DOING)
        for line in closing_lines(findings):
            show(line)
    return 0 if is_healthy(findings) and not interrupted else 1


async def _examine(settings: Settings, examination: Examination, report: Callable[[Finding], None]) -> None:
    end_on_sigterm()
    async for finding in machine.check_machine(settings):
        report(finding)
    for probe in all_probes(rules.GAMES, FeatureSettings.of(settings)):
        async for finding in probe():
            report(finding)
    await examination.run()


def _ask(what: str) -> None:
    print(what, file=sys.stderr, flush=True)  # noqa: T201  # the owner's next task


DOCTOR: Final = Operation(
    "doctor",
    "try on this machine and at Discord what the bot needs, and say what to do; exit with 1 when it fails",
    _run,
    _takes,
)
