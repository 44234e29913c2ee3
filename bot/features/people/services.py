"""The services of people."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.chat.core.contributions.doors import Doors
from bot.chat.core.interactions.interaction_handler import Interactions
from bot.chat.core.lookup.match_lookup import MatchLookup
from bot.features.people.service.agenda import AgendaQueries
from bot.features.people.service.directory import PeopleDirectory
from bot.features.people.service.settings_service import SettingsService
from bot.model.agenda import Limits
from bot.model.ports import Clock
from bot.model.settings import Setting


@dataclass(frozen=True, slots=True)
class PeopleServices:
    """The services of the feature."""

    interactions: Interactions
    lookup: MatchLookup
    people: PeopleDirectory
    agenda: AgendaQueries
    limits: Limits
    settings: SettingsService
    clock: Clock
    doors: Doors
    switches: Sequence[Setting[bool]]
