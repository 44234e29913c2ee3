"""The panel of the players that a server admits, for its admins."""

from collections.abc import Mapping
from typing import Any

import discord
from discord import ui

from bot.chat.core import custom_ids
from bot.chat.core.contributions.server_lines import all_settings
from bot.chat.core.messages import layouts
from bot.chat.core.words import phrases
from bot.features.servers.services import ServerServices
from bot.locale import Language
from bot.model.servers.server_rules import PlayerList, ServerRules

PERSON, ROLE = "p", "r"
MOST = 25


def players_page(
    rules: ServerRules, people: Mapping[int, str], roles: Mapping[int, str], t: Language
) -> ui.LayoutView:
    """Return the panel for barring and allowing people and roles, and for removing them from the lists.

    `people` and `roles` are the known names. The menus have no preselection: Discord would refuse a menu with
    a person who has left.
    """
    text = t(
        "server.players",
        barred=_list_text(rules.barred) or t("server.nobody-barred"),
        allowed=_list_text(rules.allowed) or t("server.everyone-allowed"),
    )
    menus = [
        _choose("server-bar", t("server.choose-barred")),
        _choose("server-allow", t("server.choose-allowed")),
    ]
    menu_options = [
        *_options(rules.barred, t("server.listed-barred"), people, roles, t),
        *_options(rules.allowed, t("server.listed-allowed"), people, roles, t),
    ]
    for number, options in enumerate(layouts.in_menus(menu_options)):
        menu: ui.Select[Any] = ui.Select(
            custom_id=custom_ids.write("server-unlist", number),
            placeholder=t("server.choose-unlisted"),
            max_values=len(options),
            options=options,
        )
        menus.append(ui.ActionRow(menu))
    return layouts.page(layouts.text(text), *menus, all_settings(t))


async def players(
    services: ServerServices, interaction: discord.Interaction, rules: ServerRules, t: Language
) -> ui.LayoutView:
    """Return the panel with the names known in the current server."""
    people = await services.people.names({*rules.barred.people, *rules.allowed.people})
    guild = interaction.guild
    roles = {} if guild is None else {role.id: role.name for role in guild.roles}
    return players_page(rules, people, roles, t)


def _choose(verb: str, placeholder: str) -> ui.ActionRow[Any]:
    menu: ui.MentionableSelect[Any] = ui.MentionableSelect(
        custom_id=custom_ids.write(verb), placeholder=placeholder, max_values=MOST
    )
    return ui.ActionRow(menu)


def _list_text(players: PlayerList) -> str:
    roles = (f"<@&{role}>" for role in players.roles)
    return ", ".join((*roles, *map(phrases.mention, players.people)))


def _options(
    players: PlayerList, where: str, people: Mapping[int, str], roles: Mapping[int, str], t: Language
) -> list[discord.SelectOption]:
    options = [
        *((ROLE, role, roles.get(role) or t("server.unknown-role", number=role)) for role in players.roles),
        *(
            (PERSON, person, people.get(person) or t("server.unknown-person", number=person))
            for person in players.people
        ),
    ]
    return [
        discord.SelectOption(label=name[:100], value=f"{kind}{number}", description=where)
        for kind, number, name in options
    ]
