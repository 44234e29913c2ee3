"""Admins' actions: rules, overviews of channels, games ended from outside.

Callers check the admin's permissions.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final, Unpack

from bot.features.matches.service.lifecycle import MatchLifecycle
from bot.features.matches.service.load_match import lock_match, read_match
from bot.features.servers.domain import note_text, verdict
from bot.features.servers.service.request_actions import ServerAction
from bot.kernel.transactions.open_challenges import open_to_all
from bot.kernel.transactions.unit_of_work import Transaction, UnitOfWork, is_id
from bot.model.agenda import Overview
from bot.model.events.events import EndCause, EndKind, OverviewWanted
from bot.model.match.match import ADJUDICATION, Match
from bot.model.match.permissions import check_running
from bot.model.people.person import Place, Request
from bot.model.people.players import people_among
from bot.model.refusal import Refusal
from bot.model.servers.server_rules import AdminAction, AuditEntry, ServerChanges, ServerRules
from bot.model.settings import Setting, Value
from bot.model.texts import storable
from bot.repositories.matches.matches import MatchRepository
from bot.repositories.servers.server_rules import ServerRulesRepository
from bot.repositories.servers.servers import ServerRepository
from data.session import Session

AUTOMATIC: Final = "automatic"
"""The audit log's value for a server without a chosen language."""
NONE: Final = "none"
"""The audit log's value for a server without a forum, a channel for results, or a pinged role."""
_MAX_ENTRIES: Final = 100

OVERVIEW_KEPT: Final = "overview"
"""The kind of log entries about an overview switched on or off in a channel."""


