"""The panels of a server's settings, and the lines that confirm them."""

from collections.abc import Iterable, Sequence
from typing import Any, Final

import discord
from discord import ui

from bot.chat.core import custom_ids
from bot.chat.core.contributions.server_lines import all_settings
from bot.chat.core.messages import layouts
from bot.chat.core.rights import bot_rights
from bot.chat.core.rights.admin_rights import channels_here
from bot.chat.core.words import time_text
from bot.features.servers.pages.limitations_page import limitations_text
from bot.features.servers.services import ServerServices
from bot.locale import Language, name_of
from bot.model.servers.server_rules import ServerRules

MAX_CHANNELS = 25
MAX_ROLE_MENUS = 4
OPTION_LIMIT = 100
_WITH_WORDS: Final = [discord.ChannelType.text, discord.ChannelType.news]
_FORUMS: Final = [discord.ChannelType.forum]


def channels_page(
    rules: ServerRules, here: frozenset[int], t: Language, lacking: str = "", limited: str = ""
) -> ui.LayoutView:
    """Return the panel for the channels of new games, and for the forum of games.

    Discord refuses a menu with a preselected channel that is not `here` any more. `lacking` names the bot's
    missing permissions in the forum, `limited` the server's limitations.
    """
    channels = ", ".join(f"<#{channel}>" for channel in rules.channels) or t("server.all-channels")
    forum = "server.forum-none" if rules.forum is None else "server.forum-one"
    home = t("server.forum", forum=t(forum, forum=f"<#{rules.forum}>"))
    return layouts.page(
        layouts.text(t("server.channels", channels=channels)),
        _channel_menu(
            "server-channels", t("server.choose-channels"), rules.channels, here, _WITH_WORDS, MAX_CHANNELS
        ),
        layouts.text(_with_warning(home, rules.forum, lacking, t)),
        _channel_menu("server-forum", t("server.choose-forum"), _if_any(rules.forum), here, _FORUMS),
        *([layouts.text(limited)] if limited else []),
        all_settings(t),
    )


def results_page(rules: ServerRules, here: frozenset[int], t: Language, lacking: str = "") -> ui.LayoutView:
    """Return the panel for the channel of games' results; without a channel results are off."""
    text_id = "server.results-off" if rules.results is None else "server.results-in"
    text = t("server.results", channel=t(text_id, channel=f"<#{rules.results}>"))
    return layouts.page(
        layouts.text(_with_warning(text, rules.results, lacking, t)),
        _channel_menu(
            "server-results", t("server.choose-results"), _if_any(rules.results), here, _WITH_WORDS
        ),
        all_settings(t),
    )


def engines_page(rules: ServerRules, here: frozenset[int], t: Language) -> ui.LayoutView:
    """Return the panel that enables engines, and sets their channels; without channels all are allowed."""
    if not rules.engines:
        text = t("server.engines-off")
        row = layouts.button(t("button.engines-on"), custom_ids.write("server-engines-on"))
        return layouts.page(layouts.text(text), layouts.buttons(row), all_settings(t))
    channels = ", ".join(f"<#{channel}>" for channel in rules.engine_channels) or t("server.all-channels")
    return layouts.page(
        layouts.text(t("server.engines-on", channels=channels)),
        _channel_menu(
            "server-engines",
            t("server.choose-channels"),
            rules.engine_channels,
            here,
            _WITH_WORDS,
            MAX_CHANNELS,
        ),
        layouts.buttons(layouts.button(t("button.engines-off"), custom_ids.write("server-engines-off"))),
        all_settings(t),
    )


def _channel_menu(
    verb: str,
    placeholder: str,
    ids: Sequence[int],
    here: frozenset[int],
    types: list[discord.ChannelType],
    most: int = 1,
) -> ui.ActionRow[Any]:
    menu: ui.ChannelSelect[Any] = ui.ChannelSelect(
        custom_id=custom_ids.write(verb),
        placeholder=placeholder,
        channel_types=types,
        min_values=0,
        max_values=most,
        default_values=[
            discord.SelectDefaultValue(id=channel, type=discord.SelectDefaultValueType.channel)
            for channel in [side for side in ids if side in here][:most]
        ],
    )
    return ui.ActionRow(menu)


def _if_any(channel: int | None) -> tuple[int, ...]:
    return () if channel is None else (channel,)


