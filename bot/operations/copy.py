"""`fernpartie copy`: copies all data to another database, for an owner who outgrows SQLite."""

import argparse
import asyncio
import sys
from contextlib import AbstractAsyncContextManager, ExitStack, nullcontext
from typing import Final

import rules
from bot import loop
from bot.app import TABLES, all_checks
from bot.operations.checks.checking import check_all
from bot.operations.operation import Operation
from bot.operations.progress import Progress
from bot.operations.store import FileInUse, file_lock
from bot.settings import WrongSetting
from data.connections.async_engines import AsyncConnection
from data.connections.urls import file_of
from data.keeping.copying import CopiedTable, CopyBrokenOff, NotCopied, copy


def _takes(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("source", help="the address of the database to copy; no bot may use it meanwhile")
    parser.add_argument("target", help="the address of an empty database")


def _run(arguments: argparse.Namespace) -> int:
    """Copy, and print one line: the result, or why there is none. Progress is on standard error."""
    try:
        with ExitStack() as stack:
            file = file_of(arguments.source)
            if file is not None and file.is_file():
                stack.enter_context(file_lock(file))
            copied = loop.run(_copy(arguments.source, arguments.target))
    except ValueError as error:
        raise WrongSetting(f"copy: {error}; nothing was copied") from error
    except CopyBrokenOff as error:
        print(f"copy: {error}; the same command continues where it was", file=sys.stderr)  # noqa: T201  # as below
        return 1
    except (NotCopied, FileInUse, OSError) as error:
        print(f"copy: {error}; nothing was copied", file=sys.stderr)  # noqa: T201  # the line for the owner
        return 1
    rows = sum(table.rows for table in copied)
    print(f"copy: {rows} rows, the same in both; every game was replayed in the copy")  # noqa: T201
    return 0


async def _copy(source: str, target: str) -> tuple[CopiedTable, ...]:
    progress = Progress("copy", "rows")
    try:
        return await copy(TABLES, source, target, _refuse_findings, progress.report)
    except asyncio.CancelledError:
        raise CopyBrokenOff("broken off") from None
    finally:
        progress.end()


async def _refuse_findings(connection: AsyncConnection) -> None:
    """Raise NotCopied if the copy has a fault; the source then has it, too."""
    games = Progress("copy: replaying", "games")

    def on_progress(count: int, of: int, at: int) -> None:
        games.report(count, of, f"up to number {at}")

    def here() -> AbstractAsyncContextManager[AsyncConnection]:
        return nullcontext(connection)

    async for finding in check_all(here, rules.GAMES, all_checks(rules.GAMES), progress=on_progress):
        raise NotCopied(f"{finding} (`fernpartie check` tells all of it)")


COPY: Final = Operation(
    "copy", "copy all that is kept into another database, and check the copy", _run, _takes
)
