"""The share of each side between equal engines, in a short line, with the games it comes from."""

from collections.abc import Mapping

from bot.locale import Language
from engines.balance import SelfPlay, measured
from rules.contract import Game
from rules.contract.capabilities import one_sided


def balance_line(game: Game, options: Mapping[str, str], t: Language, level: int | None = None) -> str:
    """Return how often a side wins under these options, and whether it is the harder one.

    The games are those of the level nearest to `level`, without it of the highest. Empty where both sides are
    alike or nothing was measured.
    """
    run = measured(game, options, min(game.seats), level)
    if run is None or not (one_sided(game) or run.harder_role):
        return ""
    role = run.harder_role or next(iter(run.wins))
    return t(
        "balance.harder" if run.harder_role else "balance.share",
        role=t(f"{game.key}.role.{role}"),
        share=_in_ten(run.wins[role] / run.games, t),
        source=_source(run, role, t),
    )


def _in_ten(share: float, t: Language) -> str:
    number = round(10 * share)
    return t("balance.in-ten", n=number) if number else t("balance.seldom")


def _source(run: SelfPlay, role: str, t: Language) -> str:
    """Return the players, the number of games, and the interval of 95 % for the true share."""
    low, high = run.likely_share(role)
    return t(
        "balance.source" if run.has_own_nodes else "balance.source-quick",
        level=run.level,
        games=run.games,
        low=round(100 * low),
        high=round(100 * high),
    )
