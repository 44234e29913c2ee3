"""Domain events, each declared once with its fields.

Events name matches, challenges and people by id; `plies` is the match's ply count at the event.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from bot.model.challenges.challenge import ChallengeStatus
from bot.model.event import DomainEvent, MatchEvent
from bot.model.match.log_entry import Automatic
from bot.model.match.offers.offer_rules import OfferKind
from bot.model.people.person import MessageRef
from bot.model.people.preferences import PingPlace
from bot.model.people.privacy import NameErasure
from bot.model.servers.limitations import LimitedChannel
from rules.contract import Outcome


@dataclass(frozen=True, slots=True)
class MatchEventAtPly(MatchEvent):
    """An event of a match; `plies` is its ply count then."""

    plies: int


class BoardEvent(MatchEvent):
    """An event of a match whose message shows a board and replaces the previous board."""

    __slots__ = ()

    @property
    def ply_before(self) -> int | None:
        """The number of the ply before the reported plies; None if no plies are reported."""
        return None

    @property
    def pings(self) -> bool:
        """Whether the message pings the player to act."""
        return True


@dataclass(frozen=True, slots=True)
class ChallengeEvent(DomainEvent):
    challenge: int


@dataclass(frozen=True, slots=True)
class SeriesGame:
    """A match's series and its number there, from 1."""

    series: int
    number: int


@dataclass(frozen=True, slots=True)
class MatchStarted(BoardEvent, MatchEventAtPly):
    """A match has begun, after `plies` plies; `tell` is where the player to act wants the ping."""

    awaited: ClassVar[bool] = True

    turn: int | None
    tell: PingPlace
    series: SeriesGame | None = None

    @property
    def ply_before(self) -> int:
        """0: the message also reports the rolls before the first turn."""
        return 0


@dataclass(frozen=True, slots=True)
class PlyPlayed(BoardEvent):
    """A player's ply and the chance plies after it: numbers `since` + 1 to `plies`.

    `before` and `turn` are the seats to act before and after; `tell` is where the next player wants the ping.
    `automatic` is the reason for an automatic ply; `by` is the seat that caused the ply and needs no notice.
    `left` marks a departure, `timed_out` its reason, `claimed_by` the seat that claimed it. `timed`: earlier
    messages mentioned the deadline of the turn that ends.
    """

    since: int
    plies: int
    seat: int
    move: str
    before: int | None
    turn: int | None
    tell: PingPlace
    by: int | None
    automatic: Automatic | None = None
    left: bool = False
    timed_out: bool = False
    claimed_by: int | None = None
    timed: bool = False
    ends_match: bool = False

    @property
    def ply_before(self) -> int:
        """The ply before the first reported one."""
        return self.since

    @property
    def pings(self) -> bool:
        """Whether the message pings: not if the same player has the turn again, unless automatically."""
        return self.automatic is not None or self.turn != self.before


@dataclass(frozen=True, slots=True)
class DiceRolled(BoardEvent):
    """Postponed chance plies, numbers `since` + 1 to `plies`.

    `turn` and `tell` are as in a player's ply; `pings` is False if another message has just called everyone.
    """

    since: int
    plies: int
    turn: int | None
    tell: PingPlace
    pings: bool = True

    @property
    def ply_before(self) -> int:
        """The ply before the first reported one."""
        return self.since


@dataclass(frozen=True, slots=True)
class UndoneText:
    """A player's ply that was taken back: seat and text."""

    seat: int
    text: str


@dataclass(frozen=True, slots=True)
class PliesTakenBack(BoardEvent):
    """Plies `plies` + 1 to `since` were undone at the request of `by`; `free`: without consent."""

    since: int
    plies: int
    by: int
    undone: tuple[UndoneText, ...]
    free: bool
    before: int | None
    turn: int | None
    tell: PingPlace
    timed: bool = False

    @property
    def pings(self) -> bool:
        """Whether the message pings the player to act: not after a free take-back, which was theirs."""
        return not self.free


class EndKind(StrEnum):
    """The reasons for an end outside the rules."""

    RESIGNED = "resigned"
    TIMED_OUT = "timed-out"
    NOT_BEGUN = "not-begun"
    AGREED = "agreement"
    AGREED_ABORT = "abort"
    ADJUDICATED = "adjudicated"
    CORRECTED = "corrected"


