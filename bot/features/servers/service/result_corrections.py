"""Corrections: a server's admins change or void the result of a finished match."""

from typing import Protocol

from bot.features.matches.service.load_match import lock_match, read_match
from bot.features.servers.domain import note_text, verdict
from bot.features.servers.service.request_actions import ServerAction
from bot.kernel.transactions.unit_of_work import Transaction, UnitOfWork
from bot.model.events.events import EndCause, EndKind, ResultCorrected
from bot.model.match.match import CORRECTION, WITHOUT_RESULT, Match, MatchStatus
from bot.model.people.person import Request
from bot.model.refusal import Refusal
from bot.model.servers.server_rules import AdminAction, AuditEntry
from bot.repositories.matches.matches import MatchRepository
from bot.repositories.matches.substitutions import SubstitutionRepository
from bot.repositories.servers.servers import ServerRepository
from data.session import Session
from rules.contract import Game, Outcome


class RecountRatings(Protocol):
    """Recomputes the ratings of a game from its log."""

    async def __call__(self, session: Session, game: Game) -> int:
        """Return the number of results that count."""


class ResultCorrections:
    """Corrections of results; the caller checks the admin's right."""

    def __init__(self, unit_of_work: UnitOfWork, recount_ratings: RecountRatings) -> None:
        self._recount_ratings = recount_ratings
        self._unit_of_work = unit_of_work

    async def correct(
        self, request: Request, match_id: int, winners: tuple[int, ...] | None, reason: str, *, server: int
    ) -> Match:
        """Give a finished match another result: `winners` are people, none for a draw; None voids it.

        The original result is stored with it, all players get a notice, and the ratings are recomputed as if
        the match had ended like this. Ratings over all servers change only if the admin never had a seat in
        the match or its series. A match that an admin ended, or that was aborted, still counts for no
        ratings. Raises Refusal: "unknown-match", "game-not-over", "unknown-winner", "result-stands",
        "note-too-long".
        """
        note = note_text(reason, self._unit_of_work.limits.note_length)

        async def act(tx: Transaction) -> Match:
            match = await lock_match(tx, match_id)
            now = self._unit_of_work.clock()
            if match.place.server != server:
                raise Refusal("unknown-match")
            if match.status is not MatchStatus.FINISHED or match.outcome is None:
                raise Refusal("game-not-over")
            outcome = verdict(match, winners, CORRECTION)
            if _is_same_result(match.outcome, outcome):
                raise Refusal("result-stands")
            await self._unit_of_work.people.record_seen_in(tx, request.person)
            by_player = await _has_played(tx, match, request.person.id)
            await tx.of(MatchRepository).save(match, match.correct(outcome, by_player=by_player))
            if match.rated:
                await self._recount_ratings(tx, self._unit_of_work.games[match.key])
            cause = EndCause(EndKind.CORRECTED, admin=request.person.id, note=note)
            tx.record_in(match, ResultCorrected(match.id, match.plies, cause))
            what = AdminAction.VOIDING if winners is None else AdminAction.CORRECTION
            entry = note if winners is None else f"{' '.join(map(str, winners))};{note}"
            await tx.of(ServerRepository).add_audit_entry(
                server, AuditEntry(now, request.person.id, what, match_id, entry)
            )
            return await read_match(tx, match_id)

        async def answer(session: Session, _: object) -> Match:
            return await read_match(session, match_id)

        return await self._unit_of_work.once(request, ServerAction.CORRECT, match_id, act, answer)


async def _has_played(session: Session, match: Match, person: int) -> bool:
    """Return whether a person has, or had, a seat in a match or in another match of its series."""
    if any(
        person in other.people for other in await session.of(MatchRepository).of_challenge(match.challenge)
    ):
        return True
    handovers = await session.of(SubstitutionRepository).handovers_in(match.challenge)
    return any(person in {handover.leaver, handover.substitute} for handover in handovers)


def _is_same_result(first: Outcome, other: Outcome) -> bool:
    """Return whether two outcomes have the same winners, and both a result or both none."""
    return first.winners == other.winners and (first.reason in WITHOUT_RESULT) == (
        other.reason in WITHOUT_RESULT
    )
