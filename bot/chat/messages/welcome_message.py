"""The welcome: who the bot is and how to begin, for a server that is new to it."""

from discord import ButtonStyle

from bot.chat.toolkit import custom_ids, layouts
from bot.chat.toolkit.app_context import AppContext
from bot.chat.toolkit.public_message import PublicMessage
from bot.locale import Language


def welcome_message(app: AppContext, t: Language, mark: str) -> PublicMessage:
    """Return the welcome, its first button under the custom_id `mark`."""
    names = [t(f"{key}.name") for key in app.games]
    games = t("list.last", listed=", ".join(names[:-1]), last=names[-1]) if names[1:] else "".join(names)
    row = (
        layouts.button(t("button.new-game"), mark, ButtonStyle.success),
        layouts.button(t("button.rules"), custom_ids.write("rules-list")),
        layouts.button(t("button.how-it-works"), custom_ids.write("how-it-works")),
    )
    return PublicMessage(t("welcome.headline"), t("welcome.body", games=games), rows=(row,))


def welcome_mark(notice: int = 0) -> str:
    """Return the custom_id by which a notice's welcome can be found again; 0 for one shown in private."""
    return custom_ids.write("new-game", notice)
