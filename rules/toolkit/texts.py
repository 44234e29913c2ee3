"""Reading and quoting typed texts."""

_SHOWN = 40


def without_blanks(text: str) -> str:
    """Return a text without blanks, in lower case."""
    return "".join(text.split()).lower()


def shorten(text: str) -> str:
    """Cut a text to a length that can be quoted."""
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}..."
