"""The leaders of a game, in a server or everywhere."""

from collections.abc import Iterator
from typing import Final

import discord
from discord import ui

from bot.chat.core import custom_ids
from bot.chat.core.messages import layouts
from bot.chat.core.words import rating_text
from bot.chat.core.words.phrases import mention
from bot.features.ratings.services import RatingServices
from bot.locale import Language
from bot.model.ratings.rating_views import Leaderboard
from rules.contract.capabilities import one_sided

MOST: Final = 10
HERE: Final = "here"
EVERYWHERE: Final = "everywhere"


async def leaders_page(
    services: RatingServices,
    key: str,
    server: int | None,
    t: Language,
    server_key: str = "",
    *,
    everywhere: bool = False,
) -> ui.LayoutView:
    """Return the leaders of a game, with buttons for other games and the other scope.

    `server_key` is the name of the requested board: results on all boards of a game count together. Raises
    Refusal: "no-such-game".
    """
    scope = None if everywhere else server
    boards = await services.ratings.leaders(key, scope, MOST)
    name = t(f"{key}.name")
    if boards:
        title = t("leaders.title-everywhere" if scope is None else "leaders.title-here", game=name)
        text = "\n".join([title, *(line for board in boards for line in _lines(services, board, t))])
        text = f"{text}\n{t('leaders.explained')}"
    else:
        text = t("leaders.none-everywhere" if scope is None else "leaders.none-here", game=name)
    if server_key and server_key != name:
        text = f"{text}\n{t('leaders.all-boards', board=server_key, game=name)}"
    row = [layouts.button(t("button.stats"), custom_ids.write("stats", key))]
    if server is not None:
        label, other = (
            ("button.leaders-here", HERE) if everywhere else ("button.leaders-everywhere", EVERYWHERE)
        )
        row.append(layouts.button(t(label), custom_ids.write("leaders", key, other)))
    games = [
        discord.SelectOption(label=t(f"{game}.name")[:100], value=game, default=game == key)
        for game in services.games
    ]
    about = EVERYWHERE if scope is None else HERE
    menus = [
        layouts.select(
            custom_ids.write("leaders-of", about, *([number] if number else [])), t("leaders.choose"), part
        )
        for number, part in enumerate(layouts.in_menus(games))
    ]
    return layouts.page(layouts.text(text), *menus, layouts.buttons(*row))


def _lines(services: RatingServices, board: Leaderboard, t: Language) -> Iterator[str]:
    if board.role:
        yield t("leaders.role", role=t(f"{board.key}.role.{board.role}"))
    elif one_sided(services.games[board.key]):
        yield t("leaders.series")
    for place, ranked in enumerate(board.ranked, start=1):
        yield t(
            "leaders.line" if ranked.shown.settled else "leaders.unsettled",
            place=place,
            player=mention(ranked.person),
            value=rating_text.number(ranked.shown, t),
            results=ranked.results,
        )
