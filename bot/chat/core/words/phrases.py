"""Plies, endings and turns in words."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

import discord

from bot.chat.core.words.game_names import has_own_name
from bot.locale import Language, icons
from bot.model.challenges.challenge import Challenge, ChallengeStatus
from bot.model.challenges.terms import CHOICE_ROLE, RANDOM_ROLE, Terms
from bot.model.match.match import Match, MatchPosition, PlayedPly, Turn
from bot.model.match.match_log import Stop
from bot.model.people.players import ENGINE_NAMES, EnginePlayer, HumanPlayer, NamedPlayer, Player
from bot.model.people.privacy import is_alias
from render import point_named, sharing_brackets, text_named, way_named
from rules.contract import Event, Game, Move, State, options_in_effect
from rules.contract.capabilities import (
    duties_of,
    parties_of,
    piece_kinds,
    point_name,
    point_names_of,
    punishes_oversight,
)
from rules.contract.series import Series, TieBreak


def mention(person: int) -> str:
    return f"<@{person}>"


def seat_name(match: Match, seat: int, t: Language) -> str:
    """Return the display name of a seat's player."""
    holder = match.players[seat]
    if isinstance(holder, NamedPlayer):
        return discord.utils.escape_mentions(discord.utils.escape_markdown(holder.name))
    return mention(holder.id) if isinstance(holder, HumanPlayer) else engine(holder.level, t)


def engine(level: int, t: Language) -> str:
    """Return the name of an engine with its level: "Astrid (level 2)"."""
    return t("engine.player", name=ENGINE_NAMES[level], level=level)


def plain(player: Player, names: Mapping[int, str], t: Language, *, unknown: str = "?") -> str:
    """Return a player's name without a mention; `unknown` for an unknown person."""
    if isinstance(player, NamedPlayer):
        return player.name
    if not isinstance(player, HumanPlayer):
        return engine(player.level, t)
    return t("person.someone") if is_alias(player.id) else names.get(player.id, unknown)


def role(match: Match, game: Game, seat: int, t: Language) -> str:
    """Return the name of a seat's role."""
    return t(f"{match.key}.role.{game.roles(len(match.players))[seat]}")


def piece_icon(state: State, t: Language) -> str | None:
    """Return the emoji of the usual piece of the player to move."""
    return piece_icons(state, t)("")


def piece_icons(state: State, t: Language) -> Callable[[str], str | None]:
    """Return a function from a point to the emoji of the player's piece there, or of their usual piece."""
    if state.turn is None:
        return lambda _point: None
    key, role, kinds = state.game.key, state.game.roles(state.players)[state.turn], piece_kinds(state)
    icons_by_kind = {kind: t.icon(icons.piece(key, role, kind)) for kind in {"", *kinds.values()}}
    return lambda point: icons_by_kind[kinds.get(point, "")]


def player(match: Match, game: Game, seat: int, t: Language) -> str:
    """Return a player with their role: "@Anna (attackers)", "Bo (level 1, defenders)"."""
    return sharing_brackets(
        t, "game.player", "player", seat_name(match, seat, t), role=role(match, game, seat, t)
    )


def teams(match: Match, game: Game, state: State, t: Language) -> list[str]:
    """Return a line for each team: "Team 1: red @David + green @Clara"; none without teams."""
    parties = parties_of(state)
    if all(len(party) == 1 for party in parties):
        return []
    seat_names = (
        (
            t("game.in-team", role=role(match, game, seat, t), player=seat_name(match, seat, t))
            for seat in party
        )
        for party in parties
    )
    return [
        t("game.team", number=number, players=t("list.plus").join(players))
        for number, players in enumerate(seat_names, start=1)
    ]


def event_clause(event: Event, match: Match, game: Game, t: Language, kind: str = "event") -> str | None:
    """Return the clause for an event, None if the catalogue has none.

    With `kind` "caption" the clause is short enough for a button.
    """
    return clause_of(event, game, "" if event.seat is None else role(match, game, event.seat, t), t, kind)


