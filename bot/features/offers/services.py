"""The services for offers and claims."""

from collections.abc import Mapping
from dataclasses import dataclass

from bot.chat.core.contributions.more_entries import MoreButtons, MoreLine
from bot.chat.core.contributions.slot import Slot
from bot.chat.core.interactions.interaction_handler import Interactions
from bot.chat.core.interactions.pressed_messages import PressedMessages
from bot.chat.core.lookup.match_lookup import MatchLookup
from bot.chat.core.lookup.readers import Readers
from bot.features.engines.service.practice import Practice
from bot.features.matches.service.deadlines import Deadlines
from bot.features.matches.service.leaving.resignation import Resignations
from bot.features.matches.service.match_queries import MatchQueries
from bot.features.matches.service.offers.offer_service import OfferService
from rules.contract import Game


@dataclass(frozen=True, slots=True)
class OfferServices:
    interactions: Interactions
    lookup: MatchLookup
    games: Mapping[str, Game]
    matches: MatchQueries
    offers: OfferService
    deadlines: Deadlines
    resignations: Resignations
    more_buttons: Slot[MoreButtons]
    more_lines: Slot[MoreLine]
    readers: Readers
    pressed: PressedMessages
    practice: Practice
