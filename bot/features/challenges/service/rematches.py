"""Rematches of finished matches and series."""

from dataclasses import replace

from bot.features.challenges.service.challenge_answers import read_challenge
from bot.features.challenges.service.challenge_terms import Proposal, is_for_many, propose
from bot.features.challenges.service.counter_offers import person_by_id
from bot.features.challenges.service.invitations import Invitations
from bot.features.challenges.service.request_actions import ChallengeAction
from bot.features.matches.service.series import standing_of
from bot.kernel.transactions.server_rules import check_player
from bot.kernel.transactions.unit_of_work import RequestResult, Transaction, UnitOfWork, is_id
from bot.model.challenges.challenge import Challenge, ChallengeStatus
from bot.model.challenges.terms import RANDOM_ROLE
from bot.model.match.match import Match, MatchStatus
from bot.model.people.person import Person, Request
from bot.model.people.privacy import is_alias
from bot.model.refusal import Refusal
from bot.repositories.challenges import ChallengeRepository
from bot.repositories.matches.matches import MatchRepository
from bot.repositories.records.outbox import RequestRecord
from data.session import Session


class Rematches:
    """Rematches of finished matches."""

    def __init__(self, unit_of_work: UnitOfWork, invitations: Invitations) -> None:
        self._unit_of_work = unit_of_work
        self._invitations = invitations

    async def rematch(self, request: Request, match_id: int) -> Challenge:
        """Ask for a rematch: a challenge to the opponent with the roles swapped.

        Options, clock, series and place are the same. For a game of many it is a lobby with all players
        invited. While it is open, a repeated request returns it, and another player's request accepts (joins)
        it. Deleted people are not invited. Raises Refusal: "opponent-gone" if all others are deleted,
        "unknown-match", "not-your-game", "game-running", "series-running" (it has not ended),
        "rematch-begun", "practice-rematch", and those of `challenge` and `accept`.
        """

        async def act(tx: Transaction) -> Challenge:
            # A concurrent second request waits here and then finds the challenge of the first.
            games = await _lock(tx, match_id)
            if request.person.id not in games[0].people:
                raise Refusal("not-your-game")
            self._check_over(games)
            if games[0].is_practice:
                raise Refusal("practice-rematch")
            rematch = await _open_rematch(tx, games[-1].id)
            if rematch is not None:
                await check_player(tx, rematch.place.server, request.person)
                return await self._agree(tx, request.person, rematch)
            proposal = await self._proposal(tx, request.person, games)
            return await self._invitations.write(tx, request.person, proposal, rematch_of=games[-1].id)

        async def answer(session: Session, record: RequestRecord) -> Challenge:
            return await read_challenge(session, record.number or 0)

        return await self._unit_of_work.once(request, ChallengeAction.REMATCH, match_id, act, answer)

    async def _agree(self, tx: Transaction, person: Person, challenge: Challenge) -> Challenge:
        if challenge.status is ChallengeStatus.ACCEPTED:
            raise Refusal("rematch-begun", game=str(challenge.match))
        tx.result = RequestResult(challenge.id)
        if person.id != challenge.challenger and challenge.guest(person.id).join_rank is None:
            await self._invitations.accept_within(tx, person, challenge)
        return await read_challenge(tx, challenge.id)

    async def _proposal(self, session: Session, host: Person, matches: tuple[Match, ...]) -> Proposal:
        challenge = await session.of(ChallengeRepository).get(matches[0].challenge)
        if challenge is None:
            raise Refusal("unknown-challenge")
        first, game = matches[0], self._unit_of_work.games[matches[0].key]
        there = [person for person in first.people if person != host.id and not is_alias(person)]
        if challenge.terms.against_engine and challenge.opponent is not None:
            there = [challenge.opponent]
        others = [await person_by_id(session, person) for person in there]
        lobby = is_for_many(game)
        if not others and not first.has_engines:
            raise Refusal("opponent-gone")
        roles = game.roles(len(first.players))
        swapped = RANDOM_ROLE if lobby else roles[1 - (first.seat_of(host.id) or 0)]
        terms = replace(challenge.terms, role=swapped, players=len(first.players))
        return propose(self._unit_of_work.games, host.id, terms, challenge.place, others)

    def _check_over(self, matches: tuple[Match, ...]) -> None:
        if any(match.status != MatchStatus.FINISHED for match in matches):
            raise Refusal("game-running" if len(matches) == 1 else "series-running")
        standing = standing_of(self._unit_of_work.games[matches[0].key], matches)
        if standing is not None and not standing.finished:
            raise Refusal("series-running")


async def _lock(tx: Transaction, match_id: int) -> tuple[Match, ...]:
    """Return the matches of a match's challenge, in order, with the first of them locked."""
    match = await tx.of(MatchRepository).get(match_id) if is_id(match_id) else None
    if match is None:
        raise Refusal("unknown-match")
    games = await tx.of(MatchRepository).of_challenge(match.challenge)
    await tx.of(MatchRepository).lock(games[0].id)
    return await tx.of(MatchRepository).of_challenge(match.challenge)


async def _open_rematch(tx: Transaction, match_id: int) -> Challenge | None:
    """Return the rematch that is open or has led to a match, locked; None without one."""
    while (row := await tx.of(ChallengeRepository).rematch_of(match_id)) is not None:
        rematch = await tx.of(ChallengeRepository).lock(row.id)
        if rematch is None or rematch.status is not ChallengeStatus.COUNTERED:
            over = {ChallengeStatus.DECLINED, ChallengeStatus.WITHDRAWN, ChallengeStatus.EXPIRED}
            return None if rematch is None or rematch.status in over else rematch
    return None
