"""The shipped games of a variant: its known balance between equal engines."""

from collections.abc import Iterable, Mapping
from functools import cache

from engines.balance.self_play import SelfPlay, shipped_self_play
from rules import Game
from rules.contract import options_in_effect


def measured(
    game: Game, options: Mapping[str, str], players: int, level: int | None = None
) -> SelfPlay | None:
    """Return the shipped games with the same rules at the level nearest to `level`; None if there are none.

    Without `level` the highest level is used. Missing options have their defaults; options without effect are
    ignored.
    """
    wanted = _rules(game, options)
    fitting = (
        run for run in _shipped(game.key) if run.players == players and _rules(game, run.options) == wanted
    )
    return max(fitting, key=lambda run: (-_distance(run, level), *_strength(run)), default=None)


def strongest(game: Game, runs: Iterable[SelfPlay]) -> tuple[SelfPlay, ...]:
    """Return for each variant the games of the highest level that played it, in the order of the variants."""
    best: dict[tuple[tuple[tuple[str, str], ...], int], SelfPlay] = {}
    for run in runs:
        key = tuple(sorted(_rules(game, run.options).items())), run.players
        if key not in best or _strength(run) > _strength(best[key]):
            best[key] = run
    return tuple(best.values())


def _distance(run: SelfPlay, level: int | None) -> int:
    return 0 if level is None else abs(run.level - level)


def _strength(run: SelfPlay) -> tuple[int, bool, int]:
    """Return the quality of a measurement: its level, whether it used its own nodes, the number of games."""
    return run.level, run.has_own_nodes, run.games


@cache
def _shipped(key: str) -> tuple[SelfPlay, ...]:
    return shipped_self_play(key)


def _rules(game: Game, options: Mapping[str, str]) -> Mapping[str, str]:
    return {
        option.key: options.get(option.key, option.default)
        for option in options_in_effect(game.options, options)
    }