def _with_warning(text: str, channel: int | None, lacking: str, t: Language) -> str:
    """Return a text, with a warning that names the permissions that the bot lacks in the channel, if any."""
    if channel is None or not lacking:
        return text
    return "\n".join((text, t("server.closed-to-bot", channel=f"<#{channel}>", permissions=lacking)))


def games_in_menu(games: Iterable[str], press: custom_ids.Press) -> Sequence[str]:
    """Return the games in the pressed menu. Raises MalformedId."""
    (number,) = press.numbers(1) if press.rest else (0,)
    menus = layouts.in_menus(tuple(games))
    if number >= len(menus):
        raise custom_ids.MalformedId(press.rest)
    return menus[number]


def games_page(games: Iterable[str], rules: ServerRules, t: Language) -> ui.LayoutView:
    """Return the panel for the allowed games; without any chosen, all are allowed."""
    game_names = t("list.and").join(t(f"{key}.name") for key in rules.games) or t("server.all-games")
    options = [
        discord.SelectOption(label=t(f"{key}.name"), value=key, default=key in rules.games) for key in games
    ]
    menus = [
        ui.ActionRow[Any](
            ui.Select[Any](
                custom_id=custom_ids.write("server-games", *([number] if number else [])),
                placeholder=t("server.choose-games"),
                min_values=0,
                max_values=len(part),
                options=part,
            )
        )
        for number, part in enumerate(layouts.in_menus(options))
    ]
    return layouts.page(layouts.text(t("server.games", games=game_names)), *menus, all_settings(t))


def role_page(
    role: discord.Role | None, choosable: Sequence[discord.Role], t: Language, *, can_give: bool, called: bool
) -> ui.LayoutView:
    """Return the panel for the role that new open challenges ping.

    `can_give`: the bot may assign roles; `called`: a mention of the role notifies people.
    """
    text = t("server.role-none") if role is None else t("server.role", role=role.mention)
    remarks = (
        "" if can_give else t("server.role-needs"),
        t("server.role-quiet") if role is not None and not called else "",
        "" if choosable else t("server.role-few"),
    )
    options = [
        discord.SelectOption(
            label=candidate.name[:OPTION_LIMIT], value=str(candidate.id), default=candidate == role
        )
        for candidate in choosable[: MAX_ROLE_MENUS * layouts.SELECT_LIMIT]
    ]
    menus = [
        layouts.select(custom_ids.write("server-role", number), t("server.role-choose"), menu)
        for number, menu in enumerate(layouts.in_menus(options))
    ]
    off = layouts.button(t("button.role-off"), custom_ids.write("server-role-off"))
    blocks = [*(layouts.text(line) for line in (text, *remarks) if line), *menus]
    return layouts.page(*blocks, *([] if role is None else [layouts.buttons(off)]), all_settings(t))


async def channels(
    services: ServerServices, interaction: discord.Interaction, rules: ServerRules, server: int, t: Language
) -> ui.LayoutView:
    """Return the panel of channels for the server's current state."""
    lacking = _lacking(interaction, rules.forum, bot_rights.TO_OPEN_POSTS, t)
    limited = await limitations_text(services, interaction, server, t)
    return channels_page(rules, channels_here(interaction), t, lacking, limited)


def results(interaction: discord.Interaction, rules: ServerRules, t: Language) -> ui.LayoutView:
    """Return the panel of results for the server's current state."""
    lacking = _lacking(interaction, rules.results, bot_rights.TO_POST, t)
    return results_page(rules, channels_here(interaction), t, lacking)


def _lacking(
    interaction: discord.Interaction, channel: int | None, needed: discord.Permissions, t: Language
) -> str:
    if channel is None:
        return ""
    return bot_rights.permission_names(bot_rights.missing(interaction.guild, channel, needed), t)


def clock_line(rules: ServerRules, t: Language) -> str:
    """Return a line that names the default clock of challenges."""
    return t("server.clock", clock=time_text.clock_name(rules.proposed_clock, t))


def language_line(rules: ServerRules, t: Language) -> str:
    """Return a line that names the language of public messages."""
    if rules.language is None:
        return t("server.language-automatic")
    return t("server.language", language=name_of(rules.language))


def theme_line(rules: ServerRules, t: Language) -> str:
    """Return a line that names the theme of public boards and cards."""
    return t("server.theme", theme=t(f"theme.{rules.theme}"))
