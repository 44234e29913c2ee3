"""The effects of plies of Fox and Hens: the layout after a legal ply, and its events."""

from collections.abc import Iterable

from rules.contract import Event, Move
from rules.games.fox_and_hens.board import POINT_INDEX, Step, can_capture, names
from rules.games.fox_and_hens.endings import FEWEST_HENS
from rules.games.fox_and_hens.moves import Seen, occupied_points
from rules.games.fox_and_hens.setup import FOXES, HENS
from rules.games.fox_and_hens.text import CLAIM, MUST_CAPTURE, NOTHING, PLACE, REMOVE, Layout, Miss
from rules.games.fox_and_hens.vocabulary import Events
from rules.toolkit.bits import bits

Effect = tuple[Layout, tuple[Event, ...]]


def hen_step(state: Seen, step: Step) -> Effect:
    hens = state.hen_bits ^ step.origin_bit ^ step.target_bit
    return Layout(hens, state.fox_points, FOXES), ()


def fox_step(state: Seen, step: Step) -> Effect:
    """Take a fox's step; a missed capture opens the claim (rule 6, rulings A8, A9, A19)."""
    miss = None
    if state.setup.has_claims:
        ground, hens, taken = state.setup.board, state.hen_bits, occupied_points(state)
        culprits = [fox for fox in state.fox_points if can_capture(ground, fox, hens, taken)]
        if culprits:
            miss = Miss(_move_fox(culprits, step.origin, step.target), step.origin, step.target)
    foxes = _move_fox(state.fox_points, step.origin, step.target)
    return Layout(state.hen_bits, foxes, HENS, NOTHING if miss is None else CLAIM, miss), ()


def capture(state: Seen, move: Move, taken: tuple[int, ...]) -> Effect:
    """Remove hens; an absent fox must then return (rules 4 and 7)."""
    hens = state.hen_bits & ~bits(taken)
    foxes = _move_fox(state.fox_points, POINT_INDEX[move.path[0]], POINT_INDEX[move.path[-1]])
    events = (Event(Events.CAPTURE, names(taken), HENS),)
    if len(foxes) == 2 or hens.bit_count() < FEWEST_HENS:
        return Layout(hens, foxes, HENS), events
    return Layout(hens, foxes, state.setup.return_seat, PLACE), events


def place(state: Seen, move: Move) -> Effect:
    """Put the absent fox back (rule 7)."""
    foxes = tuple(sorted((*state.fox_points, POINT_INDEX[move.path[0]])))
    return Layout(state.hen_bits, foxes, HENS), (Event(Events.FOX_RETURNED, move.path, FOXES),)


def remove(state: Seen, move: Move) -> Effect:
    """Remove the fox named by its own player (option `both_missed`)."""
    return _without(state, (POINT_INDEX[move.path[0]],), ())


def claim(state: Seen, move: Move, miss: Miss) -> Effect:
    """Punish a missed capture (rule 6, options `missed_capture` and `both_missed`)."""
    setup = state.setup
    claim_events = (Event(Events.CLAIM, move.path or names(miss.culprits), FOXES),)
    if move.path:
        return _without(state, (POINT_INDEX[move.path[0]],), claim_events)
    if setup.penalty == "takeback" or setup.both == "takeback":
        foxes = _move_fox(state.fox_points, miss.target, miss.origin)
        events = (*claim_events, Event(Events.TAKEBACK, names((miss.target, miss.origin)), FOXES))
        return Layout(state.hen_bits, foxes, FOXES, MUST_CAPTURE), events
    if setup.both == "foxes-choose":
        return Layout(state.hen_bits, state.fox_points, FOXES, REMOVE), claim_events
    gone = (miss.target,) if setup.both == "moved-fox" else state.fox_points
    return _without(state, gone, claim_events)


def _without(state: Seen, gone: tuple[int, ...], events: tuple[Event, ...]) -> Effect:
    foxes = tuple(fox for fox in state.fox_points if fox not in gone)
    return Layout(state.hen_bits, foxes, HENS), (*events, Event(Events.FOX_REMOVED, names(gone), FOXES))


def _move_fox(foxes: Iterable[int], origin: int, target: int) -> tuple[int, ...]:
    return tuple(sorted(target if fox == origin else fox for fox in foxes))
