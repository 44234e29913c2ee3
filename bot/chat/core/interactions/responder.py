"""The answer to an interaction: within three seconds, once, and retried after connection errors.

A slow answer is deferred, and the next message completes the deferral. A first answer that fails in transit
is sent again while Discord still waits. A timeout does not show whether it arrived: the next answer then
assumes that it did, and is tried once.
"""

import asyncio
import io
import logging
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from enum import Enum, auto
from typing import Any, Final

import discord
from discord import ui
from discord.utils import MISSING

from bot.chat.core.failures.network_errors import ALREADY_ACKNOWLEDGED, OVER, passes
from bot.chat.core.interactions.retrying import TROUBLE, Send, send_until_accepted
from bot.chat.core.messages import layouts

log = logging.getLogger(__name__)

DEFER_AFTER: Final = 1.0
LAST_TRY: Final = 2.7
"""Seconds after the event: when a slow answer is deferred, and when the last try of a first answer begins."""

FIRST_TIMEOUT: Final = 1.0
LATER_TIMEOUT: Final = 10.0
"""Seconds for a single try, of a first answer and of later ones."""

LATER_TRIES: Final = 60.0
TOKEN_USED_FOR: Final = 890.0
"""Seconds for the tries of a later answer, and after the event to use its token, which lives for 900 s."""

AnyView = ui.View | ui.LayoutView
Kept = discord.Attachment | discord.File


_KEY: Final = "responder"


class AnswerState(Enum):
    """The state of an answer at Discord."""

    OPEN = auto()
    THINKING = auto()
    """A message is deferred: the client shows "thinking"."""

    HELD = auto()
    """The press is acknowledged; the pressed message may still be edited."""

    UPDATED = auto()
    ANSWERED = auto()
    LOST = auto()
    """Discord accepts no further answer."""


_PROMISES: Final = frozenset({AnswerState.THINKING, AnswerState.HELD})


