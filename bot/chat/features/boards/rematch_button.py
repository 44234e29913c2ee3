"""The button that asks for a game to be played again, and when there is one."""

from collections.abc import Mapping

from bot.chat.core import custom_ids
from bot.chat.core.messages import layouts
from bot.locale import Language
from bot.play.domain.matches import Match
from rules.contract import Game
from rules.contract.capabilities import series_of


def button(match_id: int, t: Language) -> layouts.Button:
    """Return the button that asks for a rematch."""
    return layouts.button(t("button.rematch"), custom_ids.write("rematch", match_id))


def is_possible(games: Mapping[str, Game], match: Match) -> bool:
    """Return whether a finished match can be played again: not one that its series follows up by itself."""
    if match.series_number is None:
        return True
    series = series_of(games[match.key])
    return series is not None and match.series_number >= series.games
