"""The rules' command line, in this process, or in a separate process where pipes matter."""

import json
import subprocess
import sys
from collections.abc import Sequence
from io import StringIO
from pathlib import Path

import pytest

from rules import GAMES
from rules.__main__ import main

ROOT = Path(__file__).parents[2]
FASTEST_WIN = "a1 f6 b3 f5 b5 f7 b7 e6 b9 g6 a11"


def run(*argv: str, lines: Sequence[str] = ()) -> tuple[int, str, str]:
    out, err = StringIO(), StringIO()
    status = main(argv, lines, out, err)
    return status, out.getvalue(), err.getvalue()


def process(*argv: str, feed: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "rules", *argv]
    return subprocess.run(command, input=feed, capture_output=True, cwd=ROOT, check=False)


def test_games_lists_every_game_with_options_and_defaults() -> None:
    status, out, err = run("games")
    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert [line.split()[0] for line in lines if not line.startswith(" ")] == list(GAMES)
    assert sum(line.startswith(" ") for line in lines) == sum(len(game.options) for game in GAMES.values())
    assert "conhex  (2 players)" in lines
    assert "  balls: 25 (default), 26, unlimited, or another value" in lines
    assert "  swap: on (default), off" in lines


def test_perft_prints_bare_numbers() -> None:
    assert run("perft", "conhex", "--depth", "3") == (0, "69\n4761\n319056\n", "")
    assert run("perft", "conhex", "--option", "swap=off", "--depth", "2", "--players", "2")[1] == "69\n4692\n"


def test_perft_counts_nothing_after_the_end() -> None:
    over = "red; blue; red-cells z0.0 z0.12 z0.13 z0.14 z0.15; blue-cells; turn blue"
    assert run("perft", "conhex", "--depth", "3", "--position", over) == (0, "0\n0\n0\n", "")
    position = "red a1 b3 b5 b7 b9; blue; red-cells z0.0 z0.13 z0.14 z0.15; blue-cells; turn red"
    # Of 64 free nodes, a11 and c10 complete z0.12 and end the game; 63 replies follow each of the others.
    assert run("perft", "conhex", "--depth", "2", "--position", position)[1] == f"64\n{62 * 63}\n"


def test_replay_writes_every_state() -> None:
    status, out, err = run("replay", "conhex", lines=FASTEST_WIN.split())
    assert (status, err) == (0, "")
    records = [json.loads(line) for line in out.splitlines()]
    assert [record["ply"] for record in records] == list(range(12))
    assert [record["turn"] for record in records] == [0, 1] * 5 + [0, None]
    assert not [
        record
        for record in records
        if list(record) != ["ply", "turn", "chance", "position", "moves", "outcome"]
    ]
    assert len(records[0]["moves"]) == 69
    assert records[1]["moves"][-1] == "swap"
    assert records[-2]["outcome"] is None
    assert records[-1] == {
        "ply": 11,
        "turn": None,
        "chance": False,
        "position": "red a1 b3 b5 b7 b9 a11; blue f5 e6 f6 g6 f7;"
        " red-cells z0.0 z0.12 z0.13 z0.14 z0.15; blue-cells z4.0; turn blue",
        "moves": [],
        "outcome": {"winners": [0], "reason": "connected"},
    }


def test_replay_starts_anywhere_and_skips_empty_lines() -> None:
    position = "red a1; blue k1; red-cells; blue-cells; turn blue"
    options = ("--option", "balls=1", "--option", "swap=off", "--position", position)
    status, out, _ = run("replay", "conhex", *options, lines=["\n", " K1 > B3 \n", "\n"])
    assert status == 0
    assert [json.loads(line)["ply"] for line in out.splitlines()] == [0, 1]
    assert json.loads(out.splitlines()[-1])["position"].startswith("red a1; blue b3;")


