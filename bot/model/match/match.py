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
"""The reasons of matches without a result."""


def only_winners_remain(outcome: Outcome, players: int, retired: Collection[int]) -> bool:
    """Return whether all but the winners had left (`retired`), whatever the rules' reason."""
    losers = set(range(players)).difference(outcome.winners)
    return bool(outcome.winners) and bool(losers) and losers.issubset(retired)


class MatchStatus(StrEnum):
    """Whether a match is running."""

    RUNNING = "running"
    FINISHED = "finished"

    @classmethod
    def _missing_(cls, value: object) -> "MatchStatus":
        # Written by a newer version; this one cannot use it.
        del value
        return cls.FINISHED


class Counting(StrEnum):
    """Whether a result counts for ratings, or why it does not."""

    COUNTS = "counts"
    TOO_SHORT = "too-short"
    TOO_OFTEN = "too-often"
    OTHERWISE = "otherwise"

    @classmethod
    def _missing_(cls, value: object) -> "Counting":
        # A newer version stored this reason.
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
    """A game between people, engines, or both.

    `players` are by seat; `plies` is the number of plies, `position` the resulting position.

    `turn` is the seat to act (None when finished, and before the dice can be rolled), `resigned` the seat
    that gave up, `thread` the match's own thread, if any, `thread_parent` that thread's channel, if known,
    `board` the latest public message with its board. `departures` are the seats that left while the match
    continued, each with its ply number, in order.

    `number` is the match's number within its challenge, from 1; `tie_break` is its series', None without a
    series.

    With dice, `commitment` is the public commitment to their secret, and `seed` is the secret itself, shown
    only when the match is over. In a tournament the commitment is the `leaf` of a tree. `words` are digests,
    by seat, of words mixed into the secret, and `beacon` is all that is mixed in, known once the match is
    opened; both are None if only the secret counts.

    `timing` is the state of its clock, `standing` holds the players' open offers; `undo` is its state before
    its last ply, if that can be undone. `planned`: a player has a plan; `followed`: a non-player has followed
    it. `taken_back` counts the take-backs: only together with `plies` it identifies a position, as positions
    before and after a take-back may have the same number of plies. `unjustified` is the position, by both
    numbers, in which a call was rejected.

    An agreed draw has Outcome((), "agreement"). A match without result (no move in the first period, an
    agreed abort, or an annulment) is finished with Outcome((), "aborted") or Outcome((), "annulled"); it ends
    its series, if any. After an admin's correction `first_outcome` is the original outcome. If that admin
    plays in the match, `neutral_outcome` is the latest outcome that no player decided; ratings over all
    servers use it.

    A `rated` match counts for its players' ratings, unless it ends in a way that does not. At the result (in
    a series, of its last game) `counting` records whether it counts. Without `exploring` moves cannot be
    explored before the end. `rules` is the version of the rules at the start.

    The first `taken_over` plies were copied from another match, from which this one continues.

    Loaded only if it is to be changed or shown: the people's `settings` by seat, the `names` of known people,
    and whether its channel has an overview.
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
        """Whether an engine plays in it; such a match is unrated."""
        return any(isinstance(player, EnginePlayer) for player in self.players)

    @property
    def is_practice(self) -> bool:
        """Whether it is practice against engines, which is private."""
        return self.has_engines and self.place.server is None

    @property
    def is_unseen(self) -> bool:
        """Whether only engines play and no message shows the match."""
        return self.has_engines and not self.people and self.board is None

    @property
    def has_rejected_call(self) -> bool:
        """Whether a call in the current position was rejected."""
        return self.unjustified == (self.plies, self.taken_back)

    @property
    def running(self) -> bool:
        return self.status is MatchStatus.RUNNING

    @property
    def retired(self) -> tuple[int, ...]:
        """The seats that left while the match continued, in order of leaving."""
        return tuple(seat for seat, _ in self.departures)

    @property
    def series(self) -> int | None:
        """The series that it belongs to, if any."""
        return None if self.tie_break is None else self.challenge

    @property
    def series_number(self) -> int | None:
        """Its number in its series, from 1."""
        return None if self.tie_break is None else self.number

    @property
    def offers(self) -> tuple[OpenOffer, ...]:
        """The offers that wait for an answer."""
        return self.standing.open

    @property
    def turn_began(self) -> datetime:
        """When the current turn began."""
        return self.timing.since

    @property
    def deadline(self) -> datetime | None:
        """The current turn's deadline, vacation included; None without a clock."""
        return self.timing.deadline

    @property
    def claimable(self) -> bool:
        """Whether soft time is up, so that an opponent may claim the win."""
        return self.timing.claimable and self.timing.paused is None

    @property
    def is_paused(self) -> bool:
        """Whether the match is paused until the bot is back in its server."""
        return self.timing.paused is not None and self.running

    @property
    def time_left(self) -> tuple[timedelta | None, ...]:
        """Each seat's remaining time at the start of its latest turn, or of its next turn.

        For the seat to act use `deadline`.
        """
        return self.timing.remaining_times(len(self.players))

    @property
    def has_begun(self) -> bool:
        """Whether a player has made a move."""
        return self.timing.turns > 0

    @property
    def ended_by(self) -> EndedBy | None:
        """The kind of ending outside the rules; None for a running match or an ending by the rules."""
        return None if self.outcome is None else _ENDED_BY.get(self.outcome.reason)

    @property
    def is_aborted(self) -> bool:
        """Whether the match ended without a result."""
        return self.outcome is not None and self.outcome.reason in WITHOUT_RESULT

    @property
    def is_explorable(self) -> bool:
        """Whether moves may be explored now; always after the end."""
        return self.exploring or self.outcome is not None

    @property
    def home(self) -> int:
        """The match's channel: its thread, or the challenge's channel."""
        return self.place.channel if self.thread is None else self.thread

    @property
    def stands_at(self) -> Place:
        """The match's place: its thread if the thread's channel is known, else the challenge's place."""
        if self.thread is None or self.thread_parent is None:
            return self.place
        return replace(self.place, channel=self.thread, parent=self.thread_parent)

    @property
    def mover(self) -> int | None:
        """The person to act; None at an engine's turn, before the dice can be rolled, and after the end."""
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
    def remaining_people(self) -> tuple[int, ...]:
        """The people who still play, by seat."""
        return people_among(player for seat, player in enumerate(self.players) if seat not in self.retired)

    def person_at(self, seat: int | None) -> int | None:
        """Return the person on a seat, None for an engine or without a seat."""
        return None if seat is None else person_of(self.players[seat])

    def settings_at(self, seat: int | None) -> PersonSettings:
        """Return the settings of the person on a seat; the match must be loaded with settings."""
        return USUAL if seat is None or seat >= len(self.settings) else self.settings[seat]

    def away(self, now: datetime) -> dict[int, datetime]:
        """Return the end of each absent player's vacation; the match must be loaded with settings."""
        pairs = zip(self.players, self.settings, strict=True)
        periods = {person_of(player): kept.vacation.away(now) for player, kept in pairs}
        return {
            person: period.end
            for person, period in periods.items()
            if person is not None and period is not None
        }

    def with_settings(self, person: int, settings: PersonSettings) -> "Match":
        """Return a copy with a person's new settings."""
        all_settings = self.settings or (USUAL,) * len(self.players)
        pairs = zip(self.players, all_settings, strict=True)
        return replace(
            self,
            settings=tuple(settings if person_of(player) == person else old for player, old in pairs),
        )

    def with_plies(
        self, plies: int, turn: int | None, position: str, timing: Timing, now: datetime
    ) -> "Match":
        """Return a copy after plies were added or removed, at the beginning of a turn."""
        return replace(self, plies=plies, turn=turn, position=position, timing=timing, updated=now, undo=None)

    def undo_point(self, number: int, after: Timing) -> UndoPoint:
        """Return the state before the ply `number`; `after` are the times after that ply."""
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

    def with_leaver(self, seat: int, ply: int) -> "Match":
        """Return a copy after a seat left with the ply numbered `ply`; the match continues."""
        return replace(self, departures=(*self.departures, (seat, ply)))

    def end(self, outcome: Outcome, now: datetime, resigned: int | None = None) -> "Match":
        """Return a finished copy, with no seat to act."""
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

    def correct(self, outcome: Outcome, *, by_player: bool = False) -> "Match":
        """Return a finished match with another outcome and the same end time."""
        first = self.outcome if self.first_outcome is None else self.first_outcome
        neutral = (self.neutral_outcome or self.outcome) if by_player else None
        return replace(self, outcome=outcome, first_outcome=first, neutral_outcome=neutral, resigned=None)

    def is_visible_in(self, place: Place) -> bool:
        """Return whether everyone in a place may see the match: in its server or its private thread."""
        if self.place.private:
            return place.channel == self.place.channel
        return place.server is not None and place.server == self.place.server

    def seat_of(self, person: int) -> int | None:
        """Return a person's seat, None if they do not play."""
        return self.players.index(HumanPlayer(person)) if HumanPlayer(person) in self.players else None


