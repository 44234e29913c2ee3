"""The games on the command line: list games, count move trees, replay games from text."""

import argparse
import json
import re
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TextIO

from rules import GAMES
from rules.command_line import Parser, UsageError, assignment, options_of, report, run
from rules.contract import Game, Option, RulesError, State
from rules.contract.capabilities import RETIREMENT, LetsRetire, retire
from rules.scaffold import ScaffoldError, scaffold
from rules.toolkit.perft import perft, plies

_PROGRAM = "python -m rules"
_LEAVING = re.compile(re.escape(RETIREMENT) + "([0-9]{1,2})", re.ASCII)


def main(argv: Sequence[str], lines: Iterable[str], out: TextIO, err: TextIO) -> int:
    """Run one command and return its exit status: 0, 1 for a refusal of the rules, 2 for wrong usage.

    `lines` are the moves to replay. A failure is one line on `err`.
    """
    try:
        arguments = _parser().parse_args(argv)
        if arguments.command == "games":
            _list_games(out)
        elif arguments.command == "scaffold":
            out.writelines(
                f"{path.relative_to(Path.cwd())}\n" for path in scaffold(arguments.key, Path.cwd())
            )
        else:
            state = _state(arguments.key, arguments.position, arguments.option, arguments.players)
            if arguments.command == "perft":
                _count(state, arguments.depth, out)
            else:
                _replay(state, lines, out)
    except RulesError as error:
        report(_PROGRAM, error, err)
        return 1
    except (UsageError, ScaffoldError) as error:
        report(_PROGRAM, error, err)
        return 2
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = Parser(prog=_PROGRAM, description="Classic board games, exactly.", allow_abbrev=False)
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    commands.add_parser("games", help="list keys, players, options and defaults", allow_abbrev=False)
    perft_parser = commands.add_parser("perft", help="count nodes at depth 1, 2, ... N", allow_abbrev=False)
    perft_parser.add_argument("--depth", type=_depth, required=True, metavar="N")
    replay_parser = commands.add_parser(
        "replay", help="read moves line by line, write every state as JSON", allow_abbrev=False
    )
    scaffold_parser = commands.add_parser(
        "scaffold",
        help="write the skeleton of a new game into this checkout, or the texts a game lacks",
        allow_abbrev=False,
    )
    scaffold_parser.add_argument("key", metavar="KEY", help="the key of the game")
    for command in (perft_parser, replay_parser):
        command.add_argument("key", metavar="KEY", help="the key of a game, see: games")
        command.add_argument("--position", metavar="TEXT", help="start from this position")
        command.add_argument("--option", action="append", default=[], type=assignment, metavar="K=V")
        command.add_argument("--players", type=int, metavar="N")
    return parser


def _depth(text: str) -> int:
    if not (text.isascii() and text.isdigit()) or len(text) > 9 or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a number from 1 on")
    return int(text)


def _state(key: str, position: str | None, given: Sequence[tuple[str, str]], players: int | None) -> State:
    game = GAMES.get(key)
    if game is None:
        raise UsageError(f"unknown game {key[:40]!r}; games: {', '.join(GAMES)}")
    options = options_of(given)
    if position is None:
        return game.new(options, players)
    return game.from_position(position, options, players)


def _list_games(out: TextIO) -> None:
    for game in GAMES.values():
        lines = [f"{game.key}  ({_players(game)} players)", *map(_option_line, game.options)]
        out.writelines(f"{line}\n" for line in lines)


def _players(game: Game) -> str:
    low, high = game.seats[0], game.seats[-1]
    return str(low) if low == high else f"{low}-{high}"


def _option_line(option: Option) -> str:
    values = (f"{value} (default)" if value == option.default else value for value in option.values)
    more = ", or another value" if option.open_ended else ""
    return f"  {option.key}: {', '.join(values)}{more}"


def _count(state: State, depth: int, out: TextIO) -> None:
    for _, nodes in zip(range(depth), perft(state), strict=False):
        out.write(f"{nodes}\n")
        out.flush()


def _replay(state: State, lines: Iterable[str], out: TextIO) -> None:
    ply = 0
    _write_state(ply, state, out)
    for line in lines:
        text = line.strip()
        if not text:
            continue
        ply += 1
        try:
            state = _after(state, text)
        except RulesError as error:
            raise RulesError(f"ply {ply}: {text[:40]!r}: {error}", error.reason, **error.details) from error
        _write_state(ply, state, out)


def _after(state: State, text: str) -> State:
    """Return the state after a line: a ply, or a player's departure in games that continue then."""
    leaving = _LEAVING.fullmatch(text) if isinstance(state, LetsRetire) else None
    return state.play(state.parse(text)) if leaving is None else retire(state, int(leaving[1]))


def _write_state(ply: int, state: State, out: TextIO) -> None:
    outcome = state.outcome
    record = {
        "ply": ply,
        "turn": state.turn,
        "chance": state.is_chance,
        "position": state.position,
        "moves": [str(move) for move in plies(state)],
        "outcome": outcome and {"winners": list(outcome.winners), "reason": outcome.reason},
    }
    out.write(json.dumps(record) + "\n")


if __name__ == "__main__":
    sys.exit(run(_PROGRAM, main))
