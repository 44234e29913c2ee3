"""The values of the club: people, challenges, matches, turns, notices, and how it says no."""

from bot.play.model.agenda import Agenda, Limits, Overview
from bot.play.model.challenge import (
    DECLINE_REASONS,
    RANDOM_ROLE,
    Challenge,
    ChallengeStatus,
    Member,
    SeriesChoice,
)
from bot.play.model.match import (
    ABORTED,
    ADJUDICATION,
    AGREEMENT,
    ANNULLED,
    RESIGNATION,
    TIMEOUT,
    WITHOUT_RESULT,
    Automatic,
    EndedBy,
    Lines,
    Match,
    MatchStatus,
    Offer,
    OfferResult,
    PlayedPly,
    Position,
    SeriesRecord,
    Turn,
    UndonePly,
)
from bot.play.model.notice import Notice, NoticeKind
from bot.play.model.people import MessageRef, Person, Place, Request
from bot.play.model.refusals import REFUSALS
from bot.play.model.verification import Roll, Verification
from bot.play.offers import OfferKind
from bot.play.preferences import Period, Preferences, Quiet, Tell, VacationBook
from bot.play.refusal import Refusal
from bot.play.server_rules import AuditEntry, Deed, ServerChanges, ServerRules

__all__ = [
    "ABORTED",
    "ADJUDICATION",
    "AGREEMENT",
    "ANNULLED",
    "DECLINE_REASONS",
    "RANDOM_ROLE",
    "REFUSALS",
    "RESIGNATION",
    "TIMEOUT",
    "WITHOUT_RESULT",
    "Agenda",
    "AuditEntry",
    "Automatic",
    "Challenge",
    "ChallengeStatus",
    "Deed",
    "EndedBy",
    "Limits",
    "Lines",
    "Match",
    "MatchStatus",
    "Member",
    "MessageRef",
    "Notice",
    "NoticeKind",
    "Offer",
    "OfferKind",
    "OfferResult",
    "Overview",
    "Period",
    "Person",
    "Place",
    "PlayedPly",
    "Position",
    "Preferences",
    "Quiet",
    "Refusal",
    "Request",
    "Roll",
    "SeriesChoice",
    "SeriesRecord",
    "ServerChanges",
    "ServerRules",
    "Tell",
    "Turn",
    "UndonePly",
    "VacationBook",
    "Verification",
]
