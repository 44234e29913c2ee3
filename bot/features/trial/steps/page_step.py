"""The private page: opened from the board, with a menu, and changed by a second press."""

from typing import Any, Final

import discord
from discord import ui
from discord.http import Route

from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.core.interactions.responder import Responder
from bot.chat.core.messages import layouts
from bot.chat.core.pictures import PICTURE
from bot.features.trial import script
from bot.features.trial.attempts import Payload, answer_route, send_json
from bot.features.trial.steps.board_step import show_move
from bot.features.trial.steps.step import Instruction, StepOutcome, TrialAction
from bot.features.trial.trial_state import DiscordTrial

_WRONG_FORM: Final = 50035
_ANSWERED: Final = 40060
_ACKNOWLEDGED: Final = discord.InteractionResponseType.deferred_message_update.value
_EPHEMERAL, _V2 = 1 << 6, 1 << 15
_OFFERED: Final = 5


class PageStep:
    """Asks for a press on the board, a choice in a menu, and a confirmation."""

    async def begin(self, trial: DiscordTrial) -> bool:
        """Wait for a press on the board."""
        return trial.board is not None

    async def instruction(self, trial: DiscordTrial) -> Instruction:
        """Ask for the next press."""
        move = script.MOVES[trial.plies]
        match trial.part:
            case "chosen":
                confirm = trial.button("button.confirm", "confirm", style=discord.ButtonStyle.success)
                row = layouts.buttons(confirm)
                return Instruction(
                    trial.t("trial.step.confirm", move=move), (row,), await _picture_after(trial)
                )
            case "opened":
                return Instruction(
                    trial.t("trial.step.choose", move=move), (_menu(trial),), await trial.picture()
                )
            case _:
                return Instruction(trial.t("trial.step.page", board=trial.board_link))

    async def act(self, trial: DiscordTrial, reply: TrialAction) -> StepOutcome:
        """Compare the press with the posted message; answer the confirmation in forms that the bot avoids."""
        if reply.action == "move" and trial.part == "":
            _compare_press(trial, reply.context)
            trial.part = "opened"
        elif reply.action == "choose" and trial.part == "opened":
            values = reply.context.choices()
            trial.results.check("chosen-value", holds=values == (script.MOVES[trial.plies],))
            trial.part = "chosen"
        elif reply.action == "confirm" and trial.part == "chosen":
            await self._answer_in_doubt(trial, reply.context)
            await show_move(trial)
            return StepOutcome.DONE
        return StepOutcome.STAY

    async def _answer_in_doubt(self, trial: DiscordTrial, context: InteractionContext) -> None:
        """Defer with doubtful flags, answer, and edit the answer in the forms that the bot avoids."""
        interaction, results = context.interaction, trial.results
        responder = Responder.of(interaction)
        try:
            if await responder.defer_with(_EPHEMERAL | _V2):
                results.check("deferral-flags", holds=False)
            else:
                results.record_untried("deferral-flags")
        except discord.HTTPException as error:
            if error.code == _WRONG_FORM:
                results.check("deferral-flags", holds=True)
            else:
                results.record_refusal("deferral-flags", error)
        picture = await trial.picture()
        await context.show(
            layouts.page(layouts.picture(picture.words), layouts.text(trial.t("trial.working"))), [picture]
        )
        await trial.attempts.expect_refusal(
            "answered-twice", (_ANSWERED,), lambda: _answer_again(interaction)
        )
        public = await trial.attempts.expect_answer(
            "public-answer",
            lambda: interaction.followup.send(trial.t("trial.public"), wait=True),
            lambda message: not message.flags.ephemeral,
        )
        if public is not None:
            await trial.keep(trial.channel, public.id)
        await self._edit_answer(trial, interaction)

    async def _edit_answer(self, trial: DiscordTrial, interaction: discord.Interaction) -> None:
        attempts, route, client = trial.attempts, answer_route(interaction), trial.client
        standing = await attempts.maybe(interaction.original_response)
        if standing is None:
            return
        media = next(layouts.media_on(standing), None)
        trial.results.check("files-unlisted", holds=not standing.attachments)
        trial.results.check("update-takes-file", holds=media is not None)
        if media is None:
            return
        text: Payload = {"type": 10, "content": trial.t("trial.working")}

        def gallery(url: str) -> Payload:
            return {"type": 12, "items": [{"media": {"url": url}}]}

        listed = [{"id": str(media.attachment_id), "filename": PICTURE}]
        for probe, payload in (
            ("unlisted-reference", {"components": [gallery(f"attachment://{PICTURE}"), text]}),
            ("attachment-link", {"components": [gallery(media.url), text], "attachments": listed}),
            ("components-41", {"components": [{"type": 10, "content": "1"}] * 41}),
            ("gone-default", {"components": [text, _deleted_default(trial)]}),
        ):
            await self._expect_refusal(trial, probe, route, payload)
        plain: Payload = {"flags": 0, "components": [], "content": "1"}
        unflagged = await attempts.expect_refusal(
            "flag-stays", (_WRONG_FORM,), lambda: send_json(client, route, plain)
        )
        if unflagged is not None:
            trial.results.check("flag-stays", holds=bool(unflagged["flags"] & _V2))
        edit_payload: Payload = {
            "components": [{"type": 10, "content": f"<@{trial.person}>"}],
            "allowed_mentions": {"parse": []},
        }
        await attempts.expect_answer(
            "private-mark",
            lambda: send_json(client, route, edit_payload),
            lambda message: bool(message["mentions"]),
        )

    @staticmethod
    async def _expect_refusal(
        trial: DiscordTrial, probe: str, route: discord.http.Route, payload: Payload
    ) -> None:
        await trial.attempts.expect_refusal(
            probe, (_WRONG_FORM,), lambda: send_json(trial.client, route, payload)
        )


