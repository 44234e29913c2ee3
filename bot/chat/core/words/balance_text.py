"""A side's share of wins between equal engines, in one line, with the engines' level."""

from collections.abc import Mapping

from bot.locale import Language
from engines.balance import measured
from rules.contract import Game
from rules.contract.capabilities import one_sided


def balance_line(game: Game, options: Mapping[str, str], t: Language, level: int | None = None) -> str:
    """Return the 95 % interval of a side's share of the wins, and whether it is the harder side.

    The games are those of the level nearest to `level`, by default of the highest. Empty if both sides are
    alike or nothing was measured.
    """
    run = measured(game, options, min(game.seats), level)
    if run is None or not (one_sided(game) or run.harder_role):
        return ""
    role = run.harder_role or next(iter(run.wins))
    low, high = run.likely_decided_share(role)
    return t(
        "balance.harder" if run.harder_role else "balance.share",
        role=t(f"{game.key}.role.{role}"),
        low=round(100 * low),
        high=round(100 * high),
        source=t("balance.source" if run.has_own_nodes else "balance.source-quick", level=run.level),
    )
