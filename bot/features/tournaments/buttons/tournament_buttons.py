"""The buttons of a tournament: enter, leave, start, show."""

from collections.abc import Mapping
from typing import Final

from discord import ButtonStyle, ui

from bot.chat.core import custom_ids
from bot.chat.core.interactions.handler import HandlerOf
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.core.messages import layouts
from bot.chat.core.rights import admin_rights
from bot.features.tournaments.domain.tournament import Tournament, TournamentStatus
from bot.features.tournaments.messages.standings_text import own_name
from bot.features.tournaments.pages.tournament_page import LIST, list_page, standings_page
from bot.features.tournaments.pages.tournaments_seen import tournament_visibility
from bot.features.tournaments.services import TournamentServices
from bot.locale import Language
from bot.model.refusal import Refusal

LEAVE_YES: Final = "tournament-leave-yes"
BEGIN_YES: Final = "tournament-begin-yes"
BACK: Final = "tournament-back"


async def join(services: TournamentServices, context: InteractionContext, press: custom_ids.Press) -> None:
    """Enter a tournament."""
    (number,) = press.numbers(1)
    await enter(services, context, number)


async def leave(services: TournamentServices, context: InteractionContext, press: custom_ids.Press) -> None:
    """Leave a tournament; ask for a confirmation first if it is running."""
    (number,) = press.numbers(1)
    await ask_to_withdraw(services, context, number)


async def leave_running(
    services: TournamentServices, context: InteractionContext, press: custom_ids.Press
) -> None:
    """Leave a running tournament, after the confirmation."""
    (number,) = press.numbers(1)
    await context.turn_page(layouts.note(await _withdraw(services, context, number)))


async def begin(services: TournamentServices, context: InteractionContext, press: custom_ids.Press) -> None:
    """Ask whether to begin a tournament with its present entrants."""
    (number,) = press.numbers(1)
    tournament = await find_tournament(services, context, number)
    check_in_charge(context, tournament)
    if tournament.status is not TournamentStatus.OPEN:
        raise Refusal("tournament-running" if tournament.live else "tournament-over")
    text = context.t(
        "tournament.begin-ask",
        name=own_name(tournament),
        n=len(tournament.field()),
        places=tournament.setup.places,
    )
    await context.show(_question(text, BEGIN_YES, number, context.t))


async def begin_now(
    services: TournamentServices, context: InteractionContext, press: custom_ids.Press
) -> None:
    """Begin a tournament, after the confirmation."""
    (number,) = press.numbers(1)
    check_in_charge(context, await find_tournament(services, context, number))
    await services.tournaments.begin(context.request, number, server_of(context))
    await context.turn_page(layouts.note(context.t("tournament.begun")))


async def back(_services: TournamentServices, context: InteractionContext, _press: custom_ids.Press) -> None:
    """Close the page; the tournament does not change."""
    await context.turn_page(layouts.note(context.t("tournament.unchanged")))


async def show(services: TournamentServices, context: InteractionContext, press: custom_ids.Press) -> None:
    """Show the standings of a tournament and all its games."""
    (number,) = press.numbers(1)
    tournament = await find_tournament(services, context, number)
    await context.show(*await standings_page(services.games, context, tournament))


async def turn(services: TournamentServices, context: InteractionContext, press: custom_ids.Press) -> None:
    """Show another page of the standings of a tournament."""
    number, page = press.numbers(2)
    tournament = await find_tournament(services, context, number)
    await context.show_page(*await standings_page(services.games, context, tournament, page))


async def turn_list(
    services: TournamentServices, context: InteractionContext, press: custom_ids.Press
) -> None:
    """Show another page of the tournaments of a server."""
    (page,) = press.numbers(1)
    server_of(context)
    await context.show_page(await list_page(services, context, page))


async def enter(services: TournamentServices, context: InteractionContext, number: int) -> None:
    """Enter a tournament, and confirm."""
    await find_tournament(services, context, number)
    tournament = await services.tournaments.enter(context.request, number, server_of(context))
    started = tournament.status is TournamentStatus.RUNNING
    if tournament.is_ladder and started:
        text_id, rung = "ladder.joined", len(tournament.rungs())
        await context.reply(context.t(text_id, name=own_name(tournament), rung=rung))
        return
    text_id = "tournament.joined-begun" if started else "tournament.joined"
    if tournament.entry_of(context.person.id) in tournament.waiting():
        text_id = "tournament.joined-next-season"
    await context.reply(context.t(text_id, name=own_name(tournament)))


async def ask_to_withdraw(services: TournamentServices, context: InteractionContext, number: int) -> None:
    """Leave a tournament that has not started; in a running one ask for a confirmation, as it costs games.

    Entrants of a league's next season leave without a trace, and may come back.
    """
    tournament = await find_tournament(services, context, number)
    entry = tournament.entry_of(context.person.id)
    plays = tournament.status is TournamentStatus.RUNNING and entry not in tournament.waiting()
    if not plays or entry is None or entry.withdrawn:
        await context.reply(await _withdraw(services, context, number))
        return
    text_id = "ladder.leave-ask" if tournament.is_ladder else "tournament.leave-ask"
    await context.show(_question(context.t(text_id, name=own_name(tournament)), LEAVE_YES, number, context.t))


def _question(text: str, verb: str, number: int, t: Language) -> ui.LayoutView:
    confirm = layouts.button(t("button.confirm"), custom_ids.write(verb, number), ButtonStyle.danger)
    return layouts.page(
        layouts.text(text),
        layouts.buttons(confirm, layouts.button(t("button.back"), custom_ids.write(BACK, number))),
    )


async def _withdraw(services: TournamentServices, context: InteractionContext, number: int) -> str:
    """Leave a tournament; return the text about the consequences."""
    await find_tournament(services, context, number)
    tournament = await services.tournaments.quit(context.request, number, server_of(context))
    # A person who left without a trace has no entry any more.
    entered = tournament.entry_of(context.person.id) is not None
    running = tournament.status is TournamentStatus.RUNNING and entered
    from_running = "ladder.left" if tournament.is_ladder else "tournament.left-running"
    return context.t(from_running if running else "tournament.left-open", name=own_name(tournament))


async def find_tournament(
    services: TournamentServices, context: InteractionContext, number: int
) -> Tournament:
    """Return a tournament of the current server that the person may see.

    Raises Refusal: "unknown-tournament", "servers-only".
    """
    tournament = await services.tournaments.get(number)
    if tournament.place.server != server_of(context) or not tournament_visibility(context)(tournament):
        raise Refusal("unknown-tournament")
    return tournament


def check_in_charge(context: InteractionContext, tournament: Tournament) -> None:
    """Check that a person may start and end a tournament. Raises Refusal: "tournament-not-yours"."""
    if context.person.id != tournament.organiser and not admin_rights.is_admin(context.interaction):
        raise Refusal("tournament-not-yours")


def server_of(context: InteractionContext) -> int:
    """Return the current server. Raises Refusal: "servers-only"."""
    if context.place.server is None:
        raise Refusal("servers-only")
    return context.place.server


HANDLERS: Mapping[str, HandlerOf[TournamentServices]] = {
    "tournament": show,
    "tournament-page": turn,
    LIST: turn_list,
    "tournament-join": join,
    "tournament-leave": leave,
    LEAVE_YES: leave_running,
    "tournament-begin": begin,
    BEGIN_YES: begin_now,
    BACK: back,
}
