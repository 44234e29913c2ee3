"""Domain events, each declared once with its fields.

They name matches, challenges and people by their ids; `plies` is how many a match had by then.
A use case records them in the order in which they happen. Projections turn them into what follows: messages
to be delivered, overviews to be drawn again.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from bot.model.challenges.challenge import ChallengeStatus
from bot.model.event import DomainEvent, MatchEvent
from bot.model.match.log_entry import Automatic
from bot.model.match.offers.offer_rules import OfferKind
from bot.model.people.person import MessageRef
from bot.model.people.preferences import Tell
from bot.model.people.privacy import NameErasure
from bot.model.servers.limitations import Limited
from rules.contract import Outcome


@dataclass(frozen=True, slots=True)
class MatchEventAtPly(MatchEvent):
    """An event of a match that had so many `plies` by then."""

    plies: int


class BoardEvent(MatchEvent):
    """An event of a match that a board shows, which takes the place of the board before."""

    __slots__ = ()

    @property
    def told_after(self) -> int | None:
        """The number of the ply after which the board's account begins; None if it has no plies to tell."""
        return None

    @property
    def pings(self) -> bool:
        """Whether the board pings the one to act."""
        return True


@dataclass(frozen=True, slots=True)
class ChallengeEvent(DomainEvent):
    """An event of a challenge."""

    challenge: int


@dataclass(frozen=True, slots=True)
class SeriesGame:
    """A match's series and its number there, from 1."""

    series: int
    number: int


@dataclass(frozen=True, slots=True)
class MatchStarted(BoardEvent, MatchEventAtPly):
    """A match has begun, after `plies` plies; `tell` is where the one to act is told at once."""

    awaited: ClassVar[bool] = True

    turn: int | None
    tell: Tell
    series: SeriesGame | None = None

    @property
    def told_after(self) -> int:
        """0: plies of chance before the first turn are told, too."""
        return 0


@dataclass(frozen=True, slots=True)
class PlyPlayed(BoardEvent):
    """A player's ply and the plies of chance behind it: number `since` + 1 up to `plies`.

    `before` and `turn` are the seats to act before and after it, `tell` is where the next one is told at
    once. `automatic` says why nobody played it themselves, `by` whose doing it is and who knows of it. A ply
    by which a seat leaves is `left`; `timed_out` says why, `claimed_by` who claimed that. `timed` says that
    messages have spoken of the time of the turn that ends.
    """

    since: int
    plies: int
    seat: int
    move: str
    before: int | None
    turn: int | None
    tell: Tell
    by: int | None
    automatic: Automatic | None = None
    left: bool = False
    timed_out: bool = False
    claimed_by: int | None = None
    timed: bool = False
    ends_match: bool = False

    @property
    def told_after(self) -> int:
        """The ply before the first one that is told."""
        return self.since

    @property
    def pings(self) -> bool:
        """Whether the one to act is called: not where a player has the turn again."""
        return self.automatic is not None or self.turn != self.before


@dataclass(frozen=True, slots=True)
class DiceRolled(BoardEvent):
    """Chance has acted at last where it had waited: number `since` + 1 up to `plies` are its plies.

    `turn` and `tell` are as after a player's ply; `pings` is False where everyone has just been called.
    """

    since: int
    plies: int
    turn: int | None
    tell: Tell
    pings: bool = True

    @property
    def told_after(self) -> int:
        """The ply before the first one that is told."""
        return self.since


@dataclass(frozen=True, slots=True)
class UndoneText:
    """A player's ply that was taken back: the seat and the text."""

    seat: int
    text: str


