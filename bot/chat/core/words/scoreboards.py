"""The scoreboard of a match, for its picture and its description."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC

import discord

from bot.chat.core.words import phrases, results
from bot.locale import Language
from bot.model.match.match import WITHOUT_RESULT, Match, MatchPosition, SeriesRecord
from bot.model.people.players import ENGINE_NAMES, EnginePlayer, HumanPlayer, people_among
from render import PlayerLine, Scoreboard
from rules.contract import Outcome


def scoreboard(position: MatchPosition, ply: int, t: Language, final: Outcome | None = None) -> Scoreboard:
    """Return the scoreboard of the position after `ply` plies.

    `final` is the match's result as of that ply. The rules' result for the position overrides it, unless an
    admin has corrected the match. Moves are numbered as in all messages; games with dice count rounds.
    """
    outcome = _outcome(position, final)
    lines = tuple(_lines(position, outcome, t))
    last_ply = ply if position.stop is None else position.stop.ply
    return Scoreboard(
        players=lines,
        heading=heading(last_ply, position.round, t),
        result=() if outcome is None else _result(_ended_match(position), outcome, lines, t),
        deadline=_deadline(position, lines, t) if outcome is None and position.match.plies == ply else "",
        winners=() if outcome is None else tuple(outcome.winners),
    )


def heading(plies: int, rounds: int | None, t: Language) -> str:
    """Return a match's progress in plies, or in rounds if given."""
    if not plies:
        return t("scoreboard.start")
    return t("scoreboard.move", number=plies) if rounds is None else t("scoreboard.round", number=rounds)


def _outcome(position: MatchPosition, outcome: Outcome | None) -> Outcome | None:
    """Return an admin's correction, else the rules' result for the position, else `outcome`."""
    if position.stop is not None:
        return outcome
    corrected = position.match.first_outcome is not None and outcome is not None
    return outcome if corrected else position.state.outcome or outcome


def _ended_match(position: MatchPosition) -> Match:
    """Return the match with the rules' result for this position, if any: the stored result may differ.

    A match that an admin has corrected is returned unchanged.
    """
    if (
        position.stop is not None
        or position.state.outcome is None
        or position.match.first_outcome is not None
    ):
        return position.match
    return replace(position.match, outcome=position.state.outcome, resigned=None)


def escape_names(text: str) -> str:
    """Escape Markdown and mentions in a board's description, which contains names."""
    return discord.utils.escape_mentions(discord.utils.escape_markdown(text))


def _lines(position: MatchPosition, outcome: Outcome | None, t: Language) -> Iterator[PlayerLine]:
    match, game = position.match, position.state.game
    for seat, player in enumerate(match.players):
        name, points = phrases.plain(player, position.names, t, unknown=""), ""
        if isinstance(player, HumanPlayer) and position.series is not None:
            points = _points(position.series, match, outcome, player.id)
        line = PlayerLine(name, phrases.role(match, game, seat, t), points)
        if isinstance(player, EnginePlayer):
            brief = t("engine.brief", name=ENGINE_NAMES[player.level], level=player.level)
            line = replace(line, face=player.level, brief=brief)
        yield line


def _points(series: SeriesRecord, match: Match, outcome: Outcome | None, person: int) -> str:
    """Return a person's points in the series up to this match: one per win, half per draw."""
    winning_seats = [result.winners for result in series.results_before(match.id)]
    if outcome is not None and outcome.reason not in WITHOUT_RESULT:
        winning_seats.append(frozenset(people_among(match.players[seat] for seat in outcome.winners)))
    half_points = sum(2 * (person in winners) if winners else 1 for winners in winning_seats)
    whole = str(half_points // 2) if half_points > 1 or not half_points else ""
    return f"{whole}½" if half_points % 2 else whole


def _result(match: Match, outcome: Outcome, lines: tuple[PlayerLine, ...], t: Language) -> tuple[str, ...]:
    def player_name(seat: int) -> str:
        return lines[seat].called

    return results.verdict(outcome, player_name, t), results.reason(match, outcome, player_name, t)


def _deadline(position: MatchPosition, lines: tuple[PlayerLine, ...], t: Language) -> str:
    match = position.match
    if match.is_paused:
        return t("time.paused")
    if match.turn is None or match.turn != position.state.turn or match.deadline is None:
        return ""
    if match.claimable:
        return t("scoreboard.time-up", player=lines[match.turn].called)
    return t("scoreboard.time-until", moment=match.deadline.astimezone(UTC))
