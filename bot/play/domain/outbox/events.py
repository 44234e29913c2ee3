"""Domain events: what has happened, each declared once with its fields.

They name matches, challenges and people by their ids; `plies` is how many a match had by then.
A use case records them in the order in which they happen. Projections turn them into what follows: messages
to be delivered, overviews to be drawn again.
"""

from dataclasses import dataclass
from enum import StrEnum

from bot.play.domain.challenges import ChallengeStatus
from bot.play.domain.match.log_entry import Automatic
from bot.play.domain.match.offers.offer_rules import OfferKind
from bot.play.domain.outbox.server_events import LetterDue, PuzzleOfDay
from bot.play.domain.people.person import MessageRef
from bot.play.domain.people.preferences import Tell
from bot.play.domain.people.privacy import NameErasure
from bot.play.domain.servers.limitations import Limited
from rules.contract import Outcome


@dataclass(frozen=True, slots=True)
class SeriesGame:
    """Which game of which series a match is; numbers begin with 1."""

    series: int
    number: int


@dataclass(frozen=True, slots=True)
class MatchStarted:
    """A match has begun, after `plies` plies; `tell` is where the one to act is told at once."""

    match: int
    plies: int
    turn: int | None
    tell: Tell
    series: SeriesGame | None = None


@dataclass(frozen=True, slots=True)
class PlyPlayed:
    """A player's ply and the plies of chance behind it: number `since` + 1 up to `plies`.

    `before` and `turn` are the seats to act before and after it, `tell` is where the next one is told at
    once. `automatic` says why nobody played it themselves, `by` whose doing it is and who knows of it. A ply
    by which a seat leaves is `left`; `timed_out` says why, `claimed_by` who claimed that. `timed` says that
    messages have spoken of the time of the turn that ends.
    """

    match: int
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
    def pings(self) -> bool:
        """Whether the one to act is called: not where a player has the turn again."""
        return self.automatic is not None or self.turn != self.before


@dataclass(frozen=True, slots=True)
class DiceRolled:
    """Chance has acted at last where it had waited: number `since` + 1 up to `plies` are its plies.

    `turn` and `tell` are as after a player's ply; `pings` is False where everyone has just been called.
    """

    match: int
    since: int
    plies: int
    turn: int | None
    tell: Tell
    pings: bool = True


@dataclass(frozen=True, slots=True)
class UndoneText:
    """A player's ply that was taken back: the seat and the text."""

    seat: int
    text: str


@dataclass(frozen=True, slots=True)
class PliesTakenBack:
    """The plies after number `plies`, up to `since`, were undone as `by` asked; `free`: without consent."""

    match: int
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
        """Whether the one to act is called: for whom it was free, they know."""
        return not self.free


class EndKind(StrEnum):
    """What has ended a match that no ply ended."""

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
class MatchEnded:
    """A match is over, by its `last` ply or for a cause of its own; `by` knows, as it is their doing.

    `left` are the seats that had left it before, `turn` the one to act until then. `next_turn` is the person
    who has the first turn of the next match of its series. A `rated` one may change ratings.
    """

    match: int
    plies: int
    outcome: Outcome
    last: PlyPlayed | EndCause
    by: int | None
    left: frozenset[int]
    turn: int | None
    next_turn: int | None = None
    timed: bool = False
    rated: bool = False


@dataclass(frozen=True, slots=True)
class ResultCorrected:
    """A match that was over has another result now, or none, for a `cause` which an admin has named."""

    match: int
    plies: int
    cause: EndCause


@dataclass(frozen=True, slots=True)
class SeriesEnded:
    """The last match of a series is over."""

    match: int
    plies: int
    series: int


@dataclass(frozen=True, slots=True)
class DeadlineMoved:
    """The time of the running turn is another, or (not `own`) what is said of a player's absence."""

    match: int
    plies: int
    turn: int | None
    timed: bool = False
    own: bool = True


@dataclass(frozen=True, slots=True)
class DeadlineNear:
    """The one to act is to be reminded, for the `nth` time; 0 is when quiet hours have held the call back.

    `hours_left` are the whole hours to the deadline, None without one.
    """

    match: int
    plies: int
    person: int
    nth: int
    hours_left: int | None


@dataclass(frozen=True, slots=True)
class DeadlinePassed:
    """Soft time is up on a seat: the others may claim the win."""

    match: int
    plies: int
    seat: int


@dataclass(frozen=True, slots=True)
class MatchStalled:
    """Nobody has reacted to the reminders, told once per turn."""

    match: int
    plies: int
    seat: int


@dataclass(frozen=True, slots=True)
class MoreTimeGiven:
    """Days were given to the one to act, by a seat that waits."""

    match: int
    plies: int
    seat: int
    by: int
    days: int


@dataclass(frozen=True, slots=True)
class MatchResumed:
    """A paused match goes on with the time that was left."""

    match: int


@dataclass(frozen=True, slots=True)
class MatchRestored:
    """A match goes on after a restore, as it stood after `plies` plies; the rest is as with a start."""

    match: int
    plies: int
    turn: int | None
    tell: Tell


