"""`/server letter`: a weekly message in a channel, and its preview."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import discord
from discord import ui

from bot.chat.core import custom_ids
from bot.chat.core.commands.admin_command import admin_subcommand
from bot.chat.core.commands.command import Command, CommandOption
from bot.chat.core.commands.declared_commands import SubcommandOf
from bot.chat.core.commands.option_spec import choices_of
from bot.chat.core.contributions.server_lines import ServerLine, all_settings
from bot.chat.core.interactions.handler import HandlerOf
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.core.interactions.interaction_handler import Interactions
from bot.chat.core.lookup.visibility import channels_of, place_visibility_at
from bot.chat.core.lookup.whereabouts import is_in_forum
from bot.chat.core.messages import layouts
from bot.chat.core.parsing.time_of_day import normalize_time
from bot.chat.core.rights.admin_rights import admin_server
from bot.chat.parts.new_game import IN_PRIVATE
from bot.features.letters.messages import LetterComposer
from bot.features.letters.service import WeeklyLetters
from bot.features.servers.domain import Subscription
from bot.features.servers.service.limitations import Limitations
from bot.features.servers.service.subscriptions import Subscriptions
from bot.locale import Language
from bot.model.people.person import Place
from bot.model.refusal import Refusal
from bot.model.time.time_of_day import read_time


@dataclass(frozen=True, slots=True)
class LetterServices:
    interactions: Interactions
    letters: WeeklyLetters
    subscriptions: Subscriptions
    limitations: Limitations
    composer: LetterComposer


DAYS: Final = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
USUAL_TIME: Final = "18:00"
PLACE: Final = 100


def letter_line(services: LetterServices) -> ServerLine:
    """Return the weekly letter's line on the settings page of a server."""

    async def value(context: InteractionContext, server: int) -> str:
        letter = await services.subscriptions.of_server(server)
        return context.t("setting.letter.off") if letter is None else _rhythm_text(letter, context.t)

    async def page(context: InteractionContext, server: int) -> ui.LayoutView:
        lines = (
            f"### {context.t('setting.letter')}",
            await value(context, server),
            context.t("setting.letter.how"),
        )
        return layouts.page(layouts.text("\n".join(lines)), all_settings(context.t))

    return ServerLine("letter", PLACE, value, page)


def _rhythm_text(letter: Subscription, t: Language) -> str:
    day = "" if letter.rhythm.day is None else t(f"weekday.{DAYS[letter.rhythm.day]}")
    return t(
        "setting.letter.on",
        channel=f"<#{letter.channel}>",
        day=day,
        time=f"{letter.rhythm.time:%H:%M}",
        zone=letter.rhythm.zone,
    )


def letter_subcommand(services: LetterServices) -> Command:
    """Return `/server letter`."""

    async def run(
        context: InteractionContext, server: int, on: bool, day: str = DAYS[-1], time: str = USUAL_TIME
    ) -> None:
        if not on:
            await services.subscriptions.end(context.request, server)
            await context.reply(context.t("server.letter-off"))
            return
        if is_in_forum(context.interaction):
            raise Refusal("letter-in-forum")
        clock = read_time(normalize_time(time))
        letter = await services.subscriptions.begin(
            context.request, server, context.place, clock, DAYS.index(day)
        )
        text = context.t(
            "server.letter-on",
            channel=f"<#{letter.channel}>",
            day=context.t(f"weekday.{day}"),
            time=f"{letter.rhythm.time:%H:%M}",
            zone=letter.rhythm.zone,
            first=discord.utils.format_dt(letter.due, "f"),
        )
        preview = layouts.button(context.t("button.letter-preview"), custom_ids.write("letter-preview"))
        await context.show(layouts.note(text, layouts.buttons(preview)))

    return admin_subcommand(
        services.interactions,
        services.limitations,
        "letter",
        run,
        day=CommandOption(choices=choices_of(services.interactions.texts, "weekday", DAYS)),
        time=CommandOption(about="option.puzzle-time.about"),
    )


SUBCOMMANDS: Final = (SubcommandOf("server", PLACE, letter_subcommand),)


async def preview(services: LetterServices, context: InteractionContext, _press: custom_ids.Press) -> None:
    """Show an admin a private preview: the letter as it would be posted now. Raises Refusal: "no-letter"."""
    server = admin_server(context.interaction)
    due = await services.letters.upcoming(server)
    if due is None:
        raise Refusal("no-letter")
    channels = channels_of(context.interaction.guild)
    is_visible = place_visibility_at(Place(server, due.channel, context.place.locale), channels)
    message = await services.composer.letter(due, is_visible, IN_PRIVATE, context.pictures, context.t)
    if message is None:
        await context.show(layouts.note(context.t("letter.preview-nothing")))
        return
    picture = None if message.scene is None else await message.scene.draw(context.pictures)
    page = message.layout(None if picture is None else picture.words)
    page.add_item(layouts.text(context.t("letter.preview")))
    await context.show(page, [] if picture is None else [picture])


HANDLERS: Mapping[str, HandlerOf[LetterServices]] = {"letter-preview": preview}