class Responder:
    """Answers one interaction; `arrived` is the loop's time of its event.

    Components of its answers belong to the running `epoch`.
    """

    def __init__(self, interaction: discord.Interaction, arrived: float, epoch: int = 0) -> None:
        self._interaction = interaction
        self._arrived = arrived
        self._epoch = epoch
        self._standing = AnswerState.OPEN
        self._tried = self._told = self._unconfirmed = False
        self._answered_after: float | None = None
        self._one_at_a_time = asyncio.Lock()
        self._deferring: asyncio.Task[None] | None = None

    @classmethod
    def of(cls, interaction: discord.Interaction, epoch: int = 0) -> "Responder":
        """Return the responder of an interaction; the first call creates it and sets time and `epoch`."""
        responder = interaction.extras.get(_KEY)
        if not isinstance(responder, Responder):
            responder = cls(interaction, asyncio.get_running_loop().time(), epoch)
            interaction.extras[_KEY] = responder
        return responder

    @property
    def arrival_time(self) -> float:
        """The loop's time of the event."""
        return self._arrived

    @property
    def answer_delay(self) -> float | None:
        """Seconds until Discord confirmed the first answer or deferral, None before."""
        return self._answered_after

    @property
    def has_tried(self) -> bool:
        """Whether an answer was attempted, even in vain."""
        return self._tried

    @property
    def has_answered(self) -> bool:
        """Whether Discord accepted an answer; deferrals do not count."""
        return self._told

    @property
    def is_lost(self) -> bool:
        """Whether Discord accepts no further message."""
        return self._standing is AnswerState.LOST

    @asynccontextmanager
    async def in_time(self) -> AsyncIterator[None]:
        """Defer the answer if the block takes too long."""
        timer = asyncio.get_running_loop().call_at(self._arrived + DEFER_AFTER, self._start_deferring)
        try:
            yield
        finally:
            timer.cancel()
            if self._deferring is not None:
                await self._deferring

    async def acknowledge(self) -> None:
        """Acknowledge a press without a message."""
        await self._defer()

    async def message(
        self, *, view: AnyView = MISSING, content: str = MISSING, files: Sequence[discord.File] = ()
    ) -> bool:
        """Send a private message; return whether Discord accepted it."""
        interaction, copies = self._interaction, _copies(files)
        shown: Any = {"view": self._with_epoch(view), "content": content}

        async def first() -> None:
            await interaction.response.send_message(**shown, files=copies(), ephemeral=True)

        async def keep_promise() -> None:
            # The deferral takes no Components V2 flag; discord.py sets it here if the view needs it.
            await interaction.edit_original_response(**shown, attachments=copies())

        async def further() -> None:
            await interaction.followup.send(**shown, files=copies(), ephemeral=True)

        async with self._one_at_a_time:
            match self._standing:
                case AnswerState.OPEN:
                    return self._start_answer(
                        taken=await self._first(first, AnswerState.ANSWERED, keep_promise)
                    )
                case AnswerState.THINKING:
                    return self._start_answer(taken=await self._later(keep_promise, AnswerState.ANSWERED))
                case AnswerState.LOST:
                    return self._start_answer(taken=False)
                case standing:
                    return self._start_answer(taken=await self._later(further, standing))

    async def revise(self, *, view: AnyView, files: Sequence[discord.File] = ()) -> bool:
        """Edit the private message that was the first answer; return whether Discord accepted the edit.

        Returns False if the first answer was something else, such as a deferred press.
        """
        copies = _copies(files)

        async def later() -> None:
            await self._interaction.edit_original_response(
                view=self._with_epoch(view), content=None, attachments=copies()
            )

        async with self._one_at_a_time:
            if self._standing is not AnswerState.ANSWERED:
                return False
            return self._start_answer(taken=await self._later(later, AnswerState.ANSWERED))

    async def post(self, *, view: ui.View, content: str, files: Sequence[discord.File] = ()) -> bool:
        """Answer a press with a public message; return whether Discord accepted it.

        Its mentions ping nobody.
        """
        interaction, copies = self._interaction, _copies(files)
        nobody, view = discord.AllowedMentions.none(), layouts.of_epoch(view, self._epoch)

        async def first() -> None:
            await interaction.response.send_message(
                content, view=view, files=copies(), allowed_mentions=nobody
            )

        async def again() -> None:
            await interaction.edit_original_response(
                content=content, view=view, attachments=copies(), allowed_mentions=nobody
            )

        async def further() -> None:
            await interaction.followup.send(content, view=view, files=copies(), allowed_mentions=nobody)

        async with self._one_at_a_time:
            match self._standing:
                case AnswerState.OPEN:
                    return self._start_answer(taken=await self._first(first, AnswerState.ANSWERED, again))
                case AnswerState.HELD | AnswerState.UPDATED | AnswerState.ANSWERED as standing:
                    return self._start_answer(taken=await self._later(further, standing))
                case _:
                    # The deferred answer is private, and the next message would replace it.
                    return self._start_answer(taken=False)

    async def update(
        self,
        *,
        view: AnyView | None,
        content: str | None = MISSING,
        attachments: Sequence[Kept] = MISSING,
        allowed_mentions: discord.AllowedMentions = MISSING,
    ) -> bool:
        """Edit the pressed message; return whether Discord accepted the edit, False without a message."""
        interaction, copies = self._interaction, _copies(attachments)
        view = None if view is None else self._with_epoch(view)
        mentions = None if allowed_mentions is MISSING else allowed_mentions

        async def first() -> None:
            await interaction.response.edit_message(
                view=view, content=content, attachments=copies(), allowed_mentions=mentions
            )

        async def later() -> None:
            await interaction.edit_original_response(
                view=view, content=content, attachments=copies(), allowed_mentions=mentions
            )

        async with self._one_at_a_time:
            if interaction.message is None:
                return self._start_answer(taken=False)
            match self._standing:
                case AnswerState.OPEN:
                    return self._start_answer(taken=await self._first(first, AnswerState.UPDATED, later))
                case AnswerState.HELD | AnswerState.UPDATED:
                    return self._start_answer(taken=await self._later(later, AnswerState.UPDATED))
                case _:
                    return self._start_answer(taken=False)

    async def form(self, form: ui.Modal) -> bool:
        """Show a form; return whether Discord accepted it. A form must be the first answer."""

        async def first() -> None:
            await self._interaction.response.send_modal(layouts.of_epoch(form, self._epoch))

        async with self._one_at_a_time:
            taken = self._standing is AnswerState.OPEN and await self._first(first, AnswerState.ANSWERED)
            return self._start_answer(taken=taken)

    async def launch(self) -> bool:
        """Launch the app's Activity; return whether Discord accepted it. It must be the first answer."""

        async def first() -> None:
            await self._interaction.response.launch_activity()

        async with self._one_at_a_time:
            taken = self._standing is AnswerState.OPEN and await self._first(first, AnswerState.ANSWERED)
            return self._start_answer(taken=taken)

    async def defer_with(self, flags: int) -> bool:
        """Defer a message with `flags`; return whether Discord accepted it, False if unknown.

        Raises HTTPException if Discord refuses; the interaction can then be answered otherwise.
        """
        interaction = self._interaction
        payload = {
            "type": discord.InteractionResponseType.deferred_channel_message.value,
            "data": {"flags": flags},
        }
        route = discord.http.Route("POST", f"/interactions/{interaction.id}/{interaction.token}/callback")
        async with self._one_at_a_time:
            if self._standing is not AnswerState.OPEN:
                return False
            try:
                await interaction.client.http.request(route, json=payload)
            except discord.HTTPException:
                raise
            except TROUBLE:
                return False
            self._standing = AnswerState.THINKING
            return True

    def _with_epoch(self, view: AnyView) -> AnyView:
        return view if view is MISSING else layouts.of_epoch(view, self._epoch)

    def _start_answer(self, *, taken: bool) -> bool:
        self._tried = True
        self._told = self._told or taken
        return taken

    def _start_deferring(self) -> None:
        self._deferring = asyncio.get_running_loop().create_task(self._defer())

    async def _defer(self) -> None:
        interaction = self._interaction
        pressed = interaction.message is not None

        async def first() -> None:
            await interaction.response.defer(ephemeral=True, thinking=not pressed)

        async with self._one_at_a_time:
            if self._standing is AnswerState.OPEN:
                await self._first(first, AnswerState.HELD if pressed else AnswerState.THINKING)

    async def _first(self, send: Send, then: AnswerState, again: Send | None = None) -> bool:
        """Send the first answer and enter the state `then`; return whether it arrived.

        If that is unknown, `again` edits @original to the same content: nothing else can be there yet. An
        unconfirmed deferral counts as sent; the next answer finds out.
        """
        try:
            await send_until_accepted(send, self._arrived + LAST_TRY, FIRST_TIMEOUT)
        except discord.HTTPException as error:
            if error.code != ALREADY_ACKNOWLEDGED:
                return self._record_failure(error)
            log.info("interaction %d was already answered", self._interaction.id)
        except discord.RateLimited as error:
            # Edits of old messages are limited; a new message may still get through.
            return False if then is AnswerState.UPDATED else self._is_expired(error)
        except TROUBLE as error:
            if again is None and then not in _PROMISES:
                return self._is_expired(error)
            log.info("it is unknown whether interaction %d was answered: %r", self._interaction.id, error)
            self._standing, self._unconfirmed = then, True
            return again is not None and await self._later(again, then)
        self._enter_state(then)
        return True

    async def _later(self, send: Send, then: AnswerState) -> bool:
        """Send a later answer and enter the state `then`; return whether it arrived.

        It is tried once if the first answer's arrival is unknown, and never with an expired token.
        """
        now = asyncio.get_running_loop().time()
        expires = self._arrived + TOKEN_USED_FOR
        if now >= expires:
            return self._is_expired(TimeoutError("the token has expired"))
        until = now if self._unconfirmed else min(now + LATER_TRIES, expires)
        try:
            await send_until_accepted(send, until, LATER_TIMEOUT)
        except discord.HTTPException as error:
            if self._unconfirmed and error.status == 404:
                return self._is_expired(error)  # only an answered interaction has messages
            self._unconfirmed = False
            return self._record_failure(error)
        except TROUBLE as error:
            return self._is_expired(error)
        self._enter_state(then)
        return True

    def _enter_state(self, state: AnswerState) -> None:
        """Enter a state confirmed by Discord."""
        self._standing, self._unconfirmed = state, False
        if self._answered_after is None:
            self._answered_after = asyncio.get_running_loop().time() - self._arrived

    def _record_failure(self, error: discord.HTTPException) -> bool:
        if error.code in OVER or passes(error):
            return self._is_expired(error)
        log.warning("Discord refused the answer to interaction %d: %s", self._interaction.id, error)
        return False

    def _is_expired(self, error: Exception) -> bool:
        log.info("interaction %d expired before its answer: %r", self._interaction.id, error)
        self._standing = AnswerState.LOST
        return False


def _copies(attachments: Sequence[Kept]) -> Callable[[], Any]:
    """Return a factory of attachments for each try: sending reads and closes an upload."""
    if attachments is MISSING:
        return lambda: MISSING
    data = {file: file.fp.read() for file in attachments if isinstance(file, discord.File)}

    def copy_files() -> list[Kept]:
        return [
            discord.File(
                io.BytesIO(data[attachment]), attachment.filename, description=attachment.description
            )
            if isinstance(attachment, discord.File)
            else attachment
            for attachment in attachments
        ]

    return copy_files
