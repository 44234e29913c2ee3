"""What the programs of rules and engines share: a parser that raises, one line for an error, quiet ends."""

import argparse
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from io import StringIO, TextIOWrapper
from typing import NoReturn, TextIO

Command = Callable[[Sequence[str], Iterable[str], TextIO, TextIO], int]
"""A program: arguments, lines of standard input, standard output and standard error, to an exit status."""


class UsageError(ValueError):
    """A command line that cannot be understood."""


class Parser(argparse.ArgumentParser):
    """A parser that leaves it to the caller to report errors."""

    def error(self, message: str) -> NoReturn:
        """Raise UsageError."""
        raise UsageError(message)


def report(program: str, error: Exception, err: TextIO) -> None:
    """Write what is wrong in one line."""
    err.write(f"{program}: {' '.join(str(error).split())}\n")


def run(program: str, command: Command) -> int:
    """Run the command of this process and return its exit status, quiet when its reader has gone."""
    # A stream that was closed from outside is None, whatever its declared type says.
    lines: TextIO | None = sys.stdin
    out: TextIO | None = sys.stdout
    err: TextIO = sys.stderr or StringIO()
    if out is None:
        report(program, OSError("there is no standard output to write to"), err)
        return 1
    if isinstance(lines, TextIOWrapper):
        lines.reconfigure(errors="replace")
    try:
        status = command(sys.argv[1:], lines or (), out, err)
        out.flush()
    except OSError as error:
        # What is still in the buffer goes nowhere, or the interpreter would complain once more at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), out.fileno())
        if not isinstance(error, BrokenPipeError):
            report(program, error, err)
        return 1
    except KeyboardInterrupt:
        return 130
    return status
