"""A record as a match, to step through it like a match played here."""

from typing import Final

from bot.features.records.domain.record import Record
from bot.features.records.domain.replaying import follow
from bot.model.match.history import Direction, HistoryStep, step_from, stops_of
from bot.model.match.match import RESIGNATION, Match, MatchPosition, MatchStatus, PlayedPly
from bot.model.match.match_log import read_ply
from bot.model.match.rounds import round_of
from bot.model.match.timing import Timing
from bot.model.people.person import Place
from bot.model.people.players import NamedPlayer
from rules.contract import Game

_NOWHERE: Final = Place(None, 0, "")


def match_of(record: Record, number: int) -> Match:
    """Return a record as a finished match with this id and the players' names."""
    result = record.result
    losers = () if result is None else tuple(set(range(len(record.players))) - set(result.winners))
    resigned = result is not None and result.reason == RESIGNATION and len(losers) == 1
    end = record.begun if record.ended is None else record.ended
    return Match(
        id=number,
        key=record.game,
        options=record.options,
        players=tuple(NamedPlayer(player.name) for player in record.players),
        place=_NOWHERE,
        thread=None,
        status=MatchStatus.FINISHED,
        plies=len(record.plies),
        turn=None,
        outcome=None if result is None else result.outcome,
        resigned=losers[0] if resigned else None,
        board=None,
        created=record.begun,
        updated=end,
        challenge=0,
        timing=Timing(end),
        rules=record.rules,
    )


def round_after(record: Record, plies: int) -> int | None:
    """Return the record's round after `plies` plies; None without dice."""
    seats = [ply.seat for ply in record.plies]
    if None not in seats:
        return None
    next_seat = next((seat for seat in seats[plies:] if seat is not None), None)
    return round_of((*seats[:plies], next_seat), len(record.players))


def step_of(record: Record, game: Game, number: int, ply: int, direction: Direction) -> HistoryStep:
    """Return the next step of a record from one of its plies, in a direction.

    Raises ImpossibleRecord for an unchecked record.
    """
    stops = stops_of(ply.seat for ply in record.plies)
    index = step_from(stops, ply, direction)
    since, until = stops[max(0, index - 1)], stops[index]
    replay = follow(record, game)
    states = [step.state for step in replay.states]
    plies = tuple(
        PlayedPly(at, ply.seat, read_ply(states[at - 1], ply.text), ply.text, states[at])
        for at, ply in enumerate(record.plies[since:until], start=since + 1)
        if at < len(states)
    )
    match, round_number = match_of(record, number), round_after(record, until)
    if until < len(states):
        position = MatchPosition(match, states[until], round=round_number)
    else:
        position = MatchPosition(match, states[-1], stop=replay.stop, round=round_number)
    return HistoryStep(index, len(stops) - 1, position, plies, until)
