"""`fernpartie demo`: the playground with the bot in it."""

import argparse
import os
import sys
from typing import Final

from bot.operations.operation import Operation


def _run(arguments: argparse.Namespace) -> int:
    os.execv(sys.executable, [sys.executable, "-m", "playground", "demo", *arguments.rest])


DEMO: Final = Operation(
    "demo",
    "try everything on this machine: a playground with the bot in it",
    _run,
    takes_the_rest=True,
)
