"""The board in the channel: post it once, fetch it, edit it with and without a new file."""

from collections.abc import Awaitable
from datetime import timedelta
from typing import Final

import discord

from bot.chat.core.messages import layouts
from bot.chat.core.messages.message_edits import Edit, calling, kept_files, rewritten
from bot.chat.core.messages.public_message import CONTENT_LIMIT, PublicMessage
from bot.features.trial import script
from bot.features.trial.attempts import Payload, message_route, send_json
from bot.features.trial.steps.step import Instruction, StepOutcome, TrialAction
from bot.features.trial.trial_state import DiscordTrial

_LOOK_BACK: Final = 20
_CLOCKS_DIFFER: Final = timedelta(minutes=5)
_NO_MESSAGE, _WRONG_FORM = 10008, 50035
_WIDE: Final = "\N{GAME DIE}"


class BoardStep:
    """Posts the board and edits it in the forms that the bot uses, and in forms that it avoids."""

    async def begin(self, trial: DiscordTrial) -> bool:
        """Post, fetch and edit the board; it is complete at the end."""
        public = self._message(trial)
        board = await self._post(trial, public)
        if board is None:
            return False
        await self._find_board(trial, board)
        await self._edits(trial, board, public)
        await self._limits(trial, board)
        trial.board = await trial.attempts.ask(
            lambda: _redrawn(trial, board, trial.message(trial.t("trial.headline"))),
        )
        await self._try_nonce_reuse(trial)
        return True

    @staticmethod
    def _message(trial: DiscordTrial) -> PublicMessage:
        me = 0 if trial.client.user is None else trial.client.user.id
        names = trial.t("trial.called", person=f"<@{trial.person}>", bot=f"<@{me}>")
        return trial.message(trial.t("trial.headline"), names)

    async def _post(self, trial: DiscordTrial, public: PublicMessage) -> discord.Message | None:
        """Post the board twice with one nonce."""
        attempts, picture = trial.attempts, await trial.picture()
        mentions = calling((trial.person,))

        def post() -> Awaitable[discord.Message]:
            return trial.partial(trial.channel).send(
                public.content,
                view=trial.view(public),
                files=[picture.file()],
                nonce=f"trial{trial.run}",
                allowed_mentions=mentions,
            )

        board = await attempts.ask(post)
        await trial.keep(board.channel.id, board.id)
        files, results = board.attachments, trial.results
        results.check("attachment-listed", holds=[file.filename for file in files] == [picture.name])
        results.check("alt-text", holds=[file.description for file in files] == [picture.words])
        results.check("upload-size", holds=[file.size for file in files] == [len(picture.png)])
        results.check("only-allowed-called", holds=[user.id for user in board.mentions] == [trial.person])
        apart = abs(board.created_at - trial.services.clock())
        results.check("message-number", holds=apart < _CLOCKS_DIFFER)
        again = await attempts.expect_answer("nonce-once", post, lambda message: message.id == board.id)
        if again is not None and again.id != board.id:
            await trial.keep(again.channel.id, again.id)
        return board

    async def _find_board(self, trial: DiscordTrial, board: discord.Message) -> None:
        """Find the board in the channel, in its history, and by its id."""
        place, attempts = trial.partial(trial.channel), trial.attempts

        async def history() -> list[discord.Message]:
            return [message async for message in place.history(limit=_LOOK_BACK)]

        if trial.may(trial.channel, lambda rights: rights.read_message_history):
            await attempts.expect_answer(
                "own-history",
                history,
                lambda seen: any(
                    posted.id == board.id and posted.content and posted.components for posted in seen
                ),
            )
            await attempts.expect_answer(
                "fetch-own", lambda: place.fetch_message(board.id), lambda message: message == board
            )
        channel = await attempts.expect_answer(
            "ask-for-channel",
            lambda: trial.client.fetch_channel(trial.channel),
            lambda found: found.id == trial.channel,
        )

        async def channels() -> list[discord.abc.GuildChannel]:
            guild = await trial.client.fetch_guild(trial.server, with_counts=False)
            return list(await guild.fetch_channels())

        await attempts.expect_answer(
            "ask-for-channels", channels, lambda found: any(listed.id == trial.channel for listed in found)
        )
        last = getattr(channel, "last_message_id", None)
        if channel is not None:
            trial.results.check("last-message", holds=last is not None and last >= board.id)

    async def _edits(self, trial: DiscordTrial, board: discord.Message, public: PublicMessage) -> None:
        attempts, first = trial.attempts, [file.id for file in board.attachments]
        people = (trial.person,)

        def edit(
            files: tuple[discord.Attachment | discord.File, ...], people: tuple[int, ...]
        ) -> Awaitable[discord.Message]:
            return Edit(public.content, trial.view(public), files, calling(people)).apply(board)

        def files_of(message: discord.Message) -> list[int]:
            return [file.id for file in message.attachments]

        await attempts.expect_answer(
            "kept-file", lambda: edit(kept_files(board), people), lambda message: files_of(message) == first
        )
        await attempts.expect_answer(
            "marks-remade", lambda: edit(kept_files(board), ()), lambda message: not message.mentions
        )
        await attempts.maybe(lambda: edit(kept_files(board), people))
        route = message_route("PATCH", board.channel.id, board.id)
        payload: Payload = {
            "attachments": [{"id": str(file.id), "filename": file.filename} for file in board.attachments],
            "allowed_mentions": {"parse": []},
        }
        await attempts.expect_answer(
            "marks-every-edit",
            lambda: send_json(trial.client, route, payload),
            lambda message: not message["mentions"],
        )
        picture = await trial.picture()
        changed = await attempts.expect_answer(
            "new-file",
            lambda: edit((picture.file(),), people),
            lambda message: len(message.attachments) == 1 and files_of(message) != first,
        )
        if changed is not None:
            await attempts.expect_answer(
                "unlisted-upload",
                lambda: send_json(trial.client, route, {}, picture.file()),
                lambda message: len(message["attachments"]) == 1,
            )
        await attempts.expect_answer(
            "unnamed-upload",
            lambda: send_json(trial.client, route, {"attachments": []}, picture.file()),
            lambda message: not message["attachments"],
        )
        await attempts.expect_answer(
            "unlisted-goes", lambda: edit((), ()), lambda message: not message.attachments
        )

    async def _limits(self, trial: DiscordTrial, board: discord.Message) -> None:
        """Edit the board up to and beyond Discord's limits."""
        route, client = message_route("PATCH", board.channel.id, board.id), trial.client
        button: Payload = {"type": 2, "style": 2, "label": "1", "custom_id": trial.custom_id("same")}
        rows = [
            {"type": 1, "components": [{**button, "custom_id": trial.custom_id("row", str(n))}]}
            for n in range(6)
        ]
        options = [{"label": str(n), "value": str(n)} for n in range(26)]
        menu: Payload = {"type": 3, "custom_id": trial.custom_id("menu"), "options": options}
        for probe, payload in (
            ("content-2001", {"content": _WIDE * (CONTENT_LIMIT + 1)}),
            ("same-custom-id", {"components": [{"type": 1, "components": [button, button]}]}),
            ("six-rows", {"components": rows}),
            ("menu-26", {"components": [{"type": 1, "components": [menu]}]}),
        ):
            await self._expect_refusal(trial, probe, route, payload)
        # Last, as the result stays visible until the next edit.
        await trial.attempts.expect_answer(
            "content-2000", lambda: send_json(client, route, {"content": _WIDE * CONTENT_LIMIT})
        )

    @staticmethod
    async def _expect_refusal(
        trial: DiscordTrial, probe: str, route: discord.http.Route, payload: Payload
    ) -> None:
        await trial.attempts.expect_refusal(
            probe, (_WRONG_FORM,), lambda: send_json(trial.client, route, payload)
        )

    async def _try_nonce_reuse(self, trial: DiscordTrial) -> None:
        """Post a message, delete it, fetch it, and repeat the post with its nonce."""
        place, attempts = trial.partial(trial.channel), trial.attempts
        words, nonce = trial.t("trial.public"), f"trial{trial.run}x"

        def post() -> Awaitable[discord.Message]:
            return place.send(words, nonce=nonce, allowed_mentions=calling(()))

        message = await attempts.maybe(post)
        if message is None:
            return
        await trial.keep(message.channel.id, message.id)
        await attempts.expect_answer("delete-own", message.delete)
        if not trial.results.holds("delete-own"):
            return
        if trial.may(trial.channel, lambda rights: rights.read_message_history):
            await attempts.expect_refusal(
                "deleted-unknown", (_NO_MESSAGE,), lambda: place.fetch_message(message.id)
            )
        again = await attempts.expect_refusal("deleted-nonce", (_NO_MESSAGE,), post)
        if again is not None:
            await trial.keep(again.channel.id, again.id)

    async def instruction(self, trial: DiscordTrial) -> Instruction:
        """Ask whether the picture is visible."""
        row = layouts.buttons(
            trial.button("trial.button.picture-yes", "picture", "yes"),
            trial.button("trial.button.picture-no", "picture", "no"),
        )
        return Instruction(trial.t("trial.step.board", board=trial.board_link), (row,))

    async def act(self, trial: DiscordTrial, reply: TrialAction) -> StepOutcome:
        """Record the answer."""
        if reply.action != "picture":
            return StepOutcome.STAY
        trial.results.check("picture-seen", holds=reply.argument == "yes")
        return StepOutcome.DONE


async def _redrawn(trial: DiscordTrial, board: discord.Message, public: PublicMessage) -> discord.Message:
    return await rewritten(board, public, trial.services.epoch, await trial.picture(), over=True).apply(board)


async def show_move(trial: DiscordTrial) -> None:
    """Play the next move of the script, if there is one, and show it on the board in the channel."""
    trial.plies = min(trial.plies + 1, len(script.MOVES))
    board = trial.board
    if board is not None:
        headline = trial.t("trial.played", number=trial.plies)
        trial.board = (
            await trial.attempts.maybe(lambda: _redrawn(trial, board, trial.message(headline))) or board
        )
