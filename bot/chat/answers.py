"""Answer interactions: privately, in the reader's language, once, and never with silence.

What an answer cannot reach (the token ran out, Discord is away) is logged and forgotten: what was done
stands, and the notices tell it.
"""

import logging
from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

import aiohttp
import discord
from discord import ui

from bot.chat import ids, layouts, narration
from bot.chat.house import Picture
from bot.locale import Language
from bot.play.model import Refusal
from rules.contract import InvalidMove, RulesError

log = logging.getLogger(__name__)

TYPED_LIMIT = 300
LIST = ", "
MOST_LISTED = 20
ARRIVED_BEFORE = 40060
UNREACHABLE = (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError)


def quoted(typed: str) -> str:
    """Return what a person typed, harmless to show: no mentions, markdown or control characters, short."""
    flat = "".join(char if char.isprintable() else " " for char in typed).strip()
    short = flat if len(flat) <= TYPED_LIMIT else flat[: TYPED_LIMIT - 1] + "…"
    return discord.utils.escape_mentions(discord.utils.escape_markdown(short))


def explain(error: RulesError, key: str, options: Mapping[str, str], t: Language) -> str:
    """Return what the rules of a game, with the options it is played with, say against something."""
    details = {name: quoted(value) for name, value in error.details.items()}
    for text_id in (
        f"{key}.illegal.{error.reason}",
        f"{key}.invalid-option.{error.reason}",
        f"rules.{error.reason}",
    ):
        if text_id in t:
            said = t(text_id, **details)
            return f"{said}\n{narration.hint(key, options, t)}" if isinstance(error, InvalidMove) else said
    log.error("no text for the rules' reason %r of %s", error.reason, key)
    return t("rules.refused")


def _typed(value: str, _t: Language) -> str:
    return quoted(value)


def _channels(numbers: str, _t: Language) -> str:
    return LIST.join(f"<#{number}>" for number in numbers.split(LIST)[:MOST_LISTED])


def _games(keys: str, t: Language) -> str:
    return LIST.join(t(f"{key}.name") for key in keys.split(LIST))


def _matches(named: str, t: Language) -> str:
    parts = (one.partition(" ") for one in named.split(LIST))
    return LIST.join(f"#{number} {t(f'{key}.name')}" for number, _, key in parts)


SHOWN: Mapping[str, Callable[[str, Language], str]] = {
    "channel-not-allowed": _channels,
    "game-not-allowed": _games,
    "which-game": _matches,
}
"""How the details of some refusals are shown: lists of channels and games, known by numbers or keys."""


def refuse(refusal: Refusal, t: Language) -> str:
    """Return why the club refuses something, in the reader's words."""
    show = SHOWN.get(refusal.reason, _typed)
    details = {name: show(value, t) for name, value in refusal.details.items()}
    return t(f"refusal.{refusal.reason}", **details)


def payload(interaction: discord.Interaction) -> Mapping[str, Any]:
    """Return what Discord says of the command or component that was used."""
    return cast("Mapping[str, Any]", interaction.data or {})


def chosen(interaction: discord.Interaction, least: int = 1) -> tuple[str, ...]:
    """Return the values chosen in the select that was used. Raises MalformedId for fewer than `least`."""
    values = payload(interaction).get("values")
    if not isinstance(values, list) or len(values) < least:
        raise ids.MalformedId("no value")
    return tuple(map(str, values))


def typed(interaction: discord.Interaction) -> Mapping[str, str]:
    """Return what was typed into a form, by the custom_ids of its fields."""
    fields = (part.get("component") or part for part in payload(interaction).get("components") or ())
    return {
        str(field["custom_id"]): str(field.get("value") or "") for field in fields if "custom_id" in field
    }


async def tell(interaction: discord.Interaction, content: str) -> None:
    """Answer privately with a text."""
    await show(interaction, layouts.note(content))


async def show(
    interaction: discord.Interaction, view: ui.LayoutView, pictures: Sequence[Picture] = ()
) -> None:
    """Answer privately with a new message."""
    try:
        if interaction.response.is_done():
            await interaction.followup.send(
                view=view, files=[drawn.file() for drawn in pictures], ephemeral=True
            )
        else:
            await interaction.response.send_message(
                view=view, files=[drawn.file() for drawn in pictures], ephemeral=True
            )
    except UNREACHABLE as error:
        log.warning("an answer did not arrive: %s", error)


async def ask(interaction: discord.Interaction, form: ui.Modal) -> None:
    """Answer with a form to type into."""
    try:
        await interaction.response.send_modal(form)
    except UNREACHABLE as error:
        log.warning("a form did not arrive: %s", error)


async def turn_page(
    interaction: discord.Interaction, view: ui.LayoutView, pictures: Sequence[Picture] = ()
) -> None:
    """Answer a press on a private panel by changing the panel.

    Discord may refuse a new picture on an old message; then the panel goes on in a new one.
    """
    files = [drawn.file() for drawn in pictures]
    try:
        await interaction.response.edit_message(view=view, attachments=files)
    except discord.HTTPException as error:
        # discord.py asks again after a server error, also when the first asking did arrive.
        if error.code == ARRIVED_BEFORE:
            return
        if error.status == 400:
            await show(interaction, view, pictures)
        else:
            log.warning("a panel could not be changed: %s", error)
    except UNREACHABLE as error:
        log.warning("a panel could not be changed: %s", error)


async def close_card(interaction: discord.Interaction, remark: str) -> None:
    """Answer a press on a public card by taking its buttons off and adding a remark."""
    message = interaction.message
    if message is not None:
        await redraw(interaction, layouts.without_buttons(message, remark))


async def redraw(interaction: discord.Interaction, view: ui.LayoutView, new: Picture | None = None) -> bool:
    """Answer a press by changing the message that was pressed; its picture stays unless there is a new one.

    Return False when Discord refuses the new picture; then nothing is answered yet.
    """
    # Files that are not listed stay; which they are may have changed since the press.
    files = discord.utils.MISSING if new is None else [new.file()]
    try:
        await interaction.response.edit_message(view=view, attachments=files)
    except discord.HTTPException as error:
        if new is not None and error.status == 400:
            return False
        log.warning("a card could not be changed: %s", error)
    except UNREACHABLE as error:
        log.warning("a card could not be changed: %s", error)
    return True
