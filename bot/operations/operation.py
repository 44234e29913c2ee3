"""A word after `fernpartie`: its help, its arguments, its action."""

import argparse
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from signal import SIGPIPE


class CannotOpen(Exception):
    """Raised where an operation cannot open something, though the settings are right; the text is a line."""


Takes = Callable[[argparse.ArgumentParser], object]
"""Adds an operation's arguments to its parser."""


def nothing(parser: argparse.ArgumentParser) -> None:
    """Add no arguments."""
    del parser


def show(line: str) -> None:
    """Print a line; exit quietly, as other programs do, once nobody reads."""
    try:
        print(line, flush=True)  # noqa: T201  # the operation's output
    except BrokenPipeError:
        # Python would flush the rest at exit, and report the closed pipe.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise SystemExit(128 + SIGPIPE) from None


@dataclass(frozen=True, slots=True)
class Operation:
    """An operation: its name, a line about it, its function, and its arguments.

    `run` returns the exit status. It raises WrongSetting for a wrong setting, and CannotOpen for a failure
    that may pass. With `takes_the_rest` it gets unknown arguments.
    """

    name: str
    about: str
    run: Callable[[argparse.Namespace], int]
    takes: Takes = nothing
    takes_the_rest: bool = False
