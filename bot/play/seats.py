"""Who may act: the checks a person passes before he touches a match."""

from bot.play.model import Match, MatchStatus, Refusal


def seat_in(match: Match, person: int) -> int:
    """Return the person's seat in a running match. Raises Refusal: "not-your-game", "game-over"."""
    seat = match.seat_of(person)
    if seat is None:
        raise Refusal("not-your-game", game=str(match.id))
    if match.status is MatchStatus.FINISHED:
        raise Refusal("game-over", game=str(match.id))
    return seat


def seat_to_move(match: Match, person: int, expected: int | None = None) -> int:
    """Return the person's seat when it is his turn, and still in the position after `expected` plies.

    Raises Refusal: "not-your-game", "game-over", "position-changed", "not-your-turn".
    """
    seat = seat_in(match, person)
    if expected is not None and expected != match.plies:
        raise Refusal("position-changed", game=str(match.id))
    if match.turn != seat:
        raise Refusal("not-your-turn", game=str(match.id))
    return seat