def clause_of(event: Event, game: Game, whose: str, t: Language, kind: str = "event") -> str | None:
    """Return the clause for an event of a game without a match; `whose` is the affected role."""
    text_id = f"{game.key}.{kind}.{event.kind}"
    if text_id not in t:
        return None
    return t(
        text_id,
        n=event.number or len(event.points),
        points=", ".join(point_named(game, point, t) for point in event.points),
        role=whose,
        number=event.number,
        piece=event.piece,
    )


def ply(
    match: Match, game: Game, seat: int, move: Move, events: Iterable[Event], t: Language, rolled: str = ""
) -> str:
    """Return the sentence for a ply: the player, their roll and move, and the effects."""
    effects, name = deeds(match, game, events, t), player(match, game, seat, t)
    fields = {
        "player": f"{name} {rolled}" if rolled else name,
        "move": move_name(game, move, t),
        "deeds": effects,
    }
    return t("game.ply-with-deeds" if effects else "game.ply", **fields)


def deeds(match: Match, game: Game, events: Iterable[Event], t: Language) -> str:
    """Return the effects of a ply as clauses; empty if it has none."""
    return t("list.and").join(clause for event in events if (clause := event_clause(event, match, game, t)))


def ply_sentences(match: Match, game: Game, plies: Iterable[PlayedPly], t: Language) -> list[str]:
    """Return a sentence for each player's ply, including its roll, and for each other ply."""
    return [_ply_sentence(match, game, account, t) for account in accounts(plies)]


@dataclass(frozen=True, slots=True)
class ReportedPly:
    """A ply to report, with its player's rolls before it."""

    ply: PlayedPly
    rolls: tuple[PlayedPly, ...] = ()


def accounts(plies: Iterable[PlayedPly]) -> list[ReportedPly]:
    """Group plies for reports: a player's ply includes the rolls right before it."""
    reports: list[ReportedPly] = []
    rolls: list[PlayedPly] = []
    for ply in plies:
        if ply.seat is None:
            rolls.append(ply)
            continue
        own = [roll for roll in rolls if roll.state.turn == ply.seat and ply.move is not None]
        reports += [ReportedPly(roll) for roll in rolls if roll not in own]
        reports.append(ReportedPly(ply, tuple(own)))
        rolls = []
    return [*reports, *map(ReportedPly, rolls)]


def _ply_sentence(match: Match, game: Game, account: ReportedPly, t: Language) -> str:
    played_ply, roll_clauses = account.ply, _roll_clauses(match, game, account, t)
    if played_ply.seat is not None and played_ply.move is not None:
        text = ply(match, game, played_ply.seat, played_ply.move, played_ply.state.events, t, roll_clauses)
        return text if played_ply.automatic is None else t(f"game.{played_ply.automatic}", told=text)
    clauses = deeds(match, game, played_ply.state.events, t)
    seat = played_ply.state.turn if played_ply.seat is None else played_ply.seat
    if seat is None:
        return clauses
    return t("game.happens", player=player(match, game, seat, t), deeds=clauses)


def _roll_clauses(match: Match, game: Game, account: ReportedPly, t: Language) -> str:
    """Return the clauses for the rolls before a ply."""
    clauses = (deeds(match, game, roll.state.events, t) for roll in account.rolls)
    return t("list.and").join(clause for clause in clauses if clause)


def in_headline(match: Match, game: Game, account: ReportedPly, t: Language) -> str:
    """Return a ply's roll and effects, for below a headline that already names its move."""
    seat, effects = account.ply.seat, deeds(match, game, account.ply.state.events, t)
    clauses = t("list.and").join(part for part in (_roll_clauses(match, game, account, t), effects) if part)
    if seat is None or not clauses:
        return clauses
    return t("game.did", player=player(match, game, seat, t), deeds=clauses)


