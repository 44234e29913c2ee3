"""The messages of a tournament: its card, the cards of its games and rounds, the podium."""

from collections.abc import Mapping, Sequence
from typing import Final

from discord import ButtonStyle
from discord.utils import format_dt

from bot.chat.core import custom_ids
from bot.chat.core.messages import layouts
from bot.chat.core.messages.public_message import PublicMessage, headline
from bot.chat.core.offered_boards import board_id
from bot.chat.core.words import phrases, time_text
from bot.chat.core.words.game_names import board_name
from bot.features.tournaments.domain.formats import Format
from bot.features.tournaments.domain.tournament import Entrant, Tournament, TournamentStatus
from bot.features.tournaments.messages.dice_seal_message import sealed_line
from bot.features.tournaments.messages.ladder_text import rules_lines, state_lines
from bot.features.tournaments.messages.standings_text import (
    cup_line,
    entrant_text,
    linked_round_lines,
    podium_lines,
    round_lines,
    title,
)
from bot.features.tournaments.pages.standings_picture import (
    has_table,
    public_page,
    standings_pages,
    standings_scene,
)
from bot.locale import Language
from bot.model.tournament_references import TournamentRef
from rules.contract import Game

_PAIR: Final = 2
_MAX_ROUND_LENGTH: Final = 1800
"""The most characters of a round's games with links; without links, more of them fit."""
_CHANNELS: Final = "https://discord.com/channels"
_MAX_NAMED: Final = 40
"""The most entrants named in the message: all names might exceed Discord's limit."""


def tournament_mark(tournament: Tournament) -> str:
    """Return the custom_id that identifies the message of a tournament."""
    return custom_ids.write("tournament", tournament.id)


def podium_mark(tournament: Tournament) -> str:
    """Return the custom_id that identifies the podium of a tournament."""
    return custom_ids.write("tournament", tournament.id, "podium")


def game_mark(game: TournamentRef) -> str:
    """Return the custom_id that identifies the card of a game."""
    return custom_ids.write("tournament", game.tournament, f"game-{game.game}")


def tournament_card(tournament: Tournament, games: Mapping[str, Game], t: Language) -> PublicMessage:
    """Return the card of a tournament: terms, entrants, standings."""
    pages = standings_pages(tournament, t) if has_table(tournament) else ()
    standings = layouts.button(t(_standings_label(tournament, len(pages))), tournament_mark(tournament))
    join = layouts.button(
        t("button.enter"), custom_ids.write("tournament-join", tournament.id), ButtonStyle.success
    )
    leave = layouts.button(t("button.leave"), custom_ids.write("tournament-leave", tournament.id))
    begin = layouts.button(t("button.begin"), custom_ids.write("tournament-begin", tournament.id))
    # *Leave* is never first: when a tournament fills up, it would replace *Join* under a double tap.
    rows: tuple[tuple[layouts.Button, ...], ...] = ((standings,),)
    if tournament.status is TournamentStatus.OPEN:
        board = board_id(games[tournament.terms.key], tournament.terms.options)
        rules = layouts.button(t("button.rules"), custom_ids.write("rules", board))
        rows = ((join, begin), (standings, rules, leave))
    elif tournament.is_ladder and tournament.status is TournamentStatus.RUNNING:
        challenge = layouts.button(
            t("button.ladder"), custom_ids.write("ladder", tournament.id), ButtonStyle.primary
        )
        rows = ((challenge, *([join] if tournament.room > 0 else []), standings, leave),)
    elif tournament.takes_late and tournament.room > 0:
        rows = ((join, standings, leave),)
    elif tournament.status is TournamentStatus.RUNNING:
        rows = ((standings, leave),)
    sealed = sealed_line(tournament, t)
    lines = [*about_lines(tournament, games, t), *([sealed] if sealed else []), *_state_lines(tournament, t)]
    return PublicMessage(
        headline=headline([f"🏆 {title(tournament, t)}", t(f"tournament.status.{tournament.status}")]),
        body="\n".join(lines),
        rows=rows,
        scene=pages[public_page(tournament)].scene if pages else None,
    )


def about_lines(tournament: Tournament, games: Mapping[str, Game], t: Language) -> list[str]:
    """Return the terms of a tournament: game, format, clock, places, admission."""
    terms, setup = tournament.terms, tournament.setup
    game = games[terms.key]
    options = [(option.key, terms.options.get(option.key, option.default)) for option in game.options]
    rules = setup.rules
    number = rules.rounds
    fields = {"least": rules.least, "most": rules.most, "size": rules.league.group_size}
    format_line = t(f"tournament.format.{rules.format}", n=number, **fields)
    if rules.format is Format.TABLES and rules.least == rules.most:
        format_line = t("tournament.format.tables-alike", n=number, most=rules.most)
    pairs = rules.pairs and rules.format is not Format.KNOCKOUT
    engines = "ladder.engines" if tournament.is_ladder else "tournament.engines"
    lines = [
        t("tournament.about", game=board_name(terms.key, terms.options, t), format=format_line),
        t("tournament.pairs") if pairs else "",
        t("tournament.level") if rules.format is Format.KNOCKOUT else "",
        t("tournament.placings") if rules.format is Format.TABLES else "",
        t("tournament.promotion", n=rules.league.moving) if rules.season is not None else "",
        *(rules_lines(t) if tournament.is_ladder else ()),
        layouts.small(phrases.choices(terms.key, game, options, t)),
        layouts.small(t("clock.line", clock=time_text.clock_name(terms.clock, t))),
        layouts.small(t("tournament.at-once", n=setup.at_once)) if setup.at_once is not None else "",
        t(engines, level=setup.engine_level) if setup.engine_level is not None else "",
        t("tournament.reliable", n=setup.lost_on_time) if setup.lost_on_time is not None else "",
    ]
    return [line for line in lines if line]


