"""The service for creating, accepting, declining and withdrawing challenges."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from bot.features.challenges.service.challenge_answers import (
    LIFETIME,
    ChallengeAnswers,
    check_agreed,
    check_open,
    read_challenge,
)
from bot.features.challenges.service.challenge_terms import Proposal, propose
from bot.features.challenges.service.lobbies import Lobbies
from bot.features.challenges.service.request_actions import ChallengeAction
from bot.kernel.transactions.blocks import check_together
from bot.kernel.transactions.server_rules import check_allowed, check_engines, check_player, check_there
from bot.kernel.transactions.unit_of_work import RequestResult, Transaction, UnitOfWork
from bot.model.challenges.challenge import (
    DECLINE_REASONS,
    Challenge,
    ChallengeStatus,
    Guest,
    Member,
    in_order,
)
from bot.model.challenges.seat_assignment import seat
from bot.model.challenges.terms import CHOICE_ROLE, Terms
from bot.model.events.events import ChallengeDeclined, ChallengeMade
from bot.model.match.beacon import MAX_WORD_LENGTH, digest_of
from bot.model.match.dice import Seed
from bot.model.people.person import Person, Place, Request
from bot.model.people.players import HumanPlayer
from bot.model.people.privacy import is_alias
from bot.model.refusal import Refusal
from bot.model.texts import storable
from bot.repositories.challenges import ChallengeRepository
from bot.repositories.people.people import PersonRepository
from bot.repositories.servers.servers import ServerRepository
from rules.contract.capabilities import leaves_to_chance

CALL_PAUSE: Final = timedelta(hours=1)
"""The cooldown for mentions of a server's role."""
_PLAYERS = 2


