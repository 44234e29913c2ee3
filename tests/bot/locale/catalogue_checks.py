"""Comparison of a language's catalogues with English; each difference names its fix."""

import string
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from babel.messages.pofile import read_po

from bot.locale import DEFAULT_LANGUAGE, catalogues

BOT = Path(__file__).parents[3] / "bot"


@dataclass(frozen=True, slots=True)
class Text:
    """The forms of a text; a plural has several."""

    forms: tuple[str, ...]
    plural: bool


def texts_of(file: Path, language: str) -> Mapping[str, Text]:
    """Return the texts of a catalogue by id."""
    with file.open("rb") as stream:
        messages = [message for message in read_po(stream, locale=language, abort_invalid=True) if message.id]
    return {
        message.id if isinstance(message.id, str) else message.id[0]: Text(
            (message.string,) if isinstance(message.string, str) else tuple(message.string or ()),
            plural=not isinstance(message.id, str),
        )
        for message in messages
    }


def files_of(language: str) -> Mapping[str, Path]:
    """Return the catalogues of a language by their language-independent names."""
    return {_name(Path(str(file)), language): Path(str(file)) for file in catalogues(language)}


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def differences(english: Mapping[str, Path], others: Mapping[str, Path], language: str) -> list[str]:
    """Return the differences between a language's catalogues and the English ones."""
    missing = [f"add {name}, as {english[name]}" for name in sorted(english.keys() - others.keys())]
    surplus = [f"delete {others[name]}, English has none" for name in sorted(others.keys() - english.keys())]
    faults = [
        line
        for name in sorted(english.keys() & others.keys())
        for line in _differences(
            others[name], texts_of(english[name], DEFAULT_LANGUAGE), texts_of(others[name], language)
        )
    ]
    return missing + surplus + faults


def _differences(file: Path, english: Mapping[str, Text], other: Mapping[str, Text]) -> Iterable[str]:
    for text_id in sorted(english.keys() - other.keys()):
        yield f"{file}: translate {text_id}"
    for text_id in sorted(other.keys() - english.keys()):
        yield f"{file}: delete {text_id}, there is no English one"
    for text_id in sorted(english.keys() & other.keys()):
        base, translation = english[text_id], other[text_id]
        if base.plural != translation.plural:
            yield f"{file}: {text_id} needs {'a plural' if base.plural else 'one form'}"
        elif not all(translation.forms):
            yield f"{file}: translate {text_id}"
        else:
            yield from _placeholder_faults(file, text_id, base, translation)


def _placeholder_faults(file: Path, text_id: str, base: Text, translation: Text) -> Iterable[str]:
    expected = set[str]().union(*map(placeholders, base.forms))
    for number, form in enumerate(translation.forms):
        placeholders_of_form = placeholders(form)
        if placeholders_of_form - expected:
            unknown = "}, {".join(sorted(placeholders_of_form - expected))
            yield f"{file}: {text_id} asks for {{{unknown}}}, which is not filled in"
        needed = placeholders(base.forms[min(number, len(base.forms) - 1)])
        # A plural may write its number as a word.
        if missing := needed - placeholders_of_form - ({"n"} if translation.plural else set()):
            names = "}, {".join(sorted(missing))
            yield f"{file}: {text_id} lacks {{{names}}}"


def _name(path: Path, language: str) -> str:
    return path.name if path.parent.name == language else f"{path.parents[1].name}/texts"
