"""The page of a refusal: the reason, and possible next steps."""

from discord import ui

from bot.chat.core import custom_ids
from bot.chat.core.messages import layouts
from bot.chat.core.ports import MatchesPort
from bot.chat.core.words import error_text
from bot.locale import Language
from bot.model.match.permissions import is_plannable
from bot.model.refusal import Refusal


async def refusal_page(matches: MatchesPort, person: int, refusal: Refusal, t: Language) -> ui.LayoutView:
    """Return the page of a refusal. A player whose turn it is not is offered to plan."""
    text = error_text.refuse(refusal, t)
    if refusal.reason != "not-your-turn":
        return layouts.note(text)
    match = await matches.get(int(refusal.details["match"]))
    if not is_plannable(match, match.seat_of(person)):
        return layouts.note(text)
    plan = layouts.button(t("button.plan"), custom_ids.write("plan", match.id))
    return layouts.page(layouts.text(f"{text}\n{t('plan.meanwhile')}"), layouts.buttons(plan))