@dataclass(frozen=True, slots=True)
class OfferMade:
    """A seat offers something, `with_move` together with the ply told just before."""

    match: int
    plies: int
    what: OfferKind
    by: int
    with_move: bool = False


class OfferOutcome(StrEnum):
    """What became of an offer; AGREED is by one of several."""

    ACCEPTED = "accepted"
    AGREED = "agreed"
    DECLINED = "declined"
    WITHDRAWN = "withdrawn"
    LAPSED = "lapsed"


@dataclass(frozen=True, slots=True)
class OfferAnswered:
    """An offer of the seat `by` is settled, by the seat `who`; `message` told it, where known."""

    match: int
    plies: int
    what: OfferKind
    by: int
    outcome: OfferOutcome
    who: int | None = None
    message: MessageRef | None = None


@dataclass(frozen=True, slots=True)
class SeatOffered:
    """A seat is on offer, by the substitution of this id; `absent` is the seat if somebody else offers it."""

    match: int
    plies: int
    substitution: int
    absent: int | None = None


@dataclass(frozen=True, slots=True)
class SeatOfferClosed:
    """A seat is on offer no more."""

    match: int
    plies: int
    substitution: int


@dataclass(frozen=True, slots=True)
class SeatChanged:
    """The seat `seat` has passed from `leaver` to the `substitute`.

    `before` is where the leaver wanted to be told, `tell` where the substitute is told at once if it is their
    turn.
    """

    match: int
    plies: int
    turn: int | None
    seat: int
    leaver: int
    substitute: int
    before: Tell
    tell: Tell
    timed: bool = False


@dataclass(frozen=True, slots=True)
class ChallengeMade:
    """A challenge is open; `role` is the one of its server that it calls, if any.

    `lined_up` is the channel of a tournament, in which the cards of its games stand in the order of rounds.
    """

    challenge: int
    role: int | None = None
    lined_up: int | None = None


@dataclass(frozen=True, slots=True)
class ChallengeChanged:
    """The card of a challenge says something else now; `declined` is who will not come, and why."""

    challenge: int
    declined: int | None = None
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class TermsChanged:
    """A challenge asks for something else now, which those whom it is for are to know."""

    challenge: int


@dataclass(frozen=True, slots=True)
class ChallengeClosed:
    """A challenge can be answered no more."""

    challenge: int
    status: ChallengeStatus


@dataclass(frozen=True, slots=True)
class ChallengeDeclined:
    """Someone has declined a challenge, or an invitation to a table."""

    challenge: int
    by: int
    reason: str


@dataclass(frozen=True, slots=True)
class ChallengeExpired:
    """A challenge has closed by itself."""

    challenge: int


@dataclass(frozen=True, slots=True)
class LobbyReady:
    """Nobody more can come to a table."""

    challenge: int


@dataclass(frozen=True, slots=True)
class TournamentChanged:
    """The message that shows a tournament in its `channel` says something else now, or is to be posted."""

    tournament: int
    channel: int


@dataclass(frozen=True, slots=True)
class TournamentEnded:
    """A tournament is over: its `channel` is told who has won."""

    tournament: int
    channel: int


@dataclass(frozen=True, slots=True)
class DiceSealed:
    """A tree of seeds was drawn for a tournament's dice; its root is shown in the tournament's `channel`."""

    tournament: int
    tree: int
    channel: int


@dataclass(frozen=True, slots=True)
class OverviewWanted:
    """A channel is to have an overview."""

    channel: int


@dataclass(frozen=True, slots=True)
class WelcomeDue:
    """The bot is to introduce itself in a server, in the first of these channels that takes it.

    `locale` is the language of a Community, empty for any other server.
    """

    server: int
    channels: tuple[int, ...]
    locale: str


@dataclass(frozen=True, slots=True)
class LimitationMet:
    """Something has begun to fall away in a server; its admins are told in the channel `told_in`."""

    limited: Limited
    told_in: int


@dataclass(frozen=True, slots=True)
class PersonForgotten:
    """Nothing is kept of somebody any more; messages may still name them in these places."""

    places: tuple[NameErasure, ...]


MatchEvent = (
    MatchStarted
    | PlyPlayed
    | DiceRolled
    | PliesTakenBack
    | MatchEnded
    | ResultCorrected
    | SeriesEnded
    | DeadlineMoved
    | DeadlineNear
    | DeadlinePassed
    | MatchStalled
    | MoreTimeGiven
    | MatchResumed
    | MatchRestored
    | OfferMade
    | OfferAnswered
    | SeatOffered
    | SeatOfferClosed
    | SeatChanged
)
ChallengeEvent = (
    ChallengeMade
    | ChallengeChanged
    | TermsChanged
    | ChallengeClosed
    | ChallengeDeclined
    | ChallengeExpired
    | LobbyReady
)
TournamentEvent = TournamentChanged | TournamentEnded | DiceSealed
OtherEvent = (
    ChallengeEvent
    | TournamentEvent
    | OverviewWanted
    | WelcomeDue
    | LimitationMet
    | PuzzleOfDay
    | LetterDue
    | PersonForgotten
)
DomainEvent = MatchEvent | OtherEvent
