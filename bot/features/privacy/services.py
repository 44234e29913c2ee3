"""The services of privacy."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.chat.core.interactions.interaction_handler import Interactions
from bot.chat.core.owner_links import Links
from bot.features.people.service.directory import PeopleDirectory
from bot.features.privacy.service.blocked_games import BlockedGames
from bot.features.privacy.service.blocks import Blocks
from bot.features.privacy.service.deletions import Deletions
from bot.features.privacy.service.personal_exports import PersonalExports


@dataclass(frozen=True, slots=True)
class PrivacyServices:
    """The services of the feature.

    `links` lead to the owner's pages about personal data. `kept` are the ids of features' texts about stored
    data.
    """

    interactions: Interactions
    people: PeopleDirectory
    blocks: Blocks
    blocked_games: BlockedGames
    deletions: Deletions
    personal_exports: PersonalExports
    links: Links
    kept: Sequence[str]
