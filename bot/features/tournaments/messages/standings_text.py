"""The text of standings: points, pairings, winners."""

from collections.abc import Collection, Mapping, Sequence
from string import ascii_uppercase
from typing import Final

from bot.chat.core.messages.public_message import plain_name
from bot.chat.core.words import phrases
from bot.features.tournaments.domain.formats import Format, tie_breakers
from bot.features.tournaments.domain.leagues import Movement, movement
from bot.features.tournaments.domain.pairings import Pairing
from bot.features.tournaments.domain.standings import Standing
from bot.features.tournaments.domain.tournament import Entrant, Tournament, TournamentGame
from bot.locale import Language
from bot.model.people.players import ENGINE_NAMES, EnginePlayer, HumanPlayer, NamedPlayer
from bot.model.people.privacy import is_alias
from bot.model.tournament_references import MAX_NAME_LENGTH

MEDALS: Final = 3
ARROWS: Final[Mapping[Movement | None, str]] = {Movement.UP: "▲ ", Movement.DOWN: "▼ "}
_TWO: Final = 2
_OPEN: Final = "…"
_QUARTERS: Final = {0.0: "", 0.25: "¼", 0.5: "½", 0.75: "¾"}


def points_text(points: float) -> str:
    """Return points in their written form: "2½"."""
    whole = int(points)
    part = _QUARTERS.get(points - whole, "")
    return f"{whole}{part}" if whole or not part else part


def own_name(tournament: Tournament) -> str:
    """Return the name of a tournament, without text that Discord would render as markup or as a link."""
    return plain_name(tournament.setup.name, MAX_NAME_LENGTH)


def title(tournament: Tournament, t: Language) -> str:
    """Return the name of a tournament; a league's with its season."""
    name, season = own_name(tournament), tournament.setup.rules.season
    return name if season is None else t("tournament.season", name=name, n=season)


def score_text(standing: Standing) -> str:
    """Return the points that an entrant won and lost in played games: "2:1"."""
    return f"{points_text(standing.points)}:{points_text(standing.games - standing.points)}"


def entrant_name(entrant: Entrant, t: Language) -> str:
    """Return an entrant's name in a message; letters distinguish engines, named as on boards."""
    match entrant.player:
        case EnginePlayer(level=level):
            return t("tournament.engine", name=ENGINE_NAMES[level], letters=_letters(entrant.number))
        case HumanPlayer(id=person):
            return t("person.someone") if is_alias(person) else phrases.mention(person)
        case NamedPlayer(name=name):
            return plain_name(name)


def plain_entrant(tournament: Tournament, entrant: Entrant, t: Language) -> str:
    """Return an entrant's name for places without mentions."""
    match entrant.player:
        case EnginePlayer(level=level):
            return t("tournament.engine-plain", name=ENGINE_NAMES[level], letters=_letters(entrant.number))
        case HumanPlayer(id=person):
            return t("person.someone") if is_alias(person) else plain_name(tournament.names.get(person, ""))
        case NamedPlayer(name=name):
            return plain_name(name)


def marked_entrant(tournament: Tournament, number: int, t: Language) -> str:
    """Return the name of the entrant with a number, in brackets if withdrawn."""
    entrant = tournament.entrant(number)
    return _in_brackets(plain_entrant(tournament, entrant, t), entrant)


def numbered_entrant(tournament: Tournament, number: int, t: Language) -> str:
    """Return the substitute for a name that no font can render."""
    return _in_brackets(t("tournament.nameless", number=number), tournament.entrant(number))


def movements(tournament: Tournament, groups: Sequence[Sequence[Standing]]) -> Mapping[int, Movement]:
    """Return the moves of a league's entrants between all `groups`, by the present standings.

    Groups without a finished game have no moves yet.
    """
    rules = tournament.setup.rules
    if rules.format is not Format.LEAGUE:
        return {}
    orders = [[standing.entrant for standing in group] for group in groups]
    places = {
        entrant.entrant: movement(orders, number, place, rules.league)
        for number, group in enumerate(groups)
        if any(standing.games for standing in group)
        for place, entrant in enumerate(group)
    }
    return {entrant: way for entrant, way in places.items() if way is not Movement.STAY}


def entrant_text(entrant: Entrant, t: Language) -> str:
    """Return an entrant's name; struck through once withdrawn."""
    name = entrant_name(entrant, t)
    return f"~~{name}~~" if entrant.withdrawn else name


def standing_lines(tournament: Tournament, t: Language, numbers: Collection[int] | None = None) -> list[str]:
    """Return a line for each entrant of `numbers`, the best first, with tie-breakers between equal points.

    Without `numbers` all entrants are listed.
    """
    lines: list[str] = []
    groups = tournament.standings()
    moves = movements(tournament, groups)
    for number, group in enumerate(groups, start=1):
        here = [standing for standing in group if numbers is None or standing.entrant in numbers]
        if len(groups) > 1 and here:
            lines.append(t("tournament.group", number=number))
        lines += [
            _standing(tournament, standing, t, ARROWS.get(moves.get(standing.entrant), ""))
            for standing in here
        ]
    if moves:
        lines.append(t("tournament.arrows"))
    order = [t(f"tournament.breaker.{tie_breaker}") for tie_breaker in tie_breakers(tournament.setup.rules)]
    if order:
        lines.append(t("tournament.order", order=", ".join(order)))
    return lines


