"""The buttons of a ladder: who can be challenged, and the challenge."""

from collections.abc import Mapping
from typing import Final

from bot.chat.core import custom_ids
from bot.chat.core.interactions.handler import HandlerOf
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.core.messages import layouts
from bot.chat.features.tournaments.services import TournamentServices
from bot.chat.features.tournaments.standings_text import named, plain_entrant
from bot.chat.features.tournaments.tournament_buttons import found, server_of
from bot.play.domain.tournaments.ladder import ANSWERED_WITHIN
from bot.play.tournaments.ladders import challengeable

CHOOSE: Final = "ladder"
ASK: Final = "ladder-challenge"


async def choose_by_button(
    services: TournamentServices, context: InteractionContext, press: custom_ids.Press
) -> None:
    """Ask whom somebody challenges on the ladder of a button."""
    (number,) = press.numbers(1)
    await choose(services, context, number)


async def choose(services: TournamentServices, context: InteractionContext, number: int) -> None:
    """Ask whom somebody challenges on a ladder. Raises Refusal where they can challenge nobody."""
    ladder = await found(services, context, number)
    above, order, t = challengeable(ladder, context.person.id), ladder.rungs(), context.t
    row = [
        layouts.button(
            t(
                "ladder.choice",
                rung=order.index(one.number) + 1,
                player=plain_entrant(ladder, one, t),
            ),
            custom_ids.write(ASK, number, one.number),
        )
        for one in reversed(above)
    ]
    await context.show(layouts.page(layouts.text(t("ladder.choose")), layouts.buttons(*row)))


async def ask(services: TournamentServices, context: InteractionContext, press: custom_ids.Press) -> None:
    """Challenge the one of a button, and say what that means."""
    number, entrant = press.numbers(2)
    ladder = await services.ladders.challenge(context.request, number, server_of(context), entrant)
    challenged, t = ladder.entrant(entrant), context.t
    said = t(
        "ladder.plays" if challenged.is_engine else "ladder.asked",
        player=named(challenged, t),
        where=f"<#{ladder.place.channel}>",
        days=ANSWERED_WITHIN.days,
    )
    await context.turn_page(layouts.note(said))


HANDLERS: Mapping[str, HandlerOf[TournamentServices]] = {CHOOSE: choose_by_button, ASK: ask}
