"""The table of a tournament as a picture: a crosstable of a small round robin, else round by round."""

from collections.abc import Sequence
from typing import Final

from bot.chat.core.messages.message_budget import shortened
from bot.chat.core.messages.public_message import StandingsScene, plain_name
from bot.chat.features.tournaments.ladder_picture import ladder_scene
from bot.chat.features.tournaments.ladder_text import plain_entrant
from bot.chat.features.tournaments.standings_text import points_text
from bot.locale import Language
from bot.play.domain.tournaments.formats import Format
from bot.play.domain.tournaments.leagues import Movement, movement
from bot.play.domain.tournaments.pairings import Pairing
from bot.play.domain.tournaments.standings import Standing
from bot.play.domain.tournaments.tournament import LONGEST_NAME, Tournament
from render import StandingsChart, StandingsRow

_CROSSED: Final = 8
_ROUNDS: Final = 7
"""How many rounds are shown, the last ones: names need room, too."""
_MOST_ROWS: Final = 10
_WORDS: Final = 1000
_NONE: Final = "-"
_ARROWS: Final = {Movement.UP: " ▲", Movement.STAY: "", Movement.DOWN: " ▼"}


def standings_scene(tournament: Tournament, t: Language) -> StandingsScene:
    """Return the table of a tournament that has begun, drawn and in words; of a large one the upper part."""
    if tournament.is_ladder:
        return ladder_scene(tournament, t)
    groups = tournament.standings()
    largest = max(map(len, groups), default=0)
    all_meet = tournament.terms.rules.format in {Format.ROUND_ROBIN, Format.LEAGUE}
    crossed = all_meet and largest <= _CROSSED
    last = tournament.crosstable.round
    columns = range(1, largest + 1) if crossed else range(max(1, last - _ROUNDS + 1), last + 1)
    if all_meet and not crossed:
        columns = range(0)
    rows: list[StandingsRow] = []
    for number, group in enumerate(groups):
        if len(groups) > 1:
            rows.append(StandingsRow("", t("tournament.group-plain", number=number + 1), (), ""))
        order = [one.entrant for one in group]
        rows += [
            StandingsRow(
                rank=f"{one.rank}.",
                name=f"{_name(tournament, one.entrant, t)}{_moves(tournament, groups, number, place)}",
                cells=_crossed(tournament, one, order) if crossed else _by_round(tournament, one, columns),
                points=points_text(one.points),
            )
            for place, one in enumerate(group)
        ]
    more = len(rows) - _MOST_ROWS
    chart = StandingsChart(
        title=plain_name(tournament.terms.name, LONGEST_NAME),
        columns=tuple(map(str, columns)),
        rows=tuple(rows[:_MOST_ROWS]),
        closing=(t("games.and-more", n=more),) if more > 0 else (),
    )
    told = [
        t(
            "tournament.told",
            rank=row.rank,
            player=row.name,
            points=row.points,
            cells=" ".join(cell or _NONE for cell in row.cells),
        )
        if row.rank
        else row.name
        for row in rows
    ]
    return StandingsScene(chart, shortened("\n".join(told), _WORDS))


def _moves(tournament: Tournament, groups: Sequence[Sequence[Standing]], group: int, place: int) -> str:
    """Return the arrow of a place that leads to another group of a league; nothing elsewhere."""
    rules = tournament.terms.rules
    if rules.format is not Format.LEAGUE:
        return ""
    numbers = [[one.entrant for one in members] for members in groups]
    return _ARROWS[movement(numbers, group, place, rules.league)]


def _name(tournament: Tournament, number: int, t: Language) -> str:
    """Return what an entrant is called where nobody can be mentioned; in brackets who has withdrawn."""
    entrant = tournament.entrant(number)
    name = plain_entrant(tournament, entrant, t)
    return f"({name})" if entrant.withdrawn else name


def _crossed(tournament: Tournament, one: Standing, order: Sequence[int]) -> tuple[str | None, ...]:
    games = tournament.crosstable.of(one.entrant)
    return tuple(
        None if other == one.entrant else _cell([game for game in games if other in game.seats], one.entrant)
        for other in order
    )


def _by_round(tournament: Tournament, one: Standing, rounds: range) -> tuple[str | None, ...]:
    games = tournament.crosstable.of(one.entrant)
    return tuple(_cell([game for game in games if game.round == number], one.entrant) for number in rounds)


def _cell(games: Sequence[Pairing], entrant: int) -> str | None:
    """Return what games have brought; empty while one goes on, None where there is none."""
    if not games:
        return None
    if any(game.open for game in games):
        return ""
    return points_text(sum(game.points_of(entrant) for game in games))
