"""Facts and refusals of a game, as texts to be approved."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

import pytest

from rules import GAMES, RulesError, State
from rules.contract.capabilities import (
    calls_of,
    draws_by_agreement,
    duties_of,
    first_game_options,
    leaves_to_chance,
    named_boards,
    one_sided,
    parties_of,
    passed,
    piece_kinds,
    point_names_of,
    score_of,
    series_of,
)
from rules.contract.vocabulary import Declared

Options = Mapping[str, str]
Choice = tuple[Options, int | None]
Position = tuple[Options, str]
Typed = tuple[Options, str | None, str, str]
"""Options, a position or None for the start, moves separated by spaces, texts by semicolons."""


def refusal(act: Callable[[], object]) -> str:
    with pytest.raises(RulesError) as caught:
        act()
    error = caught.value
    return f"{type(error).__name__} {error.reason} {dict(error.details)}\n    {error}"


def refusals(
    key: str, choices: Sequence[Choice], positions: Sequence[Position], typed: Sequence[Typed]
) -> Iterator[str]:
    """Yield each refusal with its cause: reason, details and sentence."""
    game = GAMES[key]
    for options, players in choices:
        yield f"{dict(options)} {players or ''}: {refusal(partial(game.new, options, players))}"
    for options, text in positions:
        yield f"{text}: {refusal(partial(game.from_position, text, options))}"
    for options, position, moves, texts in typed:
        state = game.new(options) if position is None else game.from_position(position, options)
        for move in moves.split():
            state = state.play(state.parse(move))
        yield f"# {dict(options)} {position or ''} {moves}"
        for text in texts.split("; "):
            yield f"{text}: {refusal(partial(state.parse, text))}"


def facts(key: str) -> Iterator[str]:
    game = GAMES[key]
    yield f"{game.key}, number {game.order} in lists, {game.seats} players"
    for option in game.options:
        with_ = f", only with {option.only_with}" if option.only_with else ""
        more = " or others" if option.open_ended else ""
        yield f"{option.key}: {', '.join(option.values)}{more}, usually {option.default}{with_}"
    for players in game.seats:
        least = game.least_plies(players) if hasattr(game, "least_plies") else {}
        start = game.new(players=players)
        yield f"{players}: {', '.join(game.roles(players))}; least plies {dict(least)}; {parties_of(start)}"
        yield f"    {start.position}"
    for choice in named_boards(game):
        yield f"{dict(choice)}: {game.new(choice).position}"
    yield f"series: {series_of(game)}"
    yield f"first game: {dict(first_game_options(game))}"
    yield f"draws by agreement: {draws_by_agreement(game)}; one-sided: {one_sided(game)}"
    yield f"chance: {leaves_to_chance(game)}"
    names = sorted(point_names_of(game).items())
    yield from (f"{point} is {name}" for point, name in names[:: max(1, len(names) // 12)])
    words: dict[str, tuple[Declared, ...]] = {
        name: getattr(game.vocabulary, name) for name in game.vocabulary.__slots__
    }
    for name, declared in words.items():
        yield f"{name}:"
        yield from (f"    {word} {' '.join(sorted(word.details))}".rstrip() for word in declared)


def story(key: str, plies: int, options: Options | None = None, players: int | None = None) -> Iterator[str]:
    """Yield the plies of a game with their effects; a fixed stride chooses, preferring plies with events."""
    state: State = GAMES[key].new(options, players)
    yield f"# {dict(options or {})} {players or ''} {state.position}"
    line: list[str] = []
    for ply in range(plies):
        moves = state.legal_moves() or tuple(roll for roll, _ in state.chances())
        after = [state.play(move) for move in moves]
        pool = [child for child in after if child.events and ply % 5] or after
        state = pool[ply * 61 // 3 % len(pool)]
        line.append(" ".join(_ply(state)))
        if len(line) == 4 or state.outcome is not None:
            yield " | ".join(line)
            line.clear()
        if ply % 8 == 7:
            other = passed(state)
            threats = "" if other is None else f"; {len(other.legal_moves())} moves of {other.turn}"
            yield f"    {state.position} {score_of(state)} {dict(piece_kinds(state))}{threats}"
        if state.outcome is not None:
            yield f"    {state.outcome.winners} {state.outcome.reason} {state.position}"
            return


def _ply(state: State) -> Iterator[str]:
    move = state.last
    assert move is not None
    yield f"{move.text} {move.action}".strip()
    yield from map("-".join, zip(move.meanings, move.path, strict=False))
    for event in state.events:
        details = map(str, (event.seat, event.piece, event.number or ""))
        yield f"[{event.kind} {','.join(event.points)} {' '.join(details)}".rstrip() + "]"
    yield from calls_of(state)
    for duty in duties_of(state):
        yield f"({duty.kind} {','.join(duty.points)} {duty.number})"
