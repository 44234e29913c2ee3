"""The state of a tournament: entrants, games, progress."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

from bot.features.tournaments.domain.dice_seals import DiceSeal
from bot.features.tournaments.domain.formats import Format, Rules, ranking
from bot.features.tournaments.domain.ladder import challengeable, rungs
from bot.features.tournaments.domain.leagues import next_groups
from bot.features.tournaments.domain.pairings import (
    Crosstable,
    Pairing,
    forfeit,
    places_of,
    placing_points,
)
from bot.features.tournaments.domain.standings import Standing, wins
from bot.model.challenges.terms import Terms
from bot.model.match.dice_leaf import DiceLeaf
from bot.model.match.match import WITHOUT_RESULT
from bot.model.people.person import MessageRef, Place
from bot.model.people.players import EnginePlayer, HumanPlayer, Player, people_among, person_of
from rules.contract import Outcome

REASONS: Final[Mapping[str, tuple[str, ...]]] = {
    "unknown-tournament": (),
    "tournament-needs-clock": (),
    "tournament-for-two": ("game",),
    "tournament-for-several": ("game",),
    "tournament-in-thread": (),
    "tournament-places": ("least", "most"),
    "tournament-rounds": ("most",),
    "tournament-date": (),
    "tournament-name": ("limit",),
    "tournament-full": (),
    "tournament-closed": (),
    "tournament-running": (),
    "tournament-not-begun": (),
    "tournament-over": (),
    "tournament-too-few": ("least",),
    "tournament-entered": (),
    "tournament-not-entered": (),
    "tournament-left": (),
    "tournament-lost-on-time": ("limit",),
    "tournament-not-yours": (),
    "tournament-terms": (),
    "too-many-tournaments": ("limit",),
    "not-a-ladder": (),
    "ladder-highest-rung": (),
    "ladder-busy": ("n",),
    "ladder-nobody-free": (),
    "ladder-out-of-reach": (),
    "ladder-asked-lately": ("player", "days"),
}
"""All refusal reasons of this module, with the names of their details."""
FEWEST: Final = 3
MOST: Final = 64
OPEN_FOR: Final = timedelta(days=60)
"""The time for which a tournament without a date waits for entries; if not full by then, it is cancelled."""
_GOING_ON: Final = frozenset({Format.LADDER, Format.LEAGUE})
LOOKED_AT: Final = timedelta(days=1)
"""The interval between checks of a running tournament, which also recover from lost events."""


class TournamentStatus(StrEnum):
    """The stages of a tournament."""

    OPEN = "open"
    RUNNING = "running"
    FINISHED = "finished"
    CALLED_OFF = "called-off"

    @classmethod
    def _missing_(cls, value: object) -> "TournamentStatus":
        # Written by a newer version; this one cannot use it.
        del value
        return cls.FINISHED


@dataclass(frozen=True, slots=True)
class Entrant:
    """A participant with their own number; an engine if it fills a place.

    `place` is the final rank, shared or not. The best people win a `cup`, engines do not. `entered` is the
    time of entry, stored only on a ladder.
    """

    number: int
    player: Player
    withdrawn: bool = False
    place: int | None = None
    cup: bool = False
    entered: datetime | None = None

    @property
    def is_engine(self) -> bool:
        """Whether the entrant is an engine."""
        return isinstance(self.player, EnginePlayer)


@dataclass(frozen=True, slots=True)
class TournamentGame:
    """A game of a tournament: its pairing, and its challenge once it has begun.

    On a ladder that challenge may still be open, and `decided` is the time of the result. The dice of a game
    with a `leaf` follow from a seed that was sealed before the pairing. After the start `match` is its match,
    `card` the message that shows it in the channel, and `board` its newest board.
    """

    id: int
    pairing: Pairing
    challenge: int | None = None
    decided: datetime | None = None
    leaf: DiceLeaf | None = None
    match: int | None = field(default=None, compare=False)
    card: int | None = field(default=None, compare=False)
    board: MessageRef | None = field(default=None, compare=False)

    @property
    def waits(self) -> bool:
        """Whether the game has neither begun nor been decided."""
        return self.challenge is None and self.pairing.open

    @property
    def runs(self) -> bool:
        """Whether the game has begun and is undecided; on a ladder its challenge may still be open."""
        return self.challenge is not None and self.pairing.open


@dataclass(frozen=True, slots=True)
class TournamentSetup:
    """An announced tournament: the format, the number of entrants, the date, the `terms` of its games.

    Pairings determine roles, opponents and numbers of players. `places` is the maximum number of entrants.
    The tournament `starts` at its date, or without a date when it is full. With an `engine_level`, engines of
    that level fill free places at the start. `at_once` is the maximum number of simultaneous games of an
    entrant. A person who lost more than `lost_on_time` games on time within a year cannot enter.
    """

    name: str
    terms: Terms
    rules: Rules
    places: int
    starts: datetime | None = None
    engine_level: int | None = None
    at_once: int | None = None
    lost_on_time: int | None = None


@dataclass(frozen=True, slots=True)
class Tournament:
    """The current state of a tournament; `message` is its card in its channel.

    `seals` are the seals of its dice, in the order of use.
    """

    id: int
    setup: TournamentSetup
    place: Place
    organiser: int
    created: datetime
    status: TournamentStatus = TournamentStatus.OPEN
    message: int | None = None
    entrants: tuple[Entrant, ...] = ()
    games: tuple[TournamentGame, ...] = ()
    seals: tuple[DiceSeal, ...] = ()
    names: Mapping[int, str] = field(default_factory=dict, compare=False)

    @property
    def readers(self) -> frozenset[int]:
        """The organiser and the people among the entrants."""
        return frozenset({self.organiser, *people_among(entrant.player for entrant in self.entrants)})

    @property
    def terms(self) -> Terms:
        return self.setup.terms

    @property
    def crosstable(self) -> Crosstable:
        """Return entrants and games, without entrants who wait for the next season."""
        waiting = self.waiting()
        return Crosstable(
            tuple(entrant.number for entrant in self.entrants if entrant not in waiting),
            tuple(game.pairing for game in self.games),
            frozenset(entrant.number for entrant in self.entrants if entrant.withdrawn),
            over=self.status is TournamentStatus.FINISHED,
        )

    @property
    def free(self) -> int:
        """The number of free places."""
        return self.setup.places - sum(not entrant.withdrawn for entrant in self.entrants)

    @property
    def was_played(self) -> bool:
        """Whether a game has ended with a played result."""
        return any(game.pairing.played and not game.pairing.open for game in self.games)

    @property
    def takes_late(self) -> bool:
        """Whether entries are open during the tournament.

        They are on a ladder, in a Swiss system before its last round, and for the next season of a league.
        """
        rules = self.setup.rules
        return self.status is TournamentStatus.RUNNING and (
            self.takes_back or (rules.format is Format.SWISS and self.crosstable.round < rules.rounds)
        )

    @property
    def takes_back(self) -> bool:
        """Whether a leaver can come back: on a ladder, or in the next season of a league."""
        return self.status is TournamentStatus.RUNNING and self.setup.rules.format in _GOING_ON

    @property
    def live(self) -> bool:
        """Whether the tournament takes entries or is running."""
        return self.status in {TournamentStatus.OPEN, TournamentStatus.RUNNING}

    @property
    def is_ladder(self) -> bool:
        """Whether entrants challenge each other, without rounds."""
        return self.setup.rules.format is Format.LADDER

    @property
    def is_running_ladder(self) -> bool:
        """Whether entrants can challenge each other now."""
        return self.is_ladder and self.status is TournamentStatus.RUNNING

    @property
    def room(self) -> int:
        """The number of further people that fit in; engines give up their places."""
        return self.free + len(self.giving_way())

    @property
    def leaves(self) -> tuple[DiceLeaf, ...]:
        """The leaves of the tournament's games."""
        return tuple(game.leaf for game in self.games if game.leaf is not None)

    def in_round(self, number: int) -> tuple[TournamentGame, ...]:
        """Return the games of a round."""
        return tuple(game for game in self.games if game.pairing.round == number)

    def is_shown(self, game: TournamentGame) -> bool:
        """Return whether a game's boards are posted: it has begun, and a person plays."""
        seats = game.pairing.seats
        return game.challenge is not None and not all(self.entrant(seat).is_engine for seat in seats)

    def round_cards(self) -> dict[int, int]:
        """Return, by round, the challenge whose card shows all games of the round: the first to begin.

        On a ladder each game has its own card.
        """
        messages: dict[int, int] = {}
        for game in () if self.is_ladder else self.games:
            if game.challenge is not None:
                number = game.pairing.round
                messages[number] = min(game.challenge, messages.get(number, game.challenge))
        return messages

    def round_card(self, number: int) -> int | None:
        """Return the message of a round, None without one."""
        message = self.round_cards().get(number)
        return next(
            (game.card for game in self.games if message is not None and game.challenge == message), None
        )

    def entrant(self, number: int) -> Entrant:
        return next(entrant for entrant in self.entrants if entrant.number == number)

    def entry_of(self, person: int) -> Entrant | None:
        """Return a person's entry, None without one; after a re-entry the new entry."""
        entries = [entrant for entrant in self.entrants if person_of(entrant.player) == person]
        return min(entries, key=lambda entrant: entrant.withdrawn, default=None)

    def standings(self) -> tuple[tuple[Standing, ...], ...]:
        """Return the standings, group by group."""
        return ranking(self.setup.rules, self.crosstable)

    def busy(self) -> frozenset[int]:
        """Return the entrants at the limit of simultaneous games; open challenges count."""
        playing = Counter(seat for game in self.games if game.runs for seat in game.pairing.seats)
        most = self.setup.at_once
        return frozenset(entrant for entrant, games in playing.items() if most is not None and games >= most)

    def rungs(self) -> tuple[int, ...]:
        """Return the rungs of a ladder, the highest first."""
        return rungs(self.crosstable)

    def challengeable(self, challenger: int) -> tuple[Entrant, ...]:
        """Return the possible opponents on a ladder, the nearest first, without present opponents."""
        entrants = challengeable(self.rungs(), challenger, self.busy())
        met = {
            seat
            for game in self.games
            if game.runs and challenger in game.pairing.seats
            for seat in game.pairing.seats
        }
        return tuple(self.entrant(entrant) for entrant in entrants if entrant not in met)

    def ended_unplayed_since(self, step: Pairing, moment: datetime) -> bool:
        """Return whether the same challenge on a ladder ended without a game after `moment`."""
        return any(
            game.decided is not None
            and game.decided > moment
            and not game.pairing.played
            and game.pairing.challenger == step.challenger
            and set(game.pairing.seats) == set(step.seats)
            for game in self.games
        )

    def giving_way(self) -> tuple[Entrant, ...]:
        """Return the engines that give way to people, the lowest first.

        On a ladder they leave immediately, unless they are in a game; in a league after the season.
        """
        if not self.takes_back:
            return ()
        playing = {seat for game in self.games if game.runs for seat in game.pairing.seats}
        order = [self.entrant(standing.entrant) for group in self.standings() for standing in group]
        stay = playing if self.is_ladder else frozenset[int]()
        return tuple(
            entrant for entrant in reversed(order) if entrant.is_engine and entrant.number not in stay
        )

    def waiting(self) -> tuple[Entrant, ...]:
        """Return the entrants who joined a league during a season and play from the next season on."""
        if self.setup.rules.format is not Format.LEAGUE or not self.games:
            return ()
        members = {seat for game in self.games for seat in game.pairing.seats}
        return tuple(entrant for entrant in self.entrants if entrant.number not in members)

    def active_since(self) -> Mapping[int, datetime]:
        """Return the time of the last activity of each of a ladder's entrants without a running game.

        Engines are left out, as they challenge nobody.
        """
        playing = {seat for game in self.games if game.runs for seat in game.pairing.seats}
        people = [entrant for entrant in self.entrants if not (entrant.is_engine or entrant.withdrawn)]
        since = {
            person.number: person.entered or self.created for person in people if person.number not in playing
        }
        for game in self.games:
            pairing = game.pairing
            # Sinking restarts the idle entrant's time; the entrant who passes them has done nothing.
            seats = pairing.seats if pairing.challenger is not None else pairing.seats[:1]
            for seat in seats:
                if seat in since and game.decided is not None:
                    since[seat] = max(since[seat], game.decided)
        return since

    def to_begin(self) -> tuple[TournamentGame, ...]:
        """Return the games that can begin now: all players are below their limit of simultaneous games."""
        most = self.setup.at_once
        playing = Counter(seat for game in self.games if game.runs for seat in game.pairing.seats)
        games = []
        for game in self.games:
            if game.waits and (most is None or all(playing[seat] < most for seat in game.pairing.seats)):
                playing.update(game.pairing.seats)
                games.append(game)
        return tuple(games)

    def forfeits(self) -> tuple[TournamentGame, ...]:
        """Return the games that have not begun and are forfeited by a withdrawal, with their results."""
        absent = self.crosstable.withdrawn
        return tuple(
            replace(game, pairing=forfeit(game.pairing, absent, self.setup.rules.most))
            for game in self.games
            if game.waits and absent.intersection(game.pairing.seats)
        )

    def field(self) -> tuple[Entrant, ...]:
        """Return the entrants, with engines on free places if the setup has an engine level."""
        level = self.setup.engine_level
        if level is None:
            return self.entrants
        number = max((entrant.number for entrant in self.entrants), default=0)
        engines = (
            Entrant(number + place, EnginePlayer(self.terms.key, level)) for place in range(1, self.free + 1)
        )
        return (*self.entrants, *engines)

    def without_engines(self) -> "Tournament":
        """Return a copy that leaves free places empty."""
        return replace(self, setup=replace(self.setup, engine_level=None))

    def with_places(self) -> tuple[Entrant, ...]:
        """Return the entrants with their final places; in a league within their group."""
        ranks = {standing.entrant: standing.rank for group in self.standings() for standing in group}
        best = {entrant.number for entrant in self.winners()}
        return tuple(
            replace(entrant, place=ranks.get(entrant.number), cup=entrant.number in best)
            for entrant in self.entrants
        )

    def next_season(self, *, engines: bool = True) -> "Tournament | None":
        """Return the next season of a finished league; None for other formats, or with too few entrants.

        A league of engines only does not continue, nor does a season without a played game unless a new
        entrant joins. New entrants begin in the lowest group, where engines make room for them; without
        `engines` all engines leave.
        """
        rules = self.setup.rules
        if rules.format is not Format.LEAGUE:
            return None
        final = [[standing.entrant for standing in group] for group in self.standings()]
        joining = [entrant.number for entrant in self.waiting()]
        if not self.was_played and not joining:
            return None
        too_many = max(0, len(self.crosstable.active) + len(joining) - self.setup.places)
        lowest = [
            number
            for group in reversed(final)
            for number in reversed(group)
            if self.entrant(number).is_engine
        ]
        leavers = self.crosstable.withdrawn.union(lowest[:too_many] if engines else lowest)
        groups = next_groups(final, rules.league, left=leavers, joining=joining)
        order = [number for group in groups for number in group]
        if len(order) < FEWEST or all(self.entrant(entrant).is_engine for entrant in order):
            return None
        league = replace(rules.league, season=rules.league.season + 1)
        return replace(
            self,
            id=0,
            setup=replace(self.setup, rules=replace(rules, league=league), starts=None),
            status=TournamentStatus.OPEN,
            message=None,
            entrants=tuple(
                Entrant(place, self.entrant(number).player) for place, number in enumerate(order, start=1)
            ),
            games=(),
            seals=(),
        )

    def best_people(self) -> tuple[Entrant, ...]:
        """Return the best-placed people; none if no game was played.

        In a league these are people of the first group; the others play for promotion.
        """
        if not self.was_played:
            return ()
        group = self.standings()[0]
        people = [row for row in group if isinstance(self.entrant(row.entrant).player, HumanPlayer)]
        best = min((row.rank for row in people), default=0)
        return tuple(self.entrant(row.entrant) for row in people if row.rank == best)

    def winners(self) -> tuple[Entrant, ...]:
        """Return the cup winners: the best people, if in first place or with a win in a played game.

        Engines win no cup; a person ranked below an engine must have won a game.
        """
        if not self.was_played:
            return ()
        first = {row.entrant for row in self.standings()[0] if row.rank == 1}
        return tuple(
            entrant
            for entrant in self.best_people()
            if entrant.number in first or wins(self.crosstable, entrant.number)
        )


@dataclass(frozen=True, slots=True)
class EndOfGame:
    """The end of a game: the seat to act, whether nobody moved, the leavers in order, and a score."""

    outcome: Outcome
    to_act: int | None = None
    not_begun: bool = False
    left: tuple[int, ...] = ()
    score: tuple[int, ...] = ()


def decide(pairing: Pairing, end: EndOfGame, largest: int = 0) -> Pairing:
    """Return a pairing decided by its game's end; `largest` is as in `placing_points`.

    If nobody moved in time, the player to act forfeits. Other games without a result, by agreement or
    annulled by admins, score nothing.
    """
    if end.outcome.reason in WITHOUT_RESULT:
        to_act = end.to_act if end.not_begun else None
        missing = pairing.seats if to_act is None else (pairing.seats[to_act],)
        return forfeit(replace(pairing, points=None), missing, largest)
    players = len(pairing.seats)
    places = places_of(players, end.outcome.winners, end.left, end.score)
    return replace(pairing, points=placing_points(players, places, largest), played=True)
