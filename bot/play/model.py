"""The values of the club: people, challenges, matches, turns, notices, and how it says no."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum

from bot.play import clocks, conditional, offers, preferences, reminders, vacation
from bot.play.clocks import NO_CLOCK, ClockChoice
from bot.play.offers import OfferKind as OfferKind  # noqa: PLC0414  # handed on
from bot.play.preferences import Period as Period  # noqa: PLC0414  # handed on
from bot.play.preferences import Preferences as Preferences  # noqa: PLC0414  # handed on
from bot.play.preferences import Quiet as Quiet  # noqa: PLC0414  # handed on
from bot.play.preferences import Tell as Tell  # noqa: PLC0414  # handed on
from bot.play.preferences import VacationBook as VacationBook  # noqa: PLC0414  # handed on
from bot.play.refusal import Refusal as Refusal  # noqa: PLC0414  # handed on
from bot.play.server_rules import AuditEntry as AuditEntry  # noqa: PLC0414  # handed on
from bot.play.server_rules import Deed as Deed  # noqa: PLC0414  # handed on
from bot.play.server_rules import ServerChanges as ServerChanges  # noqa: PLC0414  # handed on
from bot.play.server_rules import ServerRules as ServerRules  # noqa: PLC0414  # handed on
from rules.game import Move, Outcome, State
from rules.series import Result, TieBreak

RANDOM_ROLE = "random"
"""The role a challenger names to let the lot decide."""

DECLINE_REASONS = ("no-time", "other-game", "other-options", "too-many-games", "no-thanks")
"""The ids of the reasons for which a challenge can be declined."""

REFUSALS: Mapping[str, tuple[str, ...]] = {
    "no-such-game": ("game",),
    "unknown-role": ("role", "allowed"),
    "self-challenge": (),
    "too-many-challenges": ("limit",),
    "too-many-games": ("limit",),
    "opponent-too-many-games": ("limit",),
    "channel-full": ("limit",),
    "unknown-challenge": (),
    "challenge-closed": ("status",),
    "own-challenge": (),
    "not-your-challenge": (),
    "not-the-challenger": (),
    "too-many-invited": ("players", "invited"),
    "unknown-reason": ("reason", "allowed"),
    "unknown-match": (),
    "unknown-ply": ("plies",),
    "lobby-full": (),
    "lobby-closed": (),
    "already-joined": (),
    "not-joined": (),
    "lobby-too-few": ("have", "needed"),
    "lobby-wrong-number": ("have", "allowed"),
    "party-full": (),
    "no-parties": (),
    "role-not-played": ("role", "allowed"),
    "not-the-host": (),
    "host-cannot-leave": (),
    "not-a-lobby": (),
    "no-series": ("game",),
    "unknown-tie-break": ("tie_break", "allowed"),
    "unknown-series": (),
    "dice-running": (),
    "dice-none": (),
    "you-left": (),
    "not-your-game": (),
    "not-your-turn": (),
    "game-over": (),
    "position-changed": (),
    "request-taken": (),
    "nothing-to-claim": (),
    "claim-own-time": (),
    "channel-not-allowed": ("channels",),
    "game-not-allowed": ("games",),
    "unknown-winner": ("player",),
    "note-too-long": ("limit",),
    "ply-taken-back": (),
    "too-many-offers": ("limit",),
    "too-many-lines": ("limit",),
    "game-running": (),
    "series-running": (),
    "rematch-begun": ("game",),
    "lobby-not-countered": (),
    **clocks.REASONS,
    **vacation.REASONS,
    **reminders.REASONS,
    **preferences.REASONS,
    **offers.REASONS,
    **conditional.REASONS,
}
"""Every reason for which the club refuses something, with the names of its details."""

AGREEMENT = "agreement"
TIMEOUT = "timeout"
ADJUDICATION = "adjudication"
ANNULLED = "annulled"
ABORTED = "aborted"
RESIGNATION = "resignation"
"""The reasons of outcomes that no rulebook gives."""
WITHOUT_RESULT = frozenset({ABORTED, ANNULLED})
"""Those of matches that ended without a result."""


@dataclass(frozen=True, slots=True)
class Person:
    """Someone as last met: `locale` is the language of his own client."""

    id: int
    name: str
    locale: str


@dataclass(frozen=True, slots=True)
class Place:
    """Where something is public. `server` is None in private talks; `locale` is the server's language.

    `parent` is the channel a thread hangs in, where `channel` is a thread; it is kept for challenges only.
    """

    server: int | None
    channel: int
    locale: str
    parent: int | None = None


@dataclass(frozen=True, slots=True)
class Request:
    """One thing one person asks for, once: the same `id` again means the same wish, not a new one."""

    id: str
    person: Person


@dataclass(frozen=True, slots=True)
class MessageRef:
    """A posted message: the channel or thread it stands in and its own id."""

    channel: int
    message: int


class ChallengeStatus(StrEnum):
    """What became of a challenge."""

    OPEN = "open"
    ACCEPTED = "accepted"
    DECLINED = "declined"
    WITHDRAWN = "withdrawn"
    COUNTERED = "countered"


@dataclass(frozen=True, slots=True)
class SeriesChoice:
    """The wish to play a series, as the game's rulebook has it, and what decides it when it is level."""

    tie_break: TieBreak = TieBreak.NONE


