"""The custom_ids of buttons and selects encode an action and outlive the process.

They are written for epoch 0. `of_epoch` adds a later epoch to outgoing messages, `read` and `is_mark` parse
it in incoming ones.
"""

import re
from dataclasses import dataclass
from typing import Final

PREFIX = "fp"
TEMPLATE = re.compile(
    PREFIX + r"(?P<epoch>[0-9a-z]{0,5}):(?P<verb>[a-z-]+)(?::(?P<rest>.*))?", re.DOTALL | re.ASCII
)
LAST_EPOCH = 36**5 - 1
"""The largest epoch. At the pace of restores it is not reached before 2140."""
LONGEST = 100 - 5
"""The longest custom_id without its epoch; Discord's limit is 100 characters."""
NUMBER = re.compile(r"[0-9]{1,18}")
"""One of the bot's own numbers."""
SNOWFLAKE = re.compile(r"[0-9]{1,19}")
LAST_SNOWFLAKE = 2**63 - 1
"""The database's largest number."""
SIGNS: Final = "0123456789abcdefghijklmnopqrstuvwxyz"
"""The digits of base 36, in ascending order."""


class MalformedId(ValueError):
    """A custom_id that this bot did not write."""


@dataclass(frozen=True, slots=True)
class Press:
    """A pressed component's verb, arguments (as text), and epoch."""

    verb: str
    rest: str
    epoch: int = 0

    def numbers(self, count: int) -> tuple[int, ...]:
        """Return the first `count` arguments as numbers; Discord's ids are allowed. Raises MalformedId."""
        parts = self.rest.split(":", count)[:count]
        if len(parts) < count:
            raise MalformedId(self.rest)
        return tuple(map(snowflake, parts))

    def after(self, count: int) -> str:
        """Return the unparsed rest after the first `count` arguments."""
        parts = self.rest.split(":", count)
        return parts[count] if len(parts) > count else ""


def snowflake(value: str) -> int:
    """Return a Discord id as a number. Raises MalformedId."""
    if not SNOWFLAKE.fullmatch(value) or int(value) > LAST_SNOWFLAKE:
        raise MalformedId(value)
    return int(value)


def write(verb: str, *arguments: int | str) -> str:
    """Return the custom_id of a verb and its arguments; only the last argument may contain colons.

    Raises MalformedId if it would exceed Discord's limit in any epoch.
    """
    text = ":".join([PREFIX, verb, *map(str, arguments)])
    if len(text) > LONGEST:
        raise MalformedId(text)
    return text


def read(custom_id: str) -> Press:
    """Return the press that a custom_id encodes. Raises MalformedId."""
    match = TEMPLATE.fullmatch(custom_id)
    if match is None:
        raise MalformedId(custom_id)
    return Press(match["verb"], match["rest"] or "", int(match["epoch"] or "0", 36))


def of_epoch(custom_id: str, epoch: int) -> str:
    """Return a custom_id of this bot with its epoch; other ids are returned unchanged."""
    prefix = f"{PREFIX}:"
    if not epoch or not custom_id.startswith(prefix):
        return custom_id
    return f"{PREFIX}{base36(epoch)}:{custom_id.removeprefix(prefix)}"


def is_mark(custom_id: str, mark: str, since: int) -> bool:
    """Return whether a custom_id is `mark`, sent in the epoch `since` or later."""
    try:
        press, mark_press = read(custom_id), read(mark)
    except MalformedId:
        return False
    return (press.verb, press.rest) == (mark_press.verb, mark_press.rest) and press.epoch >= since


def base36(number: int) -> str:
    """Return a number in base 36."""
    digits = ""
    while True:
        number, rest = divmod(number, 36)
        digits = SIGNS[rest] + digits
        if not number:
            return digits
