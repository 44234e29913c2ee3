"""Challenges answered on private pages, opened from the list of games; their card may be gone."""

import pytest
from syrupy.assertion import SnapshotAssertion

from bot.chat.core.words import phrases
from bot.locale import LANGUAGES, Texts
from bot.model.challenges.challenge import DECLINE_REASONS, ChallengeStatus
from bot.model.challenges.terms import Terms
from tests.bot.chat.walks import CONHEX, walk_between
from tests.bot.support.fakes import ANNA, BEN, CARA, HALL, World

pytest_plugins = ("tests.bot.support.worlds", "tests.bot.chat.approved")
pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)

HAT = Terms("catch-the-hat", {}, "random", players=3)


async def test_answering_challenges_from_the_list(world: World, approved: SnapshotAssertion) -> None:
    """A challenge is withdrawn, declined and accepted on its page; the card follows."""
    walk = await walk_between(world, "en", "de")
    for _ in range(3):
        await world.services.invitations.challenge(world.by(ANNA), CONHEX, HALL, [BEN])
    await walk.posted.deliver()
    await walk.command(ANNA, "games")
    await walk.choose(ANNA, 0)
    await walk.click(ANNA, "button.withdraw")
    await walk.deliver()
    await walk.command(BEN, "games")
    await walk.choose(BEN, 0)
    await walk.click(BEN, "button.decline")
    await walk.choose(BEN, 4)
    await walk.deliver()
    await walk.press(BEN, "games", 0)
    await walk.choose(BEN, 0)
    await walk.click(BEN, "button.accept")
    await walk.deliver()
    await walk.click(BEN, "button.board")
    await walk.command(CARA, "games")
    assert walk.text == approved(name="en-de")


async def test_managing_a_table_from_the_list(world: World, approved: SnapshotAssertion) -> None:
    """Its host opens and closes it; a guest joins and leaves; it starts by itself."""
    walk = await walk_between(world, "de", "en")
    table = await world.services.invitations.challenge(world.by(ANNA), HAT, HALL, [BEN, CARA])
    await walk.posted.deliver()
    await walk.press(ANNA, "challenge", choose=[str(table.id)])
    await walk.click(ANNA, "button.open")
    await walk.click(ANNA, "button.close")
    await walk.press(BEN, "challenge", choose=[str(table.id)])
    await walk.click(BEN, "button.join")
    await walk.click(BEN, "button.leave")
    await walk.click(BEN, "button.join")
    await walk.press(CARA, "challenge", choose=[str(table.id)])
    await walk.click(CARA, "button.join")
    await walk.deliver()
    assert walk.text == approved(name="de-en")


async def test_a_declined_challenge_states_its_reason(world: World, approved: SnapshotAssertion) -> None:
    challenge = await world.challenge("conhex")
    texts = Texts.load()
    for reason in DECLINE_REASONS:
        await world.services.invitations.decline(world.by(BEN), challenge.id, reason)
        declined = await world.services.challenges.get(challenge.id)
        assert (declined.status, declined.reason) == (ChallengeStatus.DECLINED, reason)
        lines = [phrases.challenge_end(declined, texts.language(code)) for code in LANGUAGES]
        assert "\n".join([*lines, ""]) == approved(name=reason)
        challenge = await world.challenge("conhex")
