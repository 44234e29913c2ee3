"""Readers of the web page: their language, theme and board as set in the chat."""

from dataclasses import dataclass, replace
from typing import Any

import pytest

from bot.chat.core.pictures import Pictures
from bot.features.web.pages.reader import WebReaders
from bot.locale import Texts
from bot.model.people.person import Person
from bot.model.people.preferences import CONFIRM, MIRRORED, Preferences
from tests.galleries import GALLERY

TEXTS = Texts.load()


@dataclass
class Stored:
    """The preferences of people; others have the defaults."""

    of: dict[int, Preferences]

    async def preferences(self, person: int) -> Preferences:
        return self.of.get(person, Preferences())


def readers(**preferences: Preferences) -> WebReaders:
    settings: Any = Stored({int(number.removeprefix("of_")): own for number, own in preferences.items()})
    return WebReaders(TEXTS, Pictures(GALLERY), settings)


@pytest.mark.parametrize(
    ("chosen", "account", "language"),
    [(None, "de", "de"), ("en", "de", "en"), ("de", "en-US", "de"), (None, "fr", "en"), (None, "", "en")],
)
async def test_the_chosen_language_overrides_the_accounts(
    chosen: str | None, account: str, language: str
) -> None:
    reader = await readers(of_7=Preferences(language=chosen)).of(Person(7, "Anna", account))
    assert reader.t.code == language
    other = await readers(of_8=Preferences(language=chosen)).of(Person(7, "Anna", account))
    assert other.t.code == ("de" if account == "de" else "en")


async def test_a_reader_uses_the_chat_theme_until_another_is_chosen() -> None:
    values = Preferences().settings.with_value(MIRRORED, True).with_value(CONFIRM, False)
    own = replace(Preferences(theme="dark"), settings=values)
    reader = await readers(of_7=own).of(Person(7, "Anna", "en"))
    other_reader = await readers(of_8=own).of(Person(7, "Anna", "en"))
    shown = [
        (candidate.pictures.theme, candidate.pictures.mirrored, candidate.confirms)
        for candidate in (
            reader,
            reader.in_theme("print"),
            reader.in_theme("oil"),
            reader.in_theme(""),
            other_reader,
        )
    ]
    assert shown == [
        ("dark", True, False),
        ("print", True, False),
        ("dark", True, False),
        ("dark", True, False),
        ("light", False, True),
    ]
