"""The share of each side between equal engines, in a short line."""

from collections.abc import Mapping

from bot.locale import Language
from engines.balance import measured
from rules.contract import Game
from rules.contract.capabilities import one_sided


def balance_line(game: Game, options: Mapping[str, str], t: Language) -> str:
    """Return how often each side wins by these rules; empty where sides are alike or nothing was measured."""
    if not one_sided(game):
        return ""
    run = measured(game, options, min(game.seats))
    if run is None:
        return ""
    shares = [
        t("balance.share", role=t(f"{game.key}.role.{role}"), percent=round(100 * won / run.games))
        for role, won in run.wins.items()
    ]
    if run.draws:
        shares.append(t("balance.drawn", percent=round(100 * run.draws / run.games)))
    return t("balance.line", shares=", ".join(shares))
