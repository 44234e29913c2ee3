"""Engines on the command line: answer games from standard input, play matches, climb a ladder."""

import argparse
import json
import os
import re
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import count, pairwise
from pathlib import Path
from typing import Final, TextIO

from engines import ENGINES, Budget, GameLine, answer
from engines.balance import SelfPlay, SelfPlayError, self_play
from engines.balance.search import BalanceSearch, Plan, Variant
from engines.contract import Chance
from engines.playing.matches import EngineMatch, MatchTally
from engines.playing.opponents import KINDS, Opponent, opponent
from engines.puzzles import Goal, Puzzle, PuzzleLine, is_proved, shipped, shipped_lines, state_of
from engines.puzzles.maker import PuzzleMaker, Wanted
from engines.puzzles.solving import attempts
from engines.puzzles.table_maker import TablePuzzleMaker
from engines.solving import MorrisTask, SolvingError, solve_fox, solve_hounds, solve_morris
from rules import GAMES, Game, RulesError
from rules.command_line import Parser, UsageError, assignment, options_of, report, run

_PROGRAM = "python -m engines"
_SAFE = 0.9
"""The share of the given seconds after which a search ends, as finishing its last node takes time, too."""

_NUMBERS = range(1, 6)
_ONE_MOVE = 4
"""At most one in this number of generated puzzles has a single move."""
_LIMITS = ("none", "100", "40")
_USUAL = Plan()

Clock = Callable[[], float]


class LineError(ValueError):
    """A line on standard input is not a game, or no seat is to act in it."""


