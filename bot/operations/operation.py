"""What a word after `fernpartie` means: how it is told, what it takes, what it does."""

import argparse
from collections.abc import Callable
from dataclasses import dataclass

Takes = Callable[[argparse.ArgumentParser], object]
"""Adds what an operation takes to its parser."""


def nothing(parser: argparse.ArgumentParser) -> None:
    """Take nothing."""
    del parser


@dataclass(frozen=True, slots=True)
class Operation:
    """An operation: its name, a line about it, what it does, and what it takes.

    `run` returns the exit status. It raises WrongSetting for what an owner must mend, in one line. The words
    nobody knows are its own where it `takes_the_rest`.
    """

    name: str
    about: str
    run: Callable[[argparse.Namespace], int]
    takes: Takes = nothing
    takes_the_rest: bool = False