@dataclass(frozen=True, slots=True)
class Member:
    """Someone who has joined a lobby; `party` is the one he wants to play in, from 0, if he cares."""

    person: int
    party: int | None = None


@dataclass(frozen=True, slots=True)
class Challenge:
    """An invitation to a match. `opponent` is None when anyone may accept it.

    `role` is the challenger's: an id of the game's roles or "random". `reason` is why it was declined,
    `game` the match it led to (of a series the first), `message` the card it is shown on, once that is
    posted in `place.channel`.

    A `lobby` is for a game of more than two: people join and leave, and the challenger starts it. `players`
    is how many it is for, None when he starts with whatever number can play; `members` are those who have
    joined, himself first; `invited` those he named. A `closed` one can be joined by these only.

    `rematch_of` is the finished match it asks to play again, `counter_to` the challenge it answers.
    """

    id: int
    key: str
    options: Mapping[str, str]
    challenger: int
    opponent: int | None
    role: str
    place: Place
    status: ChallengeStatus
    reason: str | None
    accepted_by: int | None
    game: int | None
    message: int | None
    created: datetime
    players: int | None = None
    invited: tuple[int, ...] = ()
    members: tuple[Member, ...] = ()
    closed: bool = False
    lobby: bool = False
    series: SeriesChoice | None = None
    clock: ClockChoice = NO_CLOCK
    rematch_of: int | None = None
    counter_to: int | None = None


class MatchStatus(StrEnum):
    """Whether a match still goes on."""

    RUNNING = "running"
    FINISHED = "finished"


@dataclass(frozen=True, slots=True)
class Offer:
    """An offer that waits for an answer: by which seat, and after how many plies it was made.

    `agreed` are the seats that have accepted so far, where more than one must; `message` is the one it was
    told in, once that is posted.
    """

    what: OfferKind
    by: int
    ply: int
    agreed: tuple[int, ...] = ()
    message: MessageRef | None = None


class EndedBy(StrEnum):
    """What ended a match apart from its rules."""

    RESIGNATION = "resignation"
    AGREEMENT = "agreement"
    TIMEOUT = "timeout"
    ABORT = "abort"
    ADJUDICATION = "adjudication"


_ENDED_BY: Mapping[str, EndedBy] = {
    RESIGNATION: EndedBy.RESIGNATION,
    AGREEMENT: EndedBy.AGREEMENT,
    TIMEOUT: EndedBy.TIMEOUT,
    ABORTED: EndedBy.ABORT,
    ADJUDICATION: EndedBy.ADJUDICATION,
    ANNULLED: EndedBy.ADJUDICATION,
}


