import os
import subprocess
import sys

import pytest

from bot.operations.operation import counted, show


def test_counts_use_singular_and_plural() -> None:
    assert [counted(number, "game") for number in (0, 1, 2)] == ["0 games", "1 game", "2 games"]
    assert [counted(number, "ply", "plies") for number in (0, 1, 2)] == ["0 plies", "1 ply", "2 plies"]


def test_output_is_flushed_at_once(capfd: pytest.CaptureFixture[str]) -> None:
    show("one line")
    assert capfd.readouterr().out == "one line\n"


def test_a_closed_pipe_ends_the_program_quietly() -> None:
    read, write = os.pipe()
    os.close(read)
    program = "from bot.operations.operation import show; show('one line'); print('not reached')"
    process = subprocess.run(
        [sys.executable, "-c", program], stdout=write, stderr=subprocess.PIPE, check=False
    )
    os.close(write)
    assert (process.returncode, process.stderr) == (141, b"")
