"""The pages of `/privacy` and `/block`."""

import gzip
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, Final

import discord
from discord import ButtonStyle, ui

from bot.chat.core import custom_ids
from bot.chat.core.interactions.leaving_page import cancel_row
from bot.chat.core.messages import layouts
from bot.chat.core.messages.files import AttachedFile, Document
from bot.chat.core.owner_links import Links
from bot.chat.core.words import phrases
from bot.features.privacy.service.blocked_games import ExitOption
from bot.features.privacy.services import PrivacyServices
from bot.locale import Language
from bot.model.match.match import Match

_IN_ROW: Final = 4
_TWO: Final = 2
_MAX_GAMES: Final = 10
_BUTTONS: Final = {
    "block.games": "button.abort-blocked",
    "block.games-of-more": "button.leave-blocked",
    "block.games-resigned": "button.resign-blocked",
}


async def panel_of(services: PrivacyServices, person: int, t: Language) -> ui.LayoutView:
    """Return a person's current panel."""
    blocked = await services.blocks.of(person)
    names = await services.people.names(set(blocked))
    return panel(blocked, names, await services.blocked_games.of(person), t)


def panel(
    blocked: Sequence[int], names: Mapping[int, str], games: Sequence[ExitOption], t: Language
) -> ui.LayoutView:
    """Return the panel; `names` are the names of the blocked people."""
    listed = ", ".join(map(phrases.mention, blocked)) if blocked else t("block.nobody")
    lines = [t("block.title"), t("block.about"), t("block.listed", people=listed)]
    choose: ui.UserSelect[Any] = ui.UserSelect(
        custom_id=custom_ids.write("block-person"), placeholder=t("block.choose")
    )
    rows: list[layouts.Block] = [ui.ActionRow(choose)]
    if blocked:
        options = [
            discord.SelectOption(label=(names.get(person) or "?")[:100], value=str(person))
            for person in blocked
        ]
        rows.append(layouts.select(custom_ids.write("unblock"), t("block.undo"), options))
    if games:
        rows.append(layouts.text("\n".join(_exit_options(games, t))))
        entries = [_exit_option(match, t) for match in games[:_MAX_GAMES]]
        rows += [
            layouts.buttons(*entries[start : start + _IN_ROW]) for start in range(0, len(entries), _IN_ROW)
        ]
    return layouts.page(layouts.text("\n".join(lines)), *rows)


def _exit_options(games: Sequence[ExitOption], t: Language) -> Iterator[str]:
    matches_by_text: dict[str, list[Match]] = {}
    for game in games:
        matches_by_text.setdefault(_effect_text(game), []).append(game.match)
    for text_id in ("block.games", "block.games-of-more", "block.games-resigned"):
        if group := matches_by_text.get(text_id):
            yield t(text_id, games=", ".join(f"#{match.id} {t(f'{match.key}.name')}" for match in group))


def _exit_option(way_out: ExitOption, t: Language) -> layouts.Button:
    number = way_out.match.id
    label = t(_BUTTONS[_effect_text(way_out)], number=number)
    return layouts.button(
        label,
        custom_ids.write("resign-blocked" if way_out.resigning else "abort-blocked", number),
        ButtonStyle.danger,
    )


def _effect_text(way_out: ExitOption) -> str:
    """Return the id of the text that describes the effect of leaving a game."""
    if way_out.resigning:
        return "block.games-resigned"
    return "block.games" if len(way_out.match.players) == _TWO else "block.games-of-more"


FILE = "fernpartie-my-data.json"
_LARGEST: Final = 10 * 1024 * 1024
"""Discord's limit of a file in bytes (docs/discord-messages.md, `upload-size`)."""


def privacy_page(links: Links, leaving: datetime | None, kept: Sequence[str], t: Language) -> ui.LayoutView:
    """Return the page about stored data, its reasons, and the person's choices.

    `kept` are the ids of the features' texts about their stored data.
    """
    export = layouts.button(t("button.my-data"), custom_ids.write("my-data"))
    if leaving is None:
        choice = layouts.button(t("button.forget-me"), custom_ids.write("forget-me"), ButtonStyle.danger)
    else:
        choice = layouts.button(t("button.stay"), custom_ids.write("stay"), ButtonStyle.success)
    row = [export, choice]
    row += [layouts.link(t("privacy.policy"), links.privacy)] if links.privacy else []
    row += [layouts.link(t("privacy.terms"), links.terms)] if links.terms else []
    lines = [t("privacy.kept"), *(t(text_id) for text_id in kept if text_id in t), t("privacy.nothing-else")]
    text = "\n".join(lines)
    if leaving is not None:
        text += "\n" + t("privacy.asked", when=discord.utils.format_dt(leaving, "R"))
    return layouts.page(layouts.text(text), layouts.buttons(*row))


def export_page(data: bytes, t: Language) -> tuple[ui.LayoutView, list[AttachedFile]]:
    """Return the file of a person's data, compressed if it is too large for Discord."""
    file = Document(data, FILE) if len(data) <= _LARGEST else Document(gzip.compress(data), f"{FILE}.gz")
    return layouts.page(layouts.text(t("privacy.export")), layouts.document(file)), [file]


def first_question(t: Language) -> ui.LayoutView:
    """Return the question whether the person wants to be deleted, with the consequences."""
    return _question(t("privacy.ask"), t("button.forget-me"), "forget-me-sure", t)


def second_question(t: Language) -> ui.LayoutView:
    """Return the second question."""
    return _question(t("privacy.ask-again"), t("button.forget-me-now"), "forget-me-now", t)


def requested_page(due: datetime, t: Language) -> ui.LayoutView:
    """Return the page after the confirmation."""
    text = t("privacy.asked", when=discord.utils.format_dt(due, "R"))
    return layouts.page(layouts.text(text), cancel_row(t))


def _question(text: str, label: str, verb: str, t: Language) -> ui.LayoutView:
    row = layouts.buttons(
        layouts.button(label, custom_ids.write(verb), ButtonStyle.danger),
        layouts.button(t("button.stay"), custom_ids.write("stay")),
    )
    return layouts.page(layouts.text(text), row)
