"""Matches: state, log, ending."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from enum import StrEnum

from bot.model.match.beacon import Beacon
from bot.model.match.dice_leaf import DiceLeaf
from bot.model.match.log_entry import Automatic
from bot.model.match.match_log import Stop
from bot.model.match.offers.match_offers import MatchOffers, OpenOffer
from bot.model.match.offers.undo_point import UndoPoint
from bot.model.match.timing import Timing
from bot.model.people.person import MessageRef, Place
from bot.model.people.person_settings import USUAL, PersonSettings
from bot.model.people.players import EnginePlayer, HumanPlayer, Player, people_among, person_of
from bot.model.time.clocks import NO_CLOCK, ClockChoice
from rules.contract import Move, Outcome, State
from rules.contract.series import Result, TieBreak

AGREEMENT = "agreement"
TIMEOUT = "timeout"
ADJUDICATION = "adjudication"
ANNULLED = "annulled"
ABORTED = "aborted"
RESIGNATION = "resignation"
CORRECTION = "correction"
"""The reasons of outcomes that no rulebook gives."""
WITHOUT_RESULT = frozenset({ABORTED, ANNULLED})
"""Those of matches that ended without a result."""


def others_left(outcome: Outcome, players: int, retired: Collection[int]) -> bool:
    """Return whether all but the winners had left (`retired`) by then, whatever the rules call that."""
    losers = set(range(players)).difference(outcome.winners)
    return bool(outcome.winners) and bool(losers) and losers.issubset(retired)


class MatchStatus(StrEnum):
    """Whether a match still goes on."""

    RUNNING = "running"
    FINISHED = "finished"

    @classmethod
    def _missing_(cls, value: object) -> "MatchStatus":
        # A newer version has written it, and here nothing can be done with it.
        del value
        return cls.FINISHED


class Counting(StrEnum):
    """Whether a result counts for ratings, and why it does not."""

    COUNTS = "counts"
    TOO_SHORT = "too-short"
    TOO_OFTEN = "too-often"
    OTHERWISE = "otherwise"

    @classmethod
    def _missing_(cls, value: object) -> "Counting":
        # A newer version has written why not.
        del value
        return cls.OTHERWISE


class EndedBy(StrEnum):
    """An ending outside the rules."""

    RESIGNATION = "resignation"
    AGREEMENT = "agreement"
    TIMEOUT = "timeout"
    ABORT = "abort"
    ADJUDICATION = "adjudication"
    CORRECTION = "correction"


_ENDED_BY: Mapping[str, EndedBy] = {
    RESIGNATION: EndedBy.RESIGNATION,
    AGREEMENT: EndedBy.AGREEMENT,
    TIMEOUT: EndedBy.TIMEOUT,
    ABORTED: EndedBy.ABORT,
    ADJUDICATION: EndedBy.ADJUDICATION,
    ANNULLED: EndedBy.ADJUDICATION,
    CORRECTION: EndedBy.CORRECTION,
}


@dataclass(frozen=True, slots=True)
class Match:
    """A game between people.

    `players` are by seat; `plies` is how many have been played, `position` what they have led to.

    `turn` is the seat to act (None when finished), `resigned` the seat that gave up, `thread` the match's own
    thread if it has one, `thread_parent` the channel of that where it is known, `board` the newest public
    message with its board. `departures` are the seats that have left a match that goes on without them, each
    with the number of its ply, in order.

    `number` is the match's own among those of its challenge, from 1; `tie_break` decides the series it
    belongs to, None where it belongs to none.

    With dice, `commitment` is the public commitment to their secret, and `seed` is the secret itself, shown
    only when the match is over. In a tournament the commitment is the `leaf` of a tree. `words` are the
    digests of words, by seat, that it is mixed with, and `beacon` all of that, known once the match is
    opened; both are None where the secret alone counts.

    `timing` is how its clock stands, `standing` what its players offer each other; `undo` is how it stood
    before its last ply, where that can be undone. `planned` says that somebody has a plan, `followed`
    that somebody looks on from outside. `taken_back` counts the take-backs so far: with `plies` it says which
    position this is, as after one the same number of plies can be another position.

    An agreed draw has Outcome((), "agreement"). A match without result (nobody played in the first period, an
    agreed abort, or an annulment) is finished with Outcome((), "aborted") or Outcome((), "annulled"); it ends
    the series it may belong to. Where an admin has corrected an outcome later, `first_outcome` is the one it
    had before. Where that admin plays in it themselves, `neutral_outcome` is the latest one that no player
    decided: the ratings over all servers go by it.

    A `rated` one counts for the ratings of its players, unless it ends in a way that does not. Once a result
    is reached (of a series, by its last game) `counting` says whether it counts. Without `exploring` nobody
    may try moves out in it before it is over. `rules` is the version of the rules it was begun under.

    The first `taken_over` plies come from another match that this one was begun from.

    What belongs to its people is read with one that is to be changed or shown: their `settings` by seat, the
    `names` of those who were ever met, and whether its channel has an overview.
    """

    id: int
    key: str
    options: Mapping[str, str]
    players: tuple[Player, ...]
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
    timing: Timing
    departures: tuple[tuple[int, int], ...] = ()
    commitment: str | None = None
    seed: str | None = None
    number: int = 1
    tie_break: TieBreak | None = None
    clock: ClockChoice = NO_CLOCK
    standing: MatchOffers = field(default_factory=MatchOffers)
    taken_back: int = 0
    rated: bool = False
    exploring: bool = True
    first_outcome: Outcome | None = None
    neutral_outcome: Outcome | None = None
    rules: int = 1
    words: tuple[str, ...] | None = None
    beacon: Beacon | None = None
    leaf: DiceLeaf | None = None
    counting: Counting | None = None
    position: str = ""
    planned: bool = False
    followed: bool = False
    unjustified: tuple[int, int] | None = None
    taken_over: int = 0
    thread_parent: int | None = None
    undo: UndoPoint | None = field(default=None, compare=False)
    settings: tuple[PersonSettings, ...] = field(default=(), compare=False)
    names: Mapping[int, str] = field(default_factory=dict, compare=False)
    overviewed: bool = field(default=True, compare=False)

    @property
    def has_engines(self) -> bool:
        """Whether an engine plays in it: it counts for no rating."""
        return any(isinstance(player, EnginePlayer) for player in self.players)

    @property
    def is_practice(self) -> bool:
        """Whether it is practice against engines: it is private."""
        return self.has_engines and self.place.server is None

    @property
    def is_unseen(self) -> bool:
        """Whether only engines play in it, and no message shows it: none will."""
        return self.has_engines and not self.people and self.board is None

    @property
    def has_rejected_call(self) -> bool:
        """Whether something was called in its present position that nothing justified."""
        return self.unjustified == (self.plies, self.taken_back)

    @property
    def running(self) -> bool:
        """Whether it still goes on."""
        return self.status is MatchStatus.RUNNING

    @property
    def retired(self) -> tuple[int, ...]:
        """The seats that have left a match that goes on without them, in the order of leaving."""
        return tuple(seat for seat, _ in self.departures)

    @property
    def series(self) -> int | None:
        """The series it belongs to."""
        return None if self.tie_break is None else self.challenge

    @property
    def series_number(self) -> int | None:
        """Its number in the series it belongs to, from 1."""
        return None if self.tie_break is None else self.number

    @property
    def offers(self) -> tuple[OpenOffer, ...]:
        """The offers that wait for an answer."""
        return self.standing.open

    @property
    def turn_began(self) -> datetime:
        """When the running turn began."""
        return self.timing.since

    @property
    def deadline(self) -> datetime | None:
        """When the time of the running turn is up, vacation counted in; None without a clock."""
        return self.timing.deadline

    @property
    def claimable(self) -> bool:
        """Whether soft time is up, and an opponent may claim the win."""
        return self.timing.claimable and self.timing.paused is None

    @property
    def paused(self) -> bool:
        """Whether it goes on with the time that was left once the bot is back in its server."""
        return self.timing.paused is not None and self.running

    @property
    def time_left(self) -> tuple[timedelta | None, ...]:
        """Return by seat the time left at the start of its latest turn, or of its next one.

        For the seat to act use `deadline`.
        """
        return self.timing.left(len(self.players))

    @property
    def begun(self) -> bool:
        """Whether a player has played in it."""
        return self.timing.turns > 0

    @property
    def ended_by(self) -> EndedBy | None:
        """Return the ending outside the rules; None for a running match and for an ending by the rules."""
        return None if self.outcome is None else _ENDED_BY.get(self.outcome.reason)

    @property
    def aborted(self) -> bool:
        """Whether the match ended without a result."""
        return self.outcome is not None and self.outcome.reason in WITHOUT_RESULT

    @property
    def is_explorable(self) -> bool:
        """Whether moves may be tried out in it now: once it is over, always."""
        return self.exploring or self.outcome is not None

    @property
    def home(self) -> int:
        """The channel the match lives in: its thread, or the channel of the challenge."""
        return self.place.channel if self.thread is None else self.thread

    @property
    def stands_at(self) -> Place:
        """Where it is played: its thread if the channel of that is known, else the place of its challenge."""
        if self.thread is None or self.thread_parent is None:
            return self.place
        return replace(self.place, channel=self.thread, parent=self.thread_parent)

    @property
    def mover(self) -> int | None:
        """The person to act, None when nobody or a program is."""
        return None if self.turn is None else person_of(self.players[self.turn])

    @property
    def people(self) -> tuple[int, ...]:
        """The people among the players, by seat."""
        return people_among(self.players)

    @property
    def readers(self) -> frozenset[int]:
        """The people among the players."""
        return frozenset(self.people)

    @property
    def people_left(self) -> tuple[int, ...]:
        """The people who still play, by seat."""
        return people_among(player for seat, player in enumerate(self.players) if seat not in self.retired)

    def person_at(self, seat: int | None) -> int | None:
        """Return the person on a seat, None where an engine or nobody sits."""
        return None if seat is None else person_of(self.players[seat])

    def settings_at(self, seat: int | None) -> PersonSettings:
        """Return the settings of the person on a seat of a match that was read with them."""
        return USUAL if seat is None or seat >= len(self.settings) else self.settings[seat]

    def away(self, now: datetime) -> dict[int, datetime]:
        """Return the end of the current vacation of each player, where settings were read."""
        pairs = zip(self.players, self.settings, strict=True)
        periods = {person_of(player): kept.vacation.away(now) for player, kept in pairs}
        return {
            person: period.end
            for person, period in periods.items()
            if person is not None and period is not None
        }

    def with_settings(self, person: int, settings: PersonSettings) -> "Match":
        """Return one that knows someone's new settings."""
        all_settings = self.settings or (USUAL,) * len(self.players)
        pairs = zip(self.players, all_settings, strict=True)
        return replace(
            self,
            settings=tuple(settings if person_of(player) == person else old for player, old in pairs),
        )

    def moved_on(self, plies: int, turn: int | None, position: str, timing: Timing, now: datetime) -> "Match":
        """Return it after more plies, or fewer, and with the turn that begins then."""
        return replace(self, plies=plies, turn=turn, position=position, timing=timing, updated=now, undo=None)

    def undo_point(self, number: int, after: Timing) -> UndoPoint:
        """Return how it stands before its ply `number`; `after` are its times behind that."""
        before, waiting = self.timing, ((offer.what, offer.by) for offer in self.standing.open)
        return UndoPoint(
            number,
            before.since,
            before.times,
            before.turns,
            before.told,
            before.reminders,
            before.stalled,
            before.silenced,
            tuple(sorted(waiting)),
            after.times,
        )

    def left_by(self, seat: int, ply: int) -> "Match":
        """Return it when a seat leaves with a ply of such a number, and it goes on without it."""
        return replace(self, departures=(*self.departures, (seat, ply)))

    def ended(self, outcome: Outcome, now: datetime, resigned: int | None = None) -> "Match":
        """Return it when it is over: nobody is to act any more."""
        return replace(
            self,
            status=MatchStatus.FINISHED,
            turn=None,
            outcome=outcome,
            resigned=resigned,
            updated=now,
            timing=replace(self.timing, deadline=None, claimable=False, due=None),
            undo=None,
        )

    def corrected(self, outcome: Outcome, *, by_player: bool = False) -> "Match":
        """Return a finished match with another outcome and the same time of its end."""
        first = self.outcome if self.first_outcome is None else self.first_outcome
        neutral = (self.neutral_outcome or self.outcome) if by_player else None
        return replace(self, outcome=outcome, first_outcome=first, neutral_outcome=neutral, resigned=None)

    def is_told_in(self, place: Place) -> bool:
        """Return whether everyone in a place may see the match: in its server, or its private thread."""
        if self.place.private:
            return place.channel == self.place.channel
        return place.server is not None and place.server == self.place.server

    def seat_of(self, person: int) -> int | None:
        """Return the seat `person` holds, None for a stranger."""
        return self.players.index(HumanPlayer(person)) if HumanPlayer(person) in self.players else None