@dataclass(frozen=True, slots=True)
class EndCause:
    """The cause of a match's end without a ply.

    `seat` resigned, ran out of time, or made the offer that was agreed; `claimed_by` is the seat that claimed
    the win; `admin` decided or corrected the outcome, with a `note`.
    """

    kind: EndKind
    seat: int | None = None
    claimed_by: int | None = None
    admin: int | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class MatchEnded(BoardEvent, MatchEventAtPly):
    """A match is over, by its `last` ply or outside the rules; `by` caused it and needs no notice.

    `left` are the earlier leavers, `turn` was the seat to act. `next_turn` is the person with the first turn
    of the next match of the series. A `rated` match may change ratings.
    """

    outcome: Outcome
    last: PlyPlayed | EndCause
    by: int | None
    left: frozenset[int]
    turn: int | None
    next_turn: int | None = None
    timed: bool = False
    rated: bool = False


@dataclass(frozen=True, slots=True)
class ResultCorrected(BoardEvent, MatchEventAtPly):
    """An admin changed or removed the result of a finished match, for a `cause`."""

    cause: EndCause


@dataclass(frozen=True, slots=True)
class SeriesEnded(MatchEventAtPly):
    """The last match of a series is over."""

    series: int


@dataclass(frozen=True, slots=True)
class DeadlineMoved(MatchEventAtPly):
    """The current turn's deadline has changed, or (if not `own`) the notice of a player's absence."""

    turn: int | None
    timed: bool = False
    own: bool = True

    @property
    def corrects(self) -> bool:
        """True: the current board shows another deadline."""
        return True


@dataclass(frozen=True, slots=True)
class DeadlineNear(MatchEventAtPly):
    """The `nth` reminder of the player to act is due; 0 is a ping delayed by quiet hours.

    `hours_left` are the whole hours to the deadline, None without a deadline.
    """

    passing: ClassVar[bool] = True

    person: int
    nth: int
    hours_left: int | None


@dataclass(frozen=True, slots=True)
class DeadlinePassed(MatchEventAtPly):
    """A seat's soft time is up: the others may claim the win."""

    passing: ClassVar[bool] = True

    seat: int


@dataclass(frozen=True, slots=True)
class MatchStalled(MatchEventAtPly):
    """All reminders went unanswered; once per turn."""

    passing: ClassVar[bool] = True

    seat: int


@dataclass(frozen=True, slots=True)
class MoreTimeGiven(MatchEventAtPly):
    """A waiting seat gave the player to act more days."""

    seat: int
    by: int
    days: int


@dataclass(frozen=True, slots=True)
class MatchResumed(MatchEvent):
    """A paused match resumes with the remaining time."""

    is_posted: ClassVar[bool] = False


@dataclass(frozen=True, slots=True)
class MatchRestored(BoardEvent, MatchEventAtPly):
    """A match resumes after a restore, after `plies` plies; the other fields are as at a start."""

    background: ClassVar[bool] = True

    turn: int | None
    tell: PingPlace


@dataclass(frozen=True, slots=True)
class OfferMade(MatchEventAtPly):
    """A seat makes an offer; `with_move`: in the message of the ply just before."""

    what: OfferKind
    by: int
    with_move: bool = False


class OfferOutcome(StrEnum):
    """The outcome of an offer; AGREED is the consent of one of several."""

    ACCEPTED = "accepted"
    AGREED = "agreed"
    DECLINED = "declined"
    WITHDRAWN = "withdrawn"
    LAPSED = "lapsed"


@dataclass(frozen=True, slots=True)
class OfferAnswered(MatchEventAtPly):
    """The seat `who` settled an offer of the seat `by`; `message` announced the offer, if known."""

    what: OfferKind
    by: int
    outcome: OfferOutcome
    who: int | None = None
    message: MessageRef | None = None

    @property
    def corrects(self) -> bool:
        """Whether only the offer's own message changes; a decline or a single consent is posted, too."""
        return self.outcome not in {OfferOutcome.DECLINED, OfferOutcome.AGREED}


