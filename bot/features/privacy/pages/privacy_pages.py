"""Private pages about stored data, its export and its deletion."""

import gzip
from datetime import datetime
from typing import Final

import discord
from discord import ButtonStyle, ui

from bot.chat.core import custom_ids
from bot.chat.core.interactions.leaving_page import stay_row
from bot.chat.core.messages import layouts
from bot.chat.core.messages.files import Attached, Document
from bot.chat.core.owner_links import Links
from bot.locale import Language

FILE = "fernpartie-my-data.json"
_LARGEST: Final = 10 * 1024 * 1024
"""The most bytes of a file that Discord takes (docs/discord.md)."""


def privacy_page(links: Links, leaving: datetime | None, t: Language) -> ui.LayoutView:
    """Return the page about stored data, its reasons, and the person's choices."""
    export = layouts.button(t("button.my-data"), custom_ids.write("my-data"))
    if leaving is None:
        choice = layouts.button(t("button.forget-me"), custom_ids.write("forget-me"), ButtonStyle.danger)
    else:
        choice = layouts.button(t("button.stay"), custom_ids.write("stay"), ButtonStyle.success)
    row = [export, choice]
    row += [layouts.link(t("privacy.policy"), links.privacy)] if links.privacy else []
    row += [layouts.link(t("privacy.terms"), links.terms)] if links.terms else []
    said = t("privacy.kept")
    if leaving is not None:
        said += "\n" + t("privacy.asked", when=discord.utils.format_dt(leaving, "R"))
    return layouts.page(layouts.text(said), layouts.buttons(*row))


def export_page(data: bytes, t: Language) -> tuple[ui.LayoutView, list[Attached]]:
    """Return the file with all that is kept of someone, packed where Discord would not take it as it is."""
    file = Document(data, FILE) if len(data) <= _LARGEST else Document(gzip.compress(data), f"{FILE}.gz")
    return layouts.page(layouts.text(t("privacy.export")), layouts.document(file)), [file]


def first_question(t: Language) -> ui.LayoutView:
    """Return the question whether someone wants to be deleted, with what that means."""
    return _question(t("privacy.ask"), t("button.forget-me"), "forget-me-sure", t)


def second_question(t: Language) -> ui.LayoutView:
    """Return the question whether they are sure."""
    return _question(t("privacy.ask-again"), t("button.forget-me-now"), "forget-me-now", t)


def asked_page(due: datetime, t: Language) -> ui.LayoutView:
    """Return what follows once they were sure."""
    said = t("privacy.asked", when=discord.utils.format_dt(due, "R"))
    return layouts.page(layouts.text(said), stay_row(t))


def _question(said: str, label: str, verb: str, t: Language) -> ui.LayoutView:
    row = layouts.buttons(
        layouts.button(label, custom_ids.write(verb), ButtonStyle.danger),
        layouts.button(t("button.stay"), custom_ids.write("stay")),
    )
    return layouts.page(layouts.text(said), row)
