"""What the admins of a server see and press: its rules for games, games ended by them, what was done."""

import logging
from collections.abc import Sequence
from typing import Any

import discord
from discord import ui

from bot.chat.interactions import answers
from bot.chat.toolkit import custom_ids, error_text, layouts, phrases, time_text
from bot.chat.toolkit.app_context import AppContext, InteractionContext
from bot.chat.toolkit.list_text import fitting
from bot.chat.toolkit.match_lookup import NUMBER
from bot.chat.toolkit.network_errors import UNREACHABLE
from bot.locale import Language
from bot.play.domain.matches import Match
from bot.play.domain.players import people_among
from bot.play.domain.refusal import Refusal
from bot.play.domain.server_rules import AdminAction, AuditEntry, ServerRules
from bot.play.domain.time.clocks import read_clock
from rules.contract.capabilities import parties_of

log = logging.getLogger(__name__)

MOST_CHANNELS = 25
ROOM = 3600


def is_admin(interaction: discord.Interaction) -> bool:
    """Return whether Discord lets the person manage the server he speaks in."""
    return interaction.guild_id is not None and interaction.permissions.manage_guild


def server_of(interaction: discord.Interaction) -> int:
    """Return the server an admin speaks in. Raises Refusal for everyone else and everywhere else."""
    if interaction.guild_id is None:
        raise Refusal("servers-only")
    if not is_admin(interaction):
        raise Refusal("not-an-admin")
    return interaction.guild_id


def channels_here(interaction: discord.Interaction) -> frozenset[int]:
    """Return the channels of the server that are known to be there."""
    return (
        frozenset(channel.id for channel in interaction.guild.channels) if interaction.guild else frozenset()
    )


def channels_page(rules: ServerRules, here: frozenset[int], t: Language) -> ui.LayoutView:
    """Return the panel in which the channels for new games are chosen; none means all.

    Discord refuses a menu in which a channel is chosen that is not `here` any more.
    """
    chosen = ", ".join(f"<#{channel}>" for channel in rules.channels) or t("server.all-channels")
    menu: ui.ChannelSelect[Any] = ui.ChannelSelect(
        custom_id=custom_ids.write("server-channels"),
        placeholder=t("server.choose-channels"),
        channel_types=[discord.ChannelType.text, discord.ChannelType.news],
        min_values=0,
        max_values=MOST_CHANNELS,
        default_values=[
            discord.SelectDefaultValue(id=channel, type=discord.SelectDefaultValueType.channel)
            for channel in [one for one in rules.channels if one in here][:MOST_CHANNELS]
        ],
    )
    return layouts.page(layouts.text(t("server.channels", channels=chosen)), ui.ActionRow(menu))


def games_page(app: AppContext, rules: ServerRules, t: Language) -> ui.LayoutView:
    """Return the panel in which the games that may be played are chosen; none means all."""
    chosen = t("list.and").join(t(f"{key}.name") for key in rules.games) or t("server.all-games")
    menu: ui.Select[Any] = ui.Select(
        custom_id=custom_ids.write("server-games"),
        placeholder=t("server.choose-games"),
        min_values=0,
        max_values=len(app.games),
        options=[
            discord.SelectOption(label=t(f"{key}.name"), value=key, default=key in rules.games)
            for key in app.games
        ],
    )
    return layouts.page(layouts.text(t("server.games", games=chosen)), ui.ActionRow(menu))


def clock_told(rules: ServerRules, t: Language) -> str:
    """Return which clock challenges have that name none."""
    return t("server.clock", clock=time_text.clock_name(rules.clock, t))


def language_told(rules: ServerRules, t: Language) -> str:
    """Return in which language everything public is worded."""
    if rules.language is None:
        return t("server.language-automatic")
    return t("server.language", language=t(f"language.{rules.language}"))


def audit_page(entries: Sequence[AuditEntry], t: Language) -> ui.LayoutView:
    """Return what admins have done, newest first."""
    lines = [_entry(entry, t) for entry in entries]
    told = fitting(t("audit.title"), lines, ROOM, t) or f"{t('audit.title')}\n{t('audit.none')}"
    return layouts.page(layouts.text(told))


async def choose_channels(
    app: AppContext, interaction: discord.Interaction, context: InteractionContext, _press: custom_ids.Press
) -> None:
    """Allow new games in the chosen channels only, or in all."""
    server = server_of(interaction)
    values = answers.chosen(interaction, least=0)
    channels = tuple(custom_ids.snowflake(value) for value in values)
    rules = await app.services.servers.set_server(context.request, server, channels=channels)
    await answers.turn_page(interaction, channels_page(rules, channels_here(interaction), context.t))


