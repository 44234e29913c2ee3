"""The services of servers' admins."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.chat.core.contributions.server_lines import ServerLine
from bot.chat.core.contributions.slot import Slot
from bot.chat.core.interactions.interaction_handler import Interactions
from bot.chat.core.lookup.match_lookup import MatchLookup
from bot.chat.core.words.audit_notes import AuditNotes
from bot.features.matches.service.match_queries import MatchQueries
from bot.features.people.service.directory import PeopleDirectory
from bot.features.people.service.first_messages import FirstMessages
from bot.features.servers.service.limitations import Limitations
from bot.features.servers.service.player_lists import PlayerLists
from bot.features.servers.service.result_corrections import ResultCorrections
from bot.features.servers.service.server_admin import ServerAdmin
from bot.model.settings import Setting
from rules.contract import Game


@dataclass(frozen=True, slots=True)
class ServerServices:
    interactions: Interactions
    lookup: MatchLookup
    games: Mapping[str, Game]
    servers: ServerAdmin
    player_lists: PlayerLists
    limitations: Limitations
    first_messages: FirstMessages
    result_corrections: ResultCorrections
    matches: MatchQueries
    people: PeopleDirectory
    has_engines: bool
    audit_notes: AuditNotes
    switches: Sequence[Setting[bool]]
    lines: Slot[ServerLine]
