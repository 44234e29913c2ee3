"""Ladders: people challenge entrants on higher rungs."""

from dataclasses import replace
from typing import Final

from bot.features.challenges.service.challenge_answers import ChallengeAnswers
from bot.features.challenges.service.challenge_terms import Proposal
from bot.features.challenges.service.counter_offers import person_by_id
from bot.features.challenges.service.invitations import Invitations
from bot.features.tournaments.domain.ladder import ANSWERED_WITHIN, seats_of
from bot.features.tournaments.domain.pairings import Pairing
from bot.features.tournaments.domain.tournament import Entrant, Tournament, TournamentGame, TournamentStatus
from bot.features.tournaments.service import ladder_steps
from bot.features.tournaments.service.request_actions import TournamentAction
from bot.features.tournaments.service.tournament_rounds import TournamentRounds
from bot.features.tournaments.store.tournaments import TournamentRepository
from bot.kernel.transactions.blocks import check_together
from bot.kernel.transactions.server_rules import check_engines, check_player, check_there
from bot.kernel.transactions.unit_of_work import Transaction, UnitOfWork, is_id
from bot.model.challenges.challenge import Challenge, ChallengeStatus
from bot.model.events.events import TournamentChanged
from bot.model.people.person import Person, Request
from bot.model.people.players import person_of
from bot.model.refusal import Refusal
from bot.repositories.challenges import ChallengeRepository
from bot.repositories.people.people import PersonRepository
from bot.repositories.records.outbox import RequestRecord
from data.session import Session

_BY_THE_CHALLENGED: Final = frozenset({"takes-no-challenges", "opponent-barred"})
"""The refusals of a challenge caused by the challenged person."""


class Ladders:
    """Actions on ladders, except entering and leaving."""

    def __init__(
        self,
        unit_of_work: UnitOfWork,
        rounds: TournamentRounds,
        answers: ChallengeAnswers,
        invitations: Invitations,
    ) -> None:
        self._unit_of_work = unit_of_work
        self._rounds = rounds
        self._answers = answers
        self._invitations = invitations

    async def challenge(self, request: Request, number: int, server: int, entrant: int) -> Tournament:
        """Challenge an entrant of a ladder: a person by a card, an engine to a game that begins immediately.

        A person who blocks the challenger, or may not play in the server, is not asked: the challenge counts
        as refused immediately, so that nobody can hold a rung that way. Raises Refusal: "unknown-tournament",
        those of `challengeable`, "ladder-out-of-reach", "ladder-asked-lately" for such a challenge within
        `ANSWERED_WITHIN` of the last one, and, also against engines, those of any other challenge.
        """

        async def act(tx: Transaction) -> Tournament:
            tournament = await tx.of(TournamentRepository).get(number) if is_id(number) else None
            if tournament is None or tournament.place.server != server:
                raise Refusal("unknown-tournament")
            # Lock order: people before tournaments.
            people = [
                person_of(candidate.player)
                for candidate in tournament.entrants
                if candidate.number == entrant
            ]
            await tx.of(PersonRepository).lock(
                {request.person.id, *(number for number in people if number is not None)}
            )
            ladder = await tx.of(TournamentRepository).lock(number) or tournament
            above = challengeable(ladder, request.person.id)
            challenged = next((candidate for candidate in above if candidate.number == entrant), None)
            if challenged is None:
                raise Refusal("ladder-out-of-reach")
            await check_there(tx, server)
            await check_player(tx, server, request.person)
            if challenged.is_engine:
                await self._play(tx, request, ladder, challenged)
            else:
                await self._ask(tx, request, ladder, challenged)
            tx.record(TournamentChanged(number, ladder.place.channel))
            return await tx.of(TournamentRepository).get(number) or ladder

        async def answer(session: Session, _done: RequestRecord) -> Tournament:
            tournament = await session.of(TournamentRepository).get(number)
            if tournament is None:
                raise Refusal("unknown-tournament")
            return tournament

        return await self._unit_of_work.once(request, TournamentAction.CHALLENGE_RUNG, number, act, answer)

    async def close_challenges(self, number: int) -> None:
        """Close the challenges that can no longer be accepted, each in its own transaction.

        Leavers and replaced entrants lose theirs; after the end of the ladder all close.
        """
        async with self._unit_of_work.store.read() as session:
            ladder = await session.of(TournamentRepository).get(number)
            if ladder is None or not ladder.is_ladder:
                return
            open_games = [
                (game, open_challenge)
                for game in ladder.games
                if (open_challenge := await _open_challenge(session, game)) is not None
            ]
        for game, rung in open_games:
            there = [ladder.entrant(number) for number in game.pairing.seats]
            people = {person_of(entrant.player) for entrant in there if not entrant.withdrawn}
            if ladder.is_running_ladder and people == {rung.challenger, rung.opponent}:
                continue
            # Lock order: challenges before tournaments.
            async with self._unit_of_work.write() as tx:
                challenge = await tx.of(ChallengeRepository).lock(rung.id)
                if challenge is not None and challenge.open:
                    await self._answers.close_unplayed(tx, challenge, ChallengeStatus.WITHDRAWN)

    async def _play(self, tx: Transaction, request: Request, ladder: Tournament, engine: Entrant) -> None:
        await check_engines(tx, ladder.place)
        await self._answers.check_games(tx, request.person.id)
        await self._answers.check_channel(tx, ladder.place.channel)
        await self._rounds.add_engine_game(tx, ladder, _step(ladder, request.person.id, engine))
        await self._rounds.start_due(tx, ladder.id)

    async def _ask(self, tx: Transaction, request: Request, ladder: Tournament, challenged: Entrant) -> None:
        step = _step(ladder, request.person.id, challenged)
        opponent = await person_by_id(tx, person_of(challenged.player) or 0)
        if await _takes_none(tx, ladder.place.server, request.person, opponent):
            now = self._unit_of_work.clock()
            if ladder.ended_unplayed_since(step, now - ANSWERED_WITHIN):
                raise Refusal("ladder-asked-lately", player=str(opponent.id), days=str(ANSWERED_WITHIN.days))
            await ladder_steps.refuse(tx, ladder, step, now)
            await self._rounds.start_due(tx, ladder.id)
            return
        roles = self._unit_of_work.games[ladder.terms.key].roles(len(step.seats))
        terms = replace(ladder.terms, role=roles[step.seats.index(step.challenger or 0)])
        # The terms were checked with the ladder. The game is for two, even if more could play it.
        proposal = Proposal(terms, (opponent,), ladder.place, table=False)
        challenge = await self._invitations.write(tx, request.person, proposal, lifetime=ANSWERED_WITHIN)
        await tx.of(TournamentRepository).add_step(ladder.id, step, challenge=challenge.id)


