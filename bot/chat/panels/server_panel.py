"""What the admins of a server choose: where games may begin and which ones, a language and a clock."""

from collections.abc import Sequence
from typing import Any

import discord
from discord import ui

from bot.chat.toolkit import custom_ids, layouts, time_text
from bot.chat.toolkit.app_context import AppContext
from bot.locale import Language
from bot.play.domain.server_rules import ServerRules

MOST_CHANNELS = 25
MOST_ROLE_MENUS = 4
OPTION_LIMIT = 100


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


def role_page(
    role: discord.Role | None, choosable: Sequence[discord.Role], t: Language, *, can_give: bool, called: bool
) -> ui.LayoutView:
    """Return the panel in which the role is chosen that new open challenges call.

    `can_give` says whether the bot may give roles at all, `called` whether a mention of it notifies anybody.
    """
    said = t("server.role-none") if role is None else t("server.role", role=role.mention)
    remarks = (
        "" if can_give else t("server.role-needs"),
        t("server.role-quiet") if role is not None and not called else "",
        "" if choosable else t("server.role-few"),
    )
    options = [
        discord.SelectOption(label=one.name[:OPTION_LIMIT], value=str(one.id), default=one == role)
        for one in choosable[: MOST_ROLE_MENUS * layouts.SELECT_LIMIT]
    ]
    menus = [
        layouts.select(custom_ids.write("server-role", number), t("server.role-choose"), menu)
        for number, menu in enumerate(layouts.in_menus(options))
    ]
    off = layouts.button(t("button.role-off"), custom_ids.write("server-role-off"))
    blocks = [*(layouts.text(one) for one in (said, *remarks) if one), *menus]
    return layouts.page(*blocks, *([] if role is None else [layouts.buttons(off)]))


def clock_told(rules: ServerRules, t: Language) -> str:
    """Return which clock challenges have that name none."""
    return t("server.clock", clock=time_text.clock_name(rules.clock, t))


def language_told(rules: ServerRules, t: Language) -> str:
    """Return in which language everything public is worded."""
    if rules.language is None:
        return t("server.language-automatic")
    return t("server.language", language=t(f"language.{rules.language}"))