async def _answer_again(interaction: discord.Interaction) -> None:
    """Send a second initial response."""
    path = f"/interactions/{interaction.id}/{interaction.token}/callback"
    await interaction.client.http.request(Route("POST", path), json={"type": _ACKNOWLEDGED})


def _deleted_default(trial: DiscordTrial) -> Payload:
    default = {"id": str(discord.utils.time_snowflake(trial.begun)), "type": "channel"}
    menu = {"type": 8, "custom_id": trial.custom_id("gone"), "default_values": [default]}
    return {"type": 1, "components": [menu]}


def _compare_press(trial: DiscordTrial, context: InteractionContext) -> None:
    """Compare the message in a press with the posted message."""
    message, board, results = context.interaction.message, trial.board, trial.results
    if message is None or board is None:
        results.check("press-message", holds=False)
        return
    results.check("press-custom-id", holds=layouts.custom_ids(message) == layouts.custom_ids(board))
    same = (
        message.id == board.id
        and message.content == board.content
        and [file.id for file in message.attachments] == [file.id for file in board.attachments]
        and message.flags == board.flags
    )
    results.check("press-message", holds=same)


def _menu(trial: DiscordTrial) -> layouts.Block:
    next_move = script.MOVES[trial.plies]
    state = script.position(trial.services.games, trial.plies)
    others = [move.text for move in state.legal_moves() if move.text != next_move][: _OFFERED - 1]
    options = [discord.SelectOption(label=move, value=move) for move in sorted((next_move, *others))]
    menu: ui.Select[Any] = ui.Select(
        custom_id=trial.custom_id("choose"), placeholder=trial.t("trial.placeholder"), options=options
    )
    return ui.ActionRow(menu)


async def _picture_after(trial: DiscordTrial) -> Any:  # noqa: ANN401  # the resolved type of discord.py
    trial.plies += 1
    try:
        return await trial.picture()
    finally:
        trial.plies -= 1
