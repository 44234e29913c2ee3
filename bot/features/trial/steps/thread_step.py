"""The thread at the board: open, enter, rename, archive it, and press a button in the archived thread."""

import asyncio
from collections.abc import Awaitable
from typing import Any, Final

import discord

from bot.chat.core.failures.discord_refusals import FAILURES
from bot.chat.core.messages.message_edits import Edit, calling, kept_files
from bot.features.trial.attempts import is_in_thread
from bot.features.trial.steps.board_step import show_move
from bot.features.trial.steps.step import Instruction, StepOutcome, TrialAction
from bot.features.trial.trial_state import DiscordTrial

_REST: Final = 10080
_HEARD_WITHIN: Final = 5.0
_LOOK_BACK: Final = 20
_EXISTS, _ARCHIVED, _WRONG_FORM = 160004, 50083, 50035
_SYSTEM_MESSAGE, _NO_PERMISSION, _NO_ACCESS = 50021, 50013, 50001


class ThreadStep:
    """Uses a thread as games do, then changes it while it is archived."""

    async def begin(self, trial: DiscordTrial) -> bool:
        """Open the thread, run the probes without a person, and leave it archived."""
        board = trial.board
        if board is None:
            return False
        thread = await self._open(trial, board)
        if thread is None:
            return False
        message = await self._enter(trial, thread)
        await self._rename(trial, thread)
        await self._archive(trial, thread)
        if message is not None:
            await self._touch_archived(trial, thread, message)
        await self._wake(trial, thread)
        return True

    async def _open(self, trial: DiscordTrial, board: discord.Message) -> int | None:
        """Open the thread twice; find and delete the system message about it."""
        http, attempts, name = trial.client.http, trial.attempts, trial.t("trial.thread")

        def start() -> Any:  # noqa: ANN401  # the resolved type of discord.py
            return http.start_thread_with_message(
                board.channel.id, board.id, name=name, auto_archive_duration=_REST
            )

        # A thread has the id of its message.
        await trial.keep(board.id)
        new_thread = await attempts.expect_answer(
            "thread-id", start, lambda thread: int(thread["id"]) == board.id
        )
        if new_thread is None:
            return None
        trial.thread = thread = int(new_thread["id"])
        await attempts.expect_refusal("thread-twice", (_EXISTS,), start)
        if not trial.may(trial.channel, lambda rights: rights.read_message_history):
            return thread
        announcement = await attempts.expect_answer(
            "thread-announced",
            lambda: _system_message(trial, trial.channel, thread),
            lambda message: message is not None,
        )
        if announcement is not None:
            await trial.keep(announcement.channel.id, announcement.id)
            await attempts.expect_answer("announcement-deleted", announcement.delete)
        return thread

    async def _enter(self, trial: DiscordTrial, thread: int) -> discord.Message | None:
        """Mention the person in the thread, first without a ping, then with one by an edit."""
        attempts, picture = trial.attempts, await trial.picture()
        public = trial.message(trial.t("trial.in-thread"), f"<@{trial.person}>")

        def post() -> Any:  # noqa: ANN401  # the resolved type of discord.py
            return trial.partial(thread).send(
                public.content, view=trial.view(public), files=[picture.file()], allowed_mentions=calling(())
            )

        message: discord.Message | None = await attempts.maybe(post)
        if message is None:
            return None

        def is_in() -> Awaitable[bool]:
            return is_in_thread(trial.client, thread, trial.person)

        await attempts.expect_answer("unallowed-stays-out", is_in, lambda joined: not joined)
        if trial.results.holds("unallowed-stays-out"):
            edit = Edit(public.content, trial.view(public), kept_files(message), calling((trial.person,)))
            if await attempts.maybe(lambda: edit.apply(message)) is not None:
                await attempts.expect_answer("edit-joins", is_in, bool)
        return message

    async def _rename(self, trial: DiscordTrial, thread: int) -> None:
        attempts, http = trial.attempts, trial.client.http
        name = trial.t("trial.renamed")
        await attempts.expect_answer(
            "renamed", lambda: http.edit_channel(thread, name=name), lambda channel: channel["name"] == name
        )
        await attempts.expect_refusal(
            "thread-name", (_WRONG_FORM,), lambda: http.edit_channel(thread, name="x" * 101)
        )
        if not trial.may(trial.channel, lambda rights: rights.read_message_history):
            return
        line = await attempts.maybe(lambda: _renaming(trial, thread))
        if line is not None:
            await attempts.expect_refusal("rename-line-stays", (_SYSTEM_MESSAGE,), line.delete)

    async def _archive(self, trial: DiscordTrial, thread: int) -> None:
        """Archive the thread and wait for the gateway's event."""

        def is_archiving(event: discord.RawThreadUpdateEvent) -> bool:
            return event.thread_id == thread and bool(event.data["thread_metadata"]["archived"])

        update = asyncio.ensure_future(
            trial.client.wait_for("raw_thread_update", check=is_archiving, timeout=_HEARD_WITHIN)
        )
        try:
            await trial.attempts.expect_answer(
                "archived",
                lambda: trial.client.http.edit_channel(thread, archived=True),
                _is_archived,
            )
            if trial.results.holds("archived"):
                await asyncio.wait((update,))
                trial.results.check("archive-heard", holds=update.exception() is None)
        finally:
            update.cancel()

    async def _touch_archived(self, trial: DiscordTrial, thread: int, message: discord.Message) -> None:
        """Try to edit and delete in the archived thread, which a post reopens; leave the thread open."""
        attempts, http = trial.attempts, trial.client.http
        if not trial.results.holds("archived"):
            return
        await attempts.expect_refusal(
            "archived-edit", (_ARCHIVED,), lambda: message.edit(content=trial.t("trial.public"))
        )
        opening = await attempts.maybe(lambda: self._say(trial, thread))
        if opening is not None:
            now = await attempts.maybe(lambda: trial.client.fetch_channel(thread))
            if isinstance(now, discord.Thread):
                trial.results.check("sending-opens", holds=not now.archived)
            await attempts.maybe(lambda: http.edit_channel(thread, archived=True))
            await attempts.expect_refusal("archived-deletion", (_ARCHIVED,), opening.delete)
            await attempts.maybe(lambda: http.edit_channel(thread, archived=False))
            await attempts.maybe(opening.delete)

    @staticmethod
    def _say(trial: DiscordTrial, thread: int) -> Awaitable[discord.Message]:
        return trial.partial(thread).send(trial.t("trial.public"), allowed_mentions=calling(()))

    async def _wake(self, trial: DiscordTrial, thread: int) -> None:
        """Leave the thread and try to reopen it, unless the bot may manage threads; archive it in any case.

        Afterwards the bot is in the thread again, as it has to delete its messages.
        """
        attempts, http = trial.attempts, trial.client.http
        if not trial.may(trial.channel, lambda rights: rights.manage_threads):
            await attempts.maybe(lambda: http.leave_thread(thread))
            await attempts.maybe(lambda: http.edit_channel(thread, archived=True))
            await attempts.expect_refusal(
                "archived-left",
                (_NO_PERMISSION, _NO_ACCESS),
                lambda: http.edit_channel(thread, archived=False),
            )
            opening = await attempts.maybe(lambda: self._say(trial, thread))
            await attempts.maybe(lambda: http.join_thread(thread))
            if opening is not None:
                await attempts.maybe(opening.delete)
        await attempts.maybe(lambda: http.edit_channel(thread, archived=True))

    async def instruction(self, trial: DiscordTrial) -> Instruction:
        """Ask for a press in the archived thread."""
        return Instruction(trial.t("trial.step.thread", thread=f"<#{trial.thread}>"))

    async def act(self, trial: DiscordTrial, reply: TrialAction) -> StepOutcome:
        """Check whether the press reopened the thread."""
        if reply.action != "move" or reply.context.interaction.channel_id != trial.thread:
            return StepOutcome.STAY
        here = reply.context.interaction.channel
        parent = here.parent_id if isinstance(here, discord.Thread) else None
        trial.results.check("press-parent", holds=parent == trial.channel)
        try:
            now = await trial.attempts.ask(
                lambda: trial.client.fetch_channel(reply.context.interaction.channel_id or 0)
            )
        except FAILURES as error:
            trial.results.record_untried("archived-press", error)
        else:
            trial.results.check("archived-press", holds=isinstance(now, discord.Thread) and not now.archived)
        await show_move(trial)
        return StepOutcome.DONE


def _is_archived(channel: object) -> bool:
    """Return whether Discord's response shows an archived thread."""
    metadata = channel.get("thread_metadata") if isinstance(channel, dict) else None
    return isinstance(metadata, dict) and metadata.get("archived") is True


async def _system_message(trial: DiscordTrial, channel: int, thread: int) -> discord.Message | None:
    """Return the system message about a thread, None without one."""
    async for message in trial.partial(channel).history(limit=_LOOK_BACK):
        reference = message.reference
        is_told = message.type is discord.MessageType.thread_created
        if is_told and reference is not None and reference.channel_id == thread:
            return message
    return None


async def _renaming(trial: DiscordTrial, thread: int) -> discord.Message | None:
    """Return the system message about a new title, None without one."""
    async for message in trial.partial(thread).history(limit=_LOOK_BACK):
        if message.type is discord.MessageType.channel_name_change:
            return message
    return None
