"""Parts of interactions: people chosen in a menu, and the files of an answer."""

from collections.abc import Mapping, Sequence
from typing import Any

import discord
from discord import ui

from bot.model.people.person import Person
from tests.bot.chat import guilds


def resolved_people(people: Sequence[Person]) -> Mapping[str, Any]:
    """Return the people chosen in a menu, as Discord sends them."""
    users = {str(person.id): {"username": person.name, "bot": person.id == guilds.ME} for person in people}
    return {"users": users, "members": {str(person.id): {"nick": None} for person in people}}


def check_files(view: ui.View | ui.LayoutView | None, sent: Mapping[str, Any]) -> None:
    """Fail if an answer shows a file that was not sent with it: Discord would refuse the answer."""
    uploads = (*sent.get("files", ()), *sent.get("attachments", ()))
    names = {f"attachment://{file.filename}" for file in uploads if isinstance(file, discord.File)}
    urls = {url for item in (view.walk_children() if view else ()) for url in _urls(item)}
    assert {url for url in urls if url.startswith("attachment://")} <= names


def _urls(item: object) -> list[str]:
    if isinstance(item, ui.MediaGallery):
        return [entry.media.url for entry in item.items]
    return [item.media.url] if isinstance(item, ui.File | ui.Thumbnail) else []