@dataclass(frozen=True, slots=True)
class SeatOffered(MatchEventAtPly):
    """A seat is open for substitution under this id; `absent` is the seat if an admin offers it."""

    substitution: int
    absent: int | None = None


@dataclass(frozen=True, slots=True)
class SeatOfferClosed(MatchEventAtPly):
    """A seat is no longer open."""

    substitution: int

    @property
    def corrects(self) -> bool:
        """True: the seat's card shows as closed."""
        return True


@dataclass(frozen=True, slots=True)
class SeatChanged(BoardEvent, MatchEventAtPly):
    """The seat `seat` passed from `leaver` to the `substitute`.

    `before` is where the leaver wanted pings, `tell` where the substitute wants one if it is their turn.
    """

    turn: int | None
    seat: int
    leaver: int
    substitute: int
    before: PingPlace
    tell: PingPlace
    timed: bool = False


@dataclass(frozen=True, slots=True)
class ChallengeMade(ChallengeEvent):
    """A challenge is open; `role` is the Discord role it mentions, if any.

    `lined_up` is a tournament's channel, which shows the cards of its games by round. `beside` is the
    challenge whose card this one shares: the first game of the round.
    """

    role: int | None = None
    lined_up: int | None = None
    beside: int | None = None


@dataclass(frozen=True, slots=True)
class ChallengeChanged(ChallengeEvent):
    """The card of a challenge has changed; `declined` is a guest with their reason to decline."""

    declined: int | None = None
    reason: str | None = None

    @property
    def corrects(self) -> bool:
        """True: the existing card is edited."""
        return True


@dataclass(frozen=True, slots=True)
class TermsChanged(ChallengeEvent):
    """A challenge has new terms; its addressees get a new message."""


@dataclass(frozen=True, slots=True)
class ChallengeClosed(ChallengeEvent):
    """A challenge is closed for answers."""

    status: ChallengeStatus


@dataclass(frozen=True, slots=True)
class ChallengeDeclined(ChallengeEvent):
    """A person has declined a challenge, or an invitation to a table."""

    by: int
    reason: str


@dataclass(frozen=True, slots=True)
class ChallengeExpired(ChallengeEvent):
    """A challenge has expired."""


@dataclass(frozen=True, slots=True)
class LobbyReady(ChallengeEvent):
    """Nobody else can join a table; its host is notified."""


@dataclass(frozen=True, slots=True)
class TournamentChanged(DomainEvent):
    """A tournament's card in its `channel` is out of date, or has not been posted yet."""

    background: ClassVar[bool] = True

    tournament: int
    channel: int


@dataclass(frozen=True, slots=True)
class TournamentEnded(DomainEvent):
    """A tournament is over; the winners are posted in its `channel`."""

    background: ClassVar[bool] = True

    tournament: int
    channel: int


@dataclass(frozen=True, slots=True)
class RoundChanged(DomainEvent):
    """The message of a tournament round in its `channel` has a new link or result."""

    background: ClassVar[bool] = True

    tournament: int
    channel: int
    round: int


@dataclass(frozen=True, slots=True)
class DiceSealed(DomainEvent):
    """A tree of seeds was drawn for a tournament's dice; the tournament's `channel` shows its root."""

    background: ClassVar[bool] = True

    tournament: int
    tree: int
    channel: int


@dataclass(frozen=True, slots=True)
class OverviewWanted(DomainEvent):
    """An overview is due in a channel."""

    is_posted: ClassVar[bool] = False

    channel: int


@dataclass(frozen=True, slots=True)
class WelcomeDue(DomainEvent):
    """The bot's introduction to a server is due, in the first of these channels that accepts it.

    `locale` is the language of a Community server, empty otherwise.
    """

    background: ClassVar[bool] = True

    server: int
    channels: tuple[int, ...]
    locale: str


@dataclass(frozen=True, slots=True)
class LimitationMet(DomainEvent):
    """A permission is missing in a server; `told_in` is the channel for its admins."""

    background: ClassVar[bool] = True

    limited: LimitedChannel
    told_in: int


@dataclass(frozen=True, slots=True)
class PersonForgotten(DomainEvent):
    """A person was erased; messages in these places may still name them."""

    is_posted: ClassVar[bool] = False

    places: tuple[NameErasure, ...]
