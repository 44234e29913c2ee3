"""A tournament's state as pictures: a table, a knockout's bracket, or a ladder's rungs."""

from collections.abc import Callable, Mapping
from typing import Final

from bot.chat.core.messages.public_message import StandingsScene
from bot.features.tournaments.domain.formats import Format
from bot.features.tournaments.domain.tournament import Tournament, TournamentStatus
from bot.features.tournaments.messages.standings_table import StandingsPage, table_pages
from bot.features.tournaments.pages.bracket_picture import bracket_pages, public_bracket_page
from bot.features.tournaments.pages.ladder_picture import ladder_pages
from bot.locale import Language

_PAGES: Final[Mapping[Format, Callable[[Tournament, Language], tuple[StandingsPage, ...]]]] = {
    Format.KNOCKOUT: bracket_pages,
    Format.LADDER: ladder_pages,
}


def has_table(tournament: Tournament) -> bool:
    """Return whether there is anything to draw: games, or rungs with people."""
    if tournament.is_ladder and tournament.status is not TournamentStatus.OPEN:
        return bool(tournament.rungs())
    return bool(tournament.games)


def standings_pages(tournament: Tournament, t: Language) -> tuple[StandingsPage, ...]:
    """Return a started tournament's state, page by page."""
    pages = _PAGES.get(tournament.setup.rules.format, table_pages)
    return pages(tournament, t)


def public_page(tournament: Tournament) -> int:
    """Return the index of the public page: a table's first page, a bracket's current round."""
    return public_bracket_page(tournament) if tournament.setup.rules.format is Format.KNOCKOUT else 0


def standings_scene(tournament: Tournament, t: Language) -> StandingsScene:
    """Return the public page, as a drawing and as text."""
    return standings_pages(tournament, t)[public_page(tournament)].scene