async def choose_games(
    app: AppContext, interaction: discord.Interaction, context: InteractionContext, _press: custom_ids.Press
) -> None:
    """Allow the chosen games only, or all."""
    server = server_of(interaction)
    games = answers.chosen(interaction, least=0)
    if not set(games) <= set(app.games):
        raise custom_ids.MalformedId(str(games))
    rules = await app.services.servers.set_server(context.request, server, games=games)
    await answers.turn_page(interaction, games_page(app, rules, context.t))


async def take_down(interaction: discord.Interaction, channel: int, message: int) -> None:
    """Delete an overview that is no longer kept up to date; best effort."""
    try:
        place = interaction.client.get_partial_messageable(channel)
        await place.get_partial_message(message).delete()
    except UNREACHABLE as error:
        log.info("the overview of channel %d stays: %s", channel, error)


async def match_here(app: AppContext, context: InteractionContext, named: str) -> Match:
    """Return the match with a number, if it is one of this server and is told here. Raises Refusal."""
    number = NUMBER.fullmatch(named.strip())
    match = None if number is None else await app.services.matches.get(int(number[1]))
    if match is None or not _is_here(match, context):
        raise Refusal("no-such-game", game=named)
    return match


async def running(app: AppContext, context: InteractionContext) -> Sequence[Match]:
    """Return the running games of the channel an admin speaks in, those in its threads included."""
    channel = context.place.channel
    overview = await app.services.servers.overview(channel)
    shown = () if overview is None else overview.matches
    found = (
        *await app.services.matches.running_at(channel),
        *shown,
        *await app.services.matches.of(context.person.id),
    )
    here = {match.id: match for match in found if _is_here(match, context)}
    return tuple(here.values())


def _is_here(match: Match, context: InteractionContext) -> bool:
    """Return whether an admin may act on a match: in a private thread only there, or as its player."""
    of_theirs = match.seat_of(context.person.id) is not None and match.place.server == context.place.server
    return of_theirs or match.is_told_in(context.place)


async def winners(app: AppContext, match: Match, winner: int | None, *, draw: bool) -> tuple[int, ...] | None:
    """Return who wins with `winner`: he and his party; nobody in a `draw`, None for no result at all.

    Raises Refusal: "winner-or-draw".
    """
    if winner is not None and draw:
        raise Refusal("winner-or-draw")
    if winner is None:
        return () if draw else None
    seat = match.seat_of(winner)
    if seat is None:
        return (winner,)
    state = (await app.services.matches.position(match.id)).state
    party = next((seats for seats in parties_of(state) if seat in seats), (seat,))
    return people_among(match.players[one] for one in party)


def _entry(entry: AuditEntry, t: Language) -> str:
    what = t(f"audit.{entry.what}")
    return t(
        "audit.entry",
        when=discord.utils.format_dt(entry.when, "f"),
        who=phrases.mention(entry.who),
        what=what if entry.game is None else f"{what} #{entry.game}",
        note=_note(entry, t),
    )


def _note(entry: AuditEntry, t: Language) -> str:
    if entry.what is AdminAction.RULES:
        changes = (change.partition("=") for change in entry.note.split(", "))
        return "; ".join(_changed(name, value, t) for name, _, value in changes)
    if entry.what is AdminAction.OVERVIEW:
        state, _, channel = entry.note.partition(" ")
        text_id = "audit.overview-on" if state == "on" else "audit.overview-off"
        return t(text_id, channel=f"<#{channel}>")
    note = error_text.quoted(entry.note)
    if entry.what is not AdminAction.ADJUDICATION or entry.private:
        return note
    if not entry.winners:
        return t("audit.drawn", note=note)
    return t("audit.won", winner=t("list.and").join(map(phrases.mention, entry.winners)), note=note)


def _changed(rule: str, value: str, t: Language) -> str:
    everything = value == "all"
    if rule == "channels":
        told = t("server.all-channels") if everything else " ".join(f"<#{one}>" for one in value.split())
        return t("audit.channels", value=told)
    if rule == "games":
        named = t("list.and").join(t(f"{key}.name") for key in value.split())
        return t("audit.games", value=t("server.all-games") if everything else named)
    if rule == "language":
        return t("audit.language", value=t(f"language.{value}"))
    if rule == "clock":
        return t("audit.clock", value=time_text.clock_name(read_clock(value), t))
    return t("audit.threads-on" if value == str(True) else "audit.threads-off")
