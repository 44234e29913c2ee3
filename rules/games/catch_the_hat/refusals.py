"""Reasons why a well-formed move of Catch the Hat is illegal."""

from rules.contract import IllegalMove, Move, Outcome, RulesError
from rules.games.catch_the_hat.board import GOLDEN
from rules.games.catch_the_hat.moves import hand_of
from rules.games.catch_the_hat.position import CHOOSING, UNROLLED
from rules.games.catch_the_hat.reading import PASS, ROLLS, Walk
from rules.games.catch_the_hat.setup import Setup
from rules.games.catch_the_hat.table import NOWHERE, Stack, Table, has_room, home_of, letters
from rules.games.catch_the_hat.vocabulary import Refusals
from rules.toolkit.states import game_over


def why_not_now(outcome: Outcome | None, die: int) -> IllegalMove | None:
    """Return why no hat can be moved now; None if there is a roll to move."""
    if outcome is not None:
        return game_over()
    if die == UNROLLED:
        return IllegalMove("the die has to be rolled first", Refusals.NOT_ROLLED)
    if die == CHOOSING:
        return IllegalMove("after a six, choose first: roll-again or stop", Refusals.CHOOSE_FIRST)
    return None


def why_no_word(word: Move, outcome: Outcome | None, die: int) -> IllegalMove | None:
    """Return why a ply other than a walk is illegal."""
    if outcome is None:
        if word in ROLLS:
            return IllegalMove("the die is not rolled now", Refusals.NO_ROLL_NOW)
        if UNROLLED < die < CHOOSING:
            if word == PASS:
                return IllegalMove("you can move, so you must", Refusals.MUST_MOVE)
            return IllegalMove("there was no six to follow up", Refusals.NO_SIX)
    return why_not_now(outcome, die)


def why_no_walk(walk: Walk, setup: Setup, table: Table, seat: int, die: int) -> RulesError:
    """Return why a walk is not a legal ply of the roll."""
    index = setup.side.index
    for place in walk.places:
        if place not in index:
            return IllegalMove(
                f"there is no field {place} on this side of the board", Refusals.NO_SUCH_FIELD, place=place
            )
    origin = walk.places[0]
    there = table.fields.get(index[origin], ())
    hand = hand_of(setup, table, seat)
    own = [stack for stack in there if hand >> stack[0] & 1]
    if not own:
        return IllegalMove(f"no hat of yours is on {origin}", Refusals.NOT_YOUR_HAT, place=origin)
    name = walk.names[0]
    named = [stack for stack in own if not name or letters(stack) == name]
    if not named:
        return IllegalMove(
            f"no stack {name} of yours is on {origin}", Refusals.NO_SUCH_STACK, place=origin, stack=name
        )
    homes = [place for place in walk.places[1:] if place in setup.side.homes]
    if homes:
        return _home_refusal(walk, setup, table, max(named, key=len), homes[0], die)
    if len(walk.places) > 2:
        return _turn_refusal(walk, table, named)
    return _target_refusal(walk.places[1], index[origin], setup, die)


def _target_refusal(goal: str, origin: int, setup: Setup, die: int) -> RulesError:
    at = setup.side.index[goal]
    if any(end == at for end, _ in setup.side.walks[origin][die]):
        return _full(goal)
    return IllegalMove(
        f"{goal} is not {die} steps away from {setup.side.places[origin]}",
        Refusals.WRONG_DISTANCE,
        origin=setup.side.places[origin],
        place=goal,
        number=str(die),
    )


def _turn_refusal(walk: Walk, table: Table, named: list[Stack]) -> RulesError:
    if table.owner is None or all(stack[0] != GOLDEN for stack in named):
        return IllegalMove("only the freed golden hat may reverse", Refusals.NO_REVERSING)
    return IllegalMove(
        f"the golden hat cannot go to {walk.places[2]} by way of {walk.places[1]} with this roll",
        Refusals.WRONG_REVERSAL,
        turning=walk.places[1],
        place=walk.places[2],
    )


def _home_refusal(walk: Walk, setup: Setup, table: Table, tower: Stack, home: str, die: int) -> RulesError:
    """Return why a tower, the tallest candidate, cannot come home this way (section 6)."""
    side = setup.side
    if not setup.homes_open:
        return IllegalMove("nobody comes home in the tower race", Refusals.NO_HOME_COMING)
    at = side.index[home]
    if at != home_of(setup, table, tower):
        return IllegalMove(f"{home} is not the home of this hat", Refusals.FOREIGN_HOME, place=home)
    if len(tower) == 1:
        return IllegalMove("only a hat with prisoners may go home", Refusals.NO_PRISONERS, place=home)
    way = side.homeward[at].get(side.index[walk.places[0]], NOWHERE)
    if not 0 < way <= die or walk.places[1] != home:
        return IllegalMove(f"{home} is too far away", Refusals.HOME_TOO_FAR, place=home, number=str(die))
    return _exit_refusal(walk, setup, table, at, die - way)


def _exit_refusal(walk: Walk, setup: Setup, table: Table, home: int, left: int) -> RulesError:
    """Return why the leftover points cannot be used this way (ruling H13)."""
    side = setup.side
    name = side.places[home]
    if len(walk.places) == 2:
        return IllegalMove(
            f"with the {left} points left over a hat must go out again, as in {walk.places[0]}-{name}-...",
            Refusals.POINTS_LEFT,
            place=name,
            number=str(left),
        )
    if not left:
        return IllegalMove(f"no points are left over in {name}", Refusals.NO_POINTS_LEFT, place=name)
    goal = walk.places[2]
    if all(end != side.index[goal] for end, _ in side.walks[home][left]):
        return IllegalMove(
            f"{goal} is not {left} steps away from {name}",
            Refusals.WRONG_DISTANCE,
            origin=name,
            place=goal,
            number=str(left),
        )
    if not has_room(setup, table, home, setup.party_of[home], side.index[goal]):
        return _full(goal)
    return IllegalMove(
        f"there is no hat {walk.names[1]} in {name}", Refusals.NO_SUCH_STACK, place=name, stack=walk.names[1]
    )


def _full(place: str) -> IllegalMove:
    return IllegalMove(f"the bench {place} is full", Refusals.BENCH_FULL, place=place)
