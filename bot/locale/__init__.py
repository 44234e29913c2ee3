"""All text a person reads: gettext catalogues by language, looked up by id.

Every `<language>/*.po` file here, and every `features/<name>/texts/<language>.po`, adds to its language; ids
are the same in all. A missing text is a bug that
tests find; a reader would see its id.
"""

import io
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from types import MappingProxyType

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.support import Translations

from bot.locale.command_mentions import CommandMentions

DEFAULT_LANGUAGE = "en"
LANGUAGES = ("en", "de")
SOMEONE = "person.someone"
_FORGOTTEN = re.compile(r"<@-[0-9]+>")


@dataclass(frozen=True, slots=True)
class Language:
    """One language's texts; call it with a text id and the values the text asks for."""

    code: str
    _translations: Translations
    _plurals: frozenset[str]
    _ids: frozenset[str]
    _mentions: CommandMentions = field(default_factory=CommandMentions, compare=False)

    def __call__(self, text_id: str, /, **values: object) -> str:
        """Return the text in this language; `n` chooses between singular and plural.

        Where it mentions people who were forgotten, it says "someone". Commands are clickable once their ids
        are known.
        """
        if text_id in self._plurals:
            number = values.get("n", 1)
            text = self._translations.ngettext(text_id, text_id, number if isinstance(number, int) else 1)
        else:
            text = self._translations.gettext(text_id)
        said = self._mentions.in_text(self.code, text.format(**values))
        # Whoever was forgotten is mentioned by a negative number, which is nobody's at Discord.
        return _FORGOTTEN.sub(self(SOMEONE), said) if "<@-" in said else said

    def __contains__(self, text_id: str) -> bool:
        return text_id in self._ids

    def __iter__(self) -> Iterator[str]:
        return iter(sorted(self._ids))


@dataclass(frozen=True, slots=True)
class Texts:
    """The catalogues of all languages."""

    languages: Mapping[str, Language]
    mentions: CommandMentions = field(default_factory=CommandMentions, compare=False)

    @classmethod
    def load(cls, folder: Traversable | None = None) -> "Texts":
        """Read all catalogues, those of this package unless another folder is given."""
        mentions = CommandMentions()
        read = _own() if folder is None else _read(folder)
        return cls({code: replace(one, _mentions=mentions) for code, one in read.items()}, mentions)

    def language(self, locale: str | None) -> Language:
        """Return the language for a Discord locale such as "de" or "en-GB"; English when there is none."""
        code = (locale or DEFAULT_LANGUAGE).split("-")[0].lower()
        return self.languages.get(code, self.languages[DEFAULT_LANGUAGE])


@cache
def _own() -> Mapping[str, Language]:
    return MappingProxyType({code: _language(code, catalogues(code)) for code in LANGUAGES})


def catalogues(code: str) -> tuple[Traversable, ...]:
    """Return the catalogues of a language: the common ones, and that of each feature that has its own."""
    own = (file for file in files("bot.locale").joinpath(code).iterdir() if file.name.endswith(".po"))
    features = (folder.joinpath("texts", f"{code}.po") for folder in files("bot.features").iterdir())
    return (*own, *(file for file in features if file.is_file()))


def _read(root: Traversable) -> dict[str, Language]:
    return {code: _language(code, root.joinpath(code).iterdir()) for code in LANGUAGES}


def _language(code: str, files_of_it: Iterable[Traversable]) -> Language:
    whole = Catalog(locale=code)
    for file in sorted(files_of_it, key=str):
        if file.name.endswith(".po"):
            for message in read_po(io.BytesIO(file.read_bytes()), locale=code, abort_invalid=True):
                if message.id:
                    whole.add(message.id, message.string)
    buffer = io.BytesIO()
    write_mo(buffer, whole)
    buffer.seek(0)
    entries = [message.id for message in whole if message.id]
    plurals = frozenset(entry[0] for entry in entries if not isinstance(entry, str))
    singles = frozenset(entry for entry in entries if isinstance(entry, str))
    return Language(code, Translations(buffer), plurals, plurals | singles)
