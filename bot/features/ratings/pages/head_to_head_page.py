"""Two people against each other, in words."""

from collections.abc import Mapping

from discord import ui
from discord.utils import format_dt

from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.core.messages import layouts
from bot.chat.core.words import phrases, results
from bot.chat.core.words.game_names import game_name
from bot.features.ratings.domain.head_to_head import Encounters
from bot.features.ratings.services import RatingServices
from bot.locale import Language


async def head_to_head_page(
    services: RatingServices, context: InteractionContext, person: int, other: int
) -> ui.LayoutView:
    """Return the results between two people, from games that the viewer may see."""
    t = context.t
    encounters = await services.statistics.between(person, other, context.may_see)
    names = {"player": phrases.mention(person), "other": phrases.mention(other)}
    lines = [t("against.title", **names), *_lines(encounters, names, t)]
    return layouts.page(layouts.text("\n".join(lines)))


def _lines(encounters: Encounters, names: Mapping[str, str], t: Language) -> list[str]:
    match = encounters.last
    if match is None or match.outcome is None:
        return [t("against.none", **names)]
    won, drawn, lost = encounters.total
    lines = [t("against.total", n=won + drawn + lost, won=won, drawn=drawn, lost=lost, **names)]
    for record in encounters.records:
        title = t("rating.game-as", game=t(f"{record.key}.name"), role=t(f"{record.key}.role.{record.role}"))
        text = f"{record.won} / {record.drawn} / {record.lost}"
        lines.append(t("profile.results", title=title, told=text, legend=t("profile.legend")))
    verdict = results.verdict(match.outcome, lambda seat: phrases.seat_name(match, seat, t), t)
    when = format_dt(match.updated, "D")
    last = t("against.last", game=game_name(match, t), number=match.id, when=when, verdict=verdict)
    return [*lines, last]
