"""The bracket of a knockout as pictures: the first rounds in parts, and the last rounds."""

from collections.abc import Mapping
from typing import Final

from bot.chat.core.messages.message_budget import shorten
from bot.chat.core.messages.public_message import StandingsScene
from bot.features.tournaments.domain.knockout import Tie, games_in, through, tree
from bot.features.tournaments.domain.tournament import Tournament
from bot.features.tournaments.messages.standings_table import MAX_TEXT_LENGTH, StandingsPage
from bot.features.tournaments.messages.standings_text import (
    marked_entrant,
    numbered_entrant,
    own_name,
    points_text,
)
from bot.locale import Language
from render import BracketChart, BracketPlace

_ROUNDS: Final = 3
_PLACES: Final = 8
_NONE: Final = "-"
_NAMED: Final[Mapping[int, str]] = {
    1: "tournament.final",
    2: "tournament.semifinals",
    4: "tournament.quarterfinals",
}
"""Names of rounds by their number of ties."""


def bracket_pages(tournament: Tournament, t: Language) -> tuple[StandingsPage, ...]:
    """Return the parts of a bracket, with eight places of the first round each, and then its last rounds."""
    ties = tree(tournament.crosstable)
    last = max(0, len(ties) - _ROUNDS)
    parts = [(0, part) for part in range(2 * len(ties[0]) // _PLACES)] if last else []
    return tuple(_page(tournament, ties, first, part, t) for first, part in [*parts, (last, 0)])


def public_bracket_page(tournament: Tournament) -> int:
    """Return the index of the public page: the first page, or the last rounds once they have begun."""
    ties = tree(tournament.crosstable)
    last = len(ties) - _ROUNDS
    table = tournament.crosstable
    if last <= 0 or not any(games_in(table, tie) for number in ties[last:] for tie in number):
        return 0
    return 2 * len(ties[0]) // _PLACES


def _page(
    tournament: Tournament, ties: tuple[tuple[Tie, ...], ...], first: int, part: int, t: Language
) -> StandingsPage:
    """Return a part of a bracket with up to three rounds, from the round `first` on."""
    columns, rounds, texts, entrants = [], [], [], set[int]()
    for step, number in enumerate(range(first, min(first + _ROUNDS, len(ties)))):
        count = max(1, min(len(ties[number]), _PLACES // 2 >> step))
        part_ties = ties[number][part * count : (part + 1) * count]
        entrants |= {entrant for tie in part_ties for entrant in tie if entrant is not None}
        heading = _NAMED.get(len(ties[number])) if first + _ROUNDS >= len(ties) else None
        columns.append(t(heading) if heading else t("tournament.last", n=2 * len(ties[number])))
        final = number == len(ties) - 1
        places = [_places(tournament, tie, t, first=not number, final=final) for tie in part_ties]
        rounds.append([place for pair in places for place in pair])
        texts.append(f"{columns[-1]}: {'; '.join(_tie_text(pair, t) for pair in places)}")
    chart = BracketChart(own_name(tournament), columns, rounds)
    return StandingsPage(
        StandingsScene(chart, shorten("\n".join(texts), MAX_TEXT_LENGTH)), frozenset(entrants)
    )


def _places(
    tournament: Tournament, tie: Tie, t: Language, *, first: bool, final: bool
) -> tuple[BracketPlace, BracketPlace]:
    """Return the drawing of a tie; an empty place in the first round marks the other as a bye.

    In the final the winner has a cup next to the name.
    """
    table = tournament.crosstable
    on, games = through(table, tie, first=first), games_in(table, tie)
    over = [game for game in games if not game.open]

    def place(entrant: int | None) -> BracketPlace:
        if entrant is None:
            return BracketPlace(t("tournament.free") if first else "")
        points = points_text(sum(game.points_of(entrant) for game in over)) if over else ""
        played = None not in tie and bool(games)
        return BracketPlace(
            marked_entrant(tournament, entrant, t),
            points if played else None,
            through=entrant == on,
            otherwise=numbered_entrant(tournament, entrant, t),
            cup=final and tournament.entrant(entrant).cup,
        )

    return place(tie[0]), place(tie[1])


def _tie_text(pair: tuple[BracketPlace, BracketPlace], t: Language) -> str:
    return t("list.versus").join(
        " ".join(part for part in (place.name or _NONE, place.points) if part) for place in pair
    )
