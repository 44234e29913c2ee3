"""Measure speed against a peer or a floor: `python -m bench [PART]...`; without a name, all parts.

Every module of this package is a part; its function `run() -> None` measures and prints a table.
"""

import argparse
import importlib
import pkgutil
import sys
from collections.abc import Sequence

import bench


def parts() -> tuple[str, ...]:
    modules = pkgutil.iter_modules(bench.__path__)
    return tuple(module.name for module in modules if not module.ispkg and module.name != "__main__")


def main(argv: Sequence[str]) -> int:
    """Run the parts named in `argv` in sequence and return the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m bench", description="Measure speed beside a peer or a floor."
    )
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"one of: {', '.join(parts())}")
    parts_named = parser.parse_args(argv).parts
    for part in parts_named:
        if part not in parts():
            parser.error(f"unknown part {part!r}; parts: {', '.join(parts())}")
    for part in parts_named or parts():
        importlib.import_module(f"bench.{part}").run()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
