"""The program `fernpartie`; what it can do is in `bot.operations`."""

import argparse
import sys
from collections.abc import Sequence
from typing import Final

from bot.operations.backup import BACKUP
from bot.operations.check import CHECK
from bot.operations.copy import COPY
from bot.operations.demo import DEMO
from bot.operations.health import HEALTH
from bot.operations.ratings import RATINGS
from bot.operations.restore import RESTORE
from bot.operations.run import RUN
from bot.operations.status import STATUS
from bot.settings import WrongSetting

OPERATIONS: Final = (RUN, DEMO, HEALTH, STATUS, RATINGS, BACKUP, CHECK, RESTORE, COPY)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program; return its exit status."""
    parser = argparse.ArgumentParser(prog="fernpartie", description="Board games on Discord.")
    commands = parser.add_subparsers(dest="operation", required=True)
    for operation in OPERATIONS:
        operation.takes(commands.add_parser(operation.name, help=operation.about))
    chosen, rest = parser.parse_known_args(arguments)
    operation = next(one for one in OPERATIONS if one.name == chosen.operation)
    if rest and not operation.takes_the_rest:
        parser.error(f"unrecognized arguments: {' '.join(rest)}")
    chosen.rest = rest
    try:
        return operation.run(chosen)
    except WrongSetting as error:
        print(error, file=sys.stderr)  # noqa: T201  # the one line an owner looks for
        return 2


if __name__ == "__main__":
    sys.exit(main())
