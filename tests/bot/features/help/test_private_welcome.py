"""The welcome shown privately with the answer to a server's first command, if no channel has accepted it."""

from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from discord import ui
from syrupy.assertion import SnapshotAssertion

import rules
from bot.chat.core.interactions.answers import Answers
from bot.chat.core.interactions.responder import Responder
from bot.chat.core.lookup.readers import Readers
from bot.chat.core.pictures import Pictures
from bot.features.help.sender import WelcomeSender
from bot.locale import LANGUAGES, Texts
from bot.model.people.person import Place
from tests.bot.chat.page_text import page_text
from tests.galleries import GALLERY

pytest_plugins = ("tests.bot.chat.approved",)

# A picture of all boards is slow to draw.
GAMES = {"conhex": rules.GAMES["conhex"]}
TEXTS = Texts.load()
COMMAND, COMPONENT = discord.InteractionType.application_command, discord.InteractionType.component


@dataclass
class _Welcomes:
    waiting: bool = True
    fails: bool = False
    claims: int = 0

    async def claim(self, _server: int) -> bool:
        self.claims += 1
        if self.fails:
            raise RuntimeError("the database is away")
        claimed, self.waiting = self.waiting, False
        return claimed


@dataclass
class _Responder(Responder):
    views: list[ui.LayoutView] = field(default_factory=list)
    answered: bool = True

    @property
    def has_answered(self) -> bool:
        return self.answered

    async def message(self, **options: Any) -> bool:
        self.views.append(options["view"])
        return True


def interaction(responder: _Responder, kind: discord.InteractionType, guild: int | None) -> Any:
    client = SimpleNamespace(get_guild={7: object()}.get)
    return SimpleNamespace(
        id=1,
        type=kind,
        guild_id=guild,
        guild=None,
        guild_locale=None,
        locale=discord.Locale.british_english,
        channel=None,
        channel_id=70,
        client=client,
        extras={"responder": responder},
    )


async def welcome_pages(
    welcomes: _Welcomes,
    kind: discord.InteractionType = COMMAND,
    guild: int | None = 7,
    *,
    answered: bool = True,
    locale: str = "en",
    practised: bool = False,
) -> list[str]:
    async def is_offered_in(place: Place) -> bool:
        return practised and place.channel == 70

    unused: Any = None
    service: Any = welcomes
    practice: Any = SimpleNamespace(is_offered_in=is_offered_in)
    readers = Readers(TEXTS, Pictures(GALLERY), unused, unused)
    sender = WelcomeSender(unused, readers, GAMES, service, practice)
    responder = _Responder(answered=answered)
    await sender.show_privately(Answers(interaction(responder, kind, guild)), TEXTS.language(locale))
    return list(map(page_text, responder.views))


@pytest.mark.parametrize("locale", LANGUAGES)
async def test_the_first_reader_gets_a_welcome_in_their_language(
    approved: SnapshotAssertion, locale: str
) -> None:
    welcomes = _Welcomes()
    (text,) = await welcome_pages(welcomes, locale=locale)
    assert text == approved(name=locale)
    assert await welcome_pages(welcomes, locale=locale) == []


@pytest.mark.parametrize(
    ("kind", "guild"),
    [(COMPONENT, 7), (COMMAND, None), (COMMAND, 8)],
    ids=["press", "direct", "without the bot"],
)
async def test_presses_and_foreign_servers_claim_no_welcome(
    kind: discord.InteractionType, guild: int | None
) -> None:
    welcomes = _Welcomes()
    assert await welcome_pages(welcomes, kind, guild) == []
    assert welcomes.claims == 0


async def test_a_failed_answer_does_not_use_up_the_welcome() -> None:
    welcomes = _Welcomes()
    assert await welcome_pages(welcomes, answered=False) == []
    assert welcomes.waiting


async def test_a_failing_welcome_does_not_affect_the_answer() -> None:
    assert await welcome_pages(_Welcomes(fails=True)) == []


async def test_a_welcome_offers_practice_where_available() -> None:
    (text,) = await welcome_pages(_Welcomes(), practised=True)
    (without_practice,) = await welcome_pages(_Welcomes())
    assert [line for line in text.splitlines() if line not in without_practice] == [
        "[button] Practise (fp:practise:0)"
    ]