def move_sentence(turn: Turn, t: Language) -> str:
    """Return the reply to a move: played now, or already played by an earlier request."""
    move = move_name(turn.state.game, turn.move, t)
    return t("move.stands" if turn.repeated else "move.done", move=move, number=turn.match.id)


def automatic_plies(turn: Turn, game: Game, t: Language) -> list[str]:
    """Return a sentence for each ply after a turn, if any of them was automatic."""
    if all(ply.automatic is None for ply in turn.followed):
        return []
    return ply_sentences(turn.match, game, turn.followed, t)


def duties(match: Match, state: State, t: Language) -> str:
    """Return the duties of the player to move, one sentence a line; empty without duties."""
    lines = [
        t(
            f"{match.key}.duty.{duty.kind}",
            point=point_names[0] if point_names else "",
            others=t("list.or").join(point_names[1:]),
            number=duty.number,
        )
        for duty in duties_of(state)
        for point_names in [[point_named(state.game, point, t) for point in duty.points]]
    ]
    return "\n".join(lines)


def series_rule(series: Series, t: Language) -> str:
    """Return the rules of a series: the number of games, the changes between them, the winning condition."""
    parts = [
        t("series.rule-swap" if series.swap else "series.rule-alternate", n=series.games),
        t("series.rule-every-role" if series.every_role else "series.rule-most-wins"),
        t("series.rule-tie-break") if TieBreak.PLIES in series.tie_breaks else "",
    ]
    return " ".join(part for part in parts if part)


def rated_line(about: Terms | Match, t: Language) -> str:
    """Return the line saying that games are rated; empty if they are not."""
    return t("challenge.rated") if about.rated else ""


def exploring(about: Terms | Match, t: Language) -> str:
    """Return the line saying that exploring must wait for the end; empty if it need not."""
    return "" if about.exploring else t("challenge.unexplored")


def role_line(challenge: Challenge, t: Language) -> str:
    """Return the line about the challenger's side."""
    terms = challenge.terms
    if terms.role == RANDOM_ROLE:
        return t("challenge.lot")
    if terms.role == CHOICE_ROLE:
        text_id = "challenge.choice-open" if challenge.opponent is None else "challenge.choice"
        return t(text_id, challenger=mention(challenge.challenger))
    role_name = t(f"{terms.key}.role.{terms.role}")
    return t("challenge.role", challenger=mention(challenge.challenger), role=role_name)


def move_name(game: Game, move: Move, t: Language) -> str:
    """Return a move's name: its action, if any, and its path."""
    text_id = f"{game.key}.action.{move.action}"
    if text_id in t:
        return " ".join([t(text_id), *([way_named(game, move.path, t)] if move.path else [])])
    return way_named(game, move.path, t) if _names_points(game, move) else str(move)


def offered_name(state: State, move: Move, t: Language) -> str:
    """Return a move's name in a menu: without captures if the rules punish oversight."""
    return offering(state, t)(move)


def offering(state: State, t: Language) -> Callable[[Move], str]:
    """Return `offered_name` as a function of the move, fast for hundreds of moves of the same state."""
    game, hides_captures = state.game, punishes_oversight(state)
    has_names = bool(point_names_of(game))

    def name(move: Move) -> str:
        if hides_captures and move.path and not move.action:
            return "-".join(move.path)
        return move_name(game, move, t) if has_names or move.action else move.text

    return name


def written_name(game: Game, text: str, t: Language) -> str:
    """Return a move's name from its canonical text alone."""
    action, _, points = text.partition(" ")
    text_id = f"{game.key}.action.{action}"
    if text_id not in t:
        return text_named(game, text, t)
    return " ".join([t(text_id), *([text_named(game, points, t)] if points else [])])


def _names_points(game: Game, move: Move) -> bool:
    if move.action or not point_names_of(game):
        return False
    return any(point_name(game, point) is not None for point in move.path)


