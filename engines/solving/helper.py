"""Helpers in C that solve games: compiled on demand, with their task passed as numbers."""

import os
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from importlib.resources import as_file, files
from pathlib import Path


class SolvingError(RuntimeError):
    """The helper cannot be compiled, fails, or finds a win that is too long for its values."""


def compile_helper(name: str, folder: Path) -> Path:
    """Compile the source `name`.c into a folder and return the program. Raises SolvingError."""
    compiler = os.environ.get("CC") or shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        raise SolvingError("solving needs a C compiler: none is called cc, gcc or clang")
    helper = folder / name
    with as_file(files("engines.solving").joinpath(f"{name}.c")) as source:
        # Native instructions make it several times as fast.
        done = subprocess.run(  # noqa: S603 -- the compiler and a source of our own
            [compiler, "-O2", "-march=native", "-o", helper, source],
            capture_output=True,
            text=True,
            check=False,
        )
    if done.returncode:
        raise SolvingError(f"the helper cannot be compiled: {done.stderr.strip()[:500]}")
    return helper


def lines_of(helper: Path, folder: Path, numbers: Sequence[int]) -> Iterator[list[str]]:
    """Run a helper on a task and yield the words of each line it prints. Raises SolvingError."""
    command, task = [helper, folder], " ".join(map(str, numbers))
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:  # noqa: S603  # our own
        if process.stdin is None or process.stdout is None:
            raise SolvingError("the helper has no input or output")
        process.stdin.write(task)
        process.stdin.close()
        try:
            for line in process.stdout:
                yield line.split()
        finally:
            process.stdout.close()
    if process.returncode:
        raise SolvingError(f"the helper ended with status {process.returncode}")