@dataclass(frozen=True, slots=True)
class MatchPosition:
    """A match together with one of its positions; `state` may be an earlier one than the match's last.

    `away` says until when those of its players are away who are away now, `names` are those of its players
    who were ever met, and `series` is how the series stands that the match belongs to. `stop` is why `state`
    is not the position asked for: the rules in force do not lead there, and it is the last one they lead to.
    `round` is how far it has come where dice are rolled; None elsewhere.
    """

    match: Match
    state: State
    away: Mapping[int, datetime] = field(default_factory=dict)
    names: Mapping[int, str] = field(default_factory=dict)
    series: "SeriesRecord | None" = None
    stop: Stop | None = None
    round: int | None = None

    @property
    def outcome(self) -> Outcome | None:
        """How it has ended, None while it goes on; a correction goes before what the rules say."""
        if self.match.first_outcome is not None or self.stop is not None:
            return self.match.outcome
        return self.state.outcome or self.match.outcome


@dataclass(frozen=True, slots=True)
class Turn:
    """A player's ply that stands: its number (from 1) and its seat.

    `match` and `state` are what came of it, after the plies of chance, the conditional and the forced ones
    that followed at once; `followed` are these. `repeated` says that it had been played before and this
    request changed nothing: then nothing is said of what followed. `names` are those of the players, as far
    as they were read.
    """

    match: Match
    state: State
    move: Move
    number: int
    seat: int
    repeated: bool
    followed: tuple["PlayedPly", ...] = ()
    names: Mapping[int, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PlayedPly:
    """A ply of a match: its number (from 1), its text, and the state after it.

    `seat` is None for a ply of chance; `move` is None where a player left. `automatic` is empty where the
    player played it themselves.
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
    """The result of an offer: `done` means that it needed nobody's consent and is carried out."""

    match: Match
    done: bool


@dataclass(frozen=True, slots=True)
class Lines:
    """A player's plan from a match's position, while another player is to move.

    Each of `lines` is canonical texts, the opponent's ply first, then their own reply, and so on; at most
    `limit` of them. `state` is the position they begin in. There are none when it is their own turn.
    """

    match: Match
    state: State
    lines: tuple[tuple[str, ...], ...]
    limit: int


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

    def results_before(self, match: int) -> tuple[Result, ...]:
        """Return the results of the games that were played before one of them."""
        return self.results[: self.games.index(match)]