def round_lines(tournament: Tournament, number: int, t: Language) -> list[str]:
    """Return a round's heading and a line for each of its games."""
    games = [game.pairing for game in tournament.games if game.pairing.round == number]
    return [t("tournament.round", number=number), *(_game(tournament, game, t) for game in games)]


def linked_round_lines(tournament: Tournament, number: int, t: Language) -> list[str]:
    """Return a line for each game of a round, with its number, a link to its board, and its seed."""
    games = tournament.in_round(number)
    has_groups = any(game.pairing.group for game in tournament.games)
    lines: list[str] = []
    for group in sorted({game.pairing.group for game in games}):
        if has_groups:
            lines.append(t("tournament.group", number=group + 1))
        lines += [_link(tournament, game, t) for game in games if game.pairing.group == group]
    return lines


def _link(tournament: Tournament, game: TournamentGame, t: Language) -> str:
    parts = [_game(tournament, game.pairing, t)]
    if game.match is not None:
        parts.append(_board_link(tournament, game, game.match))
    if game.leaf is not None:
        parts.append(t("tournament.seed", number=game.leaf.number + 1))
    return " · ".join(parts)


def _board_link(tournament: Tournament, game: TournamentGame, match: int) -> str:
    if game.board is None:
        return f"#{match}"
    server, board = tournament.place.server, game.board
    return f"[#{match}](https://discord.com/channels/{server}/{board.channel}/{board.message})"


def podium_lines(tournament: Tournament, t: Language) -> list[str]:
    """Return the first three places and a league's moves, group by group; engines get no medal."""
    groups = tournament.standings()
    moves = movements(tournament, groups)
    lines: list[str] = []
    for number, group in enumerate(groups, start=1):
        if len(groups) > 1:
            lines.append(t("tournament.group", number=number))
        lines += [_podium(tournament, standing, t) for standing in group if standing.rank <= MEDALS]
        for way in (Movement.UP, Movement.DOWN):
            going = [
                entrant_name(tournament.entrant(standing.entrant), t)
                for standing in group
                if moves.get(standing.entrant) is way
            ]
            if going:
                lines.append(t(f"tournament.goes.{way}", players=t("list.and").join(going)))
    return lines


def cup_line(tournament: Tournament, t: Language) -> str:
    """Return a line that names the cup winners, else the best people; empty without a played game."""
    winners = tournament.winners()
    best = [entrant_name(entrant, t) for entrant in winners or tournament.best_people()]
    text_id = "tournament.cup" if winners else "tournament.best"
    return t(text_id, n=len(best), players=t("list.and").join(best)) if best else ""


def _podium(tournament: Tournament, standing: Standing, t: Language) -> str:
    """Return the line of a place; without points in a knockout, where they matter only within a tie."""
    entrant = tournament.entrant(standing.entrant)
    points = score_text(standing) if tournament.is_ladder else points_text(standing.points)
    knockout = tournament.setup.rules.format is Format.KNOCKOUT
    fields = {"player": entrant_name(entrant, t), "points": "" if knockout else f" · {points}"}
    if entrant.is_engine:
        return t("tournament.podium.engine", rank=standing.rank, **fields)
    return t(f"tournament.podium.{standing.rank}", **fields)


def _in_brackets(name: str, entrant: Entrant) -> str:
    return f"({name})" if entrant.withdrawn else name


def _letters(number: int) -> str:
    """Return a number from 1 as letters, "A" to "Z", then "AA" and so on: digits would look like a level."""
    rest, place = divmod(number - 1, len(ascii_uppercase))
    return (_letters(rest) if rest else "") + ascii_uppercase[place]


def _standing(tournament: Tournament, standing: Standing, t: Language, arrow: str) -> str:
    breaks = ", ".join(points_text(value) for value in standing.tie_breaks)
    line = t(
        "tournament.standing",
        rank=standing.rank,
        player=arrow + entrant_text(tournament.entrant(standing.entrant), t),
        points=points_text(standing.points),
        breaks=f" ({breaks})" if breaks else "",
    )
    return f"{line} {t('tournament.withdrawn')}" if tournament.entrant(standing.entrant).withdrawn else line


def _game(tournament: Tournament, pairing: Pairing, t: Language) -> str:
    names = [entrant_text(tournament.entrant(seat), t) for seat in pairing.seats]
    if pairing.is_bye:
        return t("tournament.bye", player=names[0])
    if len(names) > _TWO:
        return _table(pairing, names, t)
    return t("tournament.pairing", players=t("list.versus").join(names), result=_result(pairing, t))


def _table(pairing: Pairing, names: Sequence[str], t: Language) -> str:
    """Return a game of several: its players, and after the end their points, the best first."""
    if pairing.points is None:
        return t("tournament.pairing", players=t("list.and").join(names), result=_OPEN)
    order = sorted(zip(names, pairing.points, strict=True), key=lambda named: -named[1])
    lines = [t("tournament.placed", player=name, points=points_text(points)) for name, points in order]
    return " ".join([t("list.and").join(lines), *([t("tournament.forfeit")] if pairing.is_forfeit else [])])


def _result(pairing: Pairing, t: Language) -> str:
    if pairing.points is None:
        return _OPEN
    score = ":".join(map(points_text, pairing.points))
    return f"{score} {t('tournament.forfeit')}" if pairing.is_forfeit else score
