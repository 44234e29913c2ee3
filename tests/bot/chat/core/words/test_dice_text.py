"""What is told of dice: sealed before, what they depend on afterwards, and what proves less."""

from dataclasses import replace

import pytest

from bot.chat.core.words import dice_text
from bot.locale import Language, Texts
from bot.play.domain.match.beacon import Beacon, Origin
from bot.play.domain.match.dice import FirstShown, SealCheck, Verification
from bot.play.domain.people.person import MessageRef
from bot.play.domain.people.players import EnginePlayer
from tests.bot.chat.samples import MATCH

LANGUAGES = tuple(Texts.load().languages.values())
SEALED = replace(MATCH, commitment="a" * 44, words=())
HERE = MessageRef(MATCH.place.channel, 1440000000000000777)


@pytest.mark.parametrize("t", LANGUAGES, ids=lambda t: t.code)
def test_the_opening_message_shows_the_seal_and_the_words(t: Language) -> None:
    (line,) = dice_text.opening(SEALED, t, again=False)
    assert line == t("dice.opening", commitment="a" * 44)
    words = ("b" * 32, "c" * 32)
    said = "\n".join(dice_text.opening(replace(SEALED, words=words), t, again=True))
    assert all(word in said for word in words)
    assert said.endswith(t("dice.again"))


@pytest.mark.parametrize("t", LANGUAGES, ids=lambda t: t.code)
def test_a_message_that_came_too_late_claims_nothing(t: Language) -> None:
    late = replace(SEALED, beacon=Beacon(Origin.NOTHING))
    assert dice_text.opening(late, t, again=False) == [t("dice.sealed", commitment="a" * 44)]


@pytest.mark.parametrize("t", LANGUAGES, ids=lambda t: t.code)
def test_games_of_the_old_way_are_told_as_they_were(t: Language) -> None:
    old = replace(MATCH, commitment="d" * 64)
    assert dice_text.opening(old, t, again=False) == [t("dice.committed", commitment="d" * 64)]
    assert dice_text.opening(MATCH, t, again=True) == [], "there are no dice"


@pytest.mark.parametrize("t", LANGUAGES, ids=lambda t: t.code)
@pytest.mark.parametrize("origin", list(Origin))
def test_it_is_said_what_dice_depend_on(t: Language, origin: Origin) -> None:
    message = None if origin is Origin.NOTHING else HERE
    opened = replace(SEALED, beacon=Beacon(origin, message))
    told = dice_text.opened(opened, t)
    link = f"https://discord.com/channels/{MATCH.place.server}/{HERE.channel}/{HERE.message}"
    assert (link in told) == (message is not None)
    report = dice_text.report(Verification(opened, "ee", "a" * 44, (), SealCheck(FirstShown.CARD)), t)
    assert f"`{HERE.message if message else 0}`" in report
    directly = replace(SEALED, beacon=Beacon(origin, message and MessageRef(5, 6)))
    assert ("channels/@me/5/6" in dice_text.opened(directly, t)) == (message is not None)


@pytest.mark.parametrize("t", LANGUAGES, ids=lambda t: t.code)
def test_of_practice_no_seal_is_told_as_nobody_was_shown_one(t: Language) -> None:
    alone = replace(
        SEALED,
        place=replace(SEALED.place, server=None),
        players=(SEALED.players[0], EnginePlayer("catch-the-hat", 2)),
        beacon=None,
    )
    report = dice_text.report(Verification(alone, "ee", "a" * 44, (), SealCheck(FirstShown.NOWHERE)), t)
    assert "a" * 44 not in report
    assert report.endswith(t("dice.right-practice"))
