"""The page of a server's settings: every value, with a menu that leads to each setting."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import discord
from discord import ui

from bot.chat.core import custom_ids
from bot.chat.core.contributions.server_lines import ServerLine
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.core.messages import layouts
from bot.chat.core.rights.admin_rights import channels_here
from bot.features.servers.buttons import server_buttons
from bot.features.servers.pages import players_panel, server_panel
from bot.features.servers.pages.setting_choices import SettingChoice, choices_of
from bot.features.servers.services import ServerServices
from bot.locale import Language
from bot.model.servers.server_rules import ServerRules

CHOOSE: Final = "server-line"
ENGINES: Final = "engines"
Show = Callable[[ServerServices, InteractionContext, int], Awaitable[ui.LayoutView]]
"""Returns the panel for a setting of a server."""


@dataclass(frozen=True, slots=True)
class Panel:
    """A panel of server settings: its place on the page, the name of its value, and the panel itself."""

    place: int
    value: Callable[[ServerRules, Language], str]
    show: Show


async def settings_page(services: ServerServices, context: InteractionContext, server: int) -> ui.LayoutView:
    t = context.t
    rows = [
        (line, t(f"setting.{line.key}"), await line.value(context, server))
        for line in await _lines(services, context, server)
    ]
    text = "\n".join(f"**{title}:** {value}" for _, title, value in rows)
    options = [discord.SelectOption(label=title, value=line.key) for line, title, _ in rows]
    menus = [
        layouts.select(custom_ids.write(CHOOSE, number), t("server.choose-setting"), menu)
        for number, menu in enumerate(layouts.in_menus(options))
    ]
    return layouts.page(layouts.text(f"{t('server.settings')}\n{text}"), *menus)


async def page_of(
    services: ServerServices, context: InteractionContext, server: int, key: str
) -> ui.LayoutView:
    """Return the page that changes a setting. Raises MalformedId for an unknown setting."""
    line = next((line for line in await _lines(services, context, server) if line.key == key), None)
    if line is None:
        raise custom_ids.MalformedId(key)
    return await line.page(context, server)


async def _lines(services: ServerServices, context: InteractionContext, server: int) -> Sequence[ServerLine]:
    rules, t = await services.servers.server(server), context.t
    panels = [
        _panel_line(services, key, panel, panel.value(rules, t))
        for key, panel in PANELS.items()
        if key != ENGINES or services.has_engines
    ]
    choices = [_choice_line(choice, rules, t) for choice in choices_of(services.switches)]
    return sorted((*panels, *choices, *services.lines), key=lambda line: line.place)


def _panel_line(services: ServerServices, key: str, panel: Panel, value_text: str) -> ServerLine:
    async def value(_context: InteractionContext, _server: int) -> str:
        return value_text

    async def page(context: InteractionContext, server: int) -> ui.LayoutView:
        return await panel.show(services, context, server)

    return ServerLine(key, panel.place, value, page)


def _choice_line(choice: SettingChoice, rules: ServerRules, t: Language) -> ServerLine:
    async def value(_context: InteractionContext, _server: int) -> str:
        return choice.current_text(rules, t)

    async def page(_context: InteractionContext, _server: int) -> ui.LayoutView:
        return choice.page(rules, t)

    return ServerLine(choice.key, choice.place, value, page)


async def _channels(services: ServerServices, context: InteractionContext, server: int) -> ui.LayoutView:
    rules = await services.servers.server(server)
    return await server_panel.channels(services, context.interaction, rules, server, context.t)


async def _games(services: ServerServices, context: InteractionContext, server: int) -> ui.LayoutView:
    return server_panel.games_page(services.games, await services.servers.server(server), context.t)


async def _results(services: ServerServices, context: InteractionContext, server: int) -> ui.LayoutView:
    rules = await services.servers.server(server)
    return server_panel.results(context.interaction, rules, context.t)


async def _engines(services: ServerServices, context: InteractionContext, server: int) -> ui.LayoutView:
    rules = await services.servers.server(server)
    return server_panel.engines_page(rules, channels_here(context.interaction), context.t)


async def _players(services: ServerServices, context: InteractionContext, server: int) -> ui.LayoutView:
    rules = await services.servers.server(server)
    return await players_panel.players(services, context.interaction, rules, context.t)


def _in_channels(channels: Sequence[int], t: Language) -> str:
    return ", ".join(f"<#{channel}>" for channel in channels) or t("server.all-channels")


def _in_channel(channel: int | None, none: str, t: Language) -> str:
    return t(none) if channel is None else f"<#{channel}>"


def _games_in(rules: ServerRules, t: Language) -> str:
    return ", ".join(t(f"{key}.name") for key in rules.games) or t("server.all-games")


def _players_in(rules: ServerRules, t: Language) -> str:
    lists = (("setting.players.barred", rules.barred), ("setting.players.allowed", rules.allowed))
    lines = [t(text_id, n=len(people)) for text_id, people in lists if people]
    return " · ".join(lines) or t("server.everyone-allowed")


def _engines_in(rules: ServerRules, t: Language) -> str:
    if not rules.engines:
        return t("setting.engines.nowhere")
    if not rules.engine_channels:
        return t("setting.engines.everywhere")
    return t("setting.engines.in", channels=_in_channels(rules.engine_channels, t))


def _role_in(rules: ServerRules, t: Language) -> str:
    return t("audit.no-role") if rules.call_role is None else f"<@&{rules.call_role}>"


PANELS: Final[Mapping[str, Panel]] = {
    "channels": Panel(0, lambda rules, t: _in_channels(rules.channels, t), _channels),
    "forum": Panel(5, lambda rules, t: _in_channel(rules.forum, "audit.no-forum", t), _channels),
    "games": Panel(10, _games_in, _games),
    "players": Panel(60, _players_in, _players),
    "results": Panel(70, lambda rules, t: _in_channel(rules.results, "audit.no-channel", t), _results),
    "role": Panel(110, _role_in, server_buttons.show_role),
    ENGINES: Panel(160, _engines_in, _engines),
}
"""The panels by the keys of their lines."""
