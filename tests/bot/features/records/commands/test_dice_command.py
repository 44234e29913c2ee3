"""The rolls in `/dice verify`, and the challenge that `/dice accept` accepts."""

import pytest

from bot.chat.core.commands.command import Command
from bot.chat.core.words.dice_text import SHOWN, report
from bot.locale import Texts
from bot.model.match.dice import FirstShown, Roll, SealCheck, Verification
from tests.bot.chat.presses import Presses
from tests.bot.chat.samples import MATCH
from tests.bot.chat.surfaces import command_of
from tests.bot.support.fakes import BEN, World

pytest_plugins = ("tests.bot.support.worlds",)

T = Texts.load().language("en")
DICE = "catch-the-hat"


@pytest.mark.parametrize(("count", "cut"), [(SHOWN, False), (SHOWN + 1, True)])
def test_a_truncated_roll_list_is_marked(count: int, *, cut: bool) -> None:
    rolls = tuple(Roll(number, "roll:6", "roll:6") for number in range(count))
    text = report(Verification(MATCH, "aa", "bb", rolls, SealCheck(FirstShown.CARD)), T)
    assert f"({count})" in text
    assert ("6 …" in text) is cut


def accept_command(presses: Presses) -> Command:
    return command_of(presses.app, "dice", "accept")


async def test_a_single_dice_challenge_is_implied_and_several_need_a_name(world: World) -> None:
    presses = Presses(world, {})
    accept = accept_command(presses)
    await world.challenge("conhex")
    (answer,) = await presses.command(BEN, accept, word="luck")
    assert "no challenge" in answer.text.lower()
    first, second = await world.challenge(DICE), await world.challenge(DICE)
    (answer,) = await presses.command(BEN, accept, word="luck")
    assert [(await world.services.challenges.get(challenge.id)).open for challenge in (first, second)] == [
        True,
        True,
    ]
    await presses.command(BEN, accept, word="luck", challenge=f"{first.id}-{first.revision}")
    accepted = await world.services.challenges.get(first.id)
    assert (accepted.match is not None, accepted.open) == (True, False)
    await presses.command(BEN, accept, word="luck")
    assert not (await world.services.challenges.get(second.id)).open


@pytest.mark.parametrize("name", ["404", "what?", "1-0x"])
async def test_an_invalid_challenge_name_is_refused(world: World, name: str) -> None:
    presses = Presses(world, {})
    challenge = await world.challenge(DICE)
    await presses.command(BEN, accept_command(presses), word="luck", challenge=name)
    assert (await world.services.challenges.get(challenge.id)).open
