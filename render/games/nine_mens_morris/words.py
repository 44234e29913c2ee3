"""Positions of Nine Men's Morris in words."""

from collections.abc import Iterator

from render.contract.alt_text import Sentence, Translate, by_file, listing, plain, standing
from render.contract.countdown import matters
from render.contract.view import View
from rules.games.nine_mens_morris import GAME, NineMensMorrisState

ROLES = GAME.roles(2)
_TOLD = ("mill", "capture")


def describe(state: NineMensMorrisState, t: Translate, view: View) -> tuple[Sentence, ...]:
    return tuple(_sentences(state, t, view))


def _sentences(state: NineMensMorrisState, t: Translate, view: View) -> Iterator[Sentence]:
    prefix = f"{GAME.key}.words"
    board = t(f"{GAME.key}.option.{GAME.board_option}.name.{state.setup.men}")
    yield plain(t(f"{prefix}.title", board=board))
    winners = state.outcome.winners if state.outcome is not None else ()
    yield from standing(t, prefix, ROLES, state.turn, winners, view)
    if state.last is not None:
        yield plain(t(f"{prefix}.last", move=state.last.text))
    for event in state.events:
        if event.kind in _TOLD:
            yield listing(t, f"{prefix}.{event.kind}", event.points)
    if view.chosen:
        yield listing(t, f"{prefix}.chosen", view.chosen)
    for seat, role in enumerate(ROLES):
        own = [point for point, owner in state.men.items() if owner == seat]
        yield listing(t, f"{prefix}.men.{role}", by_file(own)) if own else plain(t(f"{prefix}.none.{role}"))
        if state.hands[seat]:
            yield plain(t(f"{prefix}.hand.{role}", n=state.hands[seat]))
        if state.lost[seat]:
            yield plain(t(f"{prefix}.lost.{role}", n=state.lost[seat]))
    if matters(state):
        yield plain(t(f"{prefix}.quiet", quiet=state.quiet, limit=state.quiet_limit))
    if view.targets:
        yield listing(t, f"{prefix}.targets", by_file(view.targets))