@pytest.mark.parametrize(
    ("lines", "count", "words"),
    [
        (["f6", "f6"], 2, ("ply 2", "'f6'", "occupied")),
        (["swap"], 1, ("ply 1", "'swap'")),
        (["f6", "swap", "hello\x1b[31m\n"], 3, ("ply 3", "'hello\\x1b[31m'", "not a move")),
        ([*FASTEST_WIN.split(), "f8"], 12, ("ply 12", "'f8'", "over")),
        (["x" * 5000], 1, ("ply 1",)),
    ],
)
def test_replay_stops_at_an_illegal_line(lines: list[str], count: int, words: tuple[str, ...]) -> None:
    status, out, err = run("replay", "conhex", lines=lines)
    assert status == 1
    assert len(out.splitlines()) == count
    assert err.count("\n") == 1
    assert err.endswith("\n")
    assert len(err) < 200
    assert not [word for word in words if word not in err]


@pytest.mark.parametrize(
    ("argv", "word"),
    [
        ((), "COMMAND"),
        (("dance",), "dance"),
        (("perft", "chess", "--depth", "1"), "conhex"),
        (("replay", "chess"), "chess"),
        (("perft", "conhex"), "--depth"),
        (("perft", "conhex", "--depth", "0"), "'0'"),
        (("perft", "conhex", "--depth", "-1"), "--depth"),
        (("perft", "conhex", "--depth", "1" * 5000), "--depth"),
        (("replay", "conhex", "--option", "swap"), "'swap'"),
        (("replay", "conhex", "--option", "swap=on", "--option", "swap=off"), "twice"),
        (("replay", "conhex", "--option", "colour=red"), "colour"),
        (("replay", "conhex", "--option", "swap=maybe"), "on, off"),
        (("replay", "conhex", "--option", "a\nb=c"), "unknown option"),
        (("replay", "conhex", "--option", "handicap=2"), "swap=off"),
        (("replay", "conhex", "--players", "3"), "3 players"),
        (("replay", "conhex", "--players", "two"), "two"),
        (
            (
                "replay",
                "conhex",
                "--players",
                "3",
                "--position",
                "red; blue; red-cells; blue-cells; turn red",
            ),
            "3 players",
        ),
        (("replay", "conhex", "--position", "here\nand there"), "not a position"),
        (
            (
                "perft",
                "conhex",
                "--depth",
                "1",
                "--position",
                "red a2; blue; red-cells; blue-cells; turn red",
            ),
            "a2",
        ),
        (("games", "conhex"), "conhex"),
    ],
)
def test_errors_are_one_line(argv: tuple[str, ...], word: str) -> None:
    status, out, err = run(*argv)
    assert status != 0
    assert out == ""
    assert err.count("\n") == 1
    assert err.startswith("python -m rules: ")
    assert word in err


def test_the_module_runs() -> None:
    result = process("replay", "conhex", feed=b"f6\nswap\n")
    assert (result.returncode, result.stderr) == (0, b"")
    assert len(result.stdout.splitlines()) == 3


def test_undecodable_bytes_are_no_move() -> None:
    result = process("replay", "conhex", feed=b"\xff\xfe\x00\n")
    assert result.returncode == 1
    assert len(result.stderr.splitlines()) == 1
    assert b"ply 1" in result.stderr
    assert b"Traceback" not in result.stderr


def test_closed_reader_causes_no_traceback() -> None:
    command = [sys.executable, "-m", "rules", "perft", "conhex", "--depth", "3"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.close()
        assert running.stderr.read() == b""
        assert running.wait(60) == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_full_disk_prints_one_line() -> None:
    with Path("/dev/full").open("wb") as full:
        command = [sys.executable, "-m", "rules", "games"]
        process = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, cwd=ROOT, check=False)
    assert process.returncode == 1
    assert len(process.stderr.splitlines()) == 1
    assert b"Traceback" not in process.stderr


@pytest.mark.parametrize("closed", [0, 1])
def test_closed_streams_cause_no_traceback(closed: int) -> None:
    script = f"import os, sys; os.close({closed}); os.execv(sys.executable, [sys.executable, *sys.argv[1:]])"
    command = [sys.executable, "-c", script, "-m", "rules", "replay", "conhex"]
    process = subprocess.run(command, capture_output=True, cwd=ROOT, check=False)
    assert process.returncode == closed
    assert len(process.stderr.splitlines()) == closed
    assert b"Traceback" not in process.stderr
