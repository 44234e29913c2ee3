"""Signals of other processes, dispatched to their receivers."""

from collections.abc import Callable

from bot.chat.delivery.message_cache import MessageCache
from bot.chat.delivery.workers.deadline_worker import DeadlineWorker
from bot.chat.delivery.workers.wakeup import Wakeup
from bot.kernel.transactions.name_cache import NameCache
from data.cluster.signal_values import Signal, Topic


class SignalListener:
    """Wakes the workers, and drops outdated cache entries.

    Signals that may have been missed are treated as received.
    """

    def __init__(
        self, wakeup: Wakeup, deadline_worker: DeadlineWorker, names: NameCache, messages: MessageCache
    ) -> None:
        self._wakeup = wakeup
        self._deadline_worker = deadline_worker
        self._names = names
        self._messages = messages

    def on_signal(self, signal: Signal) -> None:
        """Handle a signal; unknown signals of newer versions are ignored."""
        handlers: dict[Topic, Callable[[Signal], None]] = {
            Topic.NOTICES: self._poll,
            Topic.DEADLINE: self._expect,
            Topic.FREED: self._poll_all,
            Topic.PERSON: self._forget_person,
            Topic.MESSAGE: self._forget_message,
            Topic.MISSED: self._forget_everything,
        }
        handler = handlers.get(signal.topic)
        if handler is not None:
            handler(signal)

    def _poll(self, _: Signal) -> None:
        self._wakeup.ring()

    def _expect(self, signal: Signal) -> None:
        if signal.moment is not None:
            self._deadline_worker.expect(signal.moment)

    def _poll_all(self, _: Signal) -> None:
        self._deadline_worker.refresh()
        self._wakeup.ring()

    def _forget_person(self, signal: Signal) -> None:
        if signal.subject is not None:
            self._names.forget(signal.subject)

    def _forget_message(self, signal: Signal) -> None:
        if signal.subject is not None:
            self._messages.take(signal.subject)

    def _forget_everything(self, signal: Signal) -> None:
        self._names.clear()
        self._messages.clear()
        self._poll_all(signal)
