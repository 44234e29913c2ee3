"""Player lists: the barred players, and the only admitted ones."""

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

MOST_LISTED: Final = 25
"""The most entries of a list: as many as fit into a menu."""


class Listing(StrEnum):
    """The list for a person or role: barred, only admitted, or none."""

    BARRED = "barred"
    ALLOWED = "allowed"
    NONE = "none"


class PlayerLists:
    """The players a server admits. Running games continue; the caller checks the admin's right."""

    def __init__(self, unit_of_work: UnitOfWork) -> None:
        self._unit_of_work = unit_of_work

    async def add(
        self, request: Request, server: int, listing: Listing, people: Sequence[Person], roles: Sequence[int]
    ) -> ServerRules:
        """Move people and roles to a list. Raises Refusal: "too-many-listed"."""
        new_list = PlayerList(tuple(person.id for person in people), tuple(roles))

        async def act(tx: Transaction) -> ServerRules:
            now = self._unit_of_work.clock()
            await self._unit_of_work.people.record_seen_in(tx, request.person)
            for person in sorted(people, key=lambda item: item.id):
                await self._unit_of_work.people.record_mentioned(tx, person)
            rules = _change(await tx.of(ServerRulesRepository).of(server, lock=True), listing, new_list)
            await tx.of(ServerRulesRepository).save(server, rules)
            note = " ".join((listing, *_note_entries(new_list)))
            await tx.of(ServerRepository).add_audit_entry(
                server, AuditEntry(now, request.person.id, AdminAction.PLAYERS, None, note)
            )
            return rules

        async def answer(session: Session, _: object) -> ServerRules:
            return await session.of(ServerRulesRepository).of(server)

        rules = await self._unit_of_work.once(request, ServerAction.PLAYERS, server, act, answer)
        for person in people:
            self._unit_of_work.people.forget(person.id)
        return rules


def _change(rules: ServerRules, listing: Listing, names: PlayerList) -> ServerRules:
    barred, allowed = rules.barred.without(names), rules.allowed.without(names)
    if listing is Listing.BARRED:
        barred = rules.barred.with_all(names)
    elif listing is Listing.ALLOWED:
        allowed = rules.allowed.with_all(names)
    if max(len(barred), len(allowed)) > MOST_LISTED:
        raise Refusal("too-many-listed", limit=str(MOST_LISTED))
    return replace(rules, barred=barred, allowed=allowed)


def _note_entries(listing: PlayerList) -> list[str]:
    return [*(f"person:{person}" for person in listing.people), *(f"role:{role}" for role in listing.roles)]
