"""Alt text composed of sentences, within Discord's length limit."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from string import ascii_lowercase
from typing import Protocol

from render.contract.view import View

LIMIT = 1000
_MORE = "…"
_CLOSED = "\0"
"""The placeholder for the closing bracket of a name while a text is composed."""


class Translate(Protocol):
    """Returns the text of an id in one language with its placeholders filled; `n` selects the plural form."""

    def __call__(self, text_id: str, /, **values: object) -> str:
        """Return the text; placeholders are in braces."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence in full, and in its shortest form."""

    full: str
    short: str


def sharing_brackets(t: Translate, text_id: str, field: str, name: str, **values: object) -> str:
    """Return a text with a name in a field; brackets after the name are merged with its own at the end.

    The result is "Bo (level 1, defenders)" instead of "Bo (level 1) (defenders)".
    """
    if not name.endswith(")"):
        return t(text_id, **{field: name}, **values)
    text = t(text_id, **{field: name[:-1] + _CLOSED}, **values)
    return text.replace(f"{_CLOSED} (", ", ").replace(_CLOSED, ")")


def plain(text: str) -> Sentence:
    """Return a sentence that cannot be shortened."""
    return Sentence(text, text)


def listing(t: Translate, text_id: str, points: Sequence[str], **values: object) -> Sentence:
    """Return a sentence that lists `points`; its short form gives only their number."""
    number = len(points)
    return Sentence(
        t(text_id, n=number, points=", ".join(points), **values), t(text_id, n=number, points=_MORE, **values)
    )


def fit(sentences: Sequence[Sentence], limit: int = LIMIT) -> str:
    """Join the sentences; shorten them one by one, the last one first, until they fit; else truncate."""
    texts = [sentence.full for sentence in sentences]
    for index in reversed(range(len(texts))):
        if len(" ".join(texts)) <= limit:
            break
        texts[index] = sentences[index].short
    text = " ".join(texts)
    return text if len(text) <= limit else text[: limit - len(_MORE)] + _MORE


def by_file(points: Iterable[str]) -> list[str]:
    """Return points in order of file, then rank."""
    return sorted(points, key=lambda point: (ascii_lowercase.index(point[0]), int(point[1:])))


def by_row(points: Iterable[str]) -> list[str]:
    """Return points in order of row, then column."""
    return sorted(points, key=lambda point: (int(point[1:]), point[0]))


def standing(
    t: Translate,
    prefix: str,
    roles: Sequence[str],
    turn: int | None,
    winners: Sequence[int],
    view: View,
) -> Iterator[Sentence]:
    """Yield whose turn it is, or the winner; `roles` are the seats' roles.

    If something other than the position ended the game, it is nobody's turn. Yields nothing with a
    scoreboard, which contains all of this.
    """
    if view.scoreboard is not None:
        return
    if turn is not None:
        yield plain(t("position.over") if view.over else t(f"{prefix}.turn.{roles[turn]}"))
    elif winners:
        yield plain(t(f"{prefix}.won.{roles[winners[0]]}"))
    else:
        yield plain(t(f"{prefix}.drawn"))
