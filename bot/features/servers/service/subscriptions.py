"""Subscriptions: an admin chooses channel, day and time; then an issue is posted every period."""

from datetime import datetime, time
from typing import Protocol

from bot.features.servers.domain import Issue, Rhythm, Subscription
from bot.features.servers.store.subscriptions import SubscriptionRepository
from bot.kernel.transactions.unit_of_work import RequestAction, Transaction, UnitOfWork
from bot.model.people.person import Place, Request
from bot.model.people.person_settings import USUAL
from bot.model.refusal import Refusal
from bot.model.servers.server_rules import AuditEntry
from bot.repositories.people.person_settings import PersonSettingsRepository
from bot.repositories.servers.servers import ServerRepository
from data.session import Session


class Content(Protocol):
    """A daily puzzle or a weekly letter. `kind` is the kind of its subscriptions and timers."""

    @property
    def kind(self) -> str:
        """Return the stored text of the kind."""

    @property
    def action(self) -> RequestAction:
        """Return the action of requests that begin or end a subscription."""

    @property
    def audit_action(self) -> str:
        """Return the kind of audit log entries about subscriptions."""

    async def first(self, session: Session, server: int) -> int:
        """Return the number after which a new subscription starts to count its issues."""

    async def has_news(self, subscription: Subscription, now: datetime) -> bool:
        """Return whether there is anything to post; called outside the transaction because it may be slow."""

    async def compose(self, session: Session, subscription: Subscription, now: datetime) -> Issue | None:
        """Return the issue, None if there is nothing to post this time."""


async def subscription_of(session: Session, server: int, kind: str) -> Subscription | None:
    """Return a server's subscription to a kind of content, None without one."""
    return await session.of(SubscriptionRepository).get(server, kind)


class Subscriptions:
    """The servers' subscriptions to one content. The caller checks the admin's right."""

    def __init__(self, unit_of_work: UnitOfWork, content: Content) -> None:
        self._unit_of_work = unit_of_work
        self._content = content

    async def begin(
        self, request: Request, server: int, place: Place, clock: time, day: int | None = None
    ) -> Subscription:
        """Subscribe a place at a time of every day, or of one `day` of the week (0 is Monday).

        The time and the day are in the person's time zone. A server has one such place: a new one replaces
        it, and the count continues. For a thread it is the parent channel, since a thread belongs to one game
        and is archived after it.
        """
        content = self._content

        async def act(tx: Transaction) -> Subscription:
            now, person = self._unit_of_work.clock(), request.person.id
            await self._unit_of_work.people.record_seen_in(tx, request.person, place)
            zone = (await tx.of(PersonSettingsRepository).of({person})).get(person, USUAL).preferences.zone
            before = await tx.of(SubscriptionRepository).get(server, content.kind, lock=True)
            so_far = (
                (await content.first(tx, server), None, None)
                if before is None
                else (before.number, before.posted, before.item)
            )
            rhythm = Rhythm(clock, zone, day)
            subscription = Subscription(
                server, content.kind, place.base_channel, rhythm, rhythm.next(now), *so_far
            )
            await tx.of(SubscriptionRepository).save(subscription)
            await self._log(tx, server, person, now, f"on {subscription.channel}")
            return subscription

        async def answer(session: Session, _: object) -> Subscription:
            subscription = await session.of(SubscriptionRepository).get(server, content.kind)
            if subscription is None:
                raise Refusal("request-taken")
            return subscription

        return await self._unit_of_work.once(request, content.action, server, act, answer)

    async def end(self, request: Request, server: int) -> None:
        """End the subscription of a server, if it has one."""
        content = self._content

        async def act(tx: Transaction) -> None:
            await self._unit_of_work.people.record_seen_in(tx, request.person)
            before = await tx.of(SubscriptionRepository).get(server, content.kind, lock=True)
            if before is not None:
                await tx.of(SubscriptionRepository).remove(server, content.kind)
                await self._log(
                    tx, server, request.person.id, self._unit_of_work.clock(), f"off {before.channel}"
                )

        async def answer(_session: Session, _: object) -> None:
            return None

        await self._unit_of_work.once(request, content.action, server, act, answer)

    async def of(self, session: Session, server: int) -> Subscription | None:
        """Return a server's subscription, None without one."""
        return await session.of(SubscriptionRepository).get(server, self._content.kind)

    async def of_server(self, server: int) -> Subscription | None:
        """Return a server's subscription in a separate transaction, None without one."""
        async with self._unit_of_work.store.read() as session:
            return await self.of(session, server)

    async def post(self, server: int) -> None:
        """Record an issue for a server if it is due, once a period.

        A period without content, or without the bot in the server, is skipped.
        """
        async with self._unit_of_work.store.read() as session:
            subscription = await self.of(session, server)
        now = self._unit_of_work.clock()
        if subscription is None or subscription.due > now:
            return
        news = await self._content.has_news(subscription, now)
        async with self._unit_of_work.write() as tx:
            subscription = await tx.of(SubscriptionRepository).get(server, self._content.kind, lock=True)
            if subscription is None or subscription.due > now:
                return
            gone = not news or await tx.of(ServerRepository).is_gone(server)
            post = None if gone else await self._content.compose(tx, subscription, now)
            if post is None:
                due = subscription.rhythm.next(now)
                await tx.of(SubscriptionRepository).leave_out(subscription, due)
                return
            await tx.of(SubscriptionRepository).save(subscription.after(post.item, now))
            tx.record(post.event)

    async def on_deleted_channel(self, server: int, channel: int) -> None:
        """End a server's subscription if its channel is the deleted one."""
        async with self._unit_of_work.write() as tx:
            subscription = await tx.of(SubscriptionRepository).get(server, self._content.kind, lock=True)
            if subscription is not None and subscription.channel == channel:
                await tx.of(SubscriptionRepository).remove(server, self._content.kind)

    async def _log(self, tx: Transaction, server: int, person: int, now: datetime, note: str) -> None:
        entry = AuditEntry(now, person, self._content.audit_action, None, note)
        await tx.of(ServerRepository).add_audit_entry(server, entry)