def challengeable(ladder: Tournament, person: int) -> tuple[Entrant, ...]:
    """Return a person's possible opponents on a ladder, the nearest first: at least one.

    Raises Refusal: "not-a-ladder", "tournament-not-begun", "tournament-over", "tournament-not-entered",
    "ladder-highest-rung", "ladder-busy", "ladder-nobody-free".
    """
    if not ladder.is_ladder:
        raise Refusal("not-a-ladder")
    if ladder.status is not TournamentStatus.RUNNING:
        is_open = ladder.status is TournamentStatus.OPEN
        raise Refusal("tournament-not-begun" if is_open else "tournament-over")
    entry = ladder.entry_of(person)
    if entry is None or entry.withdrawn:
        raise Refusal("tournament-not-entered")
    if entry.number == ladder.rungs()[0]:
        raise Refusal("ladder-highest-rung")
    if entry.number in ladder.busy():
        raise Refusal("ladder-busy", n=str(ladder.setup.at_once))
    above = ladder.challengeable(entry.number)
    if not above:
        raise Refusal("ladder-nobody-free")
    return above


async def _takes_none(tx: Transaction, server: int | None, challenger: Person, challenged: Person) -> bool:
    """Return whether the challenged person cannot accept the challenger's challenges.

    Raises Refusal: "blocked-by-you" if the challenger blocks them.
    """
    try:
        await check_together(tx, challenger.id, (challenged.id,))
        await check_player(tx, server, challenger, (challenged,))
    except Refusal as refusal:
        if refusal.reason not in _BY_THE_CHALLENGED:
            raise
        return True
    return False


async def _open_challenge(session: Session, game: TournamentGame) -> Challenge | None:
    """Return a game's unaccepted challenge; None if it is closed."""
    challenge = (
        await session.of(ChallengeRepository).get(game.challenge) if game.challenge and game.runs else None
    )
    return challenge if challenge is not None and challenge.open else None


def _step(ladder: Tournament, person: int, challenged: Entrant) -> Pairing:
    entry = ladder.entry_of(person)
    if entry is None:
        raise LookupError(f"{person} is not on ladder {ladder.id}")
    seats = seats_of(ladder.crosstable, entry.number, challenged.number)
    return Pairing(0, seats, challenger=entry.number)
