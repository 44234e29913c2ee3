"""Terms of a challenge as one value, passed as a whole from the page to the store."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from bot.model.time.clocks import NO_CLOCK, ClockChoice
from rules.contract.series import TieBreak

RANDOM_ROLE = "random"
"""A challenger's choice of a random role."""
CHOICE_ROLE = "choice"
"""The role by which a challenger leaves the choice of sides to the other player."""


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms that people agree on before they play; `key` is the game's.

    `options` may lack options of the game until they are checked; the defaults then apply. `role` is the
    challenger's: one of the game's role ids, "random" or "choice". `players` is the size of a table, None if
    it starts with any possible number. With a `tie_break` a series is played by the game's rulebook, and the
    tie-break decides it when it is level; without one it is a single game. `rated` games count for their
    players' ratings; games `against_engine` are never rated. Without `exploring` moves cannot be tried out
    before the end. Terms `against_engine` name the bot itself as the opponent, and an engine plays.

    Change them with `dataclasses.replace`, so that new fields are kept.
    """

    key: str
    options: Mapping[str, str]
    role: str = RANDOM_ROLE
    players: int | None = None
    tie_break: TieBreak | None = None
    clock: ClockChoice = NO_CLOCK
    rated: bool = False
    exploring: bool = True
    against_engine: bool = False

    def for_opponent(self, roles: Sequence[str]) -> "Terms":
        """Return the terms for the opponent, whose side is the first other one of `roles`."""
        if self.role in {RANDOM_ROLE, CHOICE_ROLE}:
            return self
        return replace(self, role=next((role for role in roles if role != self.role), RANDOM_ROLE))
