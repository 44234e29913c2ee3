"""The engines' command line, in this process, or in a separate process where pipes matter."""

import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from io import StringIO
from pathlib import Path
from random import Random

import pytest

from engines.__main__ import main
from rules import GAMES
from rules.toolkit.perft import plies

ROOT = Path(__file__).parents[2]


def stopped_clock() -> float:
    """A stopped clock."""
    return 0.0


def ticking_clock() -> Callable[[], float]:
    """Return a clock that advances a tenth of a second per reading."""
    ticks: Iterator[float] = (tick / 10 for tick in range(10**9))
    return lambda: next(ticks)


def run(
    *argv: str, lines: Sequence[str] = (), clock: Callable[[], float] = stopped_clock
) -> tuple[int, str, str]:
    out, err = StringIO(), StringIO()
    status = main(argv, lines, out, err, clock)
    return status, out.getvalue(), err.getvalue()


def process(*argv: str, feed: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "engines", *argv]
    return subprocess.run(command, input=feed, capture_output=True, cwd=ROOT, check=False)


def games(key: str, count: int, seed: int = 1) -> list[list[str]]:
    """Return the openings of random games, each ending where a seat is to act."""
    chance = Random(seed)
    logs: list[list[str]] = []
    while len(logs) < count:
        state, texts = GAMES[key].new(), list[str]()
        for _ in range(chance.randrange(40)):
            if state.outcome is not None:
                break
            move = chance.choice(plies(state))
            state = state.play(move)
            texts.append(move.text)
        if state.turn is not None:
            logs.append(texts)
    return logs


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("level", ["1", "2", "5"])
def test_every_level_answers_every_game_legally(key: str, level: str) -> None:
    lines = games(key, 4)
    status, out, err = run(
        "play",
        key,
        "--level",
        level,
        "--nodes",
        "60",
        "--seed",
        "x",
        lines=[json.dumps(line) for line in lines],
    )
    assert (status, err) == (0, "")
    for line, answer in zip(lines, out.splitlines(), strict=True):
        state = GAMES[key].new()
        for text in line:
            state = state.play(state.parse(text))
        assert answer in {move.text for move in state.legal_moves()}


@pytest.mark.parametrize("key", GAMES)
def test_answer_depends_only_on_its_line(key: str) -> None:
    lines = [json.dumps(line) for line in games(key, 3)]
    command = ("play", key, "--level", "4", "--nodes", "80", "--seed", "a")
    forwards = run(*command, lines=lines)[1].splitlines()
    backwards = run(*command, lines=lines[::-1])[1].splitlines()
    assert forwards == backwards[::-1]


def test_answers_do_not_depend_on_the_hash_seed() -> None:
    feed = "".join(f"{json.dumps(line)}\n" for line in games("hnefatafl", 2)).encode()
    command = [
        sys.executable,
        "-m",
        "engines",
        "play",
        "hnefatafl",
        "--level",
        "5",
        "--nodes",
        "300",
        "--seed",
        "1",
    ]
    answers = {
        subprocess.run(
            command, input=feed, capture_output=True, cwd=ROOT, check=True, env={"PYTHONHASHSEED": seed}
        ).stdout
        for seed in ("1", "2")
    }
    assert len(answers) == 1
    assert next(iter(answers)).count(b"\n") == 2


def test_the_clock_ends_an_answer() -> None:
    command = ("play", "conhex", "--level", "5", "--seconds", "1", "--seed", "1")
    status, out, err = run(*command, lines=["[]", '["e2"]'], clock=ticking_clock())
    assert (status, err) == (0, "")
    assert len(out.splitlines()) == 2


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ('["e1-e2", "a1-a2"]', "line 2: nobody stands on a1"),
        ("[", "line 2: a line is a JSON list of the plies of a game"),
        ("{}", "line 2: a line is a JSON list of the plies of a game"),
        ("[7]", "line 2: the plies of a game are texts"),
    ],
)
def test_invalid_line_ends_with_one_error_line(line: str, text: str) -> None:
    command = ("play", "hnefatafl", "--level", "1", "--nodes", "50", "--seed", "1")
    status, out, err = run(*command, lines=["[]", line, "[]"])
    assert status == 1
    assert len(out.splitlines()) == 1
    assert err == f"python -m engines: {text}\n"


def test_no_answer_if_no_seat_is_to_act() -> None:
    command = ("play", "catch-the-hat", "--level", "1", "--nodes", "5", "--seed", "1")
    assert run(*command, lines=["[]"]) == (1, "", "python -m engines: line 1: no seat is to act\n")


