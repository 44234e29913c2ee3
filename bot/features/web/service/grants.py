"""The service of links and sessions: create, exchange, check and end them."""

from dataclasses import dataclass
from typing import Protocol

from bot.features.matches.service.load_match import read_match
from bot.features.web.domain import LINK_HOLDS, SESSION_HOLDS, Secret, WebGrant, hash_token
from bot.features.web.store import GrantRepository
from bot.kernel.transactions.unit_of_work import UnitOfWork
from bot.model.match.match import Match
from bot.model.people.person import Person, Request
from bot.model.refusal import Refusal
from bot.repositories.people.people import PersonRepository


class Visibility(Protocol):
    """Looks up the visibility of matches' places."""

    async def is_open(self, match: Match) -> bool:
        """Return whether everybody in the server of a match can see its place now."""


@dataclass(frozen=True, slots=True)
class BoardSession:
    """A match that a person may see now, from their seat or, with None, as an onlooker."""

    person: Person
    match: Match
    seat: int | None


class Grants:
    """Creates links and sessions; checks their validity at each use.

    Each is valid until it expires, the person is deleted or signs out, or a backup is restored. A link or a
    session for a single match also ends when the match is deleted, when the person gets or loses a seat in
    it, and when one of its players blocks them or is blocked by them. Onlookers see matches that everybody in
    the server can see.
    """

    def __init__(self, unit_of_work: UnitOfWork, visibility: Visibility) -> None:
        self._work = unit_of_work
        self._visibility = visibility

    async def link(self, request: Request, match: Match) -> str:
        """Return the token of a new link to a match that the person may see. Raises Refusal "web-hidden"."""
        person, seat = request.person, match.seat_of(request.person.id)
        if seat is None:
            await self._check_open(match)
        secret, now = Secret.new(), self._work.clock()
        link = WebGrant(secret.hash, person.id, match.id, seat, now, now + LINK_HOLDS)
        async with self._work.write() as tx:
            await self._work.people.record_seen_in(tx, person)
            await tx.of(GrantRepository).add_link(link)
        self._work.people.remember(person)
        return secret.token

    async def exchange(self, token: str) -> tuple[str, BoardSession]:
        """Exchange the token of a link, once, for the token of a new session and its match.

        Raises Refusal: "web-expired", "web-hidden".
        """
        secret, now = Secret.new(), self._work.clock()
        async with self._work.write() as tx:
            link = await tx.of(GrantRepository).use_link(hash_token(token), now)
            if link is None:
                raise Refusal("web-expired")
            session = WebGrant(secret.hash, link.person, link.match, link.seat, now, now + SESSION_HOLDS)
            await tx.of(GrantRepository).add_session(session)
        return secret.token, await self._board_session(session, session.match)

    async def open_for(self, person: Person) -> tuple[str, Person]:
        """Return the token of a new session for all matches of a person identified by Discord.

        The name and language known from the chat take precedence over the account's.
        """
        secret, now = Secret.new(), self._work.clock()
        async with self._work.store.read() as session:
            person_row = await session.of(PersonRepository).get(person.id)
        if person_row is not None:
            person = Person(person_row.id, person_row.name, person_row.locale)
        async with self._work.write() as tx:
            await self._work.people.record_seen_in(tx, person)
            grant = WebGrant(secret.hash, person.id, None, None, now, now + SESSION_HOLDS)
            await tx.of(GrantRepository).add_session(grant)
        self._work.people.remember(person)
        return secret.token, person

    async def match_of_latest_link(self, person: Person) -> int | None:
        """Return the match of a person's latest link, if that has not expired."""
        async with self._work.store.read() as session:
            return await session.of(GrantRepository).latest_link(person.id, self._work.clock())

    async def open_next(self, current: BoardSession, match_id: int) -> str:
        """Return the token of a new session for another match in which the same person plays.

        Raises Refusal: "unknown-match", "web-hidden".
        """
        secret, now = Secret.new(), self._work.clock()
        async with self._work.write() as tx:
            seat = (await read_match(tx, match_id)).seat_of(current.person.id)
            if seat is None:
                raise Refusal("web-hidden")
            session = WebGrant(secret.hash, current.person.id, match_id, seat, now, now + SESSION_HOLDS)
            await tx.of(GrantRepository).add_session(session)
        return secret.token

    async def board_session(self, token: str, match_id: int) -> BoardSession:
        """Return a match as the holder of a session may see it.

        Raises Refusal: "web-expired", "web-hidden".
        """
        return await self._board_session(await self._session(token), match_id)

    async def sign_out(self, request: Request) -> None:
        """End all links and sessions of a person."""
        async with self._work.write() as tx:
            await tx.of(GrantRepository).end_all(request.person.id)

    async def _session(self, token: str) -> WebGrant:
        async with self._work.store.read() as session:
            grant = await session.of(GrantRepository).session(hash_token(token), self._work.clock())
        if grant is None:
            raise Refusal("web-expired")
        return grant

    async def _board_session(self, grant: WebGrant, match_id: int | None) -> BoardSession:
        if match_id is None or grant.match not in {None, match_id}:
            raise Refusal("web-hidden")
        try:
            async with self._work.store.read() as session:
                match = await read_match(session, match_id)
        except Refusal as refusal:
            # An unknown number is answered like a hidden match.
            raise Refusal("web-hidden") from refusal
        seat = match.seat_of(grant.person)
        if grant.match is not None and seat != grant.seat:
            async with self._work.write() as tx:
                await tx.of(GrantRepository).end_session(grant.hash)
            raise Refusal("web-expired")
        if seat is None:
            await self._check_open(match)
        return BoardSession(await self._person(grant.person), match, seat)

    async def _check_open(self, match: Match) -> None:
        if match.place.server is None or match.place.private or not await self._visibility.is_open(match):
            raise Refusal("web-hidden")

    async def _person(self, person: int) -> Person:
        async with self._work.store.read() as session:
            person_row = await session.of(PersonRepository).get(person)
        if person_row is None:
            raise Refusal("web-expired")
        return Person(person_row.id, person_row.name, person_row.locale)
