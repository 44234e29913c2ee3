"""The values of the club: people, challenges, matches, turns, notices, and how it says no."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

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
    "ply-taken-back": (),
    "too-many-offers": ("limit",),
    "too-many-lines": ("limit",),
    "game-running": (),
    "series-running": (),
    "rematch-begun": ("game",),
    "lobby-not-countered": (),
}
"""Every reason for which the club refuses something, with the names of its details.

Those of offers and of planned lines are in the REASONS of bot.play.offers and bot.play.conditional.
"""

AGREEMENT = "agreement"
ABORTED = "aborted"
RESIGNATION = "resignation"
"""The reasons of outcomes that no rulebook gives."""


class Refusal(Exception):
    """Say why the club does not do something a person asked for; nothing was changed.

    `reason` is one of REFUSALS, under which catalogues keep the sentence for players;
    `details` are the values that sentence needs, as texts.
    """

    def __init__(self, reason: str, /, **details: str) -> None:
        super().__init__(reason)
        self.reason = reason
        self.details: Mapping[str, str] = details


@dataclass(frozen=True, slots=True)
class Person:
    """Someone as last met: `locale` is the language of his own client."""

    id: int
    name: str
    locale: str


@dataclass(frozen=True, slots=True)
class Place:
    """Where something is public. `server` is None in private talks; `locale` is the server's language."""

    server: int | None
    channel: int
    locale: str


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
    rematch_of: int | None = None
    counter_to: int | None = None


class MatchStatus(StrEnum):
    """Whether a match still goes on."""

    RUNNING = "running"
    FINISHED = "finished"


class OfferKind(StrEnum):
    """What a player can offer: a draw, to take his last ply back, or to end without a result."""

    DRAW = "draw"
    TAKE_BACK = "take-back"
    ABORT = "abort"


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
    ABORT = "abort"


_ENDED_BY: Mapping[str, EndedBy] = {
    RESIGNATION: EndedBy.RESIGNATION,
    AGREEMENT: EndedBy.AGREEMENT,
    ABORTED: EndedBy.ABORT,
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

    `offers` are those that wait for an answer. `taken_back` counts the take-backs so far: with `plies` it
    says which position this is, as after one the same number of plies can be another position.

    An agreed draw has Outcome((), "agreement"). An aborted match is finished with Outcome((), "aborted"), has
    no result and ends the series it may belong to.
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
    retired: tuple[int, ...] = ()
    commitment: str | None = None
    seed: str | None = None
    series: int | None = None
    series_number: int | None = None
    offers: tuple[Offer, ...] = ()
    taken_back: int = 0

    @property
    def ended_by(self) -> EndedBy | None:
        """What ended the match apart from its rules; None while it goes on and when these ended it."""
        return None if self.outcome is None else _ENDED_BY.get(self.outcome.reason)

    @property
    def aborted(self) -> bool:
        """Whether the match ended without a result."""
        return self.ended_by is EndedBy.ABORT

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
    """A match together with one of its positions; `state` may be an earlier one than the match's last."""

    match: Match
    state: State


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
    `offer`: a player offers something. `offer-answered`: an offer's buttons must go, or one of several has
    agreed. `taken-back`: plies were undone, the board shows an earlier position again.
    """

    CHALLENGE = "challenge"
    CHALLENGE_CHANGED = "challenge-changed"
    CHALLENGE_CLOSED = "challenge-closed"
    START = "start"
    PLY = "ply"
    END = "end"
    SERIES_END = "series-end"
    OFFER = "offer"
    OFFER_ANSWERED = "offer-answered"
    TAKEN_BACK = "taken-back"


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

    For offers: "what" (an OfferKind), "by" (seat) and "with_move" (True when it came with the ply told just
    before). For answers: "what", "by" (the seat that offered), "how" ("accepted", "agreed" by one of several,
    "declined", "withdrawn", "lapsed"), "who" (the seat that did, None where it lapsed), and "channel" and
    "message" where the offer was told, if it is known; where it is not, `Outbox.delivered` of the offer gives
    its own message back, whose buttons must go. What was accepted is told by an `end` or `taken-back` after
    it; only "declined" and "agreed" are tried more than once.

    For take-backs: `ply` is the number it goes back to, "since" the number before; "by" (seat that asked),
    "undone" (players' plies, as pairs of seat and text), "free" (nobody was asked), "mover" (None: nobody
    moved) and "ping" (False when the turn stays with the same seat). It is a board like a ply. A ply undone
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


@dataclass(frozen=True, slots=True)
class Limits:
    """How much is sane: running games per person and per channel, open challenges and offers per person.

    `conditional_lines` are a person's in one match.
    """

    games_per_person: int = 50
    challenges_per_person: int = 10
    games_per_channel: int = 200
    offers_per_person: int = 20
    conditional_lines: int = 20