def test_retired_players_are_read() -> None:
    command = ("play", "catch-the-hat", "--players", "3", "--level", "2", "--nodes", "5", "--seed", "1")
    status, out, _ = run(*command, lines=['["retire 0", "roll:2"]'])
    assert (status, out.count("\n")) == (0, 1)
    assert run(*command, lines=['["retire x"]'])[0] == 1


@pytest.mark.parametrize(
    "argv",
    [
        ("play", "chess", "--level", "1", "--nodes", "5"),
        ("play", "conhex", "--level", "6", "--nodes", "5"),
        ("play", "conhex", "--level", "1"),
        ("play", "conhex", "--level", "1", "--nodes", "5", "--seconds", "1"),
        ("play", "conhex", "--level", "1", "--nodes", "0"),
        ("play", "conhex", "--level", "1", "--seconds", "nan"),
        ("play", "conhex", "--level", "1", "--nodes", "5", "--option", "swap=maybe"),
        ("play", "conhex", "--level", "1", "--nodes", "5", "--players", "3"),
        ("match", "conhex", "--a", "9", "--b", "random"),
    ],
)
def test_wrong_usage_prints_one_line(argv: Sequence[str]) -> None:
    status, out, err = run(*argv)
    assert (status, out, err.count("\n")) == (2, "", 1)


def test_process_answers_flushes_and_exits() -> None:
    result = process("play", "conhex", "--level", "2", "--nodes", "9", "--seed", "3", feed=b"[]\n[]\n")
    assert (result.returncode, result.stderr) == (0, b"")
    first, second = result.stdout.splitlines()
    assert first == second


def test_match_reports_each_role() -> None:
    command = ("match", "conhex", "--a", "2", "--b", "random", "--games", "2", "--seed", "1")
    status, out, err = run(*command)
    assert (status, err) == (0, "")
    assert out.startswith("2 against random: ")
    assert "red " in out
    assert "blue " in out


def test_level_5_keeps_what_tables_prove_and_finds_most_wins() -> None:
    """In solved positions level 5 may take a longer win than the shortest, but keeps every win."""
    status, out, err = run("puzzles", "hounds-and-jackals", "--solve", "2000")
    assert (status, err) == (0, "")
    total = out.splitlines()[-1]
    assert "keep 108/108, hold 12/12" in total
    match = re.match(r"hounds-and-jackals: (\d+) of 156 solved", total)
    assert match is not None
    assert int(match[1]) >= 150


def test_unsolved_puzzles_are_listed_with_the_played_move() -> None:
    status, out, err = run("puzzles", "conhex", "--solve", "1")
    assert (status, err) == (0, "")
    *missed, total = out.splitlines()
    assert total.startswith(f"conhex: {36 - len(missed)} of 36 solved (win in 1 12/12, ")
    assert missed
    for line in missed:
        match = re.fullmatch(r"(save|win in 2): (\S+), not (\S+), after (.+)", line)
        assert match is not None
        assert match[2] != match[3]


def test_balance_search_saves_its_games_and_resumes(tmp_path: Path) -> None:
    file = tmp_path / "runs.jsonl"
    command = (
        *("balance-search", "hnefatafl", "--option", "board=brandubh-7", "--into", str(file)),
        *("--from", "king_capture=two,king_arms=weaponless", "--screen", "random", "--most", "2"),
        *("--screened", "20", "--finalists", "1", "--final-games", "10", "--finals", "random"),
    )
    status, out, _ = run(*command)
    assert status == 0
    lines = out.splitlines()
    assert "board=brandubh-7" in lines[0]
    assert lines[1].endswith("random: board=brandubh-7, king_capture=two, king_arms=weaponless")
    games = file.read_text("utf-8")
    assert run(*command)[:2] == (0, out)
    assert file.read_text("utf-8") == games
    status, screened, _ = run(*command, "--finalists", "0")
    assert (status, len(screened.splitlines())) == (0, 2)


@pytest.mark.parametrize(
    ("start", "text"),
    [("king_capture=five", "cannot be 'five'"), ("throne", "not of the form K=V"), ("a=b", "unknown option")],
)
def test_balance_search_refuses_an_invalid_start(tmp_path: Path, start: str, text: str) -> None:
    status, _, err = run("balance-search", "hnefatafl", "--into", str(tmp_path / "runs"), "--from", start)
    assert status == 2
    assert text in err
    assert err.count("\n") == 1


def test_balance_search_refuses_a_foreign_file(tmp_path: Path) -> None:
    file = tmp_path / "runs.jsonl"
    file.write_text("no game\n", "utf-8")
    status, _, err = run("balance-search", "hnefatafl", "--into", str(file))
    assert (status, "no counted games" in err) == (2, True)
