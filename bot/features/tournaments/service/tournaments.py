"""The service for opening, entering, leaving, starting and cancelling tournaments."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from bot.features.tournaments.domain.formats import Format
from bot.features.tournaments.domain.tournament import (
    FEWEST,
    MOST,
    Entrant,
    Tournament,
    TournamentSetup,
    TournamentStatus,
)
from bot.features.tournaments.service.ladders import Ladders
from bot.features.tournaments.service.request_actions import TournamentAction
from bot.features.tournaments.service.tournament_rounds import TournamentRounds
from bot.features.tournaments.store.tournaments import TournamentRepository
from bot.kernel.personal.settlement import Settlement, StillWanted
from bot.kernel.transactions.server_rules import (
    check_allowed,
    check_engines,
    check_player,
    check_there,
    has_engines,
)
from bot.kernel.transactions.unit_of_work import (
    RequestAction,
    RequestResult,
    Transaction,
    UnitOfWork,
    is_id,
)
from bot.model.events.events import TournamentChanged
from bot.model.people.person import Person, Place, Request
from bot.model.people.players import HumanPlayer
from bot.model.refusal import Refusal
from bot.model.texts import storable
from bot.model.tournament_references import MAX_NAME_LENGTH, Cup, TournamentRef
from bot.repositories.people.people import PersonRepository
from bot.repositories.records.outbox import RequestRecord
from data.session import Session
from rules.contract.capabilities import one_sided

MAX_OPEN: Final = 5
"""The maximum number of open or running tournaments of a server."""
LATEST_START: Final = timedelta(days=90)
MAX_ROUNDS: Final = 9
_YEAR: Final = timedelta(days=365)
_LISTED: Final = 10
_MAX_PAGES: Final = 10_000
_PLAYERS: Final = 2
_LIVE: Final = (TournamentStatus.OPEN, TournamentStatus.RUNNING)
_ROUNDED: Final = frozenset({Format.SWISS, Format.TABLES})
"""The formats whose organiser chooses the number of rounds."""


@dataclass(frozen=True, slots=True)
class TournamentsPage:
    """A page of a server's tournaments, and whether there are older ones."""

    tournaments: Sequence[Tournament]
    goes_on: bool