def next_up(
    match: Match, game: Game, state: State, t: Language, *, called: bool = True, opens: bool = False
) -> str:
    """Return the sentence about the turn; empty after the end.

    `called` addresses the player to move; `opens` adds that they have the first move.
    """
    if state.turn is None:
        return ""
    text_id = "game.opens" if opens else "game.next"
    if isinstance(match.players[state.turn], EnginePlayer):
        text_id, called = "game.engine-thinks", True
    return sharing_brackets(
        t,
        text_id if called else "game.turn-of",
        "player",
        seat_name(match, state.turn, t),
        role=role(match, game, state.turn, t),
    )


def stop_reason(position: MatchPosition, t: Language) -> str:
    """Return why a board is not the requested one; empty if it is."""
    stop, match = position.stop, position.match
    if stop is None:
        return ""
    lines = [stop_text(stop, match.plies, t)]
    if match.outcome is None:
        lines.append(t("stopped.running"))
    return "\n".join(lines)


def stop_text(stop: Stop, plies: int, t: Language) -> str:
    """Return why the rules in force cannot follow a game of `plies` plies to its end."""
    text = t("stopped.elsewhere" if stop.elsewhere else "stopped.at", ply=stop.ply, plies=plies)
    if stop.begun_under == stop.in_force:
        return text
    return f"{text} {t('stopped.versions', then=stop.begun_under, now=stop.in_force)}"


def choices(key: str, game: Game, options: Iterable[tuple[str, str]], t: Language) -> str:
    """Return the options that differ from the default, one a line.

    Omits options that have no effect given the others, and a board with its own name, as that names the game.
    """
    values = dict(options)

    def is_mentioned(option: str, value: str, default: str) -> bool:
        return value != default and not has_own_name(key, option, value, t)

    return "\n".join(
        t(
            "game.option",
            title=t(f"{key}.option.{option.key}.title"),
            value=value_name(key, option.key, value, t),
        )
        for option in options_in_effect(game.options, values)
        if (value := values.get(option.key)) is not None and is_mentioned(option.key, value, option.default)
    )


def hint(key: str, options: Mapping[str, str], t: Language) -> str:
    """Return how to type moves, including hints for these options."""
    own = (f"{key}.hint.{name}.{value}" for name, value in options.items())
    return " ".join([t(f"{key}.hint"), *(t(text_id) for text_id in own if text_id in t)])


def value_name(key: str, option: str, value: str, t: Language) -> str:
    """Return the name of an option's value."""
    text_id = f"{key}.option.{option}.value.{value}"
    return t(text_id) if text_id in t else value


def challenge_origin(challenge: Challenge, t: Language) -> str:
    """Return a challenge's origin: a rematch, or another challenge; empty otherwise."""
    if challenge.counter_to is not None:
        return t("challenge.counter")
    if challenge.rematch_of is not None:
        return t("challenge.rematch", number=challenge.rematch_of)
    return ""


def challenge_end(challenge: Challenge, t: Language) -> str:
    """Return a challenge's outcome, as a remark for its card."""
    if challenge.status is ChallengeStatus.ACCEPTED:
        if challenge.lobby or challenge.terms.against_engine:
            return t("lobby.started", number=challenge.match)
        by = challenge.accepted_by or challenge.opponent or challenge.challenger
        return t("challenge.accepted", player=mention(by), number=challenge.match)
    if challenge.status is ChallengeStatus.DECLINED:
        return _decline_line(challenge, t)
    if challenge.status is ChallengeStatus.COUNTERED:
        return t("challenge.countered", player=mention(challenge.opponent or challenge.challenger))
    if challenge.status is ChallengeStatus.WITHDRAWN:
        return t("challenge.withdrawn", player=mention(challenge.challenger))
    return t("challenge.expired") if challenge.status is ChallengeStatus.EXPIRED else ""


def _decline_line(challenge: Challenge, t: Language) -> str:
    if challenge.lobby:
        return t("lobby.nobody-comes")
    by = challenge.opponent or challenge.challenger
    reason = t(f"decline.{challenge.reason}") if challenge.reason else ""
    return t("challenge.declined", player=mention(by), reason=reason)
