"""The custom_ids of buttons and selects: what a press means, written so that it outlives the process."""

import re
from dataclasses import dataclass

PREFIX = "fp"
TEMPLATE = re.compile(PREFIX + r":(?P<verb>[a-z-]+)(?::(?P<rest>.*))?", re.DOTALL)
LONGEST = 100
NUMBER = re.compile(r"[0-9]{1,18}")
SNOWFLAKE = re.compile(r"[0-9]{1,19}")


class MalformedId(ValueError):
    """A custom_id that this bot did not write."""


@dataclass(frozen=True, slots=True)
class Press:
    """What a pressed component says: a verb and its arguments, still as text."""

    verb: str
    rest: str

    def numbers(self, count: int) -> tuple[int, ...]:
        """Return the first `count` arguments as numbers. Raises MalformedId."""
        parts = self.rest.split(":", count)[:count]
        if len(parts) < count or not all(NUMBER.fullmatch(part) for part in parts):
            raise MalformedId(self.rest)
        return tuple(int(part) for part in parts)

    def after(self, count: int) -> str:
        """Return what follows the first `count` arguments, as it was written."""
        parts = self.rest.split(":", count)
        return parts[count] if len(parts) > count else ""


def snowflake(value: str) -> int:
    """Return the number of something of Discord's. Raises MalformedId."""
    if not SNOWFLAKE.fullmatch(value):
        raise MalformedId(value)
    return int(value)


def write(verb: str, *arguments: int | str) -> str:
    """Return the custom_id for a verb and its arguments; only the last one may contain colons.

    Raises MalformedId when it would be longer than Discord takes.
    """
    text = ":".join([PREFIX, verb, *map(str, arguments)])
    if len(text) > LONGEST:
        raise MalformedId(text)
    return text


def read(custom_id: str) -> Press:
    """Return what a custom_id says. Raises MalformedId."""
    match = TEMPLATE.fullmatch(custom_id)
    if match is None:
        raise MalformedId(custom_id)
    return Press(match["verb"], match["rest"] or "")
