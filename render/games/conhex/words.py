"""Positions of ConHex in words, in the colours and directions that the reader sees."""

from collections.abc import Iterable, Iterator

from render.contract.alt_text import Sentence, Translate, by_row, listing, plain, standing
from render.contract.view import View
from rules.games.conhex import CELL_NODES, ConHexState

COLOURS = ("red", "blue")


def is_mirrored(view: View) -> bool:
    """Return whether the board is mirrored for the viewer, as in blue's personal view."""
    return view.mirrored and view.seat == 1


def colours(view: View) -> tuple[str, str]:
    """Return the displayed colours of the seats: in the personal view players see themselves as red."""
    red, blue = COLOURS
    return (blue, red) if is_mirrored(view) else (red, blue)


def describe(state: ConHexState, t: Translate, view: View) -> tuple[Sentence, ...]:
    return tuple(_sentences(state, t, view))


def _sentences(state: ConHexState, t: Translate, view: View) -> Iterator[Sentence]:
    prefix = f"{state.game.key}.words"
    shown = colours(view)
    yield plain(t(f"{prefix}.title"))
    if is_mirrored(view):
        yield plain(t(f"{prefix}.mirrored"))
    winners = state.outcome.winners if state.outcome is not None else ()
    yield from standing(t, prefix, shown, state.turn, winners, view)
    yield from _last(state, t, prefix, shown)
    if state.chain:
        yield listing(t, f"{prefix}.chain", _cell_names(state.chain))
    else:
        yield from _reserve(state, t, prefix, shown)
    if state.last is None:
        yield plain(t(f"{prefix}.sides"))
    if view.chosen:
        yield listing(t, f"{prefix}.chosen", view.chosen)
    for kind, owners, order in (("balls", state.balls, by_row), ("cells", state.cells, _cell_names)):
        for colour in COLOURS:
            places = order(place for place, seat in owners.items() if shown[seat] == colour)
            if places:
                yield listing(t, f"{prefix}.{kind}.{colour}", places)
    if view.targets:
        yield listing(t, f"{prefix}.targets", by_row(view.targets))


def _reserve(state: ConHexState, t: Translate, prefix: str, shown: tuple[str, str]) -> Iterator[Sentence]:
    """Return the players' balls in reserve, if these are limited."""
    left = dict(zip(shown, state.supply, strict=True))
    if None not in left.values():
        yield plain(t(f"{prefix}.left", red=left["red"], blue=left["blue"]))


def _last(state: ConHexState, t: Translate, prefix: str, shown: tuple[str, str]) -> Iterator[Sentence]:
    """Describe the last ply."""
    events = {event.kind: event for event in state.events}
    if state.last is None:
        return
    if "swap" in events:
        yield plain(t(f"{prefix}.swap", point=events["swap"].points[0]))
    elif state.last.path:
        mover = shown[state.balls[state.last.path[-1]]]
        yield plain(t(f"{prefix}.last.{mover}", move=state.last.text))
    if "conquer" in events:
        yield listing(t, f"{prefix}.conquer", _cell_names(events["conquer"].points))


def _cell_names(cells: Iterable[str]) -> list[str]:
    """Return names for cells: their first and last nodes, by row."""
    corners = (by_row(CELL_NODES[cell]) for cell in cells)
    return [f"{nodes[0]}\N{EN DASH}{nodes[-1]}" for nodes in corners]
