"""Positions of Catch the Hat in words."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby

from render.contract.alt_text import Sentence, Translate, listing, plain
from render.contract.point_names import point_named, way_named
from render.contract.view import View
from render.games.catch_the_hat.colours import HATS
from rules.games.catch_the_hat import HatState


def describe(state: HatState, t: Translate, view: View) -> tuple[Sentence, ...]:
    return tuple(_sentences(state, t, view))


def _sentences(state: HatState, t: Translate, view: View) -> Iterator[Sentence]:
    prefix = f"{state.game.key}.words"
    colours = tuple(t(f"{prefix}.colour.{role}") for role in state.game.roles(state.players))
    yield plain(t(f"{prefix}.title.{state.side}", players=state.players))
    yield from _standing(state, t, prefix, colours, view)
    path = view.trail or (state.last.path if state.last is not None else ())
    if path:
        yield plain(t(f"{prefix}.last", move=way_named(state.game, path, t)))
    yield from (plain(t(f"{prefix}.retired", colour=colours[seat])) for seat in sorted(state.retired))
    if view.chosen:
        yield listing(t, f"{prefix}.chosen", _point_names(state, view.chosen, t))
    for seat, corner in enumerate(state.corners):
        yield from _side(state, t, prefix, seat, corner, colours[seat])
    yield from _golden(state, t, prefix, colours)
    if view.targets:
        yield listing(t, f"{prefix}.targets", _point_names(state, view.targets, t))


def _standing(
    state: HatState, t: Translate, prefix: str, colours: Sequence[str], view: View
) -> Iterator[Sentence]:
    """Yield whose turn it is with the action, or the winner; with a scoreboard only the action."""
    over, named = state.outcome is not None or view.over, view.scoreboard is not None
    if not over:
        # No scoreboard shows whose roll it is when chance is to act.
        what = "again" if state.may_roll_again else "roll" if state.die is None else "move"
        text_id = f"{prefix}.to-{what}" if named and state.turn is not None else f"{prefix}.{what}"
        yield plain(t(text_id, colour=colours[state.mover], die=state.die))
    elif not named and state.outcome is None:
        yield plain(t("position.over"))
    elif not named and state.outcome is not None:
        winners = state.outcome.winners
        names = ", ".join(colours[seat] for seat in winners)
        won = t(f"{prefix}.won", n=len(winners), colours=names)
        yield plain(won if winners else t(f"{prefix}.drawn"))


def _side(
    state: HatState, t: Translate, prefix: str, seat: int, corner: int, colour: str
) -> Iterator[Sentence]:
    """Describe a seat's hats at home, secured and on the board."""
    home, letter = f"H{corner}", HATS[corner]
    waiting = sum(stack == letter for stack in state.stacks.get(home, ()))
    yield plain(t(f"{prefix}.home", n=waiting, colour=colour))
    if seat in state.secured:
        caught = Counter(state.secured[seat])
        kinds = [f"{caught[kind]} {t(f'{prefix}.piece.{kind}')}" for kind in HATS if kind in caught]
        yield plain(t(f"{prefix}.secured", hats=", ".join(kinds), colour=colour))
    free = _free(state, letter, t)
    if free:
        yield listing(t, f"{prefix}.board", free, colour=colour)


def _golden(state: HatState, t: Translate, prefix: str, colours: Sequence[str]) -> Iterator[Sentence]:
    if state.golden_owner is not None:
        yield plain(t(f"{prefix}.golden-owner", colour=colours[state.golden_owner]))
    places = [place for place, stacks in state.stacks.items() for stack in stacks if "*" in stack]
    if places:
        yield listing(t, f"{prefix}.golden", _point_names(state, places, t))


def _point_names(state: HatState, points: Sequence[str], t: Translate) -> list[str]:
    return [point_named(state.game, point, t) for point in points]


def _free(state: HatState, letter: str, t: Translate) -> list[str]:
    """Return a colour's towers and hats on the board, each with its place and the hats below its top."""
    return [
        _stack_text(point_named(state.game, place, t), stack, t, f"{state.game.key}.words")
        for place, stacks in state.stacks.items()
        for stack in stacks
        if stack[0] == letter and not place.startswith("H")
    ]


def _stack_text(place: str, stack: str, t: Translate, prefix: str) -> str:
    """Return a stack with the hats below its top, downwards, with runs of one colour counted."""
    runs = [(letter, sum(1 for _ in run)) for letter, run in groupby(stack[1:])]
    if not runs:
        return place
    below = [
        t(f"{prefix}.piece.{letter}") if number == 1 else f"{number} {t(f'{prefix}.piece.{letter}')}"
        for letter, number in runs
    ]
    return t(f"{prefix}.tower", place=place, hats=" + ".join(below))
