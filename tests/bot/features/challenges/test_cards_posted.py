"""Edge cases of challenge cards and notices: lost, late, outdated, missed, in threads."""

from dataclasses import replace

import pytest
from syrupy.assertion import SnapshotAssertion

from bot.chat.core.messages import layouts
from bot.locale import LANGUAGES
from bot.model.challenges.terms import Terms
from bot.model.events.events import ChallengeMade
from bot.model.people.person import MessageRef
from bot.model.people.preferences import PingPlace
from bot.model.servers.server_rules import THREADS
from tests.bot.chat import guilds
from tests.bot.chat.posted import PostedMessages
from tests.bot.chat.walks import CONHEX, SERVER, Walk, set_language, walk_between
from tests.bot.support.fakes import ANNA, BEN, CARA, HALL, World
from tests.bot.support.timed import DAY

pytest_plugins = ("tests.bot.support.worlds", "tests.bot.chat.approved")
pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)

HAT = Terms("catch-the-hat", {}, "random", players=3)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_possible_duplicate_card(world: World, language: str, approved: SnapshotAssertion) -> None:
    """With dice, the card says that both cards are about one game."""
    await set_language(world, language)
    posted = PostedMessages(world)
    for terms in (CONHEX, replace(HAT, players=2)):
        await world.services.invitations.challenge(world.by(ANNA), terms, HALL)
        (notice,) = await world.outbox.claim()
        await posted.resender.senders.send(replace(notice, uncertain=True))
        await world.outbox.deliver_as(notice.id, None)
    assert "\n".join(posted.discord.log) == approved(name=language)


async def test_a_card_sent_directly_pings_no_role(world: World) -> None:
    """In a closed channel the host gets the card directly; in the channel it mentions the server's role."""
    await set_language(world, "en")
    for refused in (False, True):
        await world.services.servers.set_server(world.by(CARA), SERVER, call_role=88)
        posted = PostedMessages(world)
        if refused:
            posted.discord.refuses["send", HALL.channel] = (403, 50001)
        await world.services.invitations.challenge(world.by(ANNA), CONHEX, HALL)
        text = await posted.deliver()
        assert text.startswith("#direct of 1001" if refused else "#70")
        assert ("<@&88>" in text) is not refused
        world.time.pass_by(DAY)


async def test_outdated_notices_are_not_posted(world: World) -> None:
    """Notices about changed terms of a withdrawn challenge, and about a full table that is no longer open.

    Each card is edited once, to close it.
    """
    await world.challenge("conhex", opponent=None)
    posted = PostedMessages(world)
    challenge = await world.services.invitations.challenge(world.by(ANNA), CONHEX, HALL, [BEN])
    table = await world.services.invitations.challenge(
        world.by(ANNA), replace(HAT, players=None), HALL, [BEN, CARA]
    )
    await world.services.invitations.decline(world.by(CARA), table.id, "no-time")
    await posted.deliver()
    await world.services.term_changes.change(world.by(ANNA), challenge.id, replace(CONHEX, rated=True))
    await world.services.lobbies.join(world.by(BEN), table.id)
    for number in (challenge.id, table.id):
        await world.services.invitations.withdraw(world.by(ANNA), number)
    assert await posted.deliver_briefly() == ["#70 edits m3", "#70 edits m5"]


async def test_a_challenger_learns_of_an_unposted_card(world: World, approved: SnapshotAssertion) -> None:
    """The challenger learns of it at their next command if the bot can post neither here nor directly."""
    walk = await walk_between(world, "en", "de")
    for person in (ANNA, BEN):
        await world.services.settings.set_preferences(world.by(person), tell=PingPlace.BOTH)
    walk.posted.discord.refuses |= {
        ("send", place): (403, 50007) for place in (HALL.channel, 900_000 + ANNA.id, 900_000 + BEN.id)
    }
    await world.challenge("conhex", opponent=None)
    await world.services.invitations.challenge(world.by(ANNA), CONHEX, HALL, [BEN])
    await walk.posted.deliver()
    await walk.command(ANNA, "games")
    await walk.command(BEN, "games")
    assert walk.text == approved(name="en-de")


async def test_cards_are_recomposed_from_their_buttons(world: World) -> None:
    await world.challenge("conhex", opponent=None)
    posted = PostedMessages(world)
    for terms in (CONHEX, replace(CONHEX, against_engine=True), HAT):
        people = [BEN] if not terms.against_engine else [CARA]
        challenge = await world.services.invitations.challenge(world.by(ANNA), terms, HALL, people)
        await posted.deliver()
        ref = (await world.services.challenges.get(challenge.id)).message or 0
        message = posted.discord.message(posted.discord.messages[ref])
        recomposed = await posted.resender.recompose(message)
        assert recomposed is not None
        assert recomposed.headline in message.content
        assert [
            custom_id for custom_id in recomposed.custom_ids() if custom_id not in layouts.custom_ids(message)
        ] == []


async def test_accepting_in_a_thread_closes_the_card(world: World, approved: SnapshotAssertion) -> None:
    """The card closes even for the player to move: the board follows in the same thread."""
    walk = await walk_between(world, "de", "en")
    thread = 5000
    walk.presses.server = guilds.guild((HALL.channel,), threads={thread: HALL.channel})
    walk.presses.thread, walk.presses.channel = True, thread
    place = replace(HALL, channel=thread, parent=HALL.channel)
    terms = replace(CONHEX, role="blue")
    challenge = await world.services.invitations.challenge(world.by(ANNA), terms, place, [BEN])
    await walk.posted.deliver()
    await walk.press(BEN, "accept", challenge.id)
    await walk.deliver()
    assert walk.text == approved(name="de-en")


@pytest.mark.parametrize(
    ("forum", "threads", "board_location"), [(75, False, True), (None, True, True), (None, False, False)]
)
async def test_the_first_move_is_offered_unless_the_board_follows_here(
    world: World, forum: int | None, threads: bool, board_location: bool
) -> None:
    """Ben, who begins, gets the panel if the game goes to a post or a thread; otherwise the card closes."""
    walk = Walk(world)
    await world.services.servers.set_server(world.by(CARA), SERVER, forum=forum)
    await world.services.servers.set_value(world.by(CARA), SERVER, THREADS, threads)
    terms = replace(CONHEX, role="blue")
    challenge = await world.services.invitations.challenge(world.by(ANNA), terms, HALL, [BEN])
    await walk.posted.deliver()
    (answer,) = await walk.press(BEN, "accept", challenge.id)
    assert ("Where do you place your ball?" in answer.text) is board_location
    assert answer.in_place is not board_location


@pytest.mark.parametrize("ref", [MessageRef(HALL.channel, 800), None])
async def test_a_merged_card_uses_the_other_card_s_message(world: World, ref: MessageRef | None) -> None:
    """It waits until the other card is posted, and is dropped if that card could not be posted."""
    await world.challenge("conhex", opponent=None)
    await world.deliver_all()
    first = await world.services.invitations.challenge(world.by(ANNA), CONHEX, HALL)
    second = await world.services.invitations.challenge(world.by(BEN), CONHEX, HALL)
    posted = PostedMessages(world)
    card, notice = await world.outbox.claim()
    beside = replace(notice, event=ChallengeMade(second.id, beside=first.id))
    with pytest.raises(TimeoutError):
        await posted.resender.senders.send(beside)
    await world.outbox.deliver_as(card.id, ref)
    assert await posted.resender.senders.send(beside) == ref
    assert posted.discord.log == []
