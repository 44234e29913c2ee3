"""Find people's names in texts: whole words, also in Markdown and in the genitive."""

import re
from collections.abc import Iterable
from typing import Final

_MIN_GENITIVE_LENGTH: Final = 2
"""The shortest name with a genitive: a single letter plus s is usually another word."""
_SIBILANTS: Final = "sßxz"
_WORD: Final = re.compile(r"[^\W_]+")


class NamesInText:
    """Finds and replaces names in texts.

    A name counts as a whole word: *Anna* is found in "_Anna_", "Anna's" and "Annas Zug", not in "Anna_2",
    "Annabelle" or "Susanna". The German genitive adds s, or ens to names such as "Fritz".
    """

    def __init__(self, names: Iterable[str], *, any_case: bool) -> None:
        by_length = sorted({name for name in names if name.strip()}, key=lambda name: (-len(name), name))
        flags = re.IGNORECASE if any_case else 0
        pattern = "|".join(map(_name_pattern, by_length))
        # Underscores are word characters for `\w`, and Markdown for Discord.
        self._found = re.compile(rf"(?<!\w)(_*)(?:{pattern})(_*)(?!\w)", flags) if pattern else None

    def replace_names(self, text: str, by: str) -> str:
        """Return a text with each name replaced by `by`, keeping Markdown around it."""
        if self._found is None:
            return text
        return self._found.sub(lambda match: f"{match[1]}{by}{match[2]}", text)

    def occurs_in(self, text: str) -> bool:
        """Return whether a text contains any of the names."""
        return self._found is not None and self._found.search(text) is not None


def first_word(name: str) -> str:
    """Return the first word of a name in lower case, the whole name if it has none."""
    word = _WORD.search(name)
    return (name.strip() if word is None else word[0]).casefold()


def words_of(text: str) -> frozenset[str]:
    """Return the words of a text in lower case; possible genitives also without their endings."""
    words = {word.casefold() for word in _WORD.findall(text)}
    return frozenset({*words, *(w.removesuffix("s") for w in words), *(w.removesuffix("ens") for w in words)})


def _name_pattern(name: str) -> str:
    """Return the pattern of a name with an optional genitive ending; "'s" is not part of it."""
    bare = name.strip()
    if len(bare) < _MIN_GENITIVE_LENGTH or not bare[-1].isalpha():
        return re.escape(name)
    ending = "ens" if bare[-1].lower() in _SIBILANTS else "s"
    return f"{re.escape(name)}(?:{ending})?"
