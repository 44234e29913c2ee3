"""Following games: spectators get direct messages, as often as they chose."""

from bot.features.following.domain import MOST, FollowedEvents, Follower, check_following
from bot.features.following.store import FollowerRepository
from bot.features.matches.service.load_match import lock_match
from bot.kernel.transactions.unit_of_work import UnitOfWork
from bot.model.match.match import Match
from bot.model.people.person import Request
from bot.model.refusal import Refusal


class Following:
    """Manages followers of games. The caller checks whether a person may see the game."""

    def __init__(self, unit_of_work: UnitOfWork) -> None:
        self._unit_of_work = unit_of_work

    async def followed_events(self, person: int, match_id: int) -> FollowedEvents:
        """Return the events of a match that a follower gets."""
        events = {follower.match: follower.events for follower in await self.followed_matches(person)}
        return events.get(match_id, FollowedEvents.NOTHING)

    async def followed_matches(self, person: int) -> tuple[Follower, ...]:
        """Return the running matches that a person follows, the oldest first."""
        async with self._unit_of_work.store.read() as session:
            return await session.of(FollowerRepository).followed_matches(person)

    async def follows(self, person: int, match_id: int) -> bool:
        """Return whether a person still follows a match, even a finished one."""
        async with self._unit_of_work.store.read() as session:
            return any(
                follower.person == person
                for follower in await session.of(FollowerRepository).of_match(match_id)
            )

    async def follow(self, request: Request, match_id: int, events: FollowedEvents) -> Match:
        """Follow a match, or change the followed events; idempotent.

        Raises Refusal: "unknown-match", "too-many-followed", and those of `check_following`.
        """
        person = request.person.id
        async with self._unit_of_work.write() as tx:
            match = await lock_match(tx, match_id)
            check_following(match, person)
            await self._unit_of_work.people.record_seen_in(tx, request.person)
            followers = {
                follower.match: follower
                for follower in await tx.of(FollowerRepository).followed_matches(person)
            }
            if len(followers.keys() - {match_id}) >= MOST:
                raise Refusal("too-many-followed", limit=str(MOST))
            if match_id not in followers or followers[match_id].events is not events:
                follower = Follower(person, match_id, events, match.plies)
                await tx.of(FollowerRepository).save(follower, self._unit_of_work.clock())
            return match

    async def delivered_plies(self, person: int, match_id: int) -> int | None:
        """Return the last ply of a match delivered to a follower of all plies; None if unknown."""
        async with self._unit_of_work.store.read() as session:
            follower = await session.of(FollowerRepository).get(person, match_id)
        return (
            None
            if follower is None or follower.events is not FollowedEvents.PLIES
            else follower.delivered_plies
        )

    async def record_delivery(self, person: int, match_id: int, plies: int) -> None:
        """Store the last ply of a match that was delivered to a follower."""
        async with self._unit_of_work.write() as tx:
            await tx.of(FollowerRepository).set_delivered_plies(person, match_id, plies)

    async def unfollow(self, request: Request, match_id: int) -> None:
        await self.end(request.person.id, match_id)

    async def end(self, person: int, match_id: int) -> None:
        """End the following of a match that a person can no longer see."""
        async with self._unit_of_work.write() as tx:
            await tx.of(FollowerRepository).end(person, match_id)

    async def stop_notifying(self, person: int) -> None:
        """Stop notifying a follower whose direct messages are closed."""
        async with self._unit_of_work.write() as tx:
            await tx.of(FollowerRepository).end_all(person)