class Invitations:
    """Challenges to one opponent or anyone, and lobbies."""

    def __init__(
        self, unit_of_work: UnitOfWork, challenge_answers: ChallengeAnswers, lobbies: Lobbies
    ) -> None:
        self._unit_of_work = unit_of_work
        self._challenge_answers = challenge_answers
        self._lobbies = lobbies

    async def challenge(
        self, request: Request, terms: Terms, place: Place, people: Sequence[Person] = ()
    ) -> Challenge:
        """Challenge `people` to a game, or anyone.

        A game of more than two begins as a lobby that the challenger has joined; if people are named, it is
        closed to others at first. Terms outside the server's rules are refused: "channel-not-allowed",
        "game-not-allowed", "player-barred" and similar reasons, "engines-off", "engines-elsewhere"; a block
        between two of the people: "takes-no-challenges", "blocked-by-you".
        """
        proposal = propose(self._unit_of_work.games, request.person.id, terms, place, people)
        challenge = await self._unit_of_work.once(
            request,
            ChallengeAction.CHALLENGE,
            None,
            lambda tx: self.write(tx, request.person, proposal),
            lambda session, done: read_challenge(session, done.subject),
        )
        self._unit_of_work.people.remember(request.person, place)
        for person in proposal.people:
            self._unit_of_work.people.forget(person.id)
        return challenge

    async def accept(
        self,
        request: Request,
        challenge_id: int,
        revision: int = 0,
        word: str | None = None,
        side: str | None = None,
    ) -> Challenge:
        """Accept a challenge and start the match, or join a lobby.

        `revision` is the revision of the accepted terms, `word` a word on which the dice depend, `side` the
        role of the accepting player, if the challenge leaves them the choice. Raises Refusal: "terms-changed"
        for an outdated revision, "choose-side" if the choice is theirs and `side` is not a role,
        "word-empty", "word-too-long", "word-without-dice".
        """
        return await self._challenge_answers.answer(
            request,
            ChallengeAction.ACCEPT,
            challenge_id,
            lambda tx, challenge: self._accept(tx, request, challenge, revision, word, side),
        )

    async def decline(self, request: Request, challenge_id: int, reason: str) -> Challenge:
        """Decline a challenge, or the invitation to a lobby, for one of DECLINE_REASONS."""
        if reason not in DECLINE_REASONS:
            raise Refusal("unknown-reason", reason=reason, allowed=", ".join(DECLINE_REASONS))
        return await self._challenge_answers.answer(
            request,
            ChallengeAction.DECLINE,
            challenge_id,
            lambda tx, challenge: self._decline(tx, request, challenge, reason),
        )

    async def withdraw(self, request: Request, challenge_id: int) -> Challenge:
        return await self._challenge_answers.answer(
            request,
            ChallengeAction.WITHDRAW,
            challenge_id,
            lambda tx, challenge: self._withdraw(tx, request, challenge),
        )

    async def write(
        self,
        tx: Transaction,
        host: Person,
        proposal: Proposal,
        *,
        rematch_of: int | None = None,
        counter_to: int | None = None,
        lifetime: timedelta = LIFETIME,
    ) -> Challenge:
        """Write a challenge of `host`, within a transaction, and the notice that posts its card.

        The challenge is the transaction's result.
        """
        unit_of_work, now = self._unit_of_work, self._unit_of_work.clock()
        terms, people, place = proposal.terms, proposal.people, proposal.place
        await tx.of(PersonRepository).lock({host.id, *(person.id for person in people)})
        # A fixed lock order: concurrent requests about the same people wait without a deadlock.
        for person in sorted((host, *people), key=lambda item: item.id):
            await unit_of_work.people.record_mentioned(tx, person)
        await unit_of_work.people.record_seen_in(tx, host, place)
        if (
            await tx.of(ChallengeRepository).count_open_by(host.id)
            >= unit_of_work.limits.challenges_per_person
        ):
            raise Refusal("too-many-challenges", limit=str(unit_of_work.limits.challenges_per_person))
        await self._challenge_answers.check_games(tx, host.id)
        await self._challenge_answers.check_channel(tx, place.channel)
        if terms.against_engine:
            await check_engines(tx, place)
        await check_allowed(tx, place, terms.key, host, () if terms.against_engine else people)
        if any(is_alias(person.id) for person in people):
            raise Refusal("opponent-gone")
        await check_together(tx, host.id, (person.id for person in people))
        seed = self._draw_seed(terms.key)
        new = Challenge(
            id=0,
            terms=terms,
            challenger=host.id,
            opponent=None if proposal.opponent is None else proposal.opponent.id,
            place=place,
            created=now,
            everyone=_guests(host.id, people) if proposal.table else (),
            closed=proposal.table and bool(people),
            rematch_of=rematch_of,
            counter_to=counter_to,
            # An open rematch does not expire.
            expires=None if rematch_of is not None else now + lifetime,
            commitment=None if seed is None else seed.short_commitment,
        )
        challenge = await tx.of(ChallengeRepository).add(new, None if seed is None else seed.hex)
        tx.result = RequestResult(challenge)
        tx.record(
            ChallengeMade(challenge, await _role_to_call(tx, proposal, now, again=rematch_of is not None))
        )
        return await read_challenge(tx, challenge)

    async def accept_within(
        self,
        tx: Transaction,
        person: Person,
        challenge: Challenge,
        revision: int = 0,
        word: str | None = None,
        side: str | None = None,
    ) -> None:
        """Accept a challenge, or join a lobby, within a transaction that holds it.

        `word` is the digest of a word on which the dice depend.
        """
        if challenge.lobby:
            await self._lobbies.enter(tx, person, challenge, None, revision, word)
            return
        now = self._unit_of_work.clock()
        if person.id == challenge.challenger:
            raise Refusal("own-challenge")
        if challenge.opponent not in {None, person.id}:
            raise Refusal("not-your-challenge")
        check_open(challenge, now)
        check_agreed(challenge, revision)
        roles = self._unit_of_work.games[challenge.terms.key].roles(_PLAYERS)
        role = _remaining_role(challenge, roles, side)
        await tx.of(PersonRepository).lock({challenge.challenger, person.id})
        await check_together(tx, person.id, [challenge.challenger])
        await self._challenge_answers.check_games(tx, person.id)
        await self._challenge_answers.check_games(tx, challenge.challenger, "opponent-too-many-games")
        await self._challenge_answers.check_channel(tx, challenge.place.channel)
        await check_there(tx, challenge.place.server)
        await self._unit_of_work.people.record_seen_in(tx, person)
        members = (Member(challenge.challenger), Member(person.id))
        players = seat(members, role, roles, (), self._unit_of_work.chance)
        words = {} if word is None else {person.id: word}
        seated = tuple(map(HumanPlayer, players))
        await self._challenge_answers.begin(tx, challenge, seated, now, accepted_by=person.id, words=words)

    async def _accept(
        self,
        tx: Transaction,
        request: Request,
        challenge: Challenge,
        revision: int,
        word: str | None,
        side: str | None,
    ) -> None:
        digest = None if word is None else digest_for(challenge, word)
        challenger = Person(challenge.challenger, "", "")
        await check_player(tx, challenge.place.server, request.person, [challenger])
        await self.accept_within(tx, request.person, challenge, revision, digest, side)

    def _draw_seed(self, key: str) -> Seed | None:
        """Return the secret of the dice for a new challenge's match, None without dice."""
        game = self._unit_of_work.games[key]
        return Seed.draw(self._unit_of_work.chance) if leaves_to_chance(game) else None

    async def _decline(self, tx: Transaction, request: Request, challenge: Challenge, reason: str) -> None:
        if challenge.lobby:
            await self._lobbies.decline(tx, request, challenge, reason)
            return
        if challenge.opponent != request.person.id:
            raise Refusal("not-your-challenge")
        await self._challenge_answers.close_unplayed(tx, challenge, ChallengeStatus.DECLINED, reason)
        challenger = await self._challenge_answers.challenger_of(tx, challenge)
        tx.record(ChallengeDeclined(challenge.id, request.person.id, reason), recipients=(challenger,))

    async def _withdraw(self, tx: Transaction, request: Request, challenge: Challenge) -> None:
        if challenge.challenger != request.person.id:
            raise Refusal("not-the-challenger")
        await self._challenge_answers.close_unplayed(tx, challenge, ChallengeStatus.WITHDRAWN)


def _remaining_role(challenge: Challenge, roles: Sequence[str], side: str | None) -> str:
    """Return the challenger's role: the remaining one if the accepting player chooses."""
    if challenge.terms.role != CHOICE_ROLE:
        return challenge.terms.role
    if side not in roles:
        raise Refusal("choose-side", challenge=str(challenge.id))
    return next(role for role in roles if role != side)


def digest_for(challenge: Challenge, word: str) -> str:
    """Return the digest of a word for the dice of a challenge. Raises Refusal."""
    word = storable(word, len(word)).strip()
    if challenge.commitment is None:
        raise Refusal("word-without-dice")
    if not word:
        raise Refusal("word-empty")
    if len(word) > MAX_WORD_LENGTH:
        raise Refusal("word-too-long", limit=str(MAX_WORD_LENGTH))
    return digest_of(word)


async def _role_to_call(tx: Transaction, proposal: Proposal, now: datetime, *, again: bool) -> int | None:
    """Return the role that a new open challenge mentions, and store the time: once per CALL_PAUSE."""
    place = proposal.place
    if again or proposal.people or place.server is None or place.private:
        return None
    return await tx.of(ServerRepository).call_role(place.server, now, CALL_PAUSE)


def _guests(host: int, people: Sequence[Person]) -> tuple[Guest, ...]:
    return in_order((Guest(host, place=0), *(Guest(person.id, invited=True) for person in people)))
