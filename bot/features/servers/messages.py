"""The one-line message to a server's admins about a missing permission."""

from bot.chat.core import custom_ids
from bot.chat.core.messages import layouts
from bot.chat.core.messages.public_message import PublicMessage
from bot.chat.core.words.limitation_text import limitation_line
from bot.locale import Language
from bot.model.servers.limitations import LimitedChannel


def limitation_mark(notice: int) -> str:
    """Return the custom_id that identifies the message of a notice."""
    return custom_ids.write("limitations", notice)


def limitation_message(limited: LimitedChannel, notice: int, t: Language) -> PublicMessage:
    """Return the message of a notice; its button opens the list of the server's limitations."""
    row = (layouts.button(t("button.limitations"), limitation_mark(notice)),)
    return PublicMessage(t("limitation.headline"), limitation_line(limited, t), rows=(row,))
