"""Positions of Catch the Hat in words."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Protocol, cast

from render.catch_the_hat_colours import HATS
from render.sentences import Sentence, fit, listing, plain
from render.view import Translate, View
from rules import State


class Hats(Protocol):
    """A position of Catch the Hat, as `rules.games.catch_the_hat.HatState` tells it."""

    @property
    def stacks(self) -> Mapping[str, tuple[str, ...]]:
        """The stacks by place, letters from top to bottom."""

    @property
    def secured(self) -> Mapping[int, str]:
        """The secured hats by seat."""

    @property
    def die(self) -> int | None:
        """The roll to be moved now."""

    @property
    def may_roll_again(self) -> bool:
        """Whether the seat to act chooses between rolling again and stopping."""

    @property
    def mover(self) -> int:
        """The seat whose turn it is, before its roll too."""

    @property
    def corners(self) -> tuple[int, ...]:
        """The corner of each seat."""

    @property
    def side(self) -> str:
        """The side of the board: front or back."""

    @property
    def golden_owner(self) -> int | None:
        """The seat that has freed the golden hat and still has it free."""

    @property
    def retired(self) -> AbstractSet[int]:
        """The seats that have left the game."""


def describe(state: State, t: Translate, view: View) -> str:
    """Return the position in words."""
    return fit(tuple(_sentences(state, cast("Hats", state), t, view)))


def _sentences(state: State, hats: Hats, t: Translate, view: View) -> Iterator[Sentence]:
    prefix = f"{state.game.key}.words"
    colours = tuple(t(f"{prefix}.colour.{role}") for role in state.game.roles(state.players))
    yield plain(t(f"{prefix}.title.{hats.side}", players=state.players))
    yield plain(_standing(state, hats, t, prefix, colours))
    path = view.trail or (state.last.path if state.last is not None else ())
    if path:
        yield plain(t(f"{prefix}.last", move="-".join(path)))
    yield from (plain(t(f"{prefix}.retired", colour=colours[seat])) for seat in sorted(hats.retired))
    if view.chosen:
        yield listing(t, f"{prefix}.chosen", view.chosen)
    for seat, corner in enumerate(hats.corners):
        yield from _side(hats, t, prefix, seat, corner, colours[seat])
    yield from _golden(hats, t, prefix, colours)
    yield plain(t(f"{prefix}.legend"))
    if view.targets:
        yield listing(t, f"{prefix}.targets", view.targets)


def _standing(state: State, hats: Hats, t: Translate, prefix: str, colours: Sequence[str]) -> str:
    """Say who acts and how, or who has won."""
    if state.outcome is not None:
        names = ", ".join(colours[seat] for seat in state.outcome.winners)
        return (
            t(f"{prefix}.won", n=len(state.outcome.winners), colours=names) if names else t(f"{prefix}.drawn")
        )
    what = "again" if hats.may_roll_again else "roll" if hats.die is None else "move"
    return t(f"{prefix}.{what}", colour=colours[hats.mover], die=hats.die)


def _side(hats: Hats, t: Translate, prefix: str, seat: int, corner: int, colour: str) -> Iterator[Sentence]:
    """Tell what one seat has at home, secured and on the board."""
    home, letter = f"H{corner}", HATS[corner]
    waiting = sum(stack == letter for stack in hats.stacks.get(home, ()))
    yield plain(t(f"{prefix}.home", n=waiting, colour=colour, place=home))
    if seat in hats.secured:
        caught = Counter(hats.secured[seat])
        kinds = [f"{caught[kind]} {t(f'{prefix}.hat.{kind}')}" for kind in HATS if kind in caught]
        yield plain(t(f"{prefix}.secured", hats=", ".join(kinds), colour=colour))
    free = _free(hats, letter)
    if free:
        yield listing(t, f"{prefix}.board", free, colour=colour)


def _golden(hats: Hats, t: Translate, prefix: str, colours: Sequence[str]) -> Iterator[Sentence]:
    if hats.golden_owner is not None:
        yield plain(t(f"{prefix}.golden-owner", colour=colours[hats.golden_owner]))
    places = [place for place, stacks in hats.stacks.items() for stack in stacks if "*" in stack]
    if places:
        yield listing(t, f"{prefix}.golden", places)


def _free(hats: Hats, letter: str) -> list[str]:
    """Return the towers and hats of a colour on the board, each with its place."""
    return [
        f"{place} {stack}"
        for place, stacks in hats.stacks.items()
        for stack in stacks
        if stack[0] == letter and not place.startswith("H")
    ]
