"""The buttons of a ladder: challengeable entrants, and the challenge."""

from collections.abc import Mapping, Sequence
from typing import Final

from discord import ui

from bot.chat.core import custom_ids
from bot.chat.core.interactions.handler import HandlerOf
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.core.messages import layouts
from bot.features.tournaments.buttons.tournament_buttons import find_tournament, server_of
from bot.features.tournaments.domain.ladder import ANSWERED_WITHIN, REACH, StepKind, steps
from bot.features.tournaments.domain.tournament import Entrant, Tournament
from bot.features.tournaments.messages.standings_text import entrant_name, plain_entrant
from bot.features.tournaments.service.ladders import challengeable
from bot.features.tournaments.services import TournamentServices
from bot.locale import Language

CHOOSE: Final = "ladder"
ASK: Final = "ladder-challenge"


async def choose_by_button(
    services: TournamentServices, context: InteractionContext, press: custom_ids.Press
) -> None:
    """Ask for an opponent on the ladder of a button."""
    (number,) = press.numbers(1)
    await choose(services, context, number)


async def choose(services: TournamentServices, context: InteractionContext, number: int) -> None:
    """Ask for an opponent on a ladder. Raises Refusal if there is none."""
    ladder = await find_tournament(services, context, number)
    above = challengeable(ladder, context.person.id)
    await context.show(opponent_page(ladder, above, context.person.id, context.t))


def opponent_page(ladder: Tournament, above: Sequence[Entrant], person: int, t: Language) -> ui.LayoutView:
    """Return the page for choosing an opponent among the entrants `above`, the nearest first."""
    order, entry = ladder.rungs(), ladder.entry_of(person)
    row = [
        layouts.button(
            t(
                "ladder.choice",
                rung=order.index(entrant.number) + 1,
                player=plain_entrant(ladder, entrant, t),
            ),
            custom_ids.write(ASK, ladder.id, entrant.number),
        )
        for entrant in reversed(above)
    ]
    within_reach = 0 if entry is None else min(order.index(entry.number), REACH)
    lines = [t("ladder.choose"), *([t("ladder.busy-left-out")] if len(above) < within_reach else [])]
    return layouts.page(layouts.text("\n".join(lines)), layouts.buttons(*row))


async def ask(services: TournamentServices, context: InteractionContext, press: custom_ids.Press) -> None:
    """Challenge the entrant of a button, and explain the consequences."""
    number, entrant = press.numbers(2)
    ladder = await services.ladders.challenge(context.request, number, server_of(context), entrant)
    await context.turn_page(layouts.note(outcome_text(ladder, entrant, context.person.id, context.t)))


def outcome_text(ladder: Tournament, entrant: int, person: int, t: Language) -> str:
    """Return the text about a person's challenge: a game, a card, or an immediate refusal."""
    challenged, entry = ladder.entrant(entrant), ladder.entry_of(person)
    step = next(
        (
            game.pairing
            for game in reversed(ladder.games)
            if entry is not None and game.pairing.challenger == entry.number and entrant in game.pairing.seats
        ),
        None,
    )
    if step is not None and not step.open and not step.played:
        what = next(
            last_step for last_step in reversed(steps(ladder.crosstable)) if last_step.upper == entrant
        )
        text_id = "ladder.none-taken-rung" if what.kind is StepKind.GIVEN_UP else "ladder.none-taken"
        return t(text_id, player=entrant_name(challenged, t))
    return t(
        "ladder.plays" if challenged.is_engine else "ladder.asked",
        player=entrant_name(challenged, t),
        where=f"<#{ladder.place.channel}>",
        days=ANSWERED_WITHIN.days,
    )


HANDLERS: Mapping[str, HandlerOf[TournamentServices]] = {CHOOSE: choose_by_button, ASK: ask}
