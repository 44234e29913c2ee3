"""The welcome: an introduction and first steps, for a new server."""

from collections.abc import Mapping

from discord import ButtonStyle

from bot.chat.core import custom_ids
from bot.chat.core.contributions.server_lines import SERVER_SETTINGS
from bot.chat.core.messages import layouts
from bot.chat.core.messages.public_message import PublicMessage
from bot.chat.parts.new_game import IN_PRIVATE, new_game_mark, sheet
from bot.locale import Language
from rules.contract import Game


def welcome_message(
    games: Mapping[str, Game], t: Language, notice: int = IN_PRIVATE, *, practises: bool = False
) -> PublicMessage:
    """Return the welcome of a notice, with a picture of all the boards.

    `practises`: engines are available for practice.
    """
    names = [t(f"{key}.name") for key in games]
    listed = t("list.last", listed=", ".join(names[:-1]), last=names[-1]) if names[1:] else "".join(names)
    # The notice's number makes a button answer in a new message instead of replacing the welcome.
    row = [
        layouts.button(t("button.new-game"), new_game_mark(notice), ButtonStyle.success),
        layouts.button(t("button.challenge-form"), custom_ids.write("challenge-form", notice)),
        layouts.button(t("button.rules"), custom_ids.write("rules-list", notice)),
        layouts.button(t("button.how-it-works"), custom_ids.write("how-it-works", notice)),
    ]
    if practises:
        row.insert(1, layouts.button(t("button.practise"), custom_ids.write("practise", notice)))
    # Only admins get further; others read that they do not manage the
    # server. Five buttons fill a row.
    below = (layouts.button(t("button.set-up"), custom_ids.write(SERVER_SETTINGS)),)
    body = t("welcome.body", games=listed)
    return PublicMessage(t("welcome.headline"), body, rows=(tuple(row), below), scene=sheet(games, t))
