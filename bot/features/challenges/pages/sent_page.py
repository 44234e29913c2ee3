"""Private pages after a challenge was sent or a table opened."""

from discord import ui

from bot.chat.core import custom_ids
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.core.lookup.whereabouts import may_post
from bot.chat.core.messages import layouts
from bot.chat.core.words import phrases
from bot.chat.core.words.game_names import game_name
from bot.chat.core.words.list_text import near_limits
from bot.features.people.service.agenda import AgendaQueries
from bot.model.agenda import Limits
from bot.model.challenges.challenge import Challenge


async def sent_page(
    agenda: AgendaQueries, limits: Limits, context: InteractionContext, challenge: Challenge
) -> ui.LayoutView:
    """Return the page with the place of a sent challenge, and buttons to change and withdraw it."""
    t, person = context.t, context.person.id
    name = game_name(challenge.terms, t)
    if not may_post(context.interaction):
        text = t("challenge.sent-elsewhere", game=name)
    elif challenge.terms.against_engine:
        text = t("challenge.sent-engine", game=name)
    elif challenge.lobby:
        text = t(table_text(challenge), game=name, players=challenge.terms.players)
    elif challenge.opponent is not None:
        text = t("challenge.sent", game=name, opponent=phrases.mention(challenge.opponent))
    else:
        text = t("challenge.sent-open", game=name)
    lines = near_limits(await agenda.of(person), person, limits, t)
    change = layouts.button(t("button.change"), custom_ids.write("change", challenge.id))
    withdraw = layouts.button(t("button.withdraw"), custom_ids.write("withdraw", challenge.id))
    row = layouts.buttons(*([] if challenge.terms.against_engine else [change]), withdraw)
    return layouts.page(layouts.text("\n".join(part for part in (text, lines) if part)), row)


def table_text(table: Challenge) -> str:
    """Return the id of the text about a lobby's place and start."""
    if table.terms.players is not None:
        return "challenge.sent-table-fixed"
    return "challenge.sent-table-invited" if table.invitees else "challenge.sent-lobby"
