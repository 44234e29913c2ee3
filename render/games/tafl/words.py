"""Positions on boards of squares in words."""

from collections.abc import Iterator, Mapping

from render.contract.alt_text import Sentence, Translate, by_file, listing, plain, standing
from render.contract.countdown import QuietCount, matters
from render.contract.view import View
from rules.games.tafl.state import Kit, SlidingState


def describe(
    state: SlidingState[Kit], t: Translate, view: View, letters: tuple[str, ...], taken: Mapping[str, int]
) -> tuple[Sentence, ...]:
    """Return the position in words; pieces are listed in the order of `letters`.

    `taken` is the number of captured men, by letter.
    """
    return tuple(_sentences(state, t, view, letters, taken))


def _sentences(
    state: SlidingState[Kit], t: Translate, view: View, letters: tuple[str, ...], taken: Mapping[str, int]
) -> Iterator[Sentence]:
    prefix = f"{state.game.key}.words"
    yield plain(t(f"{prefix}.title", columns=state.columns, rows=state.rows))
    winners = state.outcome.winners if state.outcome is not None else ()
    yield from standing(t, prefix, state.game.roles(state.players), state.turn, winners, view)
    if state.last is not None:
        yield plain(t(f"{prefix}.last", move=state.last.text))
    for event in state.events:
        if event.kind in {"capture", "king-captured"}:
            yield listing(t, f"{prefix}.{event.kind}", by_file(event.points))
    yield from (plain(t(f"{prefix}.taken.{letter}", n=number)) for letter, number in taken.items() if number)
    if isinstance(state, QuietCount) and matters(state):
        yield plain(t(f"{prefix}.quiet", quiet=state.quiet, limit=state.quiet_limit))
    if view.chosen:
        yield listing(t, f"{prefix}.chosen", view.chosen)
    pieces = state.pieces
    for letter in letters:
        points = by_file(point for point, piece in pieces.items() if piece == letter)
        if points:
            yield listing(t, f"{prefix}.men.{letter}", points)
    if view.targets:
        yield listing(t, f"{prefix}.targets", by_file(view.targets))
