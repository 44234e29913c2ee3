"""The services of privacy."""

from dataclasses import dataclass

from bot.chat.core.interactions.interaction_handler import Interactions
from bot.chat.core.links import Links
from bot.play.people.directory import PeopleDirectory
from bot.play.privacy.blocked_games import BlockedGames
from bot.play.privacy.blocks import Blocks
from bot.play.privacy.deletions import Deletions
from bot.play.privacy.personal_exports import PersonalExports


@dataclass(frozen=True, slots=True)
class PrivacyServices:
    """The services of the feature. `links` lead to the pages of the bot's owner about personal data."""

    interactions: Interactions
    people: PeopleDirectory
    blocks: Blocks
    blocked_games: BlockedGames
    deletions: Deletions
    personal_exports: PersonalExports
    links: Links