def main(argv: Sequence[str], lines: Iterable[str], out: TextIO, err: TextIO, clock: Clock) -> int:
    """Run one command and return its exit status: 0, 1 for failed work, 2 for wrong usage.

    An invalid line, a wrong puzzle and an unsolvable task are failed work.
    """
    try:
        arguments = _parser().parse_args(argv)
        if arguments.command == "puzzles" and arguments.prove:
            return _prove(arguments, out, clock)
        if arguments.command == "puzzles" and arguments.merge:
            return _merge(arguments, out)
        if arguments.command == "puzzles" and arguments.solve:
            return _solve(arguments, out, clock)
        options = options_of(arguments.option)
        game = _game(arguments.game, options, arguments.players)
        if arguments.command == "play":
            _play(arguments, game, options, lines, out, clock)
        elif arguments.command == "puzzles":
            _make(arguments, game, options, out)
        else:
            _MEASURES[arguments.command](arguments, game, options, out, clock)
    except (LineError, RulesError, SolvingError) as error:
        report(_PROGRAM, error, err)
        return 1
    except UsageError as error:
        report(_PROGRAM, error, err)
        return 2
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = Parser(prog=_PROGRAM, description="Opponents for every game.", allow_abbrev=False)
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    play = commands.add_parser(
        "play", help="answer games, a JSON list of plies a line, with a move a line", allow_abbrev=False
    )
    match = commands.add_parser(
        "match", help="play games of one opponent against another", allow_abbrev=False
    )
    ladder = commands.add_parser(
        "ladder", help="play each level against the one below, the first against chance", allow_abbrev=False
    )
    puzzles = commands.add_parser(
        "puzzles",
        help="find puzzles in games of engines, prove those that are shipped, or let level 5 solve them",
        allow_abbrev=False,
    )
    balance = commands.add_parser(
        "balance",
        help="play games of one opponent against itself, count them by role, write a line of JSON",
        allow_abbrev=False,
    )
    solve = commands.add_parser(
        "solve", help="solve a game by retrograde analysis and write the table", allow_abbrev=False
    )
    search = commands.add_parser(
        "balance-search",
        help="look for options with which a game is fair, and keep all games in a file to continue from",
        allow_abbrev=False,
    )
    for command in (play, match, ladder, puzzles, balance, search, solve):
        command.add_argument("game", metavar="GAME", help="the key of a game, see: python -m rules games")
        command.add_argument("--option", action="append", default=[], type=assignment, metavar="K=V")
        command.add_argument("--players", type=int, metavar="N")
        command.add_argument("--seed", default="1", metavar="X", help="what chance begins with")
    play.add_argument("--level", type=int, choices=_NUMBERS, required=True)
    limit = play.add_mutually_exclusive_group(required=True)
    limit.add_argument("--seconds", type=_seconds, metavar="S", help="wall seconds an answer")
    limit.add_argument("--nodes", type=_count, metavar="N", help="nodes an answer: positions, or playouts")
    match.add_argument("--a", required=True, metavar="SPEC", help=KINDS)
    match.add_argument("--b", required=True, metavar="SPEC")
    match.add_argument("--games", type=_count, default=20, metavar="N")
    balance.add_argument("--who", required=True, metavar="SPEC", help=KINDS)
    balance.add_argument("--games", type=_count, default=20, metavar="N")
    search.add_argument("--into", required=True, type=Path, metavar="FILE", help="where batches are kept")
    search.add_argument("--most", type=_count, default=_USUAL.most, metavar="N", help="variants to screen")
    search.add_argument("--screened", type=_count, default=_USUAL.screened, metavar="N", help="games of each")
    search.add_argument("--screen", default=_USUAL.screen, metavar="SPEC", help=KINDS)
    search.add_argument(
        "--from",
        dest="starts",
        action="append",
        default=[],
        metavar="K=V,...",
        help="a variant to look at first",
    )
    search.add_argument(
        "--finalists", type=int, default=_USUAL.finalists, metavar="N", help="0 for no finals"
    )
    search.add_argument("--final-games", type=_count, default=_USUAL.final_games, metavar="N")
    search.add_argument("--finals", nargs="+", default=_USUAL.finals, metavar="SPEC")
    task = puzzles.add_mutually_exclusive_group(required=True)
    task.add_argument("--make", type=_count, metavar="N", help="write so many puzzles, a line of JSON each")
    task.add_argument("--prove", action="store_true", help="prove those of a game by looking at everything")
    task.add_argument(
        "--solve", type=_count, metavar="N", help="let level 5 solve those of a game, N nodes each"
    )
    task.add_argument(
        "--merge", type=Path, nargs="+", metavar="FILE", help="write those shipped and new ones, sorted"
    )
    puzzles.add_argument(
        "--levels", type=int, choices=_NUMBERS, nargs="+", default=(4, 5), metavar="L", help="of the players"
    )
    puzzles.add_argument(
        "--nodes", type=_count, default=1_000, metavar="N", help="nodes a move of the players"
    )
    puzzles.add_argument("--shortest", type=_count, default=1, metavar="N", help="the fewest moves")
    puzzles.add_argument("--tables", action="store_true", help="make them in random positions of the tables")
    puzzles.add_argument(
        "--fewest",
        type=_count,
        default=6,
        metavar="N",
        help="legal moves, with --tables, at each move asked for",
    )
    puzzles.add_argument("--moves", type=_count, default=3, metavar="N", help="the longest win in moves")
    puzzles.add_argument("--plies", type=_count, default=400_000, metavar="N", help="plies tried a position")
    solve.add_argument(
        "--together",
        type=_count,
        required=True,
        metavar="N",
        help="the most men on the board, hens on it, or pieces on the way",
    )
    solve.add_argument(
        "--folder", type=Path, required=True, metavar="F", help="where layers and table are written"
    )
    solve.add_argument(
        "--limit",
        action="append",
        choices=_LIMITS,
        help="plies without a mill that make a draw; the table holds each (default: all)",
    )
    ladder.add_argument("--games", type=_count, default=20, metavar="N", help="games a step")
    ladder.add_argument(
        "--seconds", type=_seconds, metavar="S", help="wall seconds a move of level 5 instead of its nodes"
    )
    return parser


