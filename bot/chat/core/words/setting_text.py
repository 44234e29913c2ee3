"""Settings in words."""

from bot.locale import Language
from bot.model.settings import SWITCH


def noted_switch(key: str, value: str, t: Language) -> str:
    """Return a switch in words, as the log of a server has noted it; as it is where no text knows its key."""
    text_id = f"setting.{key.replace('_', '-')}.{SWITCH.name(value == str(True))}"
    return t(text_id) if text_id in t else f"{key}={value}"
