"""The private pages of a tournament: its state, as a picture and as text, and all its rounds."""

from collections.abc import Mapping, Sequence
from typing import Final

from discord import ui

from bot.chat.core import custom_ids
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.core.messages import layouts
from bot.chat.core.words.game_names import board_name
from bot.features.tournaments.domain.formats import Format
from bot.features.tournaments.domain.tournament import Tournament
from bot.features.tournaments.messages.ladder_text import history_lines, rung_lines
from bot.features.tournaments.messages.standings_table import StandingsPage
from bot.features.tournaments.messages.standings_text import entrant_name, round_lines, standing_lines, title
from bot.features.tournaments.messages.tournament_card import about_lines, entered_lines
from bot.features.tournaments.pages.standings_picture import has_table, public_page, standings_pages
from bot.features.tournaments.pages.tournaments_seen import tournament_visibility
from bot.features.tournaments.services import TournamentServices
from bot.locale import Language
from rules.contract import Game

LIST: Final = "tournament-list"
_ROOM: Final = 3800


async def standings_page(
    games: Mapping[str, Game], context: InteractionContext, tournament: Tournament, number: int | None = None
) -> layouts.Page:
    """Return a page of a tournament's state, from 0; by default a page that shows the reader."""
    t = context.t
    if not has_table(tournament):
        lines = [f"### {title(tournament, t)}", *about_lines(tournament, games, t)]
        lines += [] if tournament.is_ladder else entered_lines(tournament, t)
        return layouts.note("\n".join(lines)), []
    pages = standings_pages(tournament, t)
    if number is None:
        entry = tournament.entry_of(context.person.id)
        number = _page_of(pages, None if entry is None else entry.number, public_page(tournament))
    number = min(number, len(pages) - 1)
    picture = await pages[number].scene.draw(context.pictures)
    turning = _turning(tournament.id, number, len(pages), t)
    blocks = [layouts.picture(picture.words), *([layouts.buttons(*turning)] if turning else [])]
    words = _words(tournament, games, pages[number], t)
    if len(pages) > 1:
        words.insert(1, t("tournament.page", number=number + 1, pages=len(pages)))
    return layouts.note(_fitting(words), *blocks), [picture]


async def list_page(
    services: TournamentServices, context: InteractionContext, number: int = 0
) -> ui.LayoutView:
    """Return a page of a server's tournaments, from 0, with the progress and winner of each.

    Tournaments hidden from the reader are left out.
    """
    t, sees = context.t, tournament_visibility(context)
    listed = await services.tournaments.page(context.place.server or 0, number)
    lines = [
        t(
            "tournament.listed",
            name=title(tournament, t),
            game=board_name(tournament.terms.key, tournament.terms.options, t),
            status=t(f"tournament.status.{tournament.status}"),
            where=f"<#{tournament.place.channel}>",
            won=_winners_text(tournament, t),
        )
        for tournament in listed.tournaments
        if sees(tournament)
    ]
    leads = [*([number - 1] if number else []), *([number + 1] if listed.goes_on else [])]
    turning = [
        layouts.button(t("button.page", number=page + 1), custom_ids.write(LIST, page)) for page in leads
    ]
    text = "\n".join([t("tournament.list"), *(lines or [t("tournament.none")])])
    return layouts.note(text, *([layouts.buttons(*turning)] if turning else []))


def _words(tournament: Tournament, games: Mapping[str, Game], page: StandingsPage, t: Language) -> list[str]:
    """Return the terms of a tournament, the standings of a page, and all rounds, the latest first.

    A knockout has no standings: its rounds and its picture show them.
    """
    lines = [f"### {title(tournament, t)}", *about_lines(tournament, games, t)]
    if tournament.is_ladder:
        return [*lines, "", *rung_lines(tournament, t, page.entrants), *history_lines(tournament, t)]
    if tournament.setup.rules.format is not Format.KNOCKOUT:
        lines += ["", *standing_lines(tournament, t, page.entrants)]
    for number in range(tournament.crosstable.round, 0, -1):
        lines += ["", *round_lines(tournament, number, t)]
    return lines


def _page_of(pages: Sequence[StandingsPage], entrant: int | None, otherwise: int) -> int:
    """Return the index of the public page if the person is on it, else of the first page with them."""
    if entrant is None or entrant in pages[otherwise].entrants:
        return otherwise
    return next((number for number, page in enumerate(pages) if entrant in page.entrants), otherwise)


def _turning(tournament: int, number: int, pages: int, t: Language) -> list[layouts.Button]:
    """Return the buttons for the first, the previous, the next and the last page."""
    leads = sorted({0, number - 1, number + 1, pages - 1}.intersection(range(pages)) - {number})
    return [
        layouts.button(
            t("button.page", number=page + 1), custom_ids.write("tournament-page", tournament, page)
        )
        for page in leads
    ]


def _fitting(lines: Sequence[str]) -> str:
    text = "\n".join(lines)
    return text if len(text) <= _ROOM else text[:_ROOM].rpartition("\n")[0] + "\n…"


def _winners_text(tournament: Tournament, t: Language) -> str:
    cups = [entrant_name(entrant, t) for entrant in tournament.entrants if entrant.cup]
    return t("tournament.won", players=t("list.and").join(cups)) if cups else ""
