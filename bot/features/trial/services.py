"""The services of the trial."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass

from bot.chat.core.interactions.interaction_handler import Interactions
from bot.chat.core.interactions.sessions import Sessions
from bot.features.servers.service.limitations import Limitations
from bot.features.servers.service.server_admin import ServerAdmin
from bot.features.trial.service import TrialLeftovers
from bot.model.ports import Clock
from rules.contract import Game


@dataclass(frozen=True, slots=True)
class TrialServices:
    """The services of the feature.

    `trials` holds the running trials; `wake` starts the delivery immediately.
    """

    interactions: Interactions
    games: Mapping[str, Game]
    servers: ServerAdmin
    limitations: Limitations
    leftovers: TrialLeftovers
    trials: Sessions
    clock: Clock
    epoch: int
    wake: Callable[[], None]
    pause: Callable[[float], Awaitable[None]]
