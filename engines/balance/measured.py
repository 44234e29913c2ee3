"""The shipped games of one variant: what is known of how it comes out between equal engines."""

from collections.abc import Iterable, Mapping
from functools import cache

from engines.balance.self_play import SelfPlay, shipped_self_play
from rules import Game
from rules.contract import options_in_effect


def measured(game: Game, options: Mapping[str, str], players: int) -> SelfPlay | None:
    """Return the shipped games with the same rules, of the highest level that played some; None without any.

    Options that are not given are the usual ones; those without effect do not count.
    """
    wanted = _rules(game, options)
    fitting = (
        run for run in _shipped(game.key) if run.players == players and _rules(game, run.options) == wanted
    )
    return max(fitting, key=_strength, default=None)


def strongest(game: Game, runs: Iterable[SelfPlay]) -> tuple[SelfPlay, ...]:
    """Return of each variant the games of the highest level that played it, in the order of the variants."""
    best: dict[tuple[tuple[tuple[str, str], ...], int], SelfPlay] = {}
    for run in runs:
        key = tuple(sorted(_rules(game, run.options).items())), run.players
        if key not in best or _strength(run) > _strength(best[key]):
            best[key] = run
    return tuple(best.values())


def _strength(run: SelfPlay) -> tuple[int, bool, int]:
    """Return what tells the better measure: the level, whether it had its own nodes, the number of games."""
    level, limit, _ = run.spec.partition("/")
    return int(level) if level.isdigit() else 0, not limit, run.games


@cache
def _shipped(key: str) -> tuple[SelfPlay, ...]:
    return shipped_self_play(key)


def _rules(game: Game, options: Mapping[str, str]) -> Mapping[str, str]:
    """Return the options that have an effect, with their values."""
    return {
        option.key: options.get(option.key, option.default)
        for option in options_in_effect(game.options, options)
    }
