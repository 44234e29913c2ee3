"""`/replay` and `/export`: watch a match as an animation, and download it as files."""

from collections.abc import Mapping
from typing import Final

from discord.app_commands import Choice

from bot.chat.core import custom_ids
from bot.chat.core.commands.command import Command, CommandOption, command
from bot.chat.core.commands.declared_commands import SlashCommandOf
from bot.chat.core.commands.manual import HelpGroup
from bot.chat.core.commands.reach import Reach
from bot.chat.core.interactions.handler import HandlerOf
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.core.lookup.match_lookup import MOST
from bot.chat.core.lookup.visibility import match_visibility_at
from bot.chat.core.lookup.whereabouts import Whereabouts, is_public_answer, whereabouts
from bot.chat.core.pictures import PUBLIC_THEME
from bot.features.records.pages.record_page import export_page, public_replay, replay_page
from bot.features.records.pages.record_text import with_names
from bot.features.records.services import RecordServices
from bot.model.match.match import Match


async def replay(records: RecordServices, context: InteractionContext, press: custom_ids.Press) -> None:
    """Show the animation of a match privately."""
    (match_id,) = press.numbers(1)
    await show_replay(records, context, await records.lookup.visible(context, match_id))


async def show_replay(records: RecordServices, context: InteractionContext, match: Match) -> None:
    """Show the animation of a match that the person may see."""
    record = with_names(await records.exports.of(match.id), match, context.t)
    await context.show(
        *await replay_page(context.pictures, records.games, match, record, context.person.id, context.t)
    )


async def post_replay(records: RecordServices, context: InteractionContext, press: custom_ids.Press) -> None:
    """Post the animation of a match in the press's place, or explain where that is possible."""
    (match_id,) = press.numbers(1)
    match = await records.lookup.visible(context, match_id)
    if not is_public_answer(context.interaction):
        await context.reply(context.t("replay.only-you", where=f"<#{match.home}>"))
        return
    plays = match.seat_of(context.person.id) is not None
    if not plays and not match_visibility_at(context.place, context.interaction.guild)(match):
        await context.reply(context.t("replay.hidden-here"))
        return
    painter = context.pictures.with_theme(PUBLIC_THEME)
    t = records.interactions.texts.language(await records.people.public_locale(match))
    record = with_names(await records.exports.of(match.id), match, t)
    elsewhere = whereabouts(context.interaction) is Whereabouts.ELSEWHERE
    board = not elsewhere and not match.is_practice
    await context.post(*await public_replay(painter, records.games, match, record, t, board=board))


async def export(records: RecordServices, context: InteractionContext, press: custom_ids.Press) -> None:
    """Send a match as files."""
    (match_id,) = press.numbers(1)
    await show_export(records, context, await records.lookup.visible(context, match_id))


async def show_export(records: RecordServices, context: InteractionContext, match: Match) -> None:
    """Send the files of a match that the person may see. Raises Refusal: "export-running"."""
    record = with_names(await records.exports.for_person(match.id, context.person.id), match, context.t)
    await context.show(*export_page(match, record, context.t))


def replay_command(records: RecordServices) -> Command:
    """Return `/replay`, which shows a match as an animation."""

    async def run(context: InteractionContext, game: str | None = None) -> None:
        await show_replay(records, context, await records.lookup.recorded_match(context, game))

    return command(records.interactions, "command.replay", run, game=_recorded_game(records))


def export_command(records: RecordServices) -> Command:
    """Return `/export`, which sends a match as files."""

    async def run(context: InteractionContext, game: str | None = None) -> None:
        await show_export(records, context, await records.lookup.recorded_match(context, game))

    return command(records.interactions, "command.export", run, game=_recorded_game(records))


def _recorded_game(records: RecordServices) -> CommandOption:
    async def suggest(context: InteractionContext, typed: str) -> list[Choice[str]]:
        running = await records.lookup.suggest(context, typed)
        return [*running, *await records.lookup.suggest(context, typed, running=False)][:MOST]

    return CommandOption(about="option.game.recorded", suggest=suggest)


HANDLERS: Mapping[str, HandlerOf[RecordServices]] = {
    "replay": replay,
    "replay-post": post_replay,
    "export": export,
}

COMMANDS: Final = (
    SlashCommandOf("replay", replay_command, Reach.ANYWHERE, HelpGroup.AFTERWARDS.at(20)),
    SlashCommandOf("export", export_command, Reach.WITH_BOT, HelpGroup.AFTERWARDS.at(30)),
)