@dataclass(frozen=True, slots=True)
class PliesTakenBack(BoardEvent):
    """The plies after number `plies`, up to `since`, were undone as `by` asked; `free`: without consent."""

    since: int
    plies: int
    by: int
    undone: tuple[UndoneText, ...]
    free: bool
    before: int | None
    turn: int | None
    tell: Tell
    timed: bool = False

    @property
    def pings(self) -> bool:
        """Whether the player to act is called; after a free take-back they know of it."""
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
    """How a match ended without a ply.

    `seat` is who resigned, whose time was up, or who had offered what was agreed; `claimed_by` the seat that
    claimed it; `admin` the person who judged, or corrected what had been reached, with a `note`.
    """

    kind: EndKind
    seat: int | None = None
    claimed_by: int | None = None
    admin: int | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class MatchEnded(BoardEvent, MatchEventAtPly):
    """A match is over, by its `last` ply or for a cause of its own; `by` knows, as it is their doing.

    `left` are the seats that had left it before, `turn` the one to act until then. `next_turn` is the person
    who has the first turn of the next match of its series. A `rated` one may change ratings.
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
    """A match that was over has another result now, or none, for a `cause` which an admin has named."""

    cause: EndCause


@dataclass(frozen=True, slots=True)
class SeriesEnded(MatchEventAtPly):
    """The last match of a series is over."""

    series: int


@dataclass(frozen=True, slots=True)
class DeadlineMoved(MatchEventAtPly):
    """The running turn's deadline has changed, or (not `own`) the notice of a player's absence."""

    turn: int | None
    timed: bool = False
    own: bool = True

    @property
    def corrects(self) -> bool:
        """True: the board that stands shows another deadline."""
        return True


@dataclass(frozen=True, slots=True)
class DeadlineNear(MatchEventAtPly):
    """The one to act is to be reminded, for the `nth` time; 0 is when quiet hours have held the call back.

    `hours_left` are the whole hours to the deadline, None without one.
    """

    passing: ClassVar[bool] = True

    person: int
    nth: int
    hours_left: int | None


@dataclass(frozen=True, slots=True)
class DeadlinePassed(MatchEventAtPly):
    """Soft time is up on a seat: the others may claim the win."""

    passing: ClassVar[bool] = True

    seat: int


@dataclass(frozen=True, slots=True)
class MatchStalled(MatchEventAtPly):
    """Nobody has reacted to the reminders, told once per turn."""

    passing: ClassVar[bool] = True

    seat: int


@dataclass(frozen=True, slots=True)
class MoreTimeGiven(MatchEventAtPly):
    """Days were given to the one to act, by a seat that waits."""

    seat: int
    by: int
    days: int


@dataclass(frozen=True, slots=True)
class MatchResumed(MatchEvent):
    """A paused match goes on with the time that was left."""

    is_posted: ClassVar[bool] = False


@dataclass(frozen=True, slots=True)
class MatchRestored(BoardEvent, MatchEventAtPly):
    """A match goes on after a restore, as it stood after `plies` plies; the rest is as with a start."""

    background: ClassVar[bool] = True

    turn: int | None
    tell: Tell


@dataclass(frozen=True, slots=True)
class OfferMade(MatchEventAtPly):
    """A seat offers something, `with_move` together with the ply told just before."""

    what: OfferKind
    by: int
    with_move: bool = False


class OfferOutcome(StrEnum):
    """The outcome of an offer; AGREED is by one of several."""

    ACCEPTED = "accepted"
    AGREED = "agreed"
    DECLINED = "declined"
    WITHDRAWN = "withdrawn"
    LAPSED = "lapsed"


@dataclass(frozen=True, slots=True)
class OfferAnswered(MatchEventAtPly):
    """An offer of the seat `by` is settled, by the seat `who`; `message` told it, where known."""

    what: OfferKind
    by: int
    outcome: OfferOutcome
    who: int | None = None
    message: MessageRef | None = None

    @property
    def corrects(self) -> bool:
        """Whether nothing but the message of the offer changes: another event tells of any other answer."""
        return self.outcome not in {OfferOutcome.DECLINED, OfferOutcome.AGREED}


@dataclass(frozen=True, slots=True)
class SeatOffered(MatchEventAtPly):
    """A seat is on offer, by the substitution of this id; `absent` is the seat if somebody else offers it."""

    substitution: int
    absent: int | None = None


@dataclass(frozen=True, slots=True)
class SeatOfferClosed(MatchEventAtPly):
    """A seat is on offer no more."""

    substitution: int

    @property
    def corrects(self) -> bool:
        """True: the card of the seat is closed."""
        return True


@dataclass(frozen=True, slots=True)
class SeatChanged(BoardEvent, MatchEventAtPly):
    """The seat `seat` has passed from `leaver` to the `substitute`.

    `before` is where the leaver wanted to be told, `tell` where the substitute is told at once if it is their
    turn.
    """

    turn: int | None
    seat: int
    leaver: int
    substitute: int
    before: Tell
    tell: Tell
    timed: bool = False


@dataclass(frozen=True, slots=True)
class ChallengeMade(ChallengeEvent):
    """A challenge is open; `role` is the one of its server that it calls, if any.

    `lined_up` is the channel of a tournament, in which the cards of its games stand in the order of rounds.
    `beside` is the challenge whose card is this one's as well: that of the first game of a round.
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
        """True: the card that stands is edited."""
        return True


