"""Logs replayed by the rules, compared with their stored games."""

from collections.abc import Iterator, Mapping
from typing import Final

from bot.model.match.dice import Seed
from bot.model.match.log_entry import LogEntry
from bot.model.match.match import ABORTED, ADJUDICATION, AGREEMENT, ANNULLED, RESIGNATION, TIMEOUT, Match
from bot.model.match.match_log import read_ply
from bot.repositories.matches.kept_matches import KeptGame
from rules.contract import Game, RulesError, State
from rules.contract.capabilities import RETIREMENT, retire

_OUTSIDE_THE_RULES: Final = frozenset({ABORTED, ADJUDICATION, AGREEMENT, ANNULLED, RESIGNATION, TIMEOUT})
"""The reasons for endings outside the rules."""


def wrong_in(game: KeptGame, games: Mapping[str, Game]) -> Iterator[str]:
    """Yield a game's faults, each on one line; none if its log and its row agree."""
    if game.unreadable is not None:
        yield f"it cannot be read: {game.unreadable}"
        return
    if game.match is None:
        yield "its seats or its challenge are not there"
        return
    try:
        yield from _wrong_in(game.match, game, games)
    except Exception as error:  # noqa: BLE001  # after any damage, check the next game
        yield f"it cannot be read: {error!r}"


def _wrong_in(match: Match, game: KeptGame, games: Mapping[str, Game]) -> Iterator[str]:
    yield from _wrong_in_the_row(match, game)
    if match.key not in games:
        yield f"there is no game {match.key!r}"
        return
    try:
        state = games[match.key].new(match.options, players=len(match.players))
    except RulesError as error:
        yield f"it cannot begin: {error}"
        return
    in_force = games[match.key].versions[-1].number
    rules = f" (begun under version {match.rules} of the rules, in force is {in_force})"
    yield from _wrong_in_the_log(match, game, state, "" if match.rules == in_force else rules)


def _wrong_in_the_row(match: Match, game: KeptGame) -> Iterator[str]:
    numbers = [ply.number for ply in game.plies]
    if numbers != list(range(1, match.plies + 1)):
        yield f"{match.plies} plies are stored, its log has {_ranges(numbers)}"
    if match.timing.times and len(match.timing.times) != len(match.players):
        yield "it does not have a time for each seat"
    if match.clock.runs and not match.timing.times:
        yield "it has a clock and no times"
    if match.offers and not match.running:
        yield "it is finished and offers wait"
    if match.running:
        playing = [seat not in match.retired for seat in range(len(match.players))]
        if list(game.playing) != playing:
            yield f"of its seats {list(match.retired)} have left, others are marked so"
    retirements = tuple((ply.seat, ply.number) for ply in game.plies if ply.text.startswith(RETIREMENT))
    if match.departures != retirements:
        yield f"{_list(match.departures)} are stored as having left, in its log {_list(retirements)}"


def _wrong_in_the_log(match: Match, game: KeptGame, state: State, rules: str) -> Iterator[str]:
    seed = None if game.seed is None else Seed.from_hex(game.seed)
    sealed = seed if game.sealed is None else Seed.from_hex(game.sealed)
    if sealed is not None and (match.commitment is None or not sealed.fits(match.commitment)):
        yield "its dice are not those that were committed to"
    if game.sealed is not None and sealed is not None and seed is not None:
        # Dice of practice follow from their own secret alone.
        alone = sealed if match.is_practice else None
        mixed = alone if match.beacon is None else sealed.mix(match.beacon)
        if mixed != seed:
            yield "its dice are not what its secret and its beacon make"
    for ply in game.plies:
        try:
            seat, after = _play_ply(state, ply)
        except (RulesError, ValueError) as error:
            yield f"ply {ply.number}, {ply.text!r}, cannot be played: {error}{rules}"
            return
        if seat != ply.seat:
            yield f"ply {ply.number} is of seat {ply.seat}, to move was {seat}"
        own = ply.number > match.taken_over
        if seed is not None and state.is_chance and ply.seat is None and own:
            rolled = seed.roll(match.id, ply.number, state.chances()).text
            if rolled != ply.text:
                yield f"ply {ply.number} is {ply.text!r}, its dice give {rolled!r}"
        state = after
    yield from _wrong_at_the_end(match, state)


def _play_ply(state: State, ply: LogEntry) -> tuple[int | None, State]:
    """Return the seat of a ply, and the state after it. Raises RulesError."""
    move = read_ply(state, ply.text)
    if move is None:
        seat = int(ply.text.removeprefix(RETIREMENT))
        return seat, retire(state, seat)
    return state.turn, state.play(move)


def _wrong_at_the_end(match: Match, state: State) -> Iterator[str]:
    if state.position != match.position:
        yield f"{match.position!r} is stored as its position, its log leads to {state.position!r}"
    if match.running:
        if state.outcome is not None:
            yield f"it runs, its log ends it: {state.outcome}"
        if state.turn != match.turn:
            yield f"seat {match.turn} is stored as to move, by its log it is {state.turn}"
        return
    # A correction also stores the original outcome.
    outcome = match.first_outcome or match.outcome
    if outcome is None:
        return
    if not set(outcome.winners) <= set(range(state.players)):
        yield f"its winners do not play in it: {outcome}"
    if outcome == state.outcome:
        return
    if state.outcome is not None:
        yield f"{outcome} is stored as its outcome, by its log it is {state.outcome}"
    elif outcome.reason not in _OUTSIDE_THE_RULES:
        yield f"{outcome} is stored as its outcome, its log does not end it"


def _ranges(numbers: list[int]) -> str:
    if not numbers:
        return "none"
    return f"{len(numbers)}, numbered {numbers[0]} to {numbers[-1]}"


def _list(retirements: tuple[tuple[int | None, int], ...]) -> str:
    return ", ".join(f"seat {seat} with ply {number}" for seat, number in retirements) or "none"
