"""Terms: the subject of a challenge as one value, passed whole from the page to the store."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from bot.model.time.clocks import NO_CLOCK, ClockChoice
from rules.contract.series import TieBreak

RANDOM_ROLE = "random"
"""A challenger's choice of a random role."""
CHOICE_ROLE = "choice"
"""The role a challenger names to leave the choice of sides to the other player."""


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms that people agree on before they play; `key` is the game's.

    `options` may lack options of the game until they are checked; those are the usual ones then. `role` is
    the challenger's: an id of the game's roles, "random" or "choice". `players` is how many a table is for,
    None when it starts with whatever number can play. With a `tie_break` a series is played, as the game's
    rulebook has it, and that decides it when it is level; without one it is a single game. Games are `rated`
    when they count for the ratings of their players, which they never do `against_engine`; without
    `exploring` nobody may try moves out before the end. Terms `against_engine` name the bot itself as the
    opponent, and an engine plays.

    Change them with `dataclasses.replace`, so that no new field is ever dropped.
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
        """Return the same terms for the opponent, whose side is the first of `roles` left."""
        if self.role in {RANDOM_ROLE, CHOICE_ROLE}:
            return self
        return replace(self, role=next((role for role in roles if role != self.role), RANDOM_ROLE))
