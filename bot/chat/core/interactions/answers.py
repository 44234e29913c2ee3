"""Answers to interactions: private unless posted, in the reader's language, at most once.

An answer that fails (expired token, Discord down) is logged and dropped: the action is committed, and the
notices report it. The responder handles the timing.
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
    """A form came after the answer was deferred; only another press can open it."""


@dataclass(frozen=True, slots=True)
class Answers:
    """An interaction's data, and the ways to answer it."""

    interaction: discord.Interaction

    @property
    def payload(self) -> Mapping[str, Any]:
        """Discord's data of the command or component."""
        return cast("Mapping[str, Any]", self.interaction.data or {})

    def choices(self, least: int = 1) -> tuple[str, ...]:
        """Return the values chosen in a select. Raises MalformedId for fewer than `least`."""
        values = self.payload.get("values")
        if not isinstance(values, list) or len(values) < least:
            raise custom_ids.MalformedId("no value")
        return tuple(map(str, values))

    def mentions(self) -> tuple[tuple[Person, ...], tuple[int, ...]]:
        """Return the people and roles chosen in a mentionable select. Raises MalformedId if it is empty."""
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
        """The single value chosen in a select. Raises MalformedId if there is none."""
        return self.choices()[0]

    @property
    def names_a_bot(self) -> bool:
        """Whether a bot was chosen in a user select."""
        users = (self.payload.get("resolved") or {}).get("users") or {}
        return any(user.get("bot") is True for user in users.values())

    @property
    def form_texts(self) -> Mapping[str, str]:
        """The texts typed into a form, by its fields' custom_ids."""
        return {key: str(field.get("value") or "") for key, field in self._form_fields()}

    @property
    def form_choices(self) -> Mapping[str, tuple[str, ...]]:
        """The values chosen in a form's selects, by their custom_ids."""
        return {key: tuple(map(str, field.get("values") or ())) for key, field in self._form_fields()}

    def _form_fields(self) -> Iterator[tuple[str, Mapping[str, Any]]]:
        for part in self.payload.get("components") or ():
            field = part.get("component") or part
            if "custom_id" in field:
                yield str(field["custom_id"]), field

    async def reply(self, content: str) -> None:
        """Answer privately with text."""
        await self.show(layouts.note(content))

    async def show(self, view: ui.LayoutView, pictures: Sequence[AttachedFile] = ()) -> None:
        """Answer privately with a new message, or with its plain text if Discord refuses it."""
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
        """Edit the pressed private page, else the first answer; return whether Discord accepted the edit."""
        if self.is_private:
            return await self.update(view=view, attachments=[picture.file() for picture in pictures])
        files = [picture.file() for picture in pictures]
        return await Responder.of(self.interaction).revise(view=fit(view), files=files)

    async def post(self, content: str, view: ui.View, files: Sequence[AttachedFile] = ()) -> None:
        """Answer a press with a public message, its first line bold, without pings."""
        responder = Responder.of(self.interaction)
        first, *further = content.split("\n")
        content = "\n".join((layouts.bold(first), *further))
        uploads = [file.file() for file in files]
        if not await responder.post(content=content, view=view, files=uploads) and not responder.is_lost:
            await self.show(layouts.note(content), files)

    async def show_page(self, view: ui.LayoutView, pictures: Sequence[AttachedFile] = ()) -> None:
        """Answer privately: replace the pressed private page, or else post a new one."""
        answer = self.turn_page if self.is_private else self.show
        await answer(view, pictures)

    @property
    def is_private(self) -> bool:
        """Whether the pressed message is ephemeral."""
        return self.interaction.message is not None and self.interaction.message.flags.ephemeral

    async def ask(self, form: ui.Modal) -> None:
        """Answer with a form. Raises FormTooLate after a deferral or another answer."""
        responder = Responder.of(self.interaction)
        if not await responder.form(form) and not responder.is_lost:
            raise FormTooLate

    async def launch(self) -> bool:
        """Answer by launching the app's Activity; return False if another answer is needed."""
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
        """Answer a press by editing the pressed message; return whether Discord accepted the edit.

        If it did not, the press is still unanswered: the caller renders again or answers otherwise.
        """
        return await Responder.of(self.interaction).update(
            view=fit(view) if isinstance(view, ui.LayoutView) else view,
            content=content,
            attachments=attachments,
            allowed_mentions=allowed_mentions,
        )

    async def turn_page(self, view: ui.LayoutView, pictures: Sequence[AttachedFile] = ()) -> None:
        """Answer a press on a private panel by editing it.

        Discord may refuse a new picture on an old message; then a new panel is posted.
        """
        if not await self.update(view=view, attachments=[picture.file() for picture in pictures]):
            await self.show(view, pictures)