def game_card(tournament: Tournament, reference: TournamentRef, t: Language) -> PublicMessage:
    """Return the card of a game: its event, its group and round, and the players."""
    pairing = next(game.pairing for game in tournament.games if game.id == reference.game)
    seats = pairing.seats
    leaf = next(game.leaf for game in tournament.games if game.id == reference.game)
    between = t("list.versus" if len(seats) == _PAIR else "list.and")
    players = between.join(entrant_text(tournament.entrant(player), t) for player in seats)
    terms = tournament.terms
    kind = t("ladder.game") if tournament.is_ladder else t("tournament.round-plain", number=reference.round)
    has_groups = any(game.pairing.group for game in tournament.games)
    group = t("tournament.group-plain", number=pairing.group + 1) if has_groups else ""
    return PublicMessage(
        headline=headline([f"🏆 {title(tournament, t)}", group, kind]),
        body=t("tournament.game", game=board_name(terms.key, terms.options, t), players=players),
        closing="" if leaf is None else t("dice.seed-card", number=leaf.number + 1),
        rows=((layouts.button(t("button.standings"), game_mark(reference)),),),
    )


def round_mark(tournament: Tournament, number: int) -> str:
    """Return the custom_id that identifies the message of a round."""
    return custom_ids.write("tournament", tournament.id, f"round-{number}")


def round_title(tournament: Tournament, number: int, t: Language) -> str:
    """Return the name of a round, as the headline and as the title of its thread."""
    return headline([f"🏆 {title(tournament, t)}", t("tournament.round-plain", number=number)])


def round_card(tournament: Tournament, number: int, t: Language) -> PublicMessage:
    """Return the message of a round: its pairings with links, and their results."""
    lines = linked_round_lines(tournament, number, t)
    if len("\n".join(lines)) > _MAX_ROUND_LENGTH:
        lines = round_lines(tournament, number, t)[1:]
    return PublicMessage(
        headline=round_title(tournament, number, t),
        body="\n".join(lines),
        rows=((layouts.button(t("button.standings"), round_mark(tournament, number)),),),
    )


def podium(tournament: Tournament, t: Language) -> PublicMessage:
    """Return the message with the winners."""
    return PublicMessage(
        headline=headline([f"🏆 {title(tournament, t)}", t("tournament.status.finished")]),
        body="\n".join(podium_lines(tournament, t)),
        closing=cup_line(tournament, t),
        scene=standings_scene(tournament, t),
        rows=((layouts.button(t("button.standings"), podium_mark(tournament)),),),
    )


def _standings_label(tournament: Tournament, pages: int) -> str:
    if pages < _PAIR:
        return "button.standings"
    knockout = tournament.setup.rules.format is Format.KNOCKOUT
    return "button.whole-bracket" if knockout else "button.whole-table"


def _state_lines(tournament: Tournament, t: Language) -> list[str]:
    if tournament.status in {TournamentStatus.OPEN, TournamentStatus.CALLED_OFF}:
        return entered_lines(tournament, t, _MAX_NAMED)
    if tournament.is_ladder and tournament.status is TournamentStatus.RUNNING:
        return state_lines(tournament, t)
    number = tournament.crosstable.round
    return (
        [] if tournament.status is TournamentStatus.FINISHED else _current_round_lines(tournament, number, t)
    )


def entered_lines(tournament: Tournament, t: Language, most: int | None = None) -> list[str]:
    """Return the entrants of a tournament, at most `most` by name, and how it will start, if it has not."""
    setup, entrants = tournament.setup, tournament.entrants
    names = _names_of(entrants, most, t)
    people = t("tournament.entered", n=len(entrants), places=setup.places, players=names).rstrip(" :")
    if tournament.status is not TournamentStatus.OPEN:
        return [people]
    if setup.starts is None:
        return [people, t("tournament.starts-full")]
    return [people, t("tournament.starts", when=format_dt(setup.starts, "D"))]


def _current_round_lines(tournament: Tournament, number: int, t: Language) -> list[str]:
    """Return the games of the current round, or a link to them; formats drawn at once count open games."""
    if tournament.setup.rules.format in {Format.ROUND_ROBIN, Format.LEAGUE}:
        open_games = sum(game.pairing.open for game in tournament.games)
        newcomers = _names_of(tournament.waiting(), _MAX_NAMED, t)
        joining = [t("tournament.next-season", players=newcomers)] if newcomers else []
        return ["", t("tournament.left", n=open_games), *joining]
    card, place = tournament.round_card(number), tournament.place
    if card is None:
        return ["", *round_lines(tournament, number, t)]
    return [
        "",
        t("tournament.round-at", number=number, url=f"{_CHANNELS}/{place.server}/{place.channel}/{card}"),
    ]


def _names_of(entrants: Sequence[Entrant], most: int | None, t: Language) -> str:
    """Return the names of entrants; beyond `most`, the number of the remaining ones."""
    names = ", ".join(entrant_text(entrant, t) for entrant in entrants[:most])
    more = 0 if most is None else len(entrants) - most
    return f"{names} {t('games.and-more', n=more)}" if more > 0 else names
