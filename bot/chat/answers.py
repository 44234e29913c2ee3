"""Answer interactions: privately, in the reader's language, once, and never with silence.

What an answer cannot reach (the token ran out, Discord is away) is logged and forgotten: what was done
stands, and the notices tell it. How an answer gets there in time is the responder's care.
"""

import logging
from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

import discord
from discord import ui
from discord.utils import MISSING

from bot.chat import ids, layouts, narration
from bot.chat.budget import fit, shortened
from bot.chat.house import Picture
from bot.chat.responder import Kept, Responder, View
from bot.locale import Language
from bot.play.model import Refusal
from rules.contract import InvalidMove, RulesError

log = logging.getLogger(__name__)

TYPED_LIMIT = 300
LIST = ", "
MOST_LISTED = 20
PLAIN_LIMIT = 2000


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


class FormTooLate(Exception):
    """A form was to be shown after the answer had to be deferred; nothing but another press brings it."""


async def tell(interaction: discord.Interaction, content: str) -> None:
    """Answer privately with a text."""
    await show(interaction, layouts.note(content))


async def show(
    interaction: discord.Interaction, view: ui.LayoutView, pictures: Sequence[Picture] = ()
) -> None:
    """Answer privately with a new message; with its mere words where Discord refuses it."""
    responder = Responder.of(interaction)
    files = [drawn.file() for drawn in pictures]
    if await responder.message(view=fit(view), files=files) or responder.lost:
        return
    words = [*(item.content for item in view.walk_children() if isinstance(item, ui.TextDisplay))]
    words += [drawn.words for drawn in pictures]
    if not await responder.message(content=shortened("\n".join(words), PLAIN_LIMIT)) and not responder.lost:
        log.error("interaction %d stays without an answer", interaction.id)


async def go_on(
    interaction: discord.Interaction, view: ui.LayoutView, pictures: Sequence[Picture] = ()
) -> None:
    """Answer privately: a private page that was pressed becomes the new one, all else stays beside it."""
    answer = turn_page if is_private(interaction) else show
    await answer(interaction, view, pictures)


def is_private(interaction: discord.Interaction) -> bool:
    """Return whether what was pressed is seen by one person only."""
    return interaction.message is not None and interaction.message.flags.ephemeral


async def ask(interaction: discord.Interaction, form: ui.Modal) -> None:
    """Answer with a form to type into. Raises FormTooLate where none can be shown any more."""
    responder = Responder.of(interaction)
    if not await responder.form(form) and not responder.lost:
        raise FormTooLate


async def update(
    interaction: discord.Interaction,
    *,
    view: View | None,
    content: str | None = MISSING,
    attachments: Sequence[Kept] = MISSING,
    allowed_mentions: discord.AllowedMentions = MISSING,
) -> bool:
    """Answer a press by changing the message that was pressed; return whether Discord took it.

    Where it did not, nothing is answered yet: the caller draws again or says it otherwise.
    """
    return await Responder.of(interaction).update(
        view=fit(view) if isinstance(view, ui.LayoutView) else view,
        content=content,
        attachments=attachments,
        allowed_mentions=allowed_mentions,
    )


async def turn_page(
    interaction: discord.Interaction, view: ui.LayoutView, pictures: Sequence[Picture] = ()
) -> None:
    """Answer a press on a private panel by changing the panel.

    Discord may refuse a new picture on an old message; then the panel goes on in a new one.
    """
    if not await update(interaction, view=view, attachments=[drawn.file() for drawn in pictures]):
        await show(interaction, view, pictures)
