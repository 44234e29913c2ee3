"""Rounds: store the results of a tournament's games, and draw the next round at the end of the last."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final

from bot.features.matches.service.lifecycle import MatchLifecycle
from bot.features.tournaments.domain.formats import next_round
from bot.features.tournaments.domain.pairings import Pairing, forfeit
from bot.features.tournaments.domain.tournament import (
    LOOKED_AT,
    EndOfGame,
    Entrant,
    Tournament,
    TournamentGame,
    TournamentStatus,
    decide,
)
from bot.features.tournaments.service import ladder_steps
from bot.features.tournaments.service.dice_sealing import DiceSealing
from bot.features.tournaments.store.dice_trees import DiceTreeRepository
from bot.features.tournaments.store.tournaments import TournamentRepository
from bot.kernel.outbox.notices import Notice
from bot.kernel.outbox.recorded import Recorded, RecordedInMatch
from bot.kernel.transactions.server_rules import has_engines
from bot.kernel.transactions.unit_of_work import Transaction, UnitOfWork
from bot.model.challenges.challenge import Challenge, ChallengeStatus
from bot.model.events.events import (
    ChallengeClosed,
    ChallengeMade,
    EndCause,
    EndKind,
    MatchEnded,
    ResultCorrected,
    RoundChanged,
    SeatChanged,
    TournamentChanged,
    TournamentEnded,
)
from bot.model.match.match import Match
from bot.model.people.players import HumanPlayer, Player, people_among, person_of
from bot.repositories.challenges import ChallengeRepository
from bot.repositories.matches.matches import MatchRepository
from rules.contract.capabilities import score_of

_DUEL: Final = 2
_MATCH_EVENTS: Final = (MatchEnded, ResultCorrected, SeatChanged)
_WITHOUT_GAME: Final = frozenset(
    {ChallengeStatus.DECLINED, ChallengeStatus.EXPIRED, ChallengeStatus.WITHDRAWN}
)


class TournamentRounds:
    """Continues tournaments, within the transactions in which their games end.

    The process that ends the last game of a round draws the next one, and begins its games: both are written,
    or neither is. Lock order: games before their tournament.
    """

    def __init__(self, unit_of_work: UnitOfWork, lifecycle: MatchLifecycle) -> None:
        self._unit_of_work = unit_of_work
        self._lifecycle = lifecycle
        self._sealing = DiceSealing(unit_of_work)

    async def follow(self, tx: Transaction, events: Sequence[Recorded]) -> None:
        """Continue tournaments after events in their games."""
        for recorded in events:
            if isinstance(recorded.event, ChallengeClosed) and recorded.event.status in _WITHOUT_GAME:
                await self._close(tx, recorded.event)
            if not isinstance(recorded, RecordedInMatch) or not isinstance(recorded.event, _MATCH_EVENTS):
                continue
            if recorded.match.place.server is None:
                continue
            entry = await tx.of(TournamentRepository).game_of(recorded.match.challenge)
            tournament = None if entry is None else await tx.of(TournamentRepository).lock(entry.tournament)
            if entry is None or tournament is None:
                continue
            game = next(game for game in tournament.games if game.id == entry.game)
            await self._follow(tx, recorded.event, recorded.match, tournament, game)

    async def _close(self, tx: Transaction, event: ChallengeClosed) -> None:
        """Process a challenge that closed without a game: on a ladder that may cost a rung."""
        entry = await tx.of(TournamentRepository).game_of(event.challenge)
        ladder = None if entry is None else await tx.of(TournamentRepository).lock(entry.tournament)
        if entry is None or ladder is None or not ladder.is_ladder:
            return
        game = next(game for game in ladder.games if game.id == entry.game)
        await ladder_steps.close(tx, ladder, game, event.status, self._unit_of_work.clock())
        await self.start_due(tx, ladder.id)

    async def _follow(
        self,
        tx: Transaction,
        event: MatchEnded | ResultCorrected | SeatChanged,
        match: Match,
        tournament: Tournament,
        game: TournamentGame,
    ) -> None:
        match event:
            case SeatChanged(seat=seat, leaver=leaver):
                current = await tx.of(MatchRepository).get(match.id)
                if current is not None:
                    entrant = tournament.entrant(game.pairing.seats[seat])
                    await self._substitute(tx, tournament, entrant, leaver, current.players[seat])
            case MatchEnded(outcome=outcome, turn=turn, last=last):
                not_begun = isinstance(last, EndCause) and last.kind is EndKind.NOT_BEGUN
                end = EndOfGame(outcome, turn, not_begun=not_begun)
                await self._decide(tx, tournament, game, match, end)
            case ResultCorrected():
                current = await tx.of(MatchRepository).get(match.id)
                if current is not None and current.outcome is not None:
                    await self._decide(tx, tournament, game, current, EndOfGame(current.outcome))
        if not tournament.is_ladder:
            tx.record(RoundChanged(tournament.id, tournament.place.channel, game.pairing.round))
        await self.start_due(tx, tournament.id)
        if isinstance(event, SeatChanged) and tournament.is_running_ladder:
            # The leaver's challenges, sent and received, are closed immediately.
            await tx.of(TournamentRepository).set_due(tournament.id, self._unit_of_work.clock())

    async def link_boards(self, notice: Notice) -> None:
        """Link the boards of a round in its message once all started games have one."""
        if notice.match is None:
            return
        async with self._unit_of_work.store.read() as session:
            entry = await session.of(TournamentRepository).game_of(notice.stream)
            tournament = (
                None if entry is None else await session.of(TournamentRepository).get(entry.tournament)
            )
        if entry is None or tournament is None or tournament.is_ladder:
            return
        if all(
            game.board is not None for game in tournament.in_round(entry.round) if tournament.is_shown(game)
        ):
            async with self._unit_of_work.write() as tx:
                tx.record(RoundChanged(tournament.id, tournament.place.channel, entry.round))
                tx.record(TournamentChanged(tournament.id, tournament.place.channel))

    async def start_due(self, tx: Transaction, tournament_id: int) -> None:
        """Advance a locked tournament: start all games that can start, draw the next round, or end it.

        On a ladder, idle entrants sink. Idempotent.
        """
        now = self._unit_of_work.clock()
        tournament = await self._read(tx, tournament_id)
        await self._sealing.seal(tx, tournament)
        if tournament.is_running_ladder:
            await self._begin_games(tx, tournament, now)
            await ladder_steps.sink(tx, tournament, now)
        while tournament.status is TournamentStatus.RUNNING and not tournament.is_ladder:
            await self._forfeit(tx, tournament)
            tournament = await self._read(tx, tournament_id)
            await self._begin_games(tx, tournament, now)
            tournament = await self._read(tx, tournament_id)
            if not tournament.crosstable.round_over:
                await tx.of(TournamentRepository).set_due(tournament_id, now + LOOKED_AT)
                break
            next_pairings = await asyncio.to_thread(next_round, tournament.setup.rules, tournament.crosstable)
            leaves = self._sealing.leaves_for(tournament, next_pairings)
            await tx.of(TournamentRepository).add_games(tournament_id, next_pairings, leaves)
            if not next_pairings:
                await self._end(tx, tournament)
            tournament = await self._read(tx, tournament_id)
        if tournament.status is TournamentStatus.FINISHED:
            # A result may have been corrected after the end.
            await tx.of(TournamentRepository).save_entrants(tournament_id, tournament.with_places())
        tx.record(TournamentChanged(tournament_id, tournament.place.channel))

    async def seal(self, tx: Transaction, tournament: Tournament) -> None:
        """Seal the dice of a locked tournament that are not sealed yet."""
        await self._sealing.seal(tx, tournament)

    async def add_engine_game(self, tx: Transaction, ladder: Tournament, step: Pairing) -> None:
        """Add a game against an engine to a locked ladder, with its dice."""
        await tx.of(TournamentRepository).add_step(
            ladder.id, step, leaf=self._sealing.leaves_for(ladder, [step]).get(step)
        )

    async def begin(self, tx: Transaction, tournament: Tournament) -> None:
        """Start a locked tournament, with engines on free places if its setup has an engine level."""
        entrants = tournament.field()
        await tx.of(TournamentRepository).save_entrants(tournament.id, entrants)
        now = self._unit_of_work.clock()
        await tx.of(TournamentRepository).set_status(tournament.id, TournamentStatus.RUNNING, now + LOOKED_AT)
        await self.start_due(tx, tournament.id)

    async def end_ladder(self, tx: Transaction, ladder: Tournament) -> None:
        """End a locked ladder with its present rungs; running games no longer change them."""
        now = self._unit_of_work.clock()
        await tx.of(TournamentRepository).end(ladder.id, now, due=now)
        await tx.of(TournamentRepository).save_entrants(ladder.id, ladder.with_places())
        tx.record(TournamentEnded(ladder.id, ladder.place.channel))

    async def _end(self, tx: Transaction, tournament: Tournament) -> None:
        now = self._unit_of_work.clock()
        await tx.of(TournamentRepository).end(tournament.id, now)
        tx.record(TournamentEnded(tournament.id, tournament.place.channel))
        engines = await has_engines(tx, tournament.place)
        next_season = tournament.next_season(engines=engines)
        if next_season is not None:
            next_season = replace(next_season, created=now)
            next_season = replace(next_season, id=await tx.of(TournamentRepository).add(next_season))
            await tx.of(DiceTreeRepository).hand_on(tournament.id, next_season.id)
            await self.begin(tx, next_season if engines else next_season.without_engines())

    @staticmethod
    async def _read(tx: Transaction, tournament_id: int) -> Tournament:
        tournament = await tx.of(TournamentRepository).get(tournament_id)
        if tournament is None:
            raise LookupError(f"tournament {tournament_id} no longer exists")
        return tournament

    @staticmethod
    async def _forfeit(tx: Transaction, tournament: Tournament) -> None:
        for game in tournament.forfeits():
            await tx.of(TournamentRepository).decide(game.id, game.pairing)

    async def _decide(
        self, tx: Transaction, tournament: Tournament, game: TournamentGame, match: Match, end: EndOfGame
    ) -> None:
        """Store a game's result; in a game of several, its last position determines the places."""
        if len(match.players) > _DUEL:
            reach = await self._unit_of_work.positions.reach(tx, match, match.plies)
            score = score_of(reach.state) if reach.stop is None else ()
            end = replace(end, left=match.retired, score=score)
        pairing = decide(game.pairing, end, tournament.setup.rules.most)
        if tournament.is_ladder:
            await ladder_steps.decide(tx, tournament, game, pairing, self._unit_of_work.clock())
        else:
            await tx.of(TournamentRepository).decide(game.id, pairing)

    @staticmethod
    async def _substitute(
        tx: Transaction, tournament: Tournament, entrant: Entrant, leaver: int, substitute: Player
    ) -> None:
        """Enter the substitute in the leaver's place, unless they already take part.

        A leaver who was only a substitute in the game has no place to pass on. After the end of a ladder no
        place passes on, although games may still run: its places are final, and its cup has been won.
        """
        over = tournament.status is TournamentStatus.FINISHED
        if over or not isinstance(substitute, HumanPlayer) or entrant.player != HumanPlayer(leaver):
            return
        if tournament.entry_of(substitute.id) is None:
            await tx.of(TournamentRepository).save_entrant(
                tournament.id, replace(entrant, player=substitute, withdrawn=False)
            )

    async def _begin_games(self, tx: Transaction, tournament: Tournament, now: datetime) -> None:
        # Games of a league's groups, drawn in one go, begin round by round.
        messages = tournament.round_cards()
        for game in sorted(tournament.to_begin(), key=lambda game: game.pairing.round):
            await self._begin_game(tx, tournament, game, now, messages)

    async def _begin_game(
        self,
        tx: Transaction,
        tournament: Tournament,
        game: TournamentGame,
        now: datetime,
        messages: dict[int, int],
    ) -> None:
        """Begin a game; the card of a round's first game shows the round, the others are posted below it.

        `messages` maps rounds to the challenges with these cards; a new round is added.
        """
        terms = tournament.terms
        players = tuple(tournament.entrant(number).player for number in game.pairing.seats)
        hosts = (*people_among(players), tournament.organiser, *people_among(_players(tournament)))
        host = next((person for person in hosts if person > 0), None)
        if host is None:
            # All people who could host the game were erased.
            await tx.of(TournamentRepository).decide(game.id, forfeit(game.pairing, game.pairing.seats))
            return
        people = len(people_among(players))
        seed = await self._sealing.seed_at(tx, game.leaf)
        challenge = Challenge(
            id=0,
            terms=replace(
                terms,
                role=self._unit_of_work.games[terms.key].roles(len(players))[0],
                rated=terms.rated and people == len(players),
            ),
            challenger=host,
            opponent=next((person for person in map(person_of, players) if person not in {None, host}), None),
            place=tournament.place,
            created=now,
            status=ChallengeStatus.ACCEPTED,
            commitment=None if seed is None else seed.short_commitment,
            leaf=None if seed is None else game.leaf,
        )
        number = await tx.of(ChallengeRepository).add(challenge, None if seed is None else seed.hex)
        await tx.of(TournamentRepository).begin_game(game.id, number)
        round_card = None if tournament.is_ladder else messages.setdefault(game.pairing.round, number)
        tx.record(
            ChallengeMade(
                number, lined_up=tournament.place.channel, beside=None if round_card == number else round_card
            )
        )
        new_challenge = await tx.of(ChallengeRepository).get(number)
        if new_challenge is None:
            raise LookupError(f"challenge {number} is missing right after its insertion")
        await self._lifecycle.begin(tx, new_challenge, players, now, {})


def _players(tournament: Tournament) -> Sequence[HumanPlayer]:
    return [entrant.player for entrant in tournament.entrants if isinstance(entrant.player, HumanPlayer)]