class Tournaments:
    """Actions on tournaments. The caller checks the right to open and end them."""

    def __init__(
        self, unit_of_work: UnitOfWork, rounds: TournamentRounds, ladders: Ladders, *, has_engines: bool
    ) -> None:
        self._unit_of_work = unit_of_work
        self._rounds = rounds
        self._ladders = ladders
        self._has_engines = has_engines

    async def open(self, request: Request, place: Place, setup: TournamentSetup) -> Tournament:
        """Open a tournament for people to enter; its message is posted in the channel.

        A ladder without a date begins immediately. Raises Refusal: those of `_check`, "too-many-tournaments",
        and those of the server's rules.
        """
        now = self._unit_of_work.clock()
        setup = self._check(setup, place, now)

        async def act(tx: Transaction) -> Tournament:
            server = place.server
            if server is None:
                raise Refusal("servers-only")
            await self._unit_of_work.people.record_seen_in(tx, request.person, place)
            await tx.of(PersonRepository).lock({request.person.id})
            await check_allowed(tx, place, setup.terms.key, request.person, ())
            if setup.engine_level is not None:
                await check_engines(tx, place)
            if len(await tx.of(TournamentRepository).in_server(server, _LIVE, MAX_OPEN)) >= MAX_OPEN:
                raise Refusal("too-many-tournaments", limit=str(MAX_OPEN))
            new = Tournament(0, setup, place, request.person.id, now)
            number = await tx.of(TournamentRepository).add(new)
            tx.result = RequestResult(number)
            tx.record(TournamentChanged(number, place.channel))
            await self._rounds.seal(tx, replace(new, id=number))
            if new.is_ladder and setup.starts is None:
                await self._rounds.begin(tx, replace(new, id=number))
            return await _read(tx, number)

        return await self._unit_of_work.once(
            request,
            TournamentAction.TOURNAMENT,
            None,
            act,
            lambda session, done: _read(session, done.subject),
        )

    async def enter(self, request: Request, number: int, server: int) -> Tournament:
        """Enter a tournament; without a date it starts when it is full.

        New and returning entrants begin at the bottom of a ladder; in a full one an engine gives way. A
        person who enters a running league plays from its next season on. Raises Refusal:
        "tournament-entered", "tournament-left", "tournament-full", "tournament-closed",
        "tournament-lost-on-time", and those of the server's rules.
        """

        async def act(tx: Transaction, tournament: Tournament) -> None:
            person, setup = request.person.id, tournament.setup
            entry = tournament.entry_of(person)
            if entry is not None and not (entry.withdrawn and tournament.takes_back):
                raise Refusal("tournament-left" if entry.withdrawn else "tournament-entered")
            if tournament.status is not TournamentStatus.OPEN and not tournament.takes_late:
                raise Refusal("tournament-closed")
            if tournament.room <= 0:
                raise Refusal("tournament-full")
            await check_player(tx, tournament.place.server, request.person)
            await self._check_reliable(tx, request.person, setup)
            number = max((entrant.number for entrant in tournament.entrants), default=0) + 1
            now = self._unit_of_work.clock() if tournament.is_ladder else None
            leavers = tournament.giving_way()[:1] if tournament.is_ladder and tournament.free <= 0 else ()
            stay = (
                replace(entrant, withdrawn=entrant.withdrawn or entrant in leavers)
                for entrant in tournament.entrants
            )
            entered = (*stay, Entrant(number, HumanPlayer(person), entered=now))
            await tx.of(TournamentRepository).save_entrants(tournament.id, entered)
            full = replace(tournament, entrants=entered).free == 0
            if tournament.status is TournamentStatus.OPEN and full and setup.starts is None:
                await self._rounds.begin(tx, replace(tournament, entrants=entered))

        return await self._change(request, TournamentAction.ENTER, number, server, act)

    async def quit(self, request: Request, number: int, server: int) -> Tournament:
        """Leave a tournament: before its start without a trace, later by forfeiting the open games.

        Running games continue. Raises Refusal: "tournament-not-entered", "tournament-over".
        """

        async def act(tx: Transaction, tournament: Tournament) -> None:
            entry = tournament.entry_of(request.person.id)
            if entry is None or entry.withdrawn:
                raise Refusal("tournament-not-entered")
            _check_live(tournament)
            await self._withdraw(tx, tournament, entry)

        return await self._change(request, TournamentAction.QUIT, number, server, act)

    @property
    def settlement(self) -> Settlement:
        """Return the settlement that withdraws a person to be erased from open and running tournaments."""

        async def open_of(session: Session, person: int) -> Sequence[int]:
            return await session.of(TournamentRepository).tournaments_of(person, _LIVE)

        async def leave(number: int, person: int, still_wanted: StillWanted) -> None:
            async with self._unit_of_work.write() as tx:
                tournament = await tx.of(TournamentRepository).lock(number)
                entry = None if tournament is None else tournament.entry_of(person)
                if tournament is None or entry is None or tournament.status not in _LIVE:
                    return
                if await still_wanted(tx):
                    await self._withdraw(tx, tournament, entry)
                    tx.record(TournamentChanged(number, tournament.place.channel))

        return Settlement(open_of, leave, lasts=True)

    async def begin(self, request: Request, number: int, server: int) -> Tournament:
        """Start a tournament with its entrants.

        Raises Refusal: "tournament-running", "tournament-over", "tournament-too-few".
        """

        async def act(tx: Transaction, tournament: Tournament) -> None:
            _check_live(tournament)
            if tournament.status is not TournamentStatus.OPEN:
                raise Refusal("tournament-running")
            tournament = await self._as_allowed(tx, tournament)
            _check_enough(tournament)
            await self._rounds.begin(tx, tournament)

        return await self._change(request, TournamentAction.BEGIN, number, server, act)

    async def call_off(self, request: Request, number: int, server: int) -> Tournament:
        """End a tournament early; running games continue. A ladder is finished by this, and has a winner.

        Raises Refusal: "tournament-over".
        """

        async def act(tx: Transaction, tournament: Tournament) -> None:
            _check_live(tournament)
            if tournament.is_ladder and tournament.status is TournamentStatus.RUNNING:
                await self._rounds.end_ladder(tx, tournament)
            else:
                await tx.of(TournamentRepository).set_status(tournament.id, TournamentStatus.CALLED_OFF, None)

        return await self._change(request, TournamentAction.CALL_OFF, number, server, act)

    async def run_due_steps(self, number: int) -> None:
        """Carry out the due steps: start a tournament whose day has come, or continue a running one.

        It is cancelled if by then too few have entered, or nobody, or if it has no date and is not full.
        Challenges on ladders that can no longer be accepted are closed.
        """
        await self._ladders.close_challenges(number)
        async with self._unit_of_work.write() as tx:
            tournament = await tx.of(TournamentRepository).lock(number)
            if tournament is None:
                return
            if tournament.status is TournamentStatus.FINISHED:
                await tx.of(TournamentRepository).set_status(number, TournamentStatus.FINISHED, None)
            elif tournament.status is TournamentStatus.RUNNING:
                await self._rounds.start_due(tx, number)
            elif tournament.status is TournamentStatus.OPEN:
                tournament = await self._as_allowed(tx, tournament)
                nobody = not tournament.entrants and not tournament.is_ladder
                if tournament.setup.starts is None or nobody or len(tournament.field()) < FEWEST:
                    await tx.of(TournamentRepository).set_status(number, TournamentStatus.CALLED_OFF, None)
                    tx.record(TournamentChanged(number, tournament.place.channel))
                else:
                    await self._rounds.begin(tx, tournament)

    async def get(self, number: int) -> Tournament:
        """Return a tournament. Raises Refusal: "unknown-tournament"."""
        async with self._unit_of_work.store.read() as session:
            return await _read(session, number)

    async def list_ended(
        self, server: int, since: datetime, until: datetime, limit: int
    ) -> Sequence[Tournament]:
        """Return a server's tournaments that ended since `since` and before `until`, the latest first."""
        async with self._unit_of_work.store.read() as session:
            return await session.of(TournamentRepository).list_ended(server, since, until, limit)

    async def running(self, server: int, limit: int) -> Sequence[Tournament]:
        """Return the running tournaments of a server."""
        async with self._unit_of_work.store.read() as session:
            return await session.of(TournamentRepository).in_server(
                server, (TournamentStatus.RUNNING,), limit
            )

    async def latest(self, server: int) -> Sequence[Tournament]:
        """Return the latest tournaments of a server, the newest first."""
        return (await self.page(server, 0)).tournaments

    async def page(self, server: int, number: int) -> TournamentsPage:
        """Return a page of all tournaments of a server, from 0, the newest first."""
        async with self._unit_of_work.store.read() as session:
            first = min(number, _MAX_PAGES) * _LISTED
            tournaments = await session.of(TournamentRepository).in_server(
                server, tuple(TournamentStatus), _LISTED + 1, first
            )
        return TournamentsPage(tournaments[:_LISTED], len(tournaments) > _LISTED)

    async def of_challenge(self, challenge: int) -> TournamentRef | None:
        """Return the tournament of a challenge's game, None without one."""
        async with self._unit_of_work.store.read() as session:
            return await session.of(TournamentRepository).game_of(challenge)

    async def cups(self, person: int) -> Sequence[Cup]:
        """Return the tournaments that a person has won, the latest created first."""
        async with self._unit_of_work.store.read() as session:
            return await session.of(TournamentRepository).cups(person)

    async def _change(
        self,
        request: Request,
        action: RequestAction,
        number: int,
        server: int,
        act: Callable[[Transaction, Tournament], Awaitable[None]],
    ) -> Tournament:
        """Run a request once on a locked tournament of a server, and update its message."""

        async def lock(tx: Transaction) -> Tournament:
            if not is_id(number):
                raise Refusal("unknown-tournament")
            # Lock order: people before tournaments; the person may be ending one of its games.
            await self._unit_of_work.people.record_seen_in(tx, request.person)
            tournament = await tx.of(TournamentRepository).lock(number)
            if tournament is None or tournament.place.server != server:
                raise Refusal("unknown-tournament")
            await check_there(tx, server)
            await act(tx, tournament)
            tx.record(TournamentChanged(number, tournament.place.channel))
            changed = await _read(tx, number)
            # A tournament opened by the previous version is sealed late, before it begins.
            await self._rounds.seal(tx, changed)
            return changed

        async def answer(session: Session, record: RequestRecord) -> Tournament:
            return await _read(session, record.subject)

        return await self._unit_of_work.once(request, action, number, lock, answer)

    async def _withdraw(self, tx: Transaction, tournament: Tournament, entry: Entrant) -> None:
        if tournament.status is TournamentStatus.OPEN or entry in tournament.waiting():
            stay = [entrant for entrant in tournament.entrants if entrant != entry]
            await tx.of(TournamentRepository).save_entrants(tournament.id, stay)
            return
        await tx.of(TournamentRepository).save_entrant(tournament.id, replace(entry, withdrawn=True))
        await self._rounds.start_due(tx, tournament.id)
        if tournament.is_ladder:
            # Their challenges, sent and received, are closed immediately.
            await tx.of(TournamentRepository).set_due(tournament.id, self._unit_of_work.clock())

    async def _check_reliable(self, session: Session, person: Person, setup: TournamentSetup) -> None:
        if setup.lost_on_time is None:
            return
        since = self._unit_of_work.clock() - _YEAR
        if await session.of(TournamentRepository).count_losses_on_time(person.id, since) > setup.lost_on_time:
            raise Refusal("tournament-lost-on-time", limit=str(setup.lost_on_time))

    async def _as_allowed(self, session: Session, tournament: Tournament) -> Tournament:
        """Return a starting tournament, without engines if none are available or allowed."""
        if self._has_engines and await has_engines(session, tournament.place):
            return tournament
        return tournament.without_engines()

    def _check(self, setup: TournamentSetup, place: Place, now: datetime) -> TournamentSetup:
        """Return a setup in its stored form. Raises Refusal, or rules.contract.InvalidOption."""
        game = self._unit_of_work.games.get(setup.terms.key)
        if game is None:
            raise Refusal("no-such-game", game=setup.terms.key)
        session = setup.rules.format is Format.TABLES
        largest = min(setup.rules.most, max(game.seats)) if session else _PLAYERS
        sizes = range(FEWEST if session else _PLAYERS, largest + 1)
        if not sizes or not set(sizes).issubset(game.seats):
            raise Refusal("tournament-for-several" if session else "tournament-for-two", game=setup.terms.key)
        if not setup.terms.clock.runs:
            raise Refusal("tournament-needs-clock")
        if place.parent is not None:
            raise Refusal("tournament-in-thread")
        if not FEWEST <= setup.places <= MOST:
            raise Refusal("tournament-places", least=str(FEWEST), most=str(MOST))
        most = MAX_ROUNDS if session else min(MAX_ROUNDS, setup.places - 1)
        if setup.rules.format in _ROUNDED and not 1 <= setup.rules.rounds <= most:
            raise Refusal("tournament-rounds", most=str(most))
        if setup.starts is not None and not now < setup.starts <= now + LATEST_START:
            raise Refusal("tournament-date")
        if setup.engine_level is not None and not self._has_engines:
            raise Refusal("no-engines")
        name = storable(setup.name, MAX_NAME_LENGTH).strip()
        if not name or len(setup.name) > MAX_NAME_LENGTH:
            raise Refusal("tournament-name", limit=str(MAX_NAME_LENGTH))
        ladder = setup.rules.format is Format.LADDER
        pairs = not (session or ladder) and (setup.rules.pairs or one_sided(game))
        league = replace(setup.rules.league, swapped=pairs)
        rules = replace(setup.rules, pairs=pairs, league=league, least=sizes[0], most=largest)
        # Each table must be playable with any number of players.
        options = [game.new(setup.terms.options, players=size).options for size in sizes][-1]
        at_once = setup.at_once or (1 if ladder else None)
        terms = replace(setup.terms, options=options)
        return replace(setup, name=name, terms=terms, rules=rules, at_once=at_once)


def _check_live(tournament: Tournament) -> None:
    if tournament.status not in _LIVE:
        raise Refusal("tournament-over")


def _check_enough(tournament: Tournament) -> None:
    if len(tournament.field()) < FEWEST:
        raise Refusal("tournament-too-few", least=str(FEWEST))


async def _read(session: Session, number: int) -> Tournament:
    tournament = await session.of(TournamentRepository).get(number) if is_id(number) else None
    if tournament is None:
        raise Refusal("unknown-tournament")
    return tournament
