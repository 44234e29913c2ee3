"""Notices: what is to be told, of what, to whom."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final

from bot.play.domain.challenges import ChallengeStatus
from bot.play.domain.events import EndCause, LimitationMet, OfferFate, SeriesGame, UndoneText, WelcomeDue
from bot.play.domain.match.log_entry import Automatic
from bot.play.domain.match.offer_rules import OfferKind
from bot.play.domain.people import MessageRef
from bot.play.domain.preferences import Tell
from bot.play.domain.privacy import NamePlace


class NoticeKind(StrEnum):
    """What a notice tells.

    `challenge`: post the card. `challenge-changed`: draw the card again, if it can be done at once.
    `terms-changed`: tell those whom a challenge is for that it asks for something else now.
    `challenge-closed`: the card's buttons must go. `start`: a match begins. `ply`: a ply was played (it may
    end the match). `end`: a match ended without a ply. `series-end`: the last match of a series has ended.

    `reminder`: it still is someone's turn. `time-up`: soft time is up, the others may claim the win.
    `stalled`: nobody has reacted to the reminders, once per turn. `more-time`: someone was given days.
    `overview`: draw the overview of a channel again, or post it where there is no message yet.

    `offer`: a player offers something. `offer-answered`: an offer's buttons must go, or one of several has
    agreed. `taken-back`: plies were undone, the board shows an earlier position again.

    `challenge-declined`, `challenge-expired`: tell the challenger. `lobby-ready`: tell the one who asked
    people to a table that nobody more can come. `board-changed`: the newest board, public or direct, must say
    the new deadline.
    `board-over`: someone's direct board is not their turn any more.

    `seat-offered`: someone may go on in the place of a player. `seat-closed`: the card of that must lose its
    buttons. `seat-changed`: someone goes on, on the board they find.

    `restored`: a match goes on from where a backup knew it.

    `result`: tell a server how a match has ended. `thread-over`: a match's thread is to be archived.

    `welcome`: introduce the bot in a server that is new to it.

    `limitation`: tell the admins of a server what falls away there, and how to give it.

    `name-gone`: messages in a place must name somebody no more who was forgotten.

    `buttons-off`: a message that was replaced must lose its buttons. `message-over`: a message that is true
    no more must go.
    """

    CHALLENGE = "challenge"
    CHALLENGE_CHANGED = "challenge-changed"
    TERMS_CHANGED = "terms-changed"
    CHALLENGE_CLOSED = "challenge-closed"
    START = "start"
    PLY = "ply"
    END = "end"
    SERIES_END = "series-end"
    REMINDER = "reminder"
    TIME_UP = "time-up"
    STALLED = "stalled"
    MORE_TIME = "more-time"
    OVERVIEW = "overview"
    OFFER = "offer"
    OFFER_ANSWERED = "offer-answered"
    TAKEN_BACK = "taken-back"
    CHALLENGE_DECLINED = "challenge-declined"
    CHALLENGE_EXPIRED = "challenge-expired"
    LOBBY_READY = "lobby-ready"
    BOARD_CHANGED = "board-changed"
    BOARD_OVER = "board-over"
    SEAT_OFFERED = "seat-offered"
    SEAT_CLOSED = "seat-closed"
    SEAT_CHANGED = "seat-changed"
    RESTORED = "restored"
    RESULT = "result"
    THREAD_OVER = "thread-over"
    WELCOME = "welcome"
    LIMITATION = "limitation"
    NAME_GONE = "name-gone"
    BUTTONS_OFF = "buttons-off"
    MESSAGE_OVER = "message-over"


BACKGROUND: Final = frozenset(
    {
        NoticeKind.LIMITATION,
        NoticeKind.NAME_GONE,
        NoticeKind.OVERVIEW,
        NoticeKind.RESTORED,
        NoticeKind.THREAD_OVER,
        NoticeKind.WELCOME,
    }
)
"""What answers nobody who is there: it is told a few at a time, and gives way to everything else."""


@dataclass(frozen=True, slots=True)
class Nothing:
    """What a notice holds whose kind says it all."""


@dataclass(frozen=True, slots=True)
class Start:
    """A match begins; in a series, as one of its games."""

    series: SeriesGame | None = None


@dataclass(frozen=True, slots=True)
class Ply:
    """The plies after number `since` are told together; `seat` and `move` are the first player's among them.

    `pings` is False when the turn stays with the same seat. `automatic` says why the last of them was played
    by itself.
    """

    since: int
    seat: int | None
    move: str
    pings: bool = True
    automatic: Automatic | None = None
    timed_out: bool = False
    claimed_by: int | None = None


@dataclass(frozen=True, slots=True)
class End:
    """A match ended without a ply."""

    cause: EndCause


@dataclass(frozen=True, slots=True)
class TakenBack:
    """Plies were undone, from number `since` back. `pings` is False for whom it was `free`: they know.

    A ply undone before it was told is not told; one that is being told when it is undone may find no such
    ply any more (Refusal "unknown-ply"): it then counts as delivered, without a message.
    """

    since: int
    by: int
    undone: tuple[UndoneText, ...]
    free: bool

    @property
    def pings(self) -> bool:
        """Whether the one to act is called."""
        return not self.free


@dataclass(frozen=True, slots=True)
class SeriesEnd:
    """The series that is over."""

    series: int


@dataclass(frozen=True, slots=True)
class ReminderOfTurn:
    """Who is reminded, for the `nth` time, and the whole hours to the deadline, None without one."""

    person: int
    nth: int
    hours_left: int | None


@dataclass(frozen=True, slots=True)
class TimedSeat:
    """The seat whose time is up, or whose turn has stalled."""

    seat: int


@dataclass(frozen=True, slots=True)
class MoreTime:
    """The seat that days were given to, and the one that gave them."""

    seat: int
    by: int
    days: int


@dataclass(frozen=True, slots=True)
class OverviewOf:
    """The channel whose overview has changed."""

    channel: int


@dataclass(frozen=True, slots=True)
class ResultIn:
    """The channel in which a server has the results of matches told."""

    channel: int


@dataclass(frozen=True, slots=True)
class OfferTold:
    """What the seat `by` offers; `with_move` says that it came with the ply told just before."""

    what: OfferKind
    by: int
    with_move: bool = False


@dataclass(frozen=True, slots=True)
class OfferOver:
    """What became of an offer, by the seat `who`; None where it lapsed.

    `message` is where it was told; where that is not known, a `buttons-off` follows the offer.
    """

    what: OfferKind
    by: int
    fate: OfferFate
    who: int | None = None
    message: MessageRef | None = None


@dataclass(frozen=True, slots=True)
class CardChanged:
    """Who will not come to a table, and why, where that has changed its card."""

    declined: int | None = None
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class CardClosed:
    """What became of a challenge."""

    status: ChallengeStatus


@dataclass(frozen=True, slots=True)
class Declined:
    """Who has declined, and why."""

    by: int
    reason: str


@dataclass(frozen=True, slots=True)
class BoardOver:
    """Someone's direct board is over as the seat `undone_by` has undone the ply it told of."""

    undone_by: int


