"""The language and pictures for everyone in public, and for one person."""

from typing import Any

import pytest

from bot.chat.core.lookup.readers import Readers
from bot.chat.core.pictures import Pictures
from bot.kernel.outbox.notices import Notice
from bot.locale import Language, Texts
from bot.model.events.events import ChallengeMade
from bot.model.people.preferences import Preferences
from bot.model.public import Public, PublicPresentation
from bot.model.settings import SettingValues
from tests.galleries import GALLERY

ANNA, BEN, CARA, DORA = 1001, 1002, 1003, 1004
ABOUT: Any = object()
CHOICES = {
    ANNA: Preferences("de", "dark", settings=SettingValues({"mirrored": True})),
    BEN: Preferences(theme="dark"),
    CARA: Preferences(),
}
CLIENTS = {ANNA: "en-US", BEN: "de"}


class World:
    """A server in German with a theme of its own, and what its people have chosen."""

    async def public_locale(self, about: Public) -> str:
        assert about is ABOUT
        return "de"

    async def public_presentation(self, about: Public) -> PublicPresentation:
        assert about is ABOUT
        return PublicPresentation("de", "print")

    async def locale_of(self, person: int) -> str | None:
        return CLIENTS.get(person)

    async def preferences(self, person: int) -> Preferences:
        return CHOICES[person]


PICTURES = Pictures(GALLERY)
DOES: Any = World()
READERS = Readers(Texts.load(), PICTURES, DOES, DOES)


def look(pictures: Pictures, t: Language) -> tuple[str, str, bool]:
    return t.code, pictures.theme, pictures.mirrored


async def test_the_public_gets_the_servers_language_and_theme() -> None:
    assert (await READERS.public(ABOUT)).code == "de"
    assert look(*await READERS.everyone(ABOUT)) == ("de", "print", False)


@pytest.mark.parametrize(
    ("person", "fallback", "seen"),
    [
        (ANNA, "en", ("de", "dark", True)),
        (BEN, "en", ("de", "dark", False)),
        (CARA, "de", ("de", "light", False)),
        (CARA, "en", ("en", "light", False)),
    ],
    ids=["chosen", "of the client", "of the place", "of another place"],
)
async def test_a_reader_gets_their_own_language_and_theme(
    person: int, fallback: str, seen: tuple[str, str, bool]
) -> None:
    assert look(*await READERS.reader(person, fallback)) == seen


@pytest.mark.parametrize(
    ("recipient", "seen"),
    [(None, ("de", "print", False)), (ANNA, ("de", "dark", True)), (CARA, ("de", "light", False))],
)
async def test_a_notice_is_addressed_to_everyone_or_its_recipient(
    recipient: int | None, seen: tuple[str, str, bool]
) -> None:
    notice = Notice(9, ChallengeMade(3), 3, None, None, recipient, 0, uncertain=False)
    assert look(*await READERS.of_notice(notice, ABOUT)) == seen