@dataclass(frozen=True, slots=True)
class Match:
    """A game between people. `players` are their ids by seat; `plies` is how many have been played.

    `turn` is the seat to act (None when finished), `resigned` the seat that gave up, `thread` the match's own
    thread if it has one, `board` the newest public message with its board. `retired` are the seats that have
    left a match that goes on without them, in the order of leaving.

    Where there are dice, `commitment` is the SHA-256 of the secret they come from, and `seed` the secret
    itself, told only when the match is over. `series` is the series it belongs to and `series_number` its
    number there, from 1.

    `turn_began` is when the running turn began; `deadline` when its time is up (None without a clock and when
    it is over), vacation counted in; `claimable` that soft time is up and an opponent may claim the win.
    `time_left` is by seat what was left when its latest turn began or will be left when its next one begins;
    for the seat to act use `deadline`.

    `offers` are those that wait for an answer. `taken_back` counts the take-backs so far: with `plies` it
    says which position this is, as after one the same number of plies can be another position.

    An agreed draw has Outcome((), "agreement"). A match without result (nobody played in the first period, an
    agreed abort, or an annulment) is finished with Outcome((), "aborted") or Outcome((), "annulled"); it ends
    the series it may belong to.
    """

    id: int
    key: str
    options: Mapping[str, str]
    players: tuple[int, ...]
    place: Place
    thread: int | None
    status: MatchStatus
    plies: int
    turn: int | None
    outcome: Outcome | None
    resigned: int | None
    board: MessageRef | None
    created: datetime
    updated: datetime
    challenge: int
    turn_began: datetime
    retired: tuple[int, ...] = ()
    commitment: str | None = None
    seed: str | None = None
    series: int | None = None
    series_number: int | None = None
    clock: ClockChoice = NO_CLOCK
    deadline: datetime | None = None
    claimable: bool = False
    time_left: tuple[timedelta | None, ...] = ()
    offers: tuple[Offer, ...] = ()
    taken_back: int = 0

    @property
    def ended_by(self) -> EndedBy | None:
        """What ended the match apart from its rules; None while it goes on and when these ended it."""
        return None if self.outcome is None else _ENDED_BY.get(self.outcome.reason)

    @property
    def aborted(self) -> bool:
        """Whether the match ended without a result."""
        return self.outcome is not None and self.outcome.reason in WITHOUT_RESULT

    @property
    def home(self) -> int:
        """The channel the match lives in: its thread, or the channel of the challenge."""
        return self.place.channel if self.thread is None else self.thread

    @property
    def mover(self) -> int | None:
        """The person to act, None when nobody is."""
        return None if self.turn is None else self.players[self.turn]

    def seat_of(self, person: int) -> int | None:
        """Return the seat `person` holds, None for a stranger."""
        return self.players.index(person) if person in self.players else None


@dataclass(frozen=True, slots=True)
class Position:
    """A match together with one of its positions; `state` may be an earlier one than the match's last.

    `away` says until when those of its players are away who are away now.
    """

    match: Match
    state: State
    away: Mapping[int, datetime] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Turn:
    """A player's ply that stands: its number (from 1) and its seat.

    `match` and `state` are what came of it, after the plies of chance, the conditional and the forced ones
    that followed at once. `repeated` says that it had been played before and this request changed nothing.
    """

    match: Match
    state: State
    move: Move
    number: int
    seat: int
    repeated: bool


class Automatic(StrEnum):
    """Why a player's ply was played without him: as he had planned, or because there was no other."""

    CONDITIONAL = "conditional"
    FORCED = "forced"