def _seconds(text: str) -> float:
    if not re.fullmatch(r"[0-9]{1,6}(\.[0-9]{1,6})?|\.[0-9]{1,6}", text, re.ASCII) or float(text) <= 0:
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a number of seconds")
    return float(text)


def _count(text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,12}", text, re.ASCII) or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a number from 1 on")
    return int(text)


def _game_of(key: str) -> Game:
    """Return a game by key. Raises UsageError."""
    game = GAMES.get(key)
    if game is None:
        raise UsageError(f"unknown game {key[:40]!r}; games: {', '.join(GAMES)}")
    return game


def _game(key: str, options: Mapping[str, str], players: int | None) -> Game:
    """Return a game with these options. Raises UsageError."""
    game = _game_of(key)
    try:
        game.new(options, players)
    except RulesError as error:
        raise UsageError(str(error)) from error
    return game


def _play(
    arguments: argparse.Namespace,
    game: Game,
    options: Mapping[str, str],
    lines: Iterable[str],
    out: TextIO,
    clock: Clock,
) -> None:
    engine = ENGINES[game.key]
    line = GameLine(game, options, arguments.players)
    for number, read in enumerate(lines, 1):
        deadline = None if arguments.seconds is None else clock() + _SAFE * arguments.seconds
        try:
            path = line.path(_texts(read))
        except (LineError, RulesError) as error:
            raise LineError(f"line {number}: {error}") from error
        if path[-1].turn is None:
            raise LineError(f"line {number}: no seat is to act")
        move = answer(engine, path, arguments.level, Budget(arguments.nodes, deadline, clock), arguments.seed)
        out.write(f"{move}\n")
        out.flush()


def _texts(line: str) -> list[str]:
    """Read a JSON list of strings. Raises LineError."""
    try:
        read: object = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise LineError("a line is a JSON list of the plies of a game") from error
    if not isinstance(read, list):
        raise LineError("a line is a JSON list of the plies of a game")
    texts = [ply for ply in read if isinstance(ply, str)]
    if len(texts) != len(read):
        raise LineError("the plies of a game are texts")
    return texts


def _match(
    arguments: argparse.Namespace, game: Game, options: Mapping[str, str], out: TextIO, clock: Clock
) -> None:
    specs = arguments.a, arguments.b
    _contest(game, options, arguments, specs, out, clock)


def _ladder(
    arguments: argparse.Namespace, game: Game, options: Mapping[str, str], out: TextIO, clock: Clock
) -> None:
    names = ["random", *(str(number) for number in _NUMBERS)]
    if arguments.seconds is not None:
        names[-1] = f"5/{arguments.seconds:g}s"
    for lower, upper in pairwise(names):
        _contest(game, options, arguments, (upper, lower), out, clock)


