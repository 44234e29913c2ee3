"""A server's lists of barred and of exclusively admitted players."""

from collections.abc import Sequence
from dataclasses import replace
from enum import StrEnum
from typing import Final

from bot.features.servers.service.request_actions import ServerAction
from bot.kernel.transactions.unit_of_work import Transaction, UnitOfWork
from bot.model.people.person import Person, Request
from bot.model.refusal import Refusal
from bot.model.servers.server_rules import AdminAction, AuditEntry, PlayerList, ServerRules
from bot.repositories.servers.server_rules import ServerRulesRepository
from bot.repositories.servers.servers import ServerRepository
from data.session import Session

MAX_LISTED: Final = 25
"""The maximum length of a list: Discord's menus have at most 25 options."""


class Listing(StrEnum):
    """The list to move people and roles to; NONE removes them from both."""

    BARRED = "barred"
    ALLOWED = "allowed"
    NONE = "none"


class PlayerLists:
    """Bars or admits players of a server. Running games continue. Callers check the admin's rights."""

    def __init__(self, unit_of_work: UnitOfWork) -> None:
        self._unit_of_work = unit_of_work

    async def add(
        self, request: Request, server: int, listing: Listing, people: Sequence[Person], roles: Sequence[int]
    ) -> ServerRules:
        """Move people and roles to a list, or off both with NONE. Raises Refusal: "too-many-listed"."""
        entries = PlayerList(tuple(person.id for person in people), tuple(roles))

        async def act(tx: Transaction) -> ServerRules:
            now = self._unit_of_work.clock()
            await self._unit_of_work.people.record_seen_in(tx, request.person)
            for person in sorted(people, key=lambda person: person.id):
                await self._unit_of_work.people.record_mentioned(tx, person)
            rules = _change(await tx.of(ServerRulesRepository).of(server, lock=True), listing, entries)
            await tx.of(ServerRulesRepository).save(server, rules)
            note = " ".join((listing, *_audit_words(entries)))
            await tx.of(ServerRepository).add_audit_entry(
                server, AuditEntry(now, request.person.id, AdminAction.PLAYERS, None, note)
            )
            return rules

        async def repeat(session: Session, _: object) -> ServerRules:
            return await session.of(ServerRulesRepository).of(server)

        rules = await self._unit_of_work.once(request, ServerAction.PLAYERS, server, act, repeat)
        for person in people:
            self._unit_of_work.people.forget(person.id)
        return rules


def _change(rules: ServerRules, listing: Listing, entries: PlayerList) -> ServerRules:
    barred, allowed = rules.barred.without(entries), rules.allowed.without(entries)
    if listing is Listing.BARRED:
        barred = rules.barred.with_all(entries)
    elif listing is Listing.ALLOWED:
        allowed = rules.allowed.with_all(entries)
    if max(len(barred), len(allowed)) > MAX_LISTED:
        raise Refusal("too-many-listed", limit=str(MAX_LISTED))
    return replace(rules, barred=barred, allowed=allowed)


def _audit_words(entries: PlayerList) -> list[str]:
    return [*(f"person:{person}" for person in entries.people), *(f"role:{role}" for role in entries.roles)]
