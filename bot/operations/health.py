"""`fernpartie health`: whether the bot is connected, by the age of its heartbeat file."""

import argparse
import sys
import time
from pathlib import Path
from typing import Final

from bot.operations.operation import Operation

STALE_AFTER: Final = 60.0
"""Seconds after which a heartbeat is too old."""


def check_health(file: Path) -> int:
    """Return 0 if the heartbeat is fresh, else 1."""
    try:
        # An empty name would be the directory, which changes all the time.
        return 0 if file.is_file() and time.time() - file.stat().st_mtime < STALE_AFTER else 1
    except OSError:
        return 1


def _takes(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, help="the bot's heartbeat file")


def _run(arguments: argparse.Namespace) -> int:
    return check_health(arguments.file)


HEALTH: Final = Operation("health", "exit with 0 while the bot is connected", _run, _takes)

if __name__ == "__main__":
    # A container checks twice a minute, and the program with all its operations takes a second to load.
    sys.exit(check_health(Path(sys.argv[1])))
