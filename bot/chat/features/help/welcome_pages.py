"""What newcomers are shown in private: a game to begin, rules to read, how it all works."""

from collections.abc import Mapping, Sequence
from typing import Any

import discord
from discord import ButtonStyle, ui

from bot.chat.core import custom_ids
from bot.chat.core.messages import layouts
from bot.chat.core.pictures import Pictures
from bot.chat.core.words import time_text
from bot.chat.features.help.rules import rules_page
from bot.locale import Language
from bot.play.domain.servers.server_rules import ServerRules
from rules.contract import Game


def new_game_page(games: Mapping[str, Game], rules: ServerRules, t: Language) -> ui.LayoutView:
    """Return the page on which a game to begin is chosen, out of those the server allows."""
    keys = [key for key in games if rules.allow_game(key)]
    return layouts.page(layouts.text(t("welcome.choose-game")), *_menus("choose-game", keys, t))


def rules_list_page(games: Mapping[str, Game], t: Language) -> ui.LayoutView:
    """Return the page on which a game is chosen whose rules are to be read."""
    return layouts.page(layouts.text(t("welcome.choose-rules")), *_menus("choose-rules", list(games), t))


def set_up_page(games: Mapping[str, Game], key: str, rules: ServerRules, t: Language) -> ui.LayoutView:
    """Return the page on which someone says whom a game is to be played with."""
    game = games[key]
    table = len(game.seats) > 1
    said = t(
        "welcome.set-up",
        game=t(f"{key}.name"),
        summary=t(f"{key}.summary"),
        clock=time_text.clock_name(rules.clock, t),
        command=f"{t('command.challenge')} {t(f'{key}.command')}",
    )
    people: ui.UserSelect[Any] = ui.UserSelect(
        custom_id=custom_ids.write("ask-people", key),
        placeholder=t("welcome.invite" if table else "welcome.challenge"),
        max_values=max(game.seats) - 1,
    )
    row = layouts.buttons(
        layouts.button(
            t("button.open-table" if table else "button.ask-anyone"),
            custom_ids.write("ask-anyone", key),
            ButtonStyle.success,
        ),
        layouts.button(t("button.rules"), custom_ids.write("rules", key)),
        layouts.button(t("button.other-game"), custom_ids.write("new-game")),
    )
    return layouts.page(layouts.text(said), ui.ActionRow(people), row)


async def read_rules_page(
    pictures: Pictures, games: Mapping[str, Game], key: str, t: Language
) -> layouts.Page:
    """Return the rules of a game with a way to begin it, and to those of another one."""
    row = layouts.buttons(
        layouts.button(t("button.play-this"), custom_ids.write("set-up", key), ButtonStyle.success),
        layouts.button(t("button.other-rules"), custom_ids.write("rules-list")),
    )
    return await rules_page(pictures, games, key, t, below=(row,))


def how_it_works_page(t: Language) -> ui.LayoutView:
    """Return how a game comes about and is played."""
    row = layouts.buttons(
        layouts.button(t("button.new-game"), custom_ids.write("new-game"), ButtonStyle.success),
        layouts.button(t("button.rules"), custom_ids.write("rules-list")),
    )
    return layouts.page(layouts.text(t("welcome.how-it-works")), row)


def _menus(verb: str, keys: Sequence[str], t: Language) -> list[layouts.Block]:
    """Return menus of games, each under what it is about."""
    options = [
        discord.SelectOption(label=t(f"{key}.name")[:100], value=key, description=t(f"{key}.summary")[:100])
        for key in keys
    ]
    return [
        layouts.select(custom_ids.write(verb, number), t("welcome.game"), part)
        for number, part in enumerate(layouts.in_menus(options))
    ]
