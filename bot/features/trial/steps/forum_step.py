"""A post in a forum, with a board as its first message."""

from typing import Any, Final

import discord

from bot.chat.core.messages.message_edits import calling
from bot.chat.core.rights import bot_rights
from bot.features.trial.attempts import is_in_thread
from bot.features.trial.steps.board_step import show_move
from bot.features.trial.steps.step import Instruction, StepOutcome, TrialAction
from bot.features.trial.trial_state import DiscordTrial

_ARCHIVE_MINUTES: Final = 10080
_NO_MESSAGES: Final = 50008
_NEEDS_TAG: Final = (40066, 40067)


class ForumStep:
    """Opens a post in the server's forum for games, else in the first forum that allows it."""

    async def begin(self, trial: DiscordTrial) -> bool:
        """Open the post and fetch it; return False if that is impossible, as in a server without a forum."""
        forum = await forum_of(trial)
        if forum is None:
            return False
        attempts, picture = trial.attempts, await trial.picture()
        public = trial.message(trial.t("trial.in-forum"), f"<@{trial.person}>")
        tag = next((tag for tag in forum.available_tags if not tag.moderated), None)

        def post(tags: list[discord.ForumTag]) -> Any:  # noqa: ANN401  # the resolved overload of discord.py
            return forum.create_thread(
                name=trial.t("trial.thread"),
                content=public.content,
                view=trial.view(public),
                files=[picture.file()],
                allowed_mentions=calling((trial.person,)),
                applied_tags=tags,
                auto_archive_duration=_ARCHIVE_MINUTES,
            )

        await trial.keep(forum.id)
        if forum.flags.require_tag and not trial.may(forum.id, lambda rights: rights.manage_threads):
            untagged = await attempts.expect_refusal("tag-needed", _NEEDS_TAG, lambda: post([]))
            if untagged is not None:
                await trial.keep(untagged.thread.id)
        new_post = await attempts.expect_answer(
            "post-id",
            lambda: post([] if tag is None else [tag]),
            lambda opening: opening.thread.id == opening.message.id,
        )
        if new_post is None:
            return False
        trial.forum_post = new_post.thread.id
        await trial.keep(new_post.thread.id)
        await attempts.expect_answer(
            "post-found",
            forum.guild.active_threads,
            lambda threads: any(
                _is_own(trial, thread, forum) and thread.id == new_post.thread.id for thread in threads
            ),
        )
        await attempts.expect_answer(
            "allowed-joins", lambda: is_in_thread(trial.client, new_post.thread.id, trial.person), bool
        )
        await attempts.expect_refusal(
            "forum-message",
            (_NO_MESSAGES,),
            lambda: trial.partial(forum.id).send(trial.t("trial.public")),
        )
        return True

    async def instruction(self, trial: DiscordTrial) -> Instruction:
        """Ask for a press in the post."""
        return Instruction(trial.t("trial.step.forum", post=f"<#{trial.forum_post}>"))

    async def act(self, trial: DiscordTrial, reply: TrialAction) -> StepOutcome:
        """Check that a press in the post carries the forum as its channel's parent."""
        channel = reply.context.interaction.channel
        if reply.action != "move" or reply.context.interaction.channel_id != trial.forum_post:
            return StepOutcome.STAY
        forum = await forum_of(trial)
        parent = channel.parent_id if isinstance(channel, discord.Thread) else None
        trial.results.check("press-parent", holds=forum is not None and parent == forum.id)
        await show_move(trial)
        return StepOutcome.DONE


def _is_own(trial: DiscordTrial, thread: discord.Thread, forum: discord.ForumChannel) -> bool:
    me = trial.client.user
    return me is not None and thread.owner_id == me.id and thread.parent_id == forum.id


async def forum_of(trial: DiscordTrial) -> discord.ForumChannel | None:
    """Return the forum for a post, None if no forum allows one."""
    guild = trial.guild
    if guild is None:
        return None
    forum_id = (await trial.services.servers.server(trial.server)).forum
    open_forums = [
        forum
        for forum in guild.forums
        if not bot_rights.missing(guild, forum.id, bot_rights.TO_OPEN_POSTS).value
    ]
    return next((forum for forum in open_forums if forum.id == forum_id), next(iter(open_forums), None))