class ServerAdmin:
    """Servers and their channels."""

    def __init__(self, unit_of_work: UnitOfWork, lifecycle: MatchLifecycle) -> None:
        self._unit_of_work = unit_of_work
        self._lifecycle = lifecycle

    async def server(self, server: int) -> ServerRules:
        """Return a server's rules."""
        async with self._unit_of_work.store.read() as session:
            return await session.of(ServerRulesRepository).of(server)

    async def set_server(
        self, request: Request, server: int, **changes: Unpack[ServerChanges]
    ) -> ServerRules:
        """Change a server's rules. Raises Refusal: "no-such-game"."""
        unknown = next((key for key in changes.get("games", ()) if key not in self._unit_of_work.games), None)
        if unknown is not None:
            raise Refusal("no-such-game", game=storable(unknown, self._unit_of_work.limits.note_length))

        note = ", ".join(f"{name}={_note_value(name, value)}" for name, value in changes.items())
        return await self._change(request, server, note, lambda rules: replace(rules, **changes))

    async def set_value(
        self, request: Request, server: int, setting: Setting[Value], value: Value
    ) -> ServerRules:
        """Change one setting of a server's rules."""
        note = f"{setting.key}={_note_value(setting.key, value)}"
        return await self._change(request, server, note, lambda rules: rules.with_value(setting, value))

    async def _change(
        self, request: Request, server: int, note: str, change: Callable[[ServerRules], ServerRules]
    ) -> ServerRules:
        async def act(tx: Transaction) -> ServerRules:
            now = self._unit_of_work.clock()
            await self._unit_of_work.people.record_seen_in(tx, request.person)
            rules = change(await tx.of(ServerRulesRepository).of(server, lock=True))
            await tx.of(ServerRulesRepository).save(server, rules)
            await tx.of(ServerRepository).add_audit_entry(
                server, AuditEntry(now, request.person.id, AdminAction.RULES, None, note)
            )
            return rules

        async def answer(session: Session, _: object) -> ServerRules:
            return await session.of(ServerRulesRepository).of(server)

        return await self._unit_of_work.once(request, ServerAction.RULES, server, act, answer)

    async def forget_role(self, server: int, role: int) -> None:
        """Stop pinging a role with open challenges, if they ping it."""
        async with self._unit_of_work.write() as tx:
            rules = await tx.of(ServerRulesRepository).of(server, lock=True)
            if rules.call_role == role:
                await tx.of(ServerRulesRepository).save(server, replace(rules, call_role=None))

    async def forget_results(self, server: int, channel: int) -> None:
        """Stop posting results in a deleted channel."""
        async with self._unit_of_work.write() as tx:
            rules = await tx.of(ServerRulesRepository).of(server, lock=True)
            if rules.results == channel:
                await tx.of(ServerRulesRepository).save(server, replace(rules, results=None))

    async def adjudicate(
        self,
        request: Request,
        match_id: int,
        winners: tuple[int, ...] | None,
        reason: str,
        *,
        server: int | None = None,
    ) -> Match:
        """End a match from outside: `winners` are people, none for a draw; None annuls it.

        With `server`, matches of other servers are unknown. Raises Refusal: "unknown-match", "game-over",
        "unknown-winner", "note-too-long".
        """
        note = note_text(reason, self._unit_of_work.limits.note_length)

        async def act(tx: Transaction) -> Match:
            match = await lock_match(tx, match_id)
            now = self._unit_of_work.clock()
            if server is not None and match.place.server != server:
                raise Refusal("unknown-match")
            outcome = verdict(match, winners, ADJUDICATION)
            check_running(match)
            await self._unit_of_work.people.record_seen_in(tx, request.person)
            cause = EndCause(EndKind.ADJUDICATED, admin=request.person.id, note=note)
            seat = match.seat_of(request.person.id)
            final = await self._lifecycle.end(tx, match, outcome, cause, now, by=seat)
            if match.place.server is not None:
                what = AdminAction.ANNULMENT if winners is None else AdminAction.ADJUDICATION
                entry = AuditEntry(now, request.person.id, what, match_id, note)
                await tx.of(ServerRepository).add_audit_entry(match.place.server, entry)
            return final

        async def answer(session: Session, _: object) -> Match:
            return await read_match(session, match_id)

        return await self._unit_of_work.once(request, ServerAction.ADJUDICATE, match_id, act, answer)

    async def audit(self, server: int, limit: int = 20) -> tuple[AuditEntry, ...]:
        """Return the actions of a server's admins, newest first."""
        async with self._unit_of_work.store.read() as session:
            entries = await session.of(ServerRepository).audit_entries(
                server, max(0, min(limit, _MAX_ENTRIES))
            )
            return tuple([await _with_game(session, row) for row in entries])

    async def set_overview(self, request: Request, place: Place, on: bool) -> Overview:
        """Switch a channel's live overview on or off; return it as it was before, with its current entries.

        After switching it off, the caller deletes its message.
        """

        async def act(tx: Transaction) -> Overview:
            now = self._unit_of_work.clock()
            await self._unit_of_work.people.record_seen_in(tx, request.person, place)
            before = await tx.of(ServerRepository).overview(place.channel, lock=True)
            if on:
                await tx.of(ServerRepository).save_overview(place.channel, place.server, place.locale)
                tx.record(OverviewWanted(place.channel))
            else:
                await tx.of(ServerRepository).forget_overview(place.channel)
            if place.server is not None:
                note = f"{'on' if on else 'off'} {place.channel}"
                entry = AuditEntry(now, request.person.id, OVERVIEW_KEPT, None, note)
                await tx.of(ServerRepository).add_audit_entry(place.server, entry)
            return await self._listing(tx, before or Overview(None, (), place))

        async def answer(session: Session, _: object) -> Overview:
            there = await session.of(ServerRepository).overview(place.channel)
            return await self._listing(session, there or Overview(None, (), place))

        return await self._unit_of_work.once(request, ServerAction.OVERVIEW, place.channel, act, answer)

    async def _listing(self, session: Session, overview: Overview) -> Overview:
        """Return an overview with its current entries."""
        place, work = overview.place, self._unit_of_work
        matches = await session.of(MatchRepository).running_in(place.channel)
        if place.server is None:
            return replace(overview, matches=matches)
        challenges = await open_to_all(session, work.games, place.server, work.clock())
        return replace(overview, matches=matches, challenges=challenges)

    async def overview(self, channel: int) -> Overview | None:
        """Return a channel's overview, None without one."""
        async with self._unit_of_work.store.read() as session:
            row = await session.of(ServerRepository).overview(channel) if is_id(channel) else None
            return None if row is None else await self._listing(session, row)


def _note_value(rule: str, value: object) -> str:
    if value is None:
        return AUTOMATIC if rule == "language" else NONE
    if isinstance(value, Sequence) and not isinstance(value, str):
        return " ".join(map(str, value)) or "all"
    return str(value)


async def _with_game(session: Session, entry: AuditEntry) -> AuditEntry:
    """Return an entry with the winners of its game, and whether the game is private."""
    if entry.match is None:
        return entry
    match = await read_match(session, entry.match)
    winners: tuple[int, ...] = ()
    if entry.what == AdminAction.CORRECTION:
        # The note has the winners, since the game may have been corrected again later.
        people, _, note = entry.note.partition(";")
        winners, entry = tuple(map(int, people.split())), replace(entry, note=note)
    if match.place.private:
        return replace(entry, private=True)
    if winners:
        return replace(entry, winners=winners)
    decided = match.first_outcome or match.outcome
    if entry.what != AdminAction.ADJUDICATION or decided is None:
        return entry
    return replace(entry, winners=people_among(match.players[seat] for seat in decided.winners))
