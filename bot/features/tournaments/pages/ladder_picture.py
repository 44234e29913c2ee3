"""A ladder as a picture: rungs, names, each entrant's last games, points won and lost."""

from typing import Final

from bot.chat.core.messages.message_budget import shorten
from bot.chat.core.messages.public_message import StandingsScene
from bot.features.tournaments.domain.standings import Standing
from bot.features.tournaments.domain.tournament import Tournament, TournamentStatus
from bot.features.tournaments.messages.standings_table import MAX_ROWS, MAX_TEXT_LENGTH, StandingsPage
from bot.features.tournaments.messages.standings_text import (
    numbered_entrant,
    own_name,
    plain_entrant,
    points_text,
    score_text,
)
from bot.locale import Language
from render import StandingsChart, StandingsRow

_LAST_GAMES: Final = 5


def ladder_pages(ladder: Tournament, t: Language) -> tuple[StandingsPage, ...]:
    """Return the pages of a ladder, from the top, each as a drawing and as text."""
    rungs = [standing for group in ladder.standings() for standing in group]
    title = own_name(ladder)
    pages = []
    for first in range(0, max(1, len(rungs)), MAX_ROWS):
        here, remaining = rungs[first : first + MAX_ROWS], len(rungs) - first - MAX_ROWS
        rows = [_row(ladder, standing, t) for standing in here]
        chart = StandingsChart(
            title=title,
            columns=("",) * _LAST_GAMES,
            rows=tuple(rows),
            closing=(*((t("games.and-more", n=remaining),) if remaining > 0 else ()), t("ladder.legend")),
        )
        texts = [
            t("ladder.told", rung=row.rank, player=row.name, games=" ".join(_cells(row)), score=row.points)
            for row in rows
        ]
        scene = StandingsScene(chart, shorten("\n".join((title, *texts)), MAX_TEXT_LENGTH))
        pages.append(StandingsPage(scene, frozenset(standing.entrant for standing in here)))
    return tuple(pages)


def _row(ladder: Tournament, standing: Standing, t: Language) -> StandingsRow:
    games = [game.pairing for game in ladder.games if standing.entrant in game.pairing.seats]
    over = sorted((game for game in games if game.played and not game.open), key=lambda game: game.round)
    cells = [points_text(game.points_of(standing.entrant)) for game in over]
    if ladder.status is TournamentStatus.RUNNING:
        # Open games come last, like the latest results.
        cells += ["" for game in games if game.open]
    last = cells[-_LAST_GAMES:]
    return StandingsRow(
        rank=f"{standing.rank}.",
        name=plain_entrant(ladder, ladder.entrant(standing.entrant), t),
        cells=(*([None] * (_LAST_GAMES - len(last))), *last),
        points=score_text(standing),
        otherwise=numbered_entrant(ladder, standing.entrant, t),
        cup=ladder.entrant(standing.entrant).cup,
    )


def _cells(row: StandingsRow) -> list[str]:
    return [cell or "…" for cell in row.cells if cell is not None] or ["-"]
