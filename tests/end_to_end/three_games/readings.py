"""Checks of all texts by the bot: no raw ids, no braces, no empty clauses."""

import re
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import islice

import rules
from bot.locale import Language
from playground.rest.journal import JournalEntry

TEXT_KEYS = frozenset({"content", "label", "placeholder", "description", "title", "name"})
GAPS = (
    ("a brace", re.compile(r"[{}]")),
    ("two blanks", re.compile(r"\S  +\S")),
    ("a blank before a sign", re.compile(r"(?<![0-9]) [,.;:!?)]| (?!: [0-9])[,.;:!?)]")),
    ("nothing in brackets", re.compile(r"\(\s*\)|“”|„“|\*\*\s*\*\*|``")),
    ("a list with nothing in it", re.compile(r", ,|,\.|: ?,|^, |, *$", re.MULTILINE)),
    ("a clause with nothing in it", re.compile(r"\N{EN DASH} *$|: $|: \.|^[.,;]", re.MULTILINE)),
    ("nobody", re.compile(r"\bNone\b|<@>|<@\?>")),
)
ENGLISH = re.compile(r"\b(the|your|you|with|turn|wins|catches|rolls|attacked|and|must)\b", re.IGNORECASE)
GERMAN = re.compile(r"\b(und|der|ist|dein|deine|du|Zug|fängt|würfelt|Partei|gewinnt|wird)\b")
FOREIGN = {"en": GERMAN, "de": ENGLISH}
TYPED = re.compile(r"`[^`]*`|/[a-z-]+|roll-again|\bclaim\b")
"""Texts typed literally in every language."""
WORDS = re.compile(r"(?<![\w./-])[\w.-]+")
"""Runs of the characters that make up ids."""


def sent_texts(entries: Iterable[JournalEntry]) -> Iterator[tuple[JournalEntry, str]]:
    """Yield all human-readable texts in the requests, except for command registrations."""
    for entry in entries:
        if not entry.path.endswith("/commands"):
            yield from ((entry, text) for text in _texts(entry.json))


def faults(
    entries: Iterable[JournalEntry], languages: Iterable[Language], *, only: str | None = None
) -> list[str]:
    """Return the faults of texts, one line each; with `only`, also words of the other language."""
    ids = frozenset(text_id for language in languages for text_id in language if "." in text_id)
    ids |= _ids_of_rules()
    lines = []
    for entry, text in sent_texts(entries):
        untyped = TYPED.sub("…", text)
        complaints = [complaint for complaint, pattern in GAPS if pattern.search(text)]
        complaints += [f"the id {shown_id}" for shown_id in _ids_in(untyped, ids)]
        if only is not None:
            complaints += [f"the foreign word {word}" for word in set(FOREIGN[only].findall(untyped))]
        lines += [
            f"{complaint} in {entry.method} {entry.path[:40]}: {text[:300]!r}" for complaint in complaints
        ]
    return lines


def _ids_in(text: str, ids: frozenset[str]) -> Iterator[str]:
    """Yield the ids that occur in a text as separate words; a full stop may follow."""
    for run in WORDS.findall(text):
        parts = run.split(".")
        heads = (".".join(parts[:number]) for number in range(len(parts), 0, -1))
        yield from islice((head for head in heads if head in ids), 1)


def _texts(value: object, key: str = "") -> Iterator[str]:
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from _texts(inner, name)
    elif isinstance(value, list):
        for inner in value:
            yield from _texts(inner, key)
    elif isinstance(value, str) and key in TEXT_KEYS:
        yield value


@cache
def _ids_of_rules() -> frozenset[str]:
    """Return the option values that are not ordinary words: options have names for people."""
    return frozenset(
        value
        for game in rules.GAMES.values()
        for option in game.options
        for value in option.values
        if "-" in value
    )
