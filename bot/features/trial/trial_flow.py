"""The course of a trial: its steps, its report, the deletion of its messages."""

import logging

import discord

from bot.chat.core.failures.discord_refusals import FAILURES, got
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.core.interactions.responder import Responder
from bot.chat.core.messages.message_budget import fit
from bot.chat.core.messages.message_edits import calling
from bot.features.trial.pages import (
    ALL,
    Page,
    back_page,
    intro_page,
    report_page,
    step_page,
    working_page,
)
from bot.features.trial.service import MAX_TRIAL
from bot.features.trial.steps.all_steps import SLOW, STEPS
from bot.features.trial.steps.forum_step import forum_of
from bot.features.trial.steps.step import StepOutcome, TrialAction
from bot.features.trial.trial_state import DiscordTrial

log = logging.getLogger(__name__)

_BOARD = "board"
_NO_PERMISSION, _GONE = (50013, 50001), (10003,)


async def show(trial: DiscordTrial, context: InteractionContext) -> None:
    """Show the page of the current step or of the start, or finish a trial that is ending."""
    if trial.ending:
        await _finish(trial, context)
        return
    if not trial.step:
        forum = await forum_of(trial)
        await _answer(context, intro_page(trial, None if forum is None else forum.mention))
        return
    await _answer(context, step_page(trial, await STEPS[trial.step].instruction(trial), ()))


async def act(trial: DiscordTrial, context: InteractionContext, action: str, argument: str) -> None:
    """Handle an action of the person and show the next page."""
    async with trial.lock:
        match action:
            case _ if trial.ending:
                await _finish(trial, context)
            case "start" | "only" if not trial.step:
                choice = argument if action == "start" else context.choice
                trial.steps = tuple(STEPS) if choice == ALL else tuple(key for key in STEPS if key == choice)
                await _advance(trial, context)
            case "device" if not trial.step:
                trial.desktop = not trial.desktop
                await show(trial, context)
            case "stop":
                await _finish(trial, context)
            case "skip":
                await _advance(trial, context)
            case _ if trial.step:
                await _take(trial, context, action, argument)
            case _:
                await show(trial, context)


async def _take(trial: DiscordTrial, context: InteractionContext, action: str, argument: str) -> None:
    try:
        outcome = await STEPS[trial.step].act(trial, TrialAction(context, action, argument))
    except FAILURES as error:
        log.info("step %s of a trial was aborted: %s", trial.step, error)
        outcome = StepOutcome.DONE
    match outcome:
        case StepOutcome.DONE:
            await _advance(trial, context)
        case StepOutcome.STAY:
            await show(trial, context)
        case StepOutcome.ANSWERED:
            pass


async def _advance(trial: DiscordTrial, context: InteractionContext) -> None:
    """Start the next step that has a task for the person, and show it; finish after the last step."""
    broken: list[str] = []
    while True:
        trial.at, trial.part = trial.at + 1, ""
        if not trial.step:
            await _finish(trial, context)
            return
        if trial.step in SLOW:
            await _answer(context, working_page(trial))
        if await _start(trial):
            break
        broken.append(trial.step)
    instruction = await STEPS[trial.step].instruction(trial)
    await _answer(context, step_page(trial, instruction, broken))


async def _start(trial: DiscordTrial) -> bool:
    try:
        if trial.at == 0:
            await trial.keep(trial.channel)
        if trial.board is None and trial.step != _BOARD:
            await _post_board(trial)
        return await STEPS[trial.step].begin(trial)
    except FAILURES as error:
        log.info("step %s of a trial is impossible here: %s", trial.step, error)
        return False


async def _post_board(trial: DiscordTrial) -> None:
    """Post the board for a single step."""
    public, picture = trial.message(trial.t("trial.headline")), await trial.picture()
    trial.board = await trial.attempts.ask(
        lambda: trial.partial(trial.channel).send(
            public.content, view=trial.view(public), files=[picture.file()], allowed_mentions=calling(())
        )
    )
    await trial.keep(trial.channel, trial.board.id)


async def _finish(trial: DiscordTrial, context: InteractionContext) -> None:
    """Show the report and release the deletion of all messages.

    A report in the trial's thread or post would be deleted with it, so the person is sent back to the
    channel first.
    """
    if context.interaction.channel_id in {trial.thread, trial.forum_post}:
        trial.ending = True
        await _answer(context, back_page(trial))
        return
    trial.services.trials.end(trial.server)
    if trial.thread is not None:
        await _delete_thread(trial, trial.thread)
    await trial.services.leftovers.release(trial.server)
    trial.services.wake()
    await _answer(context, report_page(trial))


async def _delete_thread(trial: DiscordTrial, thread: int) -> None:
    """Try to delete the thread, which needs Manage Threads."""
    attempts, http = trial.attempts, trial.client.http
    if not trial.may(trial.channel, lambda rights: rights.manage_threads):
        await attempts.expect_refusal("thread-deleted", _NO_PERMISSION, lambda: http.delete_channel(thread))
        return
    await attempts.expect_answer("thread-deleted", lambda: http.delete_channel(thread))
    if trial.results.holds("thread-deleted"):
        await attempts.expect_refusal("deleted-gone", _GONE, lambda: got(trial.client.fetch_channel(thread)))


async def _answer(context: InteractionContext, page: Page) -> None:
    """Answer with a page, or edit the earlier private answer."""
    view, files = page
    responder = Responder.of(context.interaction)
    if responder.has_answered and await responder.revise(
        view=fit(view), files=[picture.file() for picture in files]
    ):
        return
    await context.show_page(view, files)


def is_over(trial: DiscordTrial) -> bool:
    """Return whether a trial is so old that its messages are being deleted."""
    return trial.services.clock() - trial.begun >= MAX_TRIAL


def compare_command(trial: DiscordTrial, context: InteractionContext) -> None:
    """Compare a command's interaction with the server's state from the gateway."""
    interaction, results, guild = context.interaction, trial.results, trial.guild
    place = None if guild is None else guild.get_channel(trial.channel)
    if guild is None or place is None:
        return
    looked_at = discord.Permissions(
        view_channel=True,
        send_messages=True,
        read_message_history=True,
        create_public_threads=True,
        send_messages_in_threads=True,
    )
    permissions = place.permissions_for(guild.me) & looked_at
    results.check("app-permissions", holds=interaction.app_permissions & looked_at == permissions)
    if isinstance(interaction.user, discord.Member):
        manages = place.permissions_for(interaction.user).manage_guild
        results.check("member-permissions", holds=interaction.permissions.manage_guild == manages)
    results.check("install-owners", holds=interaction.is_guild_integration())
