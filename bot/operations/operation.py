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
"""Adds what an operation takes to its parser."""


def nothing(parser: argparse.ArgumentParser) -> None:
    """Take nothing."""
    del parser


def show(line: str) -> None:
    """Print a line; exit, as other programs do, once nobody reads."""
    try:
        print(line, flush=True)  # noqa: T201  # what was asked for
    except BrokenPipeError:
        # Python writes what is left at the end, and would complain then.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise SystemExit(128 + SIGPIPE) from None


@dataclass(frozen=True, slots=True)
class Operation:
    """An operation: its name, a line about it, what it does, and what it takes.

    `run` returns the exit status. It raises WrongSetting for a setting that is to be mended, and CannotOpen
    for what may be otherwise the next time. The words nobody knows are its own where it `takes_the_rest`.
    """

    name: str
    about: str
    run: Callable[[argparse.Namespace], int]
    takes: Takes = nothing
    takes_the_rest: bool = False
