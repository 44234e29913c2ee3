"""Games against blocked people: the blocker may leave them immediately.

A rated game then counts as resigned, once each player has moved in it or in an earlier game of its series:
otherwise a block would undo any loss. A person who left for good reasons can ask the server's admins to void
the result.
"""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from bot.features.matches.service.deadlines import Deadlines
from bot.features.matches.service.leaving.departures import Departures, resignation
from bot.features.matches.service.lifecycle import MatchLifecycle
from bot.features.matches.service.load_match import lock_match, read_match
from bot.features.privacy.service.request_actions import PrivacyAction
from bot.features.tournaments.service.tournament_seats import is_in_tournament
from bot.kernel.transactions.unit_of_work import Transaction, UnitOfWork
from bot.model.events.events import EndCause, EndKind
from bot.model.match.match import ABORTED, Match
from bot.model.match.permissions import seat_in
from bot.model.people.person import Request
from bot.model.people.players import person_of
from bot.model.refusal import Refusal
from bot.repositories.matches.match_log import MatchLogRepository
from bot.repositories.matches.matches import MatchRepository
from bot.repositories.people.blocks import BlockRepository
from bot.repositories.records.outbox import RequestRecord
from data.session import Session
from rules.contract import Outcome

_TWO: Final = 2


@dataclass(frozen=True, slots=True)
class ExitOption:
    """A running match that a blocker may end or leave; `resigning` if that counts as resigning."""

    match: Match
    resigning: bool


class BlockedGames:
    """Ends or leaves the matches of a blocker with the blocked person.

    A game of two ends. A larger game continues for the other players.
    """

    def __init__(
        self,
        unit_of_work: UnitOfWork,
        lifecycle: MatchLifecycle,
        departures: Departures,
        deadlines: Deadlines,
    ) -> None:
        self._unit_of_work = unit_of_work
        self._lifecycle = lifecycle
        self._departures = departures
        self._deadlines = deadlines

    async def of(self, person: int) -> tuple[ExitOption, ...]:
        """Return the exits from a person's running matches with people whom they block."""
        async with self._unit_of_work.store.read() as session:
            blocked = await session.of(BlockRepository).by(person)
            if not blocked:
                return ()
            running = await session.of(MatchRepository).running_of(
                person, self._unit_of_work.limits.games_per_person
            )
            matches = [match for match in running if _is_against(match, blocked)]
            return tuple([ExitOption(match, await _counts(session, match)) for match in matches])

    async def end(self, request: Request, match_id: int, *, resigning: bool = False) -> Match:
        """Leave a match against a blocked person.

        A rated match in which each player has moved is resigned, and so is a tournament's match: otherwise a
        blocker could not lose there. Any other match of two is aborted; a larger one continues, and does not
        count for the leaver. Raises Refusal: "not-your-game", "you-left", "game-over", "not-blocked";
        "would-resign" if it would be resigned without `resigning`; "time-is-up" if a late player leaves a
        match that is not aborted.
        """

        async def act(tx: Transaction) -> Match:
            match = await lock_match(tx, match_id)
            now = self._unit_of_work.clock()
            seat = seat_in(match, request.person.id)
            if not _is_against(match, await tx.of(BlockRepository).by(request.person.id)):
                raise Refusal("not-blocked")
            counts = await _counts(tx, match)
            if counts and not resigning:
                raise Refusal("would-resign", number=str(match_id))
            aborting = len(match.players) == _TWO and not counts
            if not aborting:
                match = (await self._deadlines.check(tx, match, now, leaving=True)).match
            if aborting:
                return await self._abort(tx, match, seat, now)
            if not counts:
                await tx.of(MatchRepository).leave_unrated(match.id, seat)
            return await self._departures.leave(tx, match, seat, now, resignation(seat))

        async def answer(session: Session, _: RequestRecord) -> Match:
            return await read_match(session, match_id)

        return await self._deadlines.in_time(
            request,
            match_id,
            lambda: self._unit_of_work.once(request, PrivacyAction.ABORT, match_id, act, answer),
        )

    async def _abort(self, tx: Transaction, match: Match, seat: int, now: datetime) -> Match:
        cause = EndCause(EndKind.AGREED_ABORT, seat)
        return await self._lifecycle.end(tx, match, Outcome((), ABORTED), cause, now, by=seat)


async def _counts(session: Session, match: Match) -> bool:
    """Return whether leaving a match counts as resigning: it is rated, and each player has moved.

    A tournament's match always counts, even before its first move. In a series the first game decides whether
    all have moved: leaving a later game must not undo an earlier loss.
    """
    if await is_in_tournament(session, match.challenge):
        return True
    if match.rated and match.number > 1:
        return True
    if not match.rated or match.plies < len(match.players):
        return False
    log = await session.of(MatchLogRepository).plies(match.id, 0, match.plies)
    return {ply.seat for ply in log}.issuperset(range(len(match.players)))


def _is_against(match: Match, blocked: Collection[int]) -> bool:
    """Return whether a blocked person still plays in a match."""
    still = (player for seat, player in enumerate(match.players) if seat not in match.retired)
    return any(person_of(player) in blocked for player in still)
