"""Shared parts of the command lines of rules and engines: a raising parser, one-line errors, closed pipes."""

import argparse
import os
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from io import StringIO, TextIOWrapper
from typing import NoReturn, TextIO

Command = Callable[[Sequence[str], Iterable[str], TextIO, TextIO], int]
"""A program: takes arguments, stdin lines, stdout and stderr; returns an exit status."""


class UsageError(ValueError):
    """A command line that cannot be understood."""


class Parser(argparse.ArgumentParser):
    """A parser that leaves error reports to the caller."""

    def error(self, message: str) -> NoReturn:
        """Raise UsageError."""
        raise UsageError(message)


def assignment(text: str) -> tuple[str, str]:
    """Read an argument of the form K=V."""
    key, equals, value = text.partition("=")
    if not equals:
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not of the form K=V")
    return key, value


def options_of(given: Sequence[tuple[str, str]]) -> Mapping[str, str]:
    """Return the given options as a mapping. Raises UsageError for a repeated key."""
    options: dict[str, str] = {}
    for key, value in given:
        if key in options:
            raise UsageError(f"option {key[:40]!r} is given twice")
        options[key] = value
    return options


def report(program: str, error: Exception, err: TextIO) -> None:
    """Write an error as one line."""
    err.write(f"{program}: {' '.join(str(error).split())}\n")


def run(program: str, command: Command) -> int:
    """Run this process's command and return its exit status; silent if the reader closed the pipe."""
    # A stream closed from outside is None, whatever its declared type.
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
        # Discard the buffered rest, or the interpreter would report the closed pipe again at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), out.fileno())
        if not isinstance(error, BrokenPipeError):
            report(program, error, err)
        return 1
    except KeyboardInterrupt:
        return 130
    return status
