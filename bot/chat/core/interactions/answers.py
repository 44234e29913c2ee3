"""Answer interactions: privately, in the reader's language, once, and never with silence.

An answer that fails (the token expired, Discord is down) is logged and dropped: the action is committed, and
the notices report it. The responder handles the timing.
"""

import logging
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

import discord
from discord import ui
from discord.utils import MISSING

from bot.chat.core import custom_ids
from bot.chat.core.interactions.responder import AnyView, Kept, Responder
from bot.chat.core.messages import layouts
from bot.chat.core.messages.files import AttachedFile
from bot.chat.core.messages.message_budget import fit, shorten
from bot.model.people.person import Person

log = logging.getLogger(__name__)

PLAIN_LIMIT = 2000


class FormTooLate(Exception):
    """A form was due after the answer had to be deferred; only another press can open it."""


@dataclass(frozen=True, slots=True)
class Answers:
    """The answers to an interaction so far, and the ways to answer it."""

    interaction: discord.Interaction

    @property
    def payload(self) -> Mapping[str, Any]:
        """Return Discord's data of the used command or component."""
        return cast("Mapping[str, Any]", self.interaction.data or {})

    def choices(self, least: int = 1) -> tuple[str, ...]:
        """Return the values chosen in the used select. Raises MalformedId for fewer than `least`."""
        values = self.payload.get("values")
        if not isinstance(values, list) or len(values) < least:
            raise custom_ids.MalformedId("no value")
        return tuple(map(str, values))

    def mentions(self) -> tuple[tuple[Person, ...], tuple[int, ...]]:
        """Return the people and the roles chosen in a select of both. Raises MalformedId for none."""
        values = self.choices()
        roles = (self.payload.get("resolved") or {}).get("roles") or {}
        people = self.chosen_people([value for value in values if value not in roles])
        return people, tuple(custom_ids.snowflake(value) for value in values if value in roles)

    def chosen_people(self, values: Iterable[str]) -> tuple[Person, ...]:
        """Return the people chosen in a select, with the names that Discord sends. Raises MalformedId."""
        resolved = self.payload.get("resolved") or {}
        members, users = (resolved.get(kind) or {} for kind in ("members", "users"))

        def name(value: str) -> str:
            member, user = members.get(value) or {}, users.get(value) or {}
            return str(member.get("nick") or user.get("global_name") or user.get("username") or "")

        return tuple(Person(custom_ids.snowflake(value), name(value), "") for value in values)

    @property
    def choice(self) -> str:
        """Return the single value chosen in the used select. Raises MalformedId without one."""
        return self.choices()[0]

    @property
    def names_a_bot(self) -> bool:
        """Return whether a bot was chosen in a user select."""
        users = (self.payload.get("resolved") or {}).get("users") or {}
        return any(user.get("bot") is True for user in users.values())

    @property
    def form_texts(self) -> Mapping[str, str]:
        """Return the texts typed into a form, by the custom_ids of its fields."""
        return {key: str(field.get("value") or "") for key, field in self._form_fields()}

    @property
    def form_choices(self) -> Mapping[str, tuple[str, ...]]:
        """Return the values chosen in the selects of a form, by their custom_ids."""
        return {key: tuple(map(str, field.get("values") or ())) for key, field in self._form_fields()}

    def _form_fields(self) -> Iterator[tuple[str, Mapping[str, Any]]]:
        for part in self.payload.get("components") or ():
            field = part.get("component") or part
            if "custom_id" in field:
                yield str(field["custom_id"]), field

    async def reply(self, content: str) -> None:
        """Answer privately with a text."""
        await self.show(layouts.note(content))

    async def show(self, view: ui.LayoutView, pictures: Sequence[AttachedFile] = ()) -> None:
        """Answer privately with a new message; with its plain text if Discord refuses it."""
        responder = Responder.of(self.interaction)
        files = [picture.file() for picture in pictures]
        if await responder.message(view=fit(view), files=files) or responder.is_lost:
            return
        words = [*(item.content for item in view.walk_children() if isinstance(item, ui.TextDisplay))]
        words += [picture.words for picture in pictures]
        if (
            not await responder.message(content=shorten("\n".join(words), PLAIN_LIMIT))
            and not responder.is_lost
        ):
            log.error("interaction %d remains unanswered", self.interaction.id)

    async def revise(self, view: ui.LayoutView, pictures: Sequence[AttachedFile] = ()) -> bool:
        """Edit the private page that was the answer; return whether Discord accepted it."""
        if self.is_private:
            return await self.update(view=view, attachments=[picture.file() for picture in pictures])
        files = [picture.file() for picture in pictures]
        return await Responder.of(self.interaction).revise(view=fit(view), files=files)

    async def post(self, content: str, view: ui.View, files: Sequence[AttachedFile] = ()) -> None:
        """Answer a press with a new message for everybody, its first line bold, without pings."""
        responder = Responder.of(self.interaction)
        first, *further = content.split("\n")
        content = "\n".join((layouts.bold(first), *further))
        uploads = [file.file() for file in files]
        if not await responder.post(content=content, view=view, files=uploads) and not responder.is_lost:
            await self.show(layouts.note(content), files)

    async def show_page(self, view: ui.LayoutView, pictures: Sequence[AttachedFile] = ()) -> None:
        """Answer privately: replace a pressed private page, otherwise post a new one."""
        answer = self.turn_page if self.is_private else self.show
        await answer(view, pictures)

    @property
    def is_private(self) -> bool:
        """Return whether only one person sees the pressed message."""
        return self.interaction.message is not None and self.interaction.message.flags.ephemeral

    async def ask(self, form: ui.Modal) -> None:
        """Answer with a form. Raises FormTooLate if it is too late for one."""
        responder = Responder.of(self.interaction)
        if not await responder.form(form) and not responder.is_lost:
            raise FormTooLate

    async def launch(self) -> bool:
        """Launch the app's Activity as the answer; return whether Discord accepted it, or all is lost."""
        responder = Responder.of(self.interaction)
        return await responder.launch() or responder.is_lost

    async def update(
        self,
        *,
        view: AnyView | None,
        content: str | None = MISSING,
        attachments: Sequence[Kept] = MISSING,
        allowed_mentions: discord.AllowedMentions = MISSING,
    ) -> bool:
        """Answer a press by editing the pressed message; return whether Discord accepted it.

        If it did not, the press is unanswered: the caller renders again or answers otherwise.
        """
        return await Responder.of(self.interaction).update(
            view=fit(view) if isinstance(view, ui.LayoutView) else view,
            content=content,
            attachments=attachments,
            allowed_mentions=allowed_mentions,
        )

    async def turn_page(self, view: ui.LayoutView, pictures: Sequence[AttachedFile] = ()) -> None:
        """Answer a press on a private panel by editing the panel.

        Discord may refuse a new picture on an old message; then a new panel replaces it.
        """
        if not await self.update(view=view, attachments=[picture.file() for picture in pictures]):
            await self.show(view, pictures)
