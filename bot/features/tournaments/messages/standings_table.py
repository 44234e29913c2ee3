"""The table of a tournament as pictures.

A small round robin has a crosstable, a large one only the points; other formats show the last rounds.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.chat.core.messages.message_budget import shorten
from bot.chat.core.messages.public_message import StandingsScene
from bot.features.tournaments.domain.formats import Format
from bot.features.tournaments.domain.leagues import Movement
from bot.features.tournaments.domain.pairings import Pairing
from bot.features.tournaments.domain.standings import Standing
from bot.features.tournaments.domain.tournament import Tournament
from bot.features.tournaments.messages.standings_text import (
    ARROWS,
    marked_entrant,
    movements,
    numbered_entrant,
    points_text,
    title,
)
from bot.locale import Language
from render import StandingsChart, StandingsRow

_MAX_CROSSED: Final = 8
"""The most entrants of a crosstable."""
_MAX_ROUNDS: Final = 7
"""The most rounds shown, the last ones: names need space, too."""
_MAX_CROSSED_WIDE: Final = 6
_MAX_ROUNDS_WIDE: Final = 5
"""The limits for wider results such as "1½", in pairs of games and at tables."""
MAX_ROWS: Final = 10
"""The most rows of a page, including headings."""
MAX_TEXT_LENGTH: Final = 1000
_NONE: Final = "-"


@dataclass(frozen=True, slots=True)
class StandingsPage:
    """A page of a tournament's standings: its drawing, its text, and its entrants."""

    scene: StandingsScene
    entrants: frozenset[int]


def table_pages(tournament: Tournament, t: Language) -> tuple[StandingsPage, ...]:
    """Return the table of a started tournament, page by page; groups of a league stay together."""
    groups = tournament.standings()
    moves = movements(tournament, groups)
    largest = max(map(len, groups), default=0)
    rules = tournament.setup.rules
    all_meet = rules.format in {Format.ROUND_ROBIN, Format.LEAGUE}
    wide = rules.pairs or rules.format is Format.TABLES
    is_crosstable = all_meet and largest <= (_MAX_CROSSED_WIDE if wide else _MAX_CROSSED)
    last = tournament.crosstable.round
    rounds = _MAX_ROUNDS_WIDE if wide else _MAX_ROUNDS
    columns = range(1, largest + 1) if is_crosstable else range(max(1, last - rounds + 1), last + 1)
    if all_meet and not is_crosstable:
        columns = range(0)
    parts: list[list[_EntrantRow]] = []
    for number, group in enumerate(groups):
        heading = StandingsRow("", t("tournament.group-plain", number=number + 1), (), "")
        order = [standing.entrant for standing in group]
        rows = []
        for standing in group:
            row = StandingsRow(
                rank=f"{standing.rank}.",
                name=marked_entrant(tournament, standing.entrant, t),
                cells=_crosstable_cells(tournament, standing, order)
                if is_crosstable
                else _round_cells(tournament, standing, columns),
                points=points_text(standing.points),
                mark=ARROWS.get(moves.get(standing.entrant), "").strip(),
                otherwise=numbered_entrant(tournament, standing.entrant, t),
                cup=tournament.entrant(standing.entrant).cup,
            )
            rows.append(_EntrantRow(row, standing.entrant, moves.get(standing.entrant)))
        parts.append([_EntrantRow(heading), *rows] if len(groups) > 1 else rows)
    pages = _pages(parts)
    remaining = sum(map(len, pages))
    pictures = []
    for page in pages:
        remaining -= len(page)
        chart = StandingsChart(
            title=title(tournament, t),
            columns=tuple(map(str, columns)),
            rows=tuple(standing.row for standing in page),
            closing=(t("games.and-more", n=remaining),) if remaining else (),
        )
        text = shorten("\n".join(_row_text(standing, t) for standing in page), MAX_TEXT_LENGTH)
        entrants = frozenset(standing.entrant for standing in page if standing.entrant is not None)
        pictures.append(StandingsPage(StandingsScene(chart, text), entrants))
    return tuple(pictures)


@dataclass(frozen=True, slots=True)
class _EntrantRow:
    """A row of the chart, its entrant, and its movement after the season; a heading has no entrant."""

    row: StandingsRow
    entrant: int | None = None
    movement: Movement | None = None


def _pages(parts: Sequence[Sequence[_EntrantRow]]) -> list[list[_EntrantRow]]:
    """Return rows in as few pages as possible; a part that fits on a page is not split."""
    pages: list[list[_EntrantRow]] = [[]]
    for part in parts:
        if pages[-1] and len(pages[-1]) + len(part) > MAX_ROWS:
            pages.append([])
        for row in part:
            if len(pages[-1]) == MAX_ROWS:
                pages.append([])
            pages[-1].append(row)
    return pages


def _row_text(entrant_row: _EntrantRow, t: Language) -> str:
    row = entrant_row.row
    if not row.rank:
        return row.name
    cells = " ".join(cell or _NONE for cell in row.cells)
    text = t("tournament.told", rank=row.rank, player=row.name, points=row.points, cells=cells)
    return text if entrant_row.movement is None else f"{text}, {t(f'tournament.told.{entrant_row.movement}')}"


def _crosstable_cells(
    tournament: Tournament, standing: Standing, order: Sequence[int]
) -> tuple[str | None, ...]:
    games = tournament.crosstable.of(standing.entrant)
    return tuple(
        None
        if other == standing.entrant
        else _cell([game for game in games if other in game.seats], standing.entrant)
        for other in order
    )


def _round_cells(tournament: Tournament, standing: Standing, rounds: range) -> tuple[str | None, ...]:
    games = tournament.crosstable.of(standing.entrant)
    return tuple(
        _cell([game for game in games if game.round == number], standing.entrant) for number in rounds
    )


def _cell(games: Sequence[Pairing], entrant: int) -> str | None:
    """Return the points from games; empty while one is running, None without games."""
    if not games:
        return None
    if any(game.open for game in games):
        return ""
    return points_text(sum(game.points_of(entrant) for game in games))
