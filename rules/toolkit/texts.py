"""Reading and quoting typed texts."""

_SHOWN = 40


def without_blanks(text: str) -> str:
    """Return a text in lower case without whitespace."""
    return "".join(text.split()).lower()


def shorten(text: str) -> str:
    """Truncate a text to a quotable length."""
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}..."