def _make(arguments: argparse.Namespace, game: Game, options: Mapping[str, str], out: TextIO) -> None:
    """Write puzzles: at most a quarter with a single move, and at most half with two."""
    maker = PuzzleMaker(
        game,
        options,
        ENGINES[game.key],
        arguments.seed,
        arguments.plies,
        min(arguments.moves, 3),
        arguments.levels,
        arguments.nodes,
    )
    counts, shortest = Counter[int](), int(arguments.shortest)
    most = {1: -(-arguments.make // _ONE_MOVE), 2: -(-arguments.make // 2)}

    def needs_puzzle(_goal: Goal, moves: int) -> bool:
        return counts[moves] < (0 if moves < shortest else most.get(moves, arguments.make))

    puzzles = maker.puzzles(needs_puzzle)
    if arguments.tables:
        puzzles = _puzzles_of_tables(arguments, game, options, needs_puzzle)
    for puzzle in puzzles:
        counts[puzzle.moves] += 1
        out.write(f"{puzzle.to_line()}\n")
        out.flush()
        if counts.total() >= arguments.make:
            break


def _puzzles_of_tables(
    arguments: argparse.Namespace, game: Game, options: Mapping[str, str], wanted: Wanted
) -> Iterator[Puzzle]:
    """Yield puzzles from random solved positions, endlessly. Raises UsageError."""
    engine, chance = ENGINES[game.key], Chance(arguments.seed)
    oracle = engine.oracle
    if oracle is None:
        raise UsageError(f"{game.key} has no tables")
    maker = TablePuzzleMaker(engine, oracle, arguments.moves, arguments.fewest, arguments.seed)
    return maker.puzzles((oracle.sample(chance, options) for _ in count()), wanted)


def _prove(arguments: argparse.Namespace, out: TextIO, clock: Clock) -> int:
    """Prove the shipped puzzles of a game and print the time; return 1 if any is wrong."""
    game = _game_of(arguments.game)
    start, wrong, puzzles = clock(), 0, shipped(game.key)
    for number, puzzle in enumerate(puzzles, 1):
        if not is_proved(puzzle, state_of(game, puzzle), ENGINES[game.key].oracle):
            wrong += 1
            out.write(f"puzzle {number} is wrong: {puzzle.answer} after {' '.join(puzzle.plies)}\n")
    out.write(f"{game.key}: {len(puzzles) - wrong} of {len(puzzles)} proved in {clock() - start:.0f} s\n")
    return 1 if wrong else 0


def _merge(arguments: argparse.Namespace, out: TextIO) -> int:
    """Write the shipped puzzles of a game merged with those from files, without duplicates, easiest first."""
    lines = [line for file in arguments.merge for line in file.read_text("utf-8").splitlines()]
    added = [PuzzleLine.read(Puzzle.read(line).to_line()) for line in lines]
    by_position = {line.position: line.puzzle for line in (*added, *shipped_lines(arguments.game))}
    ranked = sorted(by_position.values(), key=lambda puzzle: puzzle.difficulty)
    out.writelines(f"{puzzle.to_line()}\n" for puzzle in ranked)
    return 0


def _solve(arguments: argparse.Namespace, out: TextIO, clock: Clock) -> int:
    """Print how many of a game's shipped puzzles level 5 solves, by kind, and its wrong answers."""
    game, start = _game_of(arguments.game), clock()
    all_of, solved = Counter[str](), Counter[str]()
    for attempt in attempts(game, ENGINES[game.key], shipped(game.key), arguments.solve):
        puzzle = attempt.puzzle
        kind = f"{puzzle.goal} in {puzzle.moves}" if puzzle.goal is Goal.WIN else str(puzzle.goal)
        all_of[kind] += 1
        solved[kind] += attempt.is_solved
        if not attempt.is_solved:
            out.write(f"{kind}: {attempt.played}, not {puzzle.answer}, after {' '.join(puzzle.plies)}\n")
    kinds = ", ".join(f"{kind} {solved[kind]}/{all_of[kind]}" for kind in all_of)
    out.write(
        f"{game.key}: {solved.total()} of {all_of.total()} solved ({kinds}) in {clock() - start:.0f} s\n"
    )
    return 0


def _balance(
    arguments: argparse.Namespace, game: Game, options: Mapping[str, str], out: TextIO, clock: Clock
) -> None:
    who = _opponent(arguments.who, game, clock)
    result = self_play(game, options, arguments.players, who, arguments.who, arguments.seed, arguments.games)
    out.write(f"{result.to_line()}\n")


def _solve_game(
    arguments: argparse.Namespace, game: Game, options: Mapping[str, str], out: TextIO, clock: Clock
) -> None:
    """Solve a game, write its table, and print a line per layer. Raises UsageError, SolvingError."""
    start = clock()

    def tell(line: str) -> None:
        out.write(f"{line}\n")
        out.flush()

    def solve_morris_task() -> tuple[str, bytes]:
        task = MorrisTask(options, arguments.together, tuple(arguments.limit or _LIMITS))
        return solve_morris(task, arguments.folder, tell)

    solvers: Mapping[str, Callable[[], tuple[str, bytes]]] = {
        "nine-mens-morris": solve_morris_task,
        "fox-and-hens": lambda: solve_fox(options, arguments.together, arguments.folder, tell),
        "hounds-and-jackals": lambda: solve_hounds(arguments.together, arguments.folder, tell),
    }
    if game.key not in solvers:
        raise UsageError(f"{game.key} cannot be solved; {', '.join(solvers)} can")
    name, table = solvers[game.key]()
    (arguments.folder / f"{name}.table").write_bytes(table)
    tell(f"{name}.table: {len(table):,} bytes in {clock() - start:.0f} s")


def _balance_search(
    arguments: argparse.Namespace, game: Game, options: Mapping[str, str], out: TextIO, clock: Clock
) -> None:
    plan = Plan(
        arguments.most,
        arguments.screened,
        arguments.screen,
        arguments.finalists,
        arguments.final_games,
        tuple(arguments.finals),
        tuple(_start(game, options, text) for text in arguments.starts),
    )
    kept: Path = arguments.into
    try:
        runs = list(map(SelfPlay.read, kept.read_text("utf-8").splitlines())) if kept.exists() else []
        with kept.open("a", encoding="utf-8") as file:

            def keep(run: SelfPlay) -> None:
                file.write(f"{run.to_line()}\n")
                file.flush()

            search = BalanceSearch(
                game, options, lambda spec: _opponent(spec, game, clock), keep, arguments.seed
            )
            search.remember(runs)
            screened = []
            for tally in search.screening(plan):
                screened.append(tally)
                out.write(f"{tally}\n")
                out.flush()
            for tally in search.finals(screened, plan):
                out.write(f"final: {tally}\n")
                out.flush()
    except (OSError, SelfPlayError) as error:
        raise UsageError(f"{kept}: {error}") from error


def _start(game: Game, options: Mapping[str, str], text: str) -> Variant:
    """Return a variant written as K=V,K=V. Raises UsageError."""
    try:
        chosen = {**options, **options_of([assignment(pair) for pair in text.split(",")])}
    except argparse.ArgumentTypeError as error:
        raise UsageError(str(error)) from error
    _game(game.key, chosen, None)
    return tuple((option.key, chosen[option.key]) for option in game.options if option.key in chosen)


def _opponent(spec: str, game: Game, clock: Clock) -> Opponent:
    """Return a spec's opponent. Raises UsageError."""
    try:
        return opponent(spec, ENGINES[game.key], clock)
    except ValueError as error:
        raise UsageError(str(error)) from error


def _contest(
    game: Game,
    options: Mapping[str, str],
    arguments: argparse.Namespace,
    specs: tuple[str, str],
    out: TextIO,
    clock: Clock,
) -> None:
    """Play two opponents against each other and write the results."""
    one, other = (_opponent(spec, game, clock) for spec in specs)
    tally, start = MatchTally(), clock()
    for result in EngineMatch(game, options, arguments.players, one, other, arguments.seed).play(
        arguments.games
    ):
        tally.add(result)
    out.write(f"{specs[0]} against {specs[1]}: {tally} in {clock() - start:.0f} s\n")
    out.flush()


_MEASURES: Final[
    Mapping[str, Callable[[argparse.Namespace, Game, Mapping[str, str], TextIO, Clock], None]]
] = {
    "balance": _balance,
    "balance-search": _balance_search,
    "ladder": _ladder,
    "match": _match,
    "solve": _solve_game,
}
"""The commands that play or solve many games, by name."""


if __name__ == "__main__":
    status = run(_PROGRAM, partial(main, clock=time.monotonic))
    # The output is flushed. Freeing large tables piecemeal would take up to half a second more.
    os._exit(status)
