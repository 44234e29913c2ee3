"""Subcommands of `fernpartie`: help, arguments, action."""

import argparse
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from signal import SIGPIPE


class CannotOpen(Exception):
    """An operation cannot open something, though the settings are right; the message is one line."""


Takes = Callable[[argparse.ArgumentParser], object]
"""Adds an operation's arguments to its parser."""


def nothing(parser: argparse.ArgumentParser) -> None:
    del parser


def counted(number: int, noun: str, plural: str = "") -> str:
    """Return a number with its noun, in the plural unless the number is 1; the plural's default adds an s."""
    return f"{number} {noun if number == 1 else plural or f'{noun}s'}"


def show(line: str) -> None:
    """Print a line; if the pipe is closed, exit quietly like other programs."""
    try:
        print(line, flush=True)  # noqa: T201  # the operation's output
    except BrokenPipeError:
        # At exit Python would flush the rest, and report the closed pipe.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise SystemExit(128 + SIGPIPE) from None


@dataclass(frozen=True, slots=True)
class Operation:
    """An operation: its name, a line about it, its function, and its arguments.

    `run` returns the exit status. It raises WrongSetting for a wrong setting, and CannotOpen for a failure
    that may pass. With `takes_the_rest` it also gets unknown arguments.
    """

    name: str
    about: str
    run: Callable[[argparse.Namespace], int]
    takes: Takes = nothing
    takes_the_rest: bool = False