@dataclass(frozen=True, slots=True)
class MatchPosition:
    """A match with one of its positions; `state` may be earlier than the match's last.

    `away` maps absent players to the end of their absence, `names` holds the names of known players, and
    `series` is the state of the match's series. `stop` is set if the rules in force do not lead to the
    requested position; `state` is then the last position that they reach. `round` is the round number in a
    game with dice, else None.
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
        """The outcome, None for a running match; a correction overrides the rules."""
        if self.match.first_outcome is not None or self.stop is not None:
            return self.match.outcome
        return self.state.outcome or self.match.outcome


@dataclass(frozen=True, slots=True)
class Turn:
    """A player's ply in the log: its number (from 1) and its seat.

    `match` and `state` include the chance, conditional and forced plies that followed immediately, which are
    `followed`. `repeated`: the ply was played earlier and this request changed nothing, so `followed` is
    empty. `names` are the players' names, if loaded.
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

    `seat` is None for a chance ply; `move` is None for a departure. `automatic` is empty for a ply that the
    player made.
    """

    number: int
    seat: int | None
    move: Move | None
    text: str
    state: State
    automatic: Automatic | None = None


@dataclass(frozen=True, slots=True)
class UndonePly:
    """A ply undone by the `taken_back`-th take-back of its match (from 1), and when.

    A ply of the current log may have the same `number`.
    """

    taken_back: int
    number: int
    seat: int | None
    text: str
    undone: datetime


@dataclass(frozen=True, slots=True)
class OfferResult:
    """The result of an offer; `done`: it needed no consent and is carried out."""

    match: Match
    done: bool


@dataclass(frozen=True, slots=True)
class Lines:
    """A player's plan, from a match's position on the opponent's turn.

    Each of at most `limit` `lines` holds canonical move texts that alternate, the opponent's first. They
    begin in `state`. On the player's own turn there is no plan.
    """

    match: Match
    state: State
    lines: tuple[tuple[str, ...], ...]
    limit: int


@dataclass(frozen=True, slots=True)
class SeriesRecord:
    """A series of matches so far: `games` of `length`, and the `results`.

    Results name people, not seats. `winner` is None during the series and after an undecided one.
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
        """Return the results of the games before a given one."""
        return self.results[: self.games.index(match)]