@dataclass(frozen=True, slots=True)
class TermsChanged(ChallengeEvent):
    """A challenge has new terms, which its addressees must learn."""


@dataclass(frozen=True, slots=True)
class ChallengeClosed(ChallengeEvent):
    """A challenge can be answered no more."""

    status: ChallengeStatus


@dataclass(frozen=True, slots=True)
class ChallengeDeclined(ChallengeEvent):
    """Someone has declined a challenge, or an invitation to a table."""

    by: int
    reason: str


@dataclass(frozen=True, slots=True)
class ChallengeExpired(ChallengeEvent):
    """A challenge has closed by itself."""


@dataclass(frozen=True, slots=True)
class LobbyReady(ChallengeEvent):
    """Nobody more can come to a table."""


@dataclass(frozen=True, slots=True)
class TournamentChanged(DomainEvent):
    """The message that shows a tournament in its `channel` says something else now, or is to be posted."""

    background: ClassVar[bool] = True

    tournament: int
    channel: int


@dataclass(frozen=True, slots=True)
class TournamentEnded(DomainEvent):
    """A tournament is over: its `channel` gets the winners."""

    background: ClassVar[bool] = True

    tournament: int
    channel: int


@dataclass(frozen=True, slots=True)
class RoundChanged(DomainEvent):
    """The message of a round of a tournament, in its `channel`, has another link or result."""

    background: ClassVar[bool] = True

    tournament: int
    channel: int
    round: int


@dataclass(frozen=True, slots=True)
class DiceSealed(DomainEvent):
    """A tree of seeds was drawn for a tournament's dice; its root is shown in the tournament's `channel`."""

    background: ClassVar[bool] = True

    tournament: int
    tree: int
    channel: int


@dataclass(frozen=True, slots=True)
class OverviewWanted(DomainEvent):
    """A channel is to have an overview."""

    is_posted: ClassVar[bool] = False

    channel: int


@dataclass(frozen=True, slots=True)
class WelcomeDue(DomainEvent):
    """The bot is to introduce itself in a server, in the first of these channels that takes it.

    `locale` is the language of a Community, empty for any other server.
    """

    background: ClassVar[bool] = True

    server: int
    channels: tuple[int, ...]
    locale: str


@dataclass(frozen=True, slots=True)
class LimitationMet(DomainEvent):
    """Something has begun to fall away in a server; its admins are told in the channel `told_in`."""

    background: ClassVar[bool] = True

    limited: Limited
    told_in: int


@dataclass(frozen=True, slots=True)
class PersonForgotten(DomainEvent):
    """Nothing is kept of somebody any more; messages may still name them in these places."""

    is_posted: ClassVar[bool] = False

    places: tuple[NameErasure, ...]
