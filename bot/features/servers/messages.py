"""The message that tells the admins of a server, in a line, what falls away there."""

from bot.chat.core import custom_ids
from bot.chat.core.messages import layouts
from bot.chat.core.messages.public_message import PublicMessage
from bot.chat.core.words.limitation_text import limitation_line
from bot.locale import Language
from bot.model.servers.limitations import Limited


def limitation_mark(notice: int) -> str:
    """Return the custom_id by which the message of a notice can be found again."""
    return custom_ids.write("limitations", notice)


def limitation_message(limited: Limited, notice: int, t: Language) -> PublicMessage:
    """Return the message of a notice; its button leads to all that falls away in the server."""
    row = (layouts.button(t("button.limitations"), limitation_mark(notice)),)
    return PublicMessage(t("limitation.headline"), limitation_line(limited, t), rows=(row,))
