"""Answer presses on cards and offers by changing the message that was pressed.

A private page becomes another private page. Where Discord refuses to change a card it is made anew, with its
picture; where it refuses that, too, the person reads privately what came of it. The game goes on in any case.
"""

from collections.abc import Awaitable

import discord
from discord.utils import MISSING

from bot.chat.core.app_context import AppContext
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.core.messages import layouts
from bot.chat.core.messages.message_edits import Edit, closed, rewritten
from bot.chat.core.messages.public_message import PublicMessage
from bot.chat.core.words import error_text, phrases
from bot.chat.features.challenges.challenge_card import public_card
from bot.chat.features.challenges.challenge_page import begun_page, challenge_page
from bot.play.domain.challenges import Challenge
from bot.play.domain.refusal import Refusal


async def begin(app: AppContext, context: InteractionContext, challenge: Challenge) -> None:
    """Answer the press by which a challenge has become a game."""
    if context.is_private and challenge.match is not None:
        match = await app.services.matches.get(challenge.match)
        await context.turn_page(begun_page(match, context.t))
    else:
        await close_card(app, context, challenge)


async def agreed(
    app: AppContext,
    context: InteractionContext,
    agreeing: Awaitable[Challenge],
) -> Challenge | None:
    """Return the challenge that was agreed to; None where it asks for something else by now, which is shown.

    Raises Refusal for any other reason.
    """
    try:
        return await agreeing
    except Refusal as refusal:
        if refusal.reason != "terms-changed":
            raise
        challenge = await app.services.challenges.get(int(refusal.details["challenge"]))
        told = error_text.refuse(refusal, context.t)
        page = await challenge_page(app, challenge, context.person.id, context.t, told)
        await context.show(*page)
        return None


async def close_card(app: AppContext, context: InteractionContext, challenge: Challenge) -> None:
    """Take the buttons off the card that was pressed and say what became of the challenge."""
    remark = phrases.challenge_end(challenge, await app.public(challenge))
    await close(app, context, remark, await public_card(app, challenge))


async def close(
    app: AppContext, context: InteractionContext, remark: str, said: PublicMessage | None = None
) -> None:
    """Take the buttons off the message that was pressed and add a remark.

    `said` is what it says besides, where that may be worded otherwise by now.
    """
    message = context.interaction.message
    if message is None or message.flags.ephemeral:
        await context.turn_page(layouts.note(remark))
        return
    if await _apply(context, closed(message, remark, said)):
        return
    said = said or await app.retelling.again(message)
    if said is not None:
        ended = await _redrawn(app, message, said.ended(remark), over=True)
        if await _apply(context, ended):
            return
    await context.tell(remark)


async def bring_up_to_date(
    app: AppContext,
    context: InteractionContext,
    challenge: Challenge,
    remark: str,
) -> None:
    """Have the card that was pressed, or the private page in its stead, show how things stand now.

    `remark` says what came of the press, to be read where the card itself is not seen or not changed.
    """
    message = context.interaction.message
    if message is None or message.flags.ephemeral:
        page = await challenge_page(app, challenge, context.person.id, context.t, remark)
        await context.turn_page(*page)
        return
    said = await public_card(app, challenge)
    for edit in (await _redrawn(app, message, said), rewritten(message, said, app.epochs.current)):
        if await _apply(context, edit):
            return
    await context.tell(remark)


async def _redrawn(
    app: AppContext, message: discord.Message, said: PublicMessage, *, over: bool = False
) -> Edit:
    scene = said.scene
    picture = None if scene is None else await scene.draw(app.pictures)
    return rewritten(message, said, app.epochs.current, picture, over=over)


async def _apply(context: InteractionContext, edit: Edit) -> bool:
    return await context.update(
        view=edit.view,
        content=MISSING if edit.content is None else edit.content,
        attachments=edit.files,
        allowed_mentions=edit.mentions,
    )
