"""A person's ratings in each game, here and over all."""

from collections.abc import Sequence
from typing import Final

from discord import ui

from bot.chat.core import custom_ids
from bot.chat.core.messages import layouts
from bot.chat.core.words import rating_text
from bot.chat.core.words.list_text import listed
from bot.chat.core.words.phrases import mention
from bot.features.ratings.services import RatingServices
from bot.locale import Language
from bot.model.ratings.rating_views import HeldRating
from rules.contract.capabilities import one_sided

_ROOM: Final = 3200


async def rating_page(
    services: RatingServices, person: int, server: int | None, t: Language, reader: int
) -> ui.LayoutView:
    """Return somebody's ratings, with a way to their profile.

    Who reads their own is told here, once, that ratings are computed in a new way.
    """
    held = await services.ratings.of(person, server)
    profile = layouts.button(t("button.profile"), custom_ids.write("profile", person))
    told = [_told(services, person, held, t)]
    if person == reader and await services.formula_news.take(person):
        told.append(rating_text.new_formula(t))
    return layouts.page(*map(layouts.text, told), layouts.buttons(profile))


def _told(services: RatingServices, person: int, held: Sequence[HeldRating], t: Language) -> str:
    if not held:
        return t("rating.none", player=mention(person))
    lines = [_line(services, rating, t) for rating in held]
    title = t("rating.title", player=mention(person))
    return "\n".join((title, listed(lines, _ROOM, t), t("rating.explained")))


def _line(services: RatingServices, held: HeldRating, t: Language) -> str:
    over_all = {
        "game": rating_text.pool(held.key, held.role, t, by_role=one_sided(services.games[held.key])),
        "value": rating_text.number(held.everywhere, t),
        "deviation": rating_text.spread(held.everywhere),
        "results": held.results,
    }
    if held.here is None or held.results_here == held.results:
        return t("rating.line", **over_all)
    return t(
        "rating.line-here",
        **over_all,
        here=rating_text.number(held.here, t),
        deviation_here=rating_text.spread(held.here),
        results_here=held.results_here,
    )
