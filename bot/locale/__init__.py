"""All displayed texts: gettext catalogues by language, looked up by id.

Every `<language>/*.po` file here, and every `features/<name>/texts/<language>.po`, adds to its language; all
languages have the same ids. Each folder here is a language. Texts missing in a language are English.
"""

import io
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from types import MappingProxyType

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.support import Translations

from bot.locale.command_mentions import CommandMentions
from bot.locale.icons import Icons

DEFAULT_LANGUAGE = "en"
LANGUAGE_NAME = "language.name"
"""The id of a language's own name for itself."""
SOMEONE = "person.someone"
_FORGOTTEN = re.compile(r"<@-[0-9]+>")


@dataclass(frozen=True, slots=True)
class Language:
    """A language's texts; call it with a text id and the text's values."""

    code: str
    _translations: Translations
    _plurals: frozenset[str]
    _ids: frozenset[str]
    _fallback: "Language | None" = None
    _mentions: CommandMentions = field(default_factory=CommandMentions, compare=False)
    _icons: Icons = field(default_factory=Icons, compare=False)

    def __call__(self, text_id: str, /, **values: object) -> str:
        """Return the text in this language; `n` selects singular or plural.

        Mentions of erased people become "someone". Commands are clickable once their ids are known.
        """
        if self._fallback is not None and text_id not in self._ids:
            return self._fallback(text_id, **values)
        if text_id in self._plurals:
            number = values.get("n", 1)
            text = self._translations.ngettext(text_id, text_id, number if isinstance(number, int) else 1)
        else:
            text = self._translations.gettext(text_id)
        filled = self._mentions.in_text(self.code, text.format(**values))
        # An erased person is mentioned by a negative number, which no Discord account has.
        return _FORGOTTEN.sub(self(SOMEONE), filled) if "<@-" in filled else filled

    def icon(self, label: str) -> str | None:
        """Return a label's emoji, None if there is none."""
        return self._icons.get(label)

    def __contains__(self, text_id: str) -> bool:
        return text_id in self._ids or (self._fallback is not None and text_id in self._fallback)

    def __iter__(self) -> Iterator[str]:
        return iter(sorted(self._ids if self._fallback is None else {*self._ids, *self._fallback}))


@dataclass(frozen=True, slots=True)
class Texts:
    """The catalogues of all languages."""

    languages: Mapping[str, Language]
    mentions: CommandMentions = field(default_factory=CommandMentions, compare=False)
    icons: Icons = field(default_factory=Icons, compare=False)

    @classmethod
    def load(cls, folder: Traversable | None = None) -> "Texts":
        """Read all catalogues, by default this package's."""
        mentions, icons = CommandMentions(), Icons()
        read = _own() if folder is None else _read(folder)
        english = replace(read[DEFAULT_LANGUAGE], _mentions=mentions, _icons=icons)
        others = {
            code: replace(language, _mentions=mentions, _icons=icons, _fallback=english)
            for code, language in read.items()
            if code != DEFAULT_LANGUAGE
        }
        return cls({DEFAULT_LANGUAGE: english, **others}, mentions, icons)

    def without_mentions(self) -> "Texts":
        """Return the texts with commands as people type them, for use outside Discord."""
        plain = {
            code: replace(language, _mentions=CommandMentions()) for code, language in self.languages.items()
        }
        english = plain[DEFAULT_LANGUAGE]
        others = {code: replace(t, _fallback=english) for code, t in plain.items() if t is not english}
        return Texts({DEFAULT_LANGUAGE: english, **others})

    def language(self, locale: str | None) -> Language:
        """Return the language for a Discord locale such as "de" or "en-GB"; English if there is none."""
        code = (locale or DEFAULT_LANGUAGE).split("-")[0].lower()
        return self.languages.get(code, self.languages[DEFAULT_LANGUAGE])


def _codes(root: Traversable) -> tuple[str, ...]:
    """Return the folders with catalogues, English first."""
    codes = [
        folder.name
        for folder in root.iterdir()
        if folder.is_dir() and any(file.name.endswith(".po") for file in folder.iterdir())
    ]
    return tuple(sorted(codes, key=lambda code: (code != DEFAULT_LANGUAGE, code)))


LANGUAGES = _codes(files("bot.locale"))


@cache
def _own() -> Mapping[str, Language]:
    return MappingProxyType(_languages({code: catalogues(code) for code in LANGUAGES}))


def name_of(code: str) -> str:
    """Return a language's own name for itself, the code for an unknown language."""
    return _own()[code](LANGUAGE_NAME) if code in LANGUAGES else code


def catalogues(code: str) -> tuple[Traversable, ...]:
    """Return a language's catalogues: the common ones, and the features'."""
    own = (file for file in files("bot.locale").joinpath(code).iterdir() if file.name.endswith(".po"))
    features = (folder.joinpath("texts", f"{code}.po") for folder in files("bot.features").iterdir())
    return (*own, *(file for file in features if file.is_file()))


def _read(root: Traversable) -> dict[str, Language]:
    return _languages({code: tuple(root.joinpath(code).iterdir()) for code in _codes(root)})


def _languages(files_by_code: Mapping[str, Iterable[Traversable]]) -> dict[str, Language]:
    english = _language(DEFAULT_LANGUAGE, files_by_code[DEFAULT_LANGUAGE], None)
    others = {
        code: _language(code, of_it, english)
        for code, of_it in files_by_code.items()
        if code != DEFAULT_LANGUAGE
    }
    return {DEFAULT_LANGUAGE: english, **others}


def _language(code: str, files_of_it: Iterable[Traversable], fallback: Language | None) -> Language:
    whole = Catalog(locale=code)
    for file in sorted(files_of_it, key=str):
        if file.name.endswith(".po"):
            for message in read_po(io.BytesIO(file.read_bytes()), locale=code, abort_invalid=True):
                if message.id and _is_translated(message):
                    whole.add(message.id, message.string)
    buffer = io.BytesIO()
    write_mo(buffer, whole)
    buffer.seek(0)
    entries = [message.id for message in whole if message.id]
    plurals = frozenset(entry[0] for entry in entries if not isinstance(entry, str))
    singles = frozenset(entry for entry in entries if isinstance(entry, str))
    return Language(code, Translations(buffer), plurals, plurals | singles, fallback)


def _is_translated(message: Message) -> bool:
    """Return whether all forms of a text are translated; in a skeleton they are empty."""
    return bool(message.string) if isinstance(message.string, str) else all(message.string or ("",))
