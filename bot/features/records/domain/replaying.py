"""Replays records by the rules, to check them and to get their positions."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from bot.features.records.domain.record import MAX_NAME_LENGTH, Record, RecordedPly
from bot.model.match.beacon import Beacon, Origin
from bot.model.match.dice import Seed
from bot.model.match.impossible_record import ImpossibleRecord
from bot.model.match.match import (
    ADJUDICATION,
    AGREEMENT,
    ANNULLED,
    CORRECTION,
    RESIGNATION,
    TIMEOUT,
    WITHOUT_RESULT,
)
from bot.model.match.match_log import Stop, read_move
from bot.model.people.person import MessageRef
from bot.model.refusal import Refusal
from bot.model.texts import readable, storable
from bot.model.time.clocks import read_clock
from rules.contract import Game, RulesError, State
from rules.contract.capabilities import RETIREMENT, retire

REASONS: Final[Mapping[str, tuple[str, ...]]] = {
    "record-too-large": ("limit",),
    "record-not-json": (),
    "record-other-format": (),
    "record-version": ("known",),
    "record-too-long": ("limit",),
    "record-field": ("field",),
    "record-game": ("game",),
    "record-unfinished": (),
    "record-seat": ("ply",),
    "record-time": ("ply",),
    "record-roll": ("ply",),
    "record-dice": (),
    "record-result": (),
    "record-rules": ("rules", "known"),
    "record-commitment": (),
}
"""All reasons to refuse a file as a record, with the names of their details."""

_WITH_WINNER: Final = frozenset({RESIGNATION, TIMEOUT})
_WITHOUT_WINNER: Final = frozenset({AGREEMENT, *WITHOUT_RESULT})
_OVERRIDING: Final = frozenset({CORRECTION, ANNULLED})
_OUTSIDE_THE_RULES: Final = frozenset({*_WITH_WINNER, *_WITHOUT_WINNER, *_OVERRIDING, ADJUDICATION})
_RETIREMENT_PLY: Final = re.compile(re.escape(RETIREMENT) + "([0-9]{1,2})", re.ASCII)


@dataclass(frozen=True, slots=True)
class ReplayedState:
    """The state after `number` plies of a record; `text` is the last ply in log notation.

    `trail` is the path of the latest move that has one.
    """

    number: int
    state: State
    text: str = ""
    trail: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ReplayedRecord:
    """All states of a record, in order; `stop` is set if the current rules do not reach its end."""

    states: tuple[ReplayedState, ...]
    stop: Stop | None


def game_of(record: Record, games: Mapping[str, Game]) -> Game:
    """Return the game of a record. Raises Refusal: "record-game"."""
    if record.game not in games:
        raise Refusal("record-game", game=record.game)
    return games[record.game]


def walk(record: Record, game: Game) -> Iterator[ReplayedState]:
    """Yield the states of a record from the first to the last.

    Raises ImpossibleRecord, and Refusal "record-seat" if a seat other than the recorded one makes a ply.
    """
    try:
        state = game.new(record.options, players=len(record.players))
    except RulesError as error:
        raise ImpossibleRecord(game, record.options, record.rules, 0, "", error) from error
    yield ReplayedState(0, state)
    trail: tuple[str, ...] = ()
    for number, ply in enumerate(record.plies, 1):
        try:
            seat, text, after = _play_ply(state, ply.text)
        except RulesError as error:
            raise ImpossibleRecord(game, record.options, record.rules, number, ply.text, error) from error
        if seat != ply.seat:
            raise Refusal("record-seat", ply=str(number))
        state = after
        if state.last is not None and state.last.path:
            trail = state.last.path
        yield ReplayedState(number, state, text, trail)


def check(record: Record, games: Mapping[str, Game]) -> Record:
    """Check a record of a finished game; return it with its plies in the rules' notation.

    Raises ImpossibleRecord, and Refusal: "record-game", "record-field", "record-unfinished", "record-seat",
    "record-time", "record-dice", "record-commitment", "record-roll", "record-result", "record-rules".
    """
    game = game_of(record, games)
    _check_fields(record, game)
    seed = _check_seed(record)
    plies: list[RecordedPly] = []
    before: State | None = None
    for step in walk(record, game):
        if before is not None:
            ply = record.plies[step.number - 1]
            if seed is not None and record.dice is not None and before.is_chance and ply.seat is None:
                rolled = seed.roll(record.dice.match, step.number, before.chances())
                if rolled.text != step.text:
                    raise Refusal("record-roll", ply=str(step.number))
            plies.append(replace(ply, text=step.text))
        before = step.state
    _check_times(record)
    if before is not None:
        _check_result(record, before)
    return replace(record, plies=tuple(plies))


def follow(record: Record, game: Game) -> ReplayedRecord:
    """Return the states of a record as far as the rules in force accept its plies.

    Raises ImpossibleRecord if they do not accept its start.
    """
    states: list[ReplayedState] = []
    try:
        states.extend(walk(record, game))
    except (ImpossibleRecord, Refusal):
        if not states:
            raise
    number = states[-1].number
    stop = None
    if number < len(record.plies):
        stop = Stop(number, record.rules, game.versions[-1].number)
    return ReplayedRecord(tuple(states), stop)


def _play_ply(state: State, text: str) -> tuple[int | None, str, State]:
    """Play a logged ply; return its seat, its canonical text and the next state. Raises RulesError."""
    retirement = _RETIREMENT_PLY.fullmatch(text)
    if retirement is not None:
        seat = int(retirement[1])
        return seat, f"{RETIREMENT}{seat}", retire(state, seat)
    move = read_move(state, readable(text))
    return state.turn, move.text, state.play(move)


def _check_fields(record: Record, game: Game) -> None:
    if record.result is None or record.ended is None:
        raise Refusal("record-unfinished")
    in_force = game.versions[-1].number
    if record.rules > in_force:
        raise Refusal("record-rules", rules=str(record.rules), known=str(in_force))
    try:
        read_clock(record.clock)
    except Refusal as refusal:
        raise Refusal("record-field", field="clock") from refusal
    try:
        game.new(record.options, players=len(record.players))
    except RulesError as error:
        raise ImpossibleRecord(game, record.options, record.rules, 0, "", error) from error
    roles = game.roles(len(record.players))
    for seat, player in enumerate(record.players):
        if player.role != roles[seat]:
            raise Refusal("record-field", field=f"players[{seat}].role")
        if storable(player.name, MAX_NAME_LENGTH) != player.name or not player.name.strip():
            raise Refusal("record-field", field=f"players[{seat}].name")


def _check_seed(record: Record) -> Seed | None:
    """Check the dice of a record against their commitment.

    Return the seed of its rolls, or None if it has no dice.
    """
    dice = record.dice
    if dice is None:
        # The first version of the format had dice wherever there were rolls.
        if record.version == 1 and any(ply.seat is None for ply in record.plies):
            raise Refusal("record-dice")
        return None
    seed = Seed.from_hex(dice.seed)
    if dice.message is None:
        is_valid, effective = seed.commitment == dice.commitment and not dice.words, seed
    else:
        beacon = Beacon(Origin.OPENING, MessageRef(0, int(dice.message)), dice.words)
        is_valid, effective = seed.short_commitment == dice.commitment, seed.mix(beacon)
    if dice.tournament is not None:
        # In tournaments players add no words to the dice, and the commitment is the current, short kind.
        is_valid = is_valid and dice.message is not None and not dice.words
        is_valid = is_valid and dice.tournament.leaf.holds(dice.commitment)
    if not is_valid:
        raise Refusal("record-commitment")
    return effective


def _check_times(record: Record) -> None:
    latest = record.begun
    for number, ply in enumerate(record.plies, 1):
        if ply.played < latest:
            raise Refusal("record-time", ply=str(number))
        latest = ply.played
    if record.ended is not None and record.ended < latest:
        raise Refusal("record-field", field="ended")


def _check_result(record: Record, last: State) -> None:
    """Check that the recorded result is possible.

    A game ends by its rules, or earlier by its players or an admin; an admin may correct either result.
    """
    result = record.result
    if result is None:
        return
    if last.outcome is not None and result.reason not in _OVERRIDING:
        possible = result.outcome == last.outcome
    else:
        seats, winners = set(range(last.players)), result.winners
        possible = (
            result.reason in _OUTSIDE_THE_RULES
            and set(winners) < seats
            and list(winners) == sorted(set(winners))
            and not (result.reason in _WITH_WINNER and not winners)
            and not (result.reason in _WITHOUT_WINNER and winners)
        )
    if not possible:
        raise Refusal("record-result")
