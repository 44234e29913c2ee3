"""What is proposed to somebody who begins a game: terms that suit them, until they choose others."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.chat.core.offered_boards import OfferedBoard
from bot.model.match.match import Match
from bot.model.server_rules import ServerRules
from bot.model.terms import Terms
from bot.model.time.clocks import ClockChoice, per_move
from rules.contract import Game
from rules.contract.capabilities import first_game_options

FIRST_BOARD: Final = "hnefatafl/brandubh-7"
"""The board of a small game that is soon understood."""
FIRST_GAMES: Final = 3
"""So many games somebody has finished before a rated one is proposed to them."""
DAYS: Final = 3
"""The days per move that are proposed where the server has no clock of its own."""


@dataclass(frozen=True, slots=True)
class Experience:
    """How many games somebody has finished, and of which games."""

    finished: int = 0
    games: frozenset[str] = frozenset()

    @classmethod
    def after(cls, finished: Sequence[Match]) -> "Experience":
        """Return what somebody has learned by their finished games; those without a result do not count."""
        played = [match for match in finished if not match.aborted]
        return cls(len(played), frozenset(match.key for match in played))


def proposed(game: Game, board: OfferedBoard, rules: ServerRules, experience: Experience) -> Terms:
    """Return the terms that are proposed."""
    options = {
        **{option.key: option.default for option in game.options},
        **_for_a_first_game(game, experience),
        **board.options,
    }
    usual = rules.terms(game.key)
    rated = usual.rated and experience.finished >= FIRST_GAMES
    return replace(usual, options=options, clock=proposed_clock(rules), rated=rated)


def proposed_clock(rules: ServerRules) -> ClockChoice:
    """Return the clock of the server, or days per move where it has none."""
    return rules.clock if rules.clock.runs else per_move(DAYS)


def _for_a_first_game(game: Game, experience: Experience) -> Mapping[str, str]:
    return {} if game.key in experience.games else first_game_options(game)
