"""Positions of Fox and Hens in words, without missed captures, which the hens must find."""

from collections.abc import Iterator

from render.contract.alt_text import Sentence, Translate, by_file, listing, plain, standing
from render.contract.view import View
from render.games.fox_and_hens.board import HOUSE
from rules.contract import Game, Move
from rules.games.fox_and_hens import GAME, FoxState

_FOXES = 1
_ALL_HENS = len(GAME.new().hens)
_TOLD = ("capture", "fox-removed", "fox-returned", "takeback")


def is_turned(view: View) -> bool:
    """Return whether the board is turned for the viewer: the foxes see it from their own side."""
    return view.seat == _FOXES


def count_taken(state: FoxState) -> int:
    """Return the number of captured hens."""
    return _ALL_HENS - len(state.hens)


def count_housed(state: FoxState) -> int:
    """Return the number of hens in their house."""
    return sum(point in HOUSE for point in state.hens)


def describe(state: FoxState, t: Translate, view: View) -> tuple[Sentence, ...]:
    return tuple(_sentences(state, t, view))


def _move_name(game: Game, move: Move, t: Translate) -> str:
    """Return a move's name, with the written names of its points."""
    return " ".join([t(f"{game.key}.action.{move.action}"), *move.path]) if move.action else move.text


def _sentences(state: FoxState, t: Translate, view: View) -> Iterator[Sentence]:
    prefix = f"{state.game.key}.words"
    yield plain(t(f"{prefix}.title"))
    if is_turned(view):
        yield plain(t(f"{prefix}.turned"))
    winners = state.outcome.winners if state.outcome is not None else ()
    yield from standing(t, prefix, state.game.roles(state.players), state.turn, winners, view)
    if state.last is not None:
        yield plain(t(f"{prefix}.last", move=_move_name(state.game, state.last, t)))
    for event in state.events:
        if event.kind in _TOLD:
            yield listing(t, f"{prefix}.{event.kind}", event.points)
    if view.chosen:
        yield listing(t, f"{prefix}.chosen", view.chosen)
    if state.foxes:
        yield listing(t, f"{prefix}.foxes", by_file(state.foxes))
    if state.off:
        yield plain(t(f"{prefix}.off", n=state.off))
    yield listing(t, f"{prefix}.hens", by_file(state.hens))
    yield plain(t(f"{prefix}.housed", number=count_housed(state)))
    if count_taken(state):
        yield plain(t(f"{prefix}.taken", number=count_taken(state)))
    if view.targets:
        yield listing(t, f"{prefix}.targets", by_file(view.targets))
