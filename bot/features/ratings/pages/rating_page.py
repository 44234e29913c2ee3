"""The page with a person's ratings in each game, in the server and everywhere."""

from collections.abc import Sequence
from typing import Final

from discord import ui

from bot.chat.core import custom_ids
from bot.chat.core.messages import layouts
from bot.chat.core.words import rating_text
from bot.chat.core.words.list_text import fit_lines
from bot.chat.core.words.phrases import mention
from bot.features.ratings.services import RatingServices
from bot.locale import Language
from bot.model.ratings.rating_views import HeldRating
from rules.contract.capabilities import one_sided

_ROOM: Final = 3200


async def rating_page(
    services: RatingServices, person: int, server: int | None, t: Language, reader: int
) -> ui.LayoutView:
    """Return a person's ratings, with a button that shows their profile.

    A person's own page announces the new formula of ratings, once.
    """
    ratings = await services.ratings.of(person, server)
    profile = layouts.button(t("button.profile"), custom_ids.write("profile", person))
    lines = [_rating_text(services, person, ratings, t)]
    if person == reader and await services.formula_news.take(person):
        lines.append(rating_text.new_formula(t))
    return layouts.page(*map(layouts.text, lines), layouts.buttons(profile))


def _rating_text(services: RatingServices, person: int, ratings: Sequence[HeldRating], t: Language) -> str:
    if not ratings:
        return t("rating.none", player=mention(person))
    lines = [_line(services, rating, t) for rating in ratings]
    title = t("rating.title", player=mention(person))
    return "\n".join((title, fit_lines(lines, _ROOM, t), t("rating.explained")))


def _line(services: RatingServices, rating: HeldRating, t: Language) -> str:
    over_all = {
        "game": rating_text.pool(rating.key, rating.role, t, by_role=one_sided(services.games[rating.key])),
        "value": rating_text.number(rating.everywhere, t),
        "deviation": rating_text.spread(rating.everywhere),
        "results": rating.results,
    }
    if rating.here is None or rating.results_here == rating.results:
        return t("rating.line", **over_all)
    return t(
        "rating.line-here",
        **over_all,
        here=rating_text.number(rating.here, t),
        deviation_here=rating_text.spread(rating.here),
        results_here=rating.results_here,
    )