@dataclass(frozen=True, slots=True)
class PlayedPly:
    """A ply of a match: its number (from 1), its text, and the state after it.

    `seat` is None for a ply of chance; `move` is None where a player left. `automatic` is empty where the
    player played it himself.
    """

    number: int
    seat: int | None
    move: Move | None
    text: str
    state: State
    automatic: Automatic | None = None


@dataclass(frozen=True, slots=True)
class UndonePly:
    """A ply that was taken back, by the `taken_back`-th take-back of its match (from 1), at a time.

    `number` is the one it had; a standing ply may have the same.
    """

    taken_back: int
    number: int
    seat: int | None
    text: str
    undone: datetime


@dataclass(frozen=True, slots=True)
class OfferResult:
    """What became of an offer: `done` says that it needed nobody's consent and has been carried out."""

    match: Match
    done: bool


@dataclass(frozen=True, slots=True)
class Lines:
    """What a player has planned for the position of a match, while another one is to move.

    Each of `lines` is canonical texts, the opponent's ply first, then his own reply, and so on; at most
    `limit` of them. `state` is the position they begin in. There are none when it is his own turn.
    """

    match: Match
    state: State
    lines: tuple[tuple[str, ...], ...]
    limit: int


@dataclass(frozen=True, slots=True)
class Roll:
    """A ply of chance by its number: as the log has it and as the seed has it."""

    ply: int
    logged: str
    computed: str


@dataclass(frozen=True, slots=True)
class Verification:
    """A finished match's dice, computed again from the seed (hexadecimal).

    `correct` says that every roll is the one the seed gives, and the seed the one that was committed to.
    """

    match: Match
    seed: str
    commitment: str
    rolls: tuple[Roll, ...]
    correct: bool


@dataclass(frozen=True, slots=True)
class SeriesRecord:
    """Several matches in a row, as far as they have begun: `games` of `length`, and the `results` so far.

    Results name people, not seats. `winner` is None while it goes on and when it ended undecided.
    """

    id: int
    key: str
    games: tuple[int, ...]
    length: int
    tie_break: TieBreak
    results: tuple[Result, ...]
    winner: int | None
    finished: bool


class NoticeKind(StrEnum):
    """What a notice tells.

    `challenge`: post the card. `challenge-changed`: draw the card again, if it can be done at once.
    `challenge-closed`: the card's buttons must go. `start`: a match begins. `ply`: a ply was played (it may
    end the match). `end`: a match ended without a ply. `series-end`: the last match of a series has ended.

    `reminder`: it still is someone's turn. `time-up`: soft time is up, the others may claim the win.
    `stalled`: nobody has reacted to the reminders, once per turn. `more-time`: someone was given days.
    `overview`: draw the overview of a channel again, or post it where there is no message yet.

    `offer`: a player offers something. `offer-answered`: an offer's buttons must go, or one of several has
    agreed. `taken-back`: plies were undone, the board shows an earlier position again.

    `challenge-declined`: tell the challenger. `lobby-ready`: tell the one who asked people to a table that
    nobody more can come. `board-changed`: the newest board, public or direct, must say the new deadline.
    `board-over`: someone's direct board is not his turn any more; `Outbox.delivered` gives its message back,
    whose buttons must go.
    """

    CHALLENGE = "challenge"
    CHALLENGE_CHANGED = "challenge-changed"
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
    LOBBY_READY = "lobby-ready"
    BOARD_CHANGED = "board-changed"
    BOARD_OVER = "board-over"


