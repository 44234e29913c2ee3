"""The program `fernpartie`. Its operations are in `bot.operations`."""

import argparse
import importlib
import sys
from collections.abc import Sequence
from typing import Final

from bot.operations.operation import CannotOpen, Operation
from bot.version import VERSION

OPERATIONS: Final = (
    "run",
    "demo",
    "doctor",
    "health",
    "status",
    "ratings",
    "backup",
    "check",
    "restore",
    "copy",
)
"""The subcommands of `fernpartie`. Each is a module of `bot.operations` with an `Operation` in capitals."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program and return its exit status."""
    try:
        return _main(arguments)
    except KeyboardInterrupt:
        # Loading takes a second or two and may be interrupted, too.
        print("interrupted", file=sys.stderr)  # noqa: T201  # as below
        return 1


def _main(arguments: Sequence[str] | None) -> int:
    # Each engine process also imports this module; settings and their library take 7 MB.
    from bot.settings import WrongSetting  # noqa: PLC0415

    parser = argparse.ArgumentParser(prog="fernpartie", description="Board games on Discord.")
    parser.add_argument("--version", action=_ShowVersion, nargs=0, help="show the version and end")
    commands = parser.add_subparsers(dest="operation", required=True)
    operations = {}
    for name in _requested_operations(sys.argv[1:] if arguments is None else arguments):
        operations[name] = operation = load(name)
        operation.takes(
            commands.add_parser(
                operation.name,
                help=operation.about,
                description=f"{operation.about[0].upper()}{operation.about[1:]}.",
                # An operation that takes the rest prints its own help.
                add_help=not operation.takes_the_rest,
            )
        )
    namespace, rest = parser.parse_known_args(arguments)
    operation = operations[namespace.operation]
    if rest and not operation.takes_the_rest:
        parser.error(f"unrecognized arguments: {' '.join(rest)}")
    namespace.rest = rest
    try:
        return operation.run(namespace)
    except WrongSetting as error:
        print(error, file=sys.stderr)  # noqa: T201  # the line for the owner
        return 2
    except CannotOpen as error:
        print(error, file=sys.stderr)  # noqa: T201  # as above
        return 1


class _ShowVersion(argparse.Action):
    """Prints the program's version and its schema revision, then exits."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: str | Sequence[object] | None,
        option_string: str | None = None,
    ) -> None:
        # Imported only here: the database modules take a second to load.
        from data.migration import newest  # noqa: PLC0415

        del namespace, values, option_string
        sys.stdout.write(f"{parser.prog} {VERSION} (schema {newest()})\n")
        parser.exit()


def load(name: str) -> Operation:
    """Import an operation's module and return its operation."""
    operation: Operation = getattr(importlib.import_module(f"bot.operations.{name}"), name.upper())
    return operation


def _requested_operations(arguments: Sequence[str]) -> Sequence[str]:
    """Return the operation named first, or all if none is named."""
    return [name for name in arguments[:1] if name in OPERATIONS] or OPERATIONS


if __name__ == "__main__":
    sys.exit(main())
