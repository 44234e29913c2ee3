"""Replay games from lists of move texts."""

from collections.abc import Mapping, Sequence

from rules import Game, InvalidMove, State
from rules.contract.capabilities import RETIREMENT, LetsRetire, retire


def replayed(
    game: Game, options: Mapping[str, str], players: int | None, texts: Sequence[str]
) -> list[State]:
    """Return all states of a game, starting with the first. Raises RulesError."""
    return GameLine(game, options, players).path(texts)


class GameLine:
    """The last replayed game: plies shared with the next one are not replayed."""

    def __init__(self, game: Game, options: Mapping[str, str], players: int | None = None) -> None:
        self._texts: list[str] = []
        self._states: list[State] = [game.new(options, players)]

    def path(self, texts: Sequence[str]) -> list[State]:
        """Return all states of a game, starting with the first. Raises RulesError."""
        same = 0
        for text, known in zip(texts, self._texts, strict=False):
            if text != known:
                break
            same += 1
        del self._texts[same:]
        del self._states[same + 1 :]
        for text in texts[same:]:
            self._states.append(_after(self._states[-1], text))
            self._texts.append(text)
        return list(self._states)


def _after(state: State, text: str) -> State:
    """Return the state after a ply, or after a player's departure from a game that continues."""
    seat = text.removeprefix(RETIREMENT)
    if seat != text and isinstance(state, LetsRetire):
        if not (seat.isascii() and seat.isdigit()):
            raise InvalidMove(f"{text[:40]!r} names no seat", "not-a-move")
        return retire(state, int(seat[:9]))
    return state.play(state.parse(text))