@dataclass(frozen=True, slots=True)
class Notice:
    """Something to tell: in public, or in a direct message when there is a `recipient`.

    `ply` is the number of plies of the match at that moment. `attempts` counts failed deliveries;
    `uncertain` warns that an earlier attempt may have arrived.

    `data` holds, for starts and plies: "since" (the number of plies before; those after it, up to `ply`, are
    told together), "mover" (seat, None at a start), "move" (text) and "ping" (False when the turn stays with
    the same seat); for starts in a series also "series" and "number"; for ends "resigned" (seat), or
    "ended_by" ("agreement" or "abort") and "by" (the seat that had offered it); for ends of series "series";
    for changes of a card by one who declines "declined" (person) and "reason". A ply played without its
    player, directly after another, has "conditional" or "forced": True.

    Starts, plies and take-backs that call someone say in `tell` where he wants to be told. Public ones ping
    only by THREAD and BOTH; a notice to himself of the same kind follows by DIRECT and BOTH. NONE also stands
    where his quiet hours hold the ping back: it then comes as a reminder whose "nth" is 0.

    What ends a match, or puts someone out of one that goes on because his time is up, and words to one person
    about his challenge, ping those in `calls`; a notice of the same kind to each who wants that in person
    follows, after his quiet hours. Whoever ended the match himself
    is told neither way, nor is who has the first turn of the next one in a series: that one calls him.
    "challenge-declined" has "by" (person) and "reason".

    More data: reminders "person", "nth" (from 1), "hours_left" (whole hours to the deadline, None without
    one); they are public or to him by what he wants, both by BOTH, and outdated when `ply` is not the
    match's any more. "time-up" and "stalled" have "seat", the one to act; "more-time" has "seat" (given to),
    "by" (seat) and "days". Ends by the clock have "timed_out" (seat), claimed ones "claimed_by" (seat) too;
    ends without a first ply "aborted" (True); those by an admin "adjudicated_by" (person) and "note". A ply
    by which a seat leaves a match of several because its time is up has "timed_out" (True). Overviews have
    "channel" and neither challenge nor game.

    For offers: "what" (an OfferKind), "by" (seat) and "with_move" (True when it came with the ply told just
    before). For answers: "what", "by" (the seat that offered), "how" ("accepted", "agreed" by one of several,
    "declined", "withdrawn", "lapsed"), "who" (the seat that did, None where it lapsed), and "channel" and
    "message" where the offer was told, if it is known; where it is not, `Outbox.delivered` of the offer gives
    its own message back, whose buttons must go. What was accepted is told by an `end` or `taken-back` after
    it; only "declined" and "agreed" are tried more than once.

    For take-backs: `ply` is the number it goes back to, "since" the number before; "by" (seat that asked),
    "undone" (players' plies, as pairs of seat and text), "free" (nobody was asked), "mover" (None: nobody
    moved) and "ping" (False when it was free: he knows). It is a board like a ply. A ply undone
    before it was told is not told; one that is being told when it is undone may find no such ply any more
    (Refusal "unknown-ply"): it is then to be counted as delivered, without a message.
    """

    id: int
    kind: NoticeKind
    challenge: int | None
    game: int | None
    ply: int | None
    recipient: int | None
    attempts: int
    uncertain: bool
    data: Mapping[str, object] = field(default_factory=dict)
    tell: Tell = Tell.THREAD
    calls: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Limits:
    """How much is sane: running games per person and per channel, open challenges and offers per person.

    `conditional_lines` are a person's in one match; `note_length` is the most signs of a note an admin
    leaves.
    """

    games_per_person: int = 50
    challenges_per_person: int = 10
    games_per_channel: int = 200
    offers_per_person: int = 20
    conditional_lines: int = 20
    note_length: int = 300


@dataclass(frozen=True, slots=True)
class Agenda:
    """All that concerns someone: where it is his turn (nearest deadline first), where he waits, and so on.

    Challenges received are all open ones that somebody else has sent; `finished` are the latest ten.
    """

    mine: tuple[Match, ...]
    theirs: tuple[Match, ...]
    challenges_received: tuple[Challenge, ...]
    challenges_sent: tuple[Challenge, ...]
    finished: tuple[Match, ...]


@dataclass(frozen=True, slots=True)
class Overview:
    """A channel's live overview: its message once that is posted, and the running matches, longest first.

    `place` is the channel with the server's present language.
    """

    message: int | None
    matches: tuple[Match, ...]
    place: Place
