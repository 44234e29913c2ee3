"""What people see and decide of themselves is done by these."""

from dataclasses import dataclass

from bot.chat.core.app_context import Links
from bot.chat.core.interactions.interaction_handler import Interactions
from bot.chat.core.lookup.match_lookup import MatchLookup
from bot.play.domain.agenda import Limits
from bot.play.people.agenda import AgendaQueries
from bot.play.people.directory import PeopleDirectory
from bot.play.people.settings_service import SettingsService
from bot.play.ports import Clock
from bot.play.privacy.blocked_games import BlockedGames
from bot.play.privacy.blocks import Blocks
from bot.play.privacy.deletions import Deletions
from bot.play.privacy.personal_exports import PersonalExports


@dataclass(frozen=True, slots=True)
class PeopleServices:
    """What the feature is given. `links` lead to what the owner of the bot says of people's data."""

    interactions: Interactions
    lookup: MatchLookup
    people: PeopleDirectory
    agenda: AgendaQueries
    limits: Limits
    settings: SettingsService
    blocks: Blocks
    blocked_games: BlockedGames
    deletions: Deletions
    personal_exports: PersonalExports
    links: Links
    clock: Clock
