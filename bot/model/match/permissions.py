"""Permissions: checks of a person before they act in a match."""

from bot.model.match.match import Match, MatchStatus
from bot.model.refusal import Refusal


def seat_of_player(match: Match, person: int) -> int:
    """Return the person's seat. Raises Refusal: "not-your-game", "you-left"."""
    seat = match.seat_of(person)
    if seat is None:
        raise Refusal("not-your-game")
    if seat in match.retired:
        raise Refusal("you-left")
    return seat


def seat_in(match: Match, person: int) -> int:
    """Return the person's seat in a running match.

    Raises Refusal: "not-your-game", "you-left", "game-over".
    """
    seat = seat_of_player(match, person)
    check_running(match)
    return seat


def check_seat_may_pass(match: Match) -> None:
    """Check that another person may take over a seat of a match. Raises Refusal: "practice-seat"."""
    if match.is_practice:
        raise Refusal("practice-seat")


def check_running(match: Match) -> None:
    """Check that a match is running. Raises Refusal: "game-over"."""
    if match.status is MatchStatus.FINISHED:
        raise Refusal("game-over")


def seat_to_move(match: Match, person: int, expected: int | None = None) -> int:
    """Return the person's seat if it is their turn; `expected` also requires this number of plies.

    Raises Refusal: "not-your-game", "you-left", "game-over", "position-changed", "dice-awaited",
    "not-your-turn".
    """
    seat = seat_in(match, person)
    if expected is not None and expected != match.plies:
        raise Refusal("position-changed")
    if match.turn is None:
        raise Refusal("dice-awaited")
    if match.turn != seat:
        raise Refusal("not-your-turn", match=str(match.id))
    return seat


def is_plannable(match: Match, seat: int | None) -> bool:
    """Return whether the player on `seat` can plan now: on another player's turn, without dice."""
    return seat is not None and match.turn not in {None, seat} and match.commitment is None
