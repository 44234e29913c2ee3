"""Records in words: game, players, ending, without mentions."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Final

from bot.chat.core.messages.public_message import plain_name
from bot.chat.core.words import phrases, results, scoreboards
from bot.chat.core.words.game_names import board_name
from bot.features.records.domain.record import Record, RecordedResult
from bot.features.records.domain.replaying import ReplayedState
from bot.features.records.domain.walked import round_after
from bot.locale import Language
from bot.model.match.match import (
    ABORTED,
    ADJUDICATION,
    AGREEMENT,
    ANNULLED,
    CORRECTION,
    RESIGNATION,
    TIMEOUT,
    Match,
)
from bot.model.people.players import EnginePlayer, Player, person_of
from bot.model.people.privacy import is_alias
from render import PlayerLine, Scoreboard, sharing_brackets
from rules.contract.capabilities import RETIREMENT

_WITHOUT_WINNERS: Final[Mapping[str, str]] = {
    AGREEMENT: "game.ended.agreement",
    ABORTED: "game.ended.abort",
    ANNULLED: "game.annulled",
}


def with_names(record: Record, match: Match, t: Language) -> Record:
    """Return a match's record with the usual default names for nameless players.

    These are computers, and deleted people.
    """
    players = (
        replace(recorded, name=phrases.plain(player, {}, t)) if _is_nameless(player) else recorded
        for recorded, player in zip(record.players, match.players, strict=True)
    )
    return replace(record, players=tuple(players))


def _is_nameless(player: Player) -> bool:
    person = person_of(player)
    return isinstance(player, EnginePlayer) or (person is not None and is_alias(person))


def players(record: Record, t: Language) -> str:
    """Return the players with their roles."""
    names = (
        sharing_brackets(
            t, "game.player", "player", plain_name(player.name), role=t(f"{record.game}.role.{player.role}")
        )
        for player in record.players
    )
    return t("list.and").join(names)


def ending(record: Record, t: Language) -> str:
    """Return a sentence with the ending, or with the length of a running game."""
    result = record.result
    if result is None:
        return t("record.running-dice" if has_rolls(record) else "record.running", n=len(record.plies))
    if result.reason in _WITHOUT_WINNERS:
        return t(_WITHOUT_WINNERS[result.reason])
    how = _reason(record, result, t)
    if not result.winners:
        return t("game.draw", how=how)
    return t("game.over", n=len(result.winners), winner=_player_names(record, result.winners, t), how=how)


def length(record: Record, t: Language) -> str:
    """Return the length of the game, including rolls."""
    return t("import.length-dice" if has_rolls(record) else "import.length", n=len(record.plies))


def has_rolls(record: Record) -> bool:
    return any(ply.seat is None for ply in record.plies)


def scoreboard(record: Record, plies: int, t: Language) -> Scoreboard:
    """Return the scoreboard of a record after some of its plies."""
    lines = tuple(
        PlayerLine(player.name, t(f"{record.game}.role.{player.role}")) for player in record.players
    )
    over = plies == len(record.plies)
    heading = scoreboards.heading(plies, round_after(record, plies), t)
    return Scoreboard(lines, heading, _result_lines(record, t) if over else ())


def caption(record: Record, t: Language) -> tuple[str, ...]:
    """Return a picture's caption for a running game: the game and its players."""
    return board_name(record.game, record.options, t), t("list.and").join(
        player.name for player in record.players
    )


def ply(record: Record, reached: ReplayedState, t: Language) -> tuple[str, ...]:
    """Return the caption of the ply that led to a state: its player, its move, its effects."""
    game, record_ply = reached.state.game, record.plies[reached.number - 1]
    roles = [t(f"{record.game}.role.{player.role}") for player in record.players]
    clauses = (
        phrases.clause_of(event, game, "" if event.seat is None else roles[event.seat], t)
        for event in reached.state.events
    )
    did = t("list.and").join(clause for clause in clauses if clause)
    if record_ply.seat is None:
        who = reached.state.turn
        return (did if who is None else t("replay.ply", player=record.players[who].name, move=did),)
    move = phrases.written_name(game, reached.text, t)
    text = t("replay.ply", player=record.players[record_ply.seat].name, move=move)
    return (text, did) if did else (text,)


def _result_lines(record: Record, t: Language) -> tuple[str, ...]:
    result = record.result
    if result is None:
        return ()

    def player_name(seat: int) -> str:
        return record.players[seat].name

    return results.verdict(result.outcome, player_name, t), _reason(record, result, t)


def _reason(record: Record, result: RecordedResult, t: Language) -> str:
    """Return the sentence that says how a game ended, to stand next to the winner."""
    losers = _losers(record, result)
    fields = {"winner": _player_names(record, result.winners, t), "loser": _player_names(record, losers, t)}
    text_id = _text_id_outside_the_rules(result, len(losers))
    if text_id:
        return t(text_id, **fields)
    retired = {ply.seat for ply in record.plies if ply.text.startswith(RETIREMENT)}
    if result.winners and losers and set(losers) <= retired:
        return t("ending.others-left")
    text_id = f"{record.game}.outcome.{result.reason}"
    if not result.winners and f"{text_id}.draw" in t:
        text_id = f"{text_id}.draw"
    return t(text_id, **fields)


def _text_id_outside_the_rules(result: RecordedResult, losers: int) -> str:
    """Return the id of the sentence for an ending outside the rules; empty otherwise."""
    return {
        RESIGNATION: "ending.resigned" if losers == 1 else "ending.others-left",
        TIMEOUT: "ending.timeout" if losers == 1 else "ending.timeout-left",
        AGREEMENT: "ending.agreement",
        ABORTED: "ending.aborted",
        ANNULLED: "ending.adjudicated",
        ADJUDICATION: "ending.adjudicated",
        CORRECTION: "ending.corrected",
    }.get(result.reason, "")


def _losers(record: Record, outcome: RecordedResult) -> tuple[int, ...]:
    return tuple(seat for seat in range(len(record.players)) if seat not in outcome.winners)


def _player_names(record: Record, seats: Iterable[int], t: Language) -> str:
    return t("list.and").join(plain_name(record.players[seat].name) for seat in seats)
