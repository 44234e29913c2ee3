"""The ladder against engines: a person's beaten levels, by board and, if strength differs, by role."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from bot.features.ratings.domain.statistics import FROM_OUTSIDE
from rules.contract import Game, Outcome
from rules.contract.capabilities import named_boards, one_sided


@dataclass(frozen=True, slots=True)
class EngineTally:
    """A person's finished game against an engine, with both seats. A `practice` game is private."""

    key: str
    options: Mapping[str, str]
    players: int
    seat: int
    engine_seat: int
    level: int
    outcome: Outcome
    practice: bool = False


@dataclass(frozen=True, slots=True)
class BeatenLevel:
    """The highest level that a person has beaten in a game.

    `options` select the board, and are empty if the game has a single one.

    `role` is the person's role if the roles differ in strength, else None.
    """

    key: str
    options: Mapping[str, str]
    role: str | None
    level: int


def engine_ladder(games: Mapping[str, Game], tallies: Iterable[EngineTally]) -> tuple[BeatenLevel, ...]:
    """Return the highest level beaten on each board and in each role, in the order of the games.

    Admins' verdicts and aborted games do not count, nor do games that the engine won as the person's partner.
    """
    best: dict[tuple[str, int, str], BeatenLevel] = {}
    order = list(games)
    for tally in tallies:
        winners = tally.outcome.winners
        if tally.key not in games or tally.outcome.reason in FROM_OUTSIDE:
            continue
        if tally.seat not in winners or tally.engine_seat in winners:
            continue
        game = games[tally.key]
        role = game.roles(tally.players)[tally.seat] if one_sided(game) else None
        boards = named_boards(game)
        numbers = [number for number, board in enumerate(boards) if board.items() <= tally.options.items()]
        options = boards[numbers[0]] if numbers else {}
        place = (tally.key, numbers[0] if numbers else 0, role or "")
        if place not in best or best[place].level < tally.level:
            best[place] = BeatenLevel(tally.key, options, role, tally.level)
    return tuple(best[place] for place in sorted(best, key=lambda it: (order.index(it[0]), *it[1:])))