@dataclass(frozen=True, slots=True)
class SeatOffer:
    """The substitution by which a seat is on offer, or is no more."""

    substitution: int


@dataclass(frozen=True, slots=True)
class SeatTaken:
    """The seat that has passed from a person to another."""

    seat: int
    leaver: int
    substitute: int


@dataclass(frozen=True, slots=True)
class OfMessage:
    """The message that is to be changed.

    `challenge` is what it told of, where that has closed since; `undone_by` the seat that undid the ply it
    told of. `reader` is who reads it, None where everyone does.
    """

    ref: MessageRef
    challenge: int | None = None
    undone_by: int | None = None
    reader: int | None = None


Content = (
    Nothing
    | BoardOver
    | Start
    | Ply
    | End
    | TakenBack
    | SeriesEnd
    | ReminderOfTurn
    | TimedSeat
    | MoreTime
    | OverviewOf
    | ResultIn
    | OfferTold
    | OfferOver
    | CardChanged
    | CardClosed
    | Declined
    | SeatOffer
    | SeatTaken
    | WelcomeDue
    | LimitationMet
    | NamePlace
    | OfMessage
)


class Fate(StrEnum):
    """What became of an attempt to deliver a notice.

    A rerouted one goes on to each of those concerned, a missed one waits for their next command, a dropped
    one is missed by nobody.
    """

    DELIVERED = "delivered"
    POSTPONED = "postponed"
    REROUTED = "rerouted"
    MISSED = "missed"
    DROPPED = "dropped"


@dataclass(frozen=True, slots=True)
class LostTime:
    """When a notice was `written`, in an `epoch` that a restore has ended: it may have been told since."""

    epoch: int
    written: datetime


@dataclass(frozen=True, slots=True)
class Notice:
    """Something to tell: in public, or in a direct message when there is a `recipient`.

    `ply` is the number of plies of the match at that moment. `attempts` counts failed deliveries;
    `uncertain` warns that an earlier attempt may have arrived. `rerouted` says that it goes to one person
    because it could not be told where it belongs.

    Starts, plies and take-backs that call someone say in `tell` where they want to be told. Public ones ping
    only by THREAD and BOTH; a notice to them alone of the same kind follows by DIRECT and BOTH. NONE also
    stands where quiet hours hold the ping back: it then comes as a reminder whose `nth` is 0.

    What ends a match, or puts someone out of one that goes on because their time is up, and words to one
    person about their challenge, ping those in `calls`; a notice of the same kind to each who wants that in
    person follows, after their quiet hours. Whoever ended the match themselves is told neither way, nor is
    who has the first turn of the next one in a series: that one calls them.

    The card of a new open challenge calls those who have `role`, where the server has chosen one.

    `written` is when it was, where known. `background` says that it gives way to what others wait for.
    `request` is the id of the interaction or the job that it comes from, where known.
    `lost` is set where a restore has found it undelivered. What it told then of a match that goes on is told
    anew by a `restored`, which also calls whoever is to move.

    Reminders are outdated when `ply` is not the match's any more. What was accepted is told by an `end` or
    `taken-back` after its `offer-answered`; only DECLINED and AGREED are tried for long.
    """

    id: int
    kind: NoticeKind
    challenge: int | None
    match: int | None
    ply: int | None
    recipient: int | None
    attempts: int
    uncertain: bool
    content: Content = Nothing()
    tell: Tell = Tell.THREAD
    calls: tuple[int, ...] = ()
    rerouted: bool = False
    role: int | None = None
    request: str | None = None
    lost: LostTime | None = None
    written: datetime | None = None
    background: bool = False
