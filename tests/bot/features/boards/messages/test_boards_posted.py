"""Boards as servers and players receive them: posted, closed and edited, in threads and forum posts."""

from dataclasses import replace
from datetime import timedelta

import pytest
from syrupy.assertion import SnapshotAssertion

from bot.model.challenges.terms import Terms
from bot.model.match.offers.offer_rules import OfferKind
from bot.model.people.person import Place
from bot.model.people.preferences import PingPlace
from bot.model.servers.server_rules import ALL_PICTURES, THREADS
from bot.model.time.clocks import NO_CLOCK
from rules.contract.series import TieBreak
from tests.bot.chat.posted import MessagesInMemory, PostedMessages
from tests.bot.chat.walks import CONHEX, MOVES, SERVER, STEP, begin, set_language
from tests.bot.support.fakes import ANNA, BEN, CARA, World
from tests.bot.support.timed import play

pytest_plugins = ("tests.bot.support.worlds", "tests.bot.chat.approved")
pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)

FORUM = 75


@pytest.mark.parametrize("language", ["en"])
async def test_messages_of_a_game_in_its_thread(
    world: World, language: str, approved: SnapshotAssertion
) -> None:
    """A move, a take-back, more time, the end and its correction."""
    await set_language(world, language)
    posted, offers = PostedMessages(world), world.services.offers
    match = await begin(world)
    shown = [await posted.deliver()]
    await play(world, match, ANNA, move="a1")
    shown.append(await posted.deliver())
    await offers.offer(world.by(ANNA), match.id, OfferKind.TAKE_BACK)
    shown.append(await posted.deliver())
    await play(world, match, ANNA, move="d3")
    await world.services.deadlines.more_time(world.by(ANNA), match.id, 2)
    shown.append(await posted.deliver())
    await world.services.resignations.resign(world.by(BEN), match.id)
    shown.append(await posted.deliver())
    await world.services.result_corrections.correct(
        world.by(CARA), match.id, (BEN.id,), "the bot was away", server=SERVER
    )
    shown.append(await posted.deliver())
    assert STEP.join(shown) == approved(name=language)


@pytest.mark.parametrize("language", ["de"])
async def test_messages_of_a_game_in_direct_messages(
    world: World, language: str, approved: SnapshotAssertion
) -> None:
    """Ben gets direct messages only; the channel has no threads."""
    await set_language(world, language)
    await world.services.servers.set_value(world.by(CARA), SERVER, THREADS, False)
    await world.services.settings.set_preferences(world.by(BEN), tell=PingPlace.DIRECT)
    posted = PostedMessages(world)
    match = await begin(world)
    await posted.deliver()
    await play(world, match, ANNA, move="a1")
    shown = [await posted.deliver()]
    await world.services.deadlines.more_time(world.by(ANNA), match.id, 2)
    shown.append(await posted.deliver())
    await play(world, match, BEN, move="e4")
    shown.append(await posted.deliver())
    await world.services.offers.offer(world.by(BEN), match.id, OfferKind.TAKE_BACK)
    shown.append(await posted.deliver())
    await world.services.resignations.resign(world.by(ANNA), match.id)
    shown.append(await posted.deliver())
    assert STEP.join(shown) == approved(name=language)


@pytest.mark.parametrize("language", ["en"])
async def test_a_series_shares_one_forum_post(
    world: World, language: str, approved: SnapshotAssertion
) -> None:
    """In a forum, a series has one post; another game has its own."""
    await set_language(world, language)
    await world.services.servers.set_server(world.by(CARA), SERVER, forum=FORUM)
    posted = PostedMessages(world, MessagesInMemory(forums={FORUM: "games"}))
    terms = Terms("fox-and-hens", {}, "foxes", tie_break=TieBreak.NONE)
    match = await begin(world, terms)
    shown = [await posted.deliver()]
    await world.services.resignations.resign(world.by(ANNA), match.id)
    shown.append(await posted.deliver())
    second = await world.services.matches.get(match.id + 1)
    await world.services.resignations.resign(world.by(ANNA), second.id)
    shown.append(await posted.deliver())
    await begin(world)
    shown.append(await posted.deliver())
    assert STEP.join(shown) == approved(name=language)


async def test_a_post_keeps_the_first_and_last_three_pictures(world: World) -> None:
    await world.services.servers.set_server(world.by(CARA), SERVER, forum=FORUM)
    await world.services.servers.set_value(world.by(CARA), SERVER, ALL_PICTURES, False)
    posted = PostedMessages(world, MessagesInMemory(forums={FORUM: "games"}))
    match = await begin(world)
    await posted.deliver()
    for player, move in zip((ANNA, BEN) * 3, MOVES, strict=True):
        await play(world, match, player, move=move)
        await posted.deliver()
    _card, *post = [message for _, message in sorted(posted.discord.messages.items())]
    assert [len(message["attachments"]) for message in post] == [1, 0, 0, 0, 1, 1, 1]


THREAD = 1440000000000000001


@pytest.mark.parametrize(
    ("refused", "opening", "move", "limitations"),
    [
        (
            {("thread", 70): (403, 50013)},
            ["#70 posts (pings 1001, 1002) m3"],
            ["#70 posts (pings 1002) m5", "#70 edits m3"],
            ["threads"],
        ),
        (
            {("thread", 70): (400, 50024)},
            ["#70 posts (pings 1001, 1002) m3"],
            ["#70 posts (pings 1002) m5", "#70 edits m3"],
            [],
        ),
        (
            {("thread", 70): (400, 160004)},
            [f"#{THREAD} posts (pings 1001, 1002) m3"],
            [f"#{THREAD} posts (pings 1002) m5", f"#{THREAD} edits m3"],
            [],
        ),
        (
            {("send", THREAD): (403, 50013)},
            ["#70 opens a thread on m1", "#70 posts (pings 1001, 1002) m3"],
            ["#thread of m1 posts (pings 1002) m5", "#70 edits m3"],
            [],
        ),
        (
            {("send", THREAD): (404, 10003)},
            ["#70 opens a thread on m1", "#70 posts (pings 1001, 1002) m3"],
            ["#70 posts (pings 1002) m5", "#70 edits m3"],
            [],
        ),
    ],
    ids=["no right", "no threads here", "there is one", "thread closed", "thread gone"],
)
async def test_boards_without_a_thread_go_to_the_channel(
    world: World,
    refused: dict[tuple[str, int], tuple[int, int]],
    opening: list[str],
    move: list[str],
    limitations: list[str],
) -> None:
    """The board goes to the channel unless a thread exists already; the missing permission is recorded."""
    posted = PostedMessages(world, MessagesInMemory(refuses=dict(refused)))
    match = await begin(world)
    assert await posted.deliver_briefly() == ["#70 posts (pings 1002) m1", *opening, "#70 edits m1"]
    posted.discord.refuses.clear()
    await play(world, match, ANNA, move="a1")
    assert await posted.deliver_briefly() == move
    assert [
        str(limitation.limited.what) for limitation in await world.services.limitations.of(SERVER)
    ] == limitations


async def test_a_rate_limited_thread_is_opened_later(world: World) -> None:
    posted = PostedMessages(world)
    posted.discord.limits["thread", 70] = 300.0
    match = await begin(world)
    assert await posted.deliver_briefly() == [
        "#70 posts (pings 1002) m1",
        "#70 posts (pings 1001, 1002) m3",
        "#70 edits m1",
    ]
    posted.discord.limits.clear()
    world.time.pass_by(timedelta(seconds=299))
    assert await posted.deliver_briefly() == []
    world.time.pass_by(timedelta(seconds=2))
    assert await posted.deliver_briefly() == ["#70 opens a thread on m1"]
    await play(world, match, ANNA, move="a1")
    assert await posted.deliver_briefly() == ["#thread of m1 posts (pings 1002) m5", "#70 edits m3"]


async def test_a_forum_refusing_posts_falls_back_to_a_thread(world: World) -> None:
    """The game gets a thread on its card; the forum's refusal is recorded."""
    await world.services.servers.set_server(world.by(CARA), SERVER, forum=FORUM)
    refused = {("post", FORUM): (403, 50013)}
    posted = PostedMessages(world, MessagesInMemory(forums={FORUM: "games"}, refuses=refused))
    await begin(world)
    assert await posted.deliver_briefly() == [
        "#70 posts (pings 1002) m1",
        "#70 opens a thread on m1",
        "#thread of m1 posts (pings 1001, 1002) m3",
        "#70 edits m1",
    ]
    (limitation,) = await world.services.limitations.of(SERVER)
    assert (limitation.limited.channel, str(limitation.limited.what), limitation.limited.code) == (
        FORUM,
        "posts",
        50013,
    )


async def test_a_closed_channel_sends_the_board_directly_instead(
    world: World, approved: SnapshotAssertion
) -> None:
    """Each player gets the board as a direct message that gives the reason."""
    await set_language(world, "en")
    posted = PostedMessages(world)
    match = await begin(world)
    await posted.deliver()
    posted.discord.refuses |= {("send", THREAD): (403, 50001), ("send", 70): (403, 50001)}
    await play(world, match, ANNA, move="a1")
    assert await posted.deliver() == approved(name="en")


async def test_a_game_in_a_private_thread_gets_no_thread_of_its_own(world: World) -> None:
    """A game started in a private thread gets no thread or post of its own."""
    await world.services.servers.set_server(world.by(CARA), SERVER, forum=FORUM)
    posted = PostedMessages(world, MessagesInMemory(forums={FORUM: "games"}))
    await begin(world, place=Place(SERVER, 77, "en", parent=70, private=True))
    assert await posted.deliver_briefly() == [
        "#77 posts (pings 1002) m1",
        "#77 posts (pings 1001, 1002) m3",
        "#77 edits m1",
    ]


async def test_an_edit_adds_direct_message_readers_to_the_thread(
    world: World, approved: SnapshotAssertion
) -> None:
    """The first board names the player in plain text; an edit, which pings nobody, adds the mention."""
    await set_language(world, "en")
    await world.services.settings.set_preferences(world.by(BEN), tell=PingPlace.DIRECT)
    posted = PostedMessages(world)
    await begin(world)
    assert await posted.deliver() == approved(name="en")


async def test_old_boards_lose_their_pictures(world: World) -> None:
    """Only the last three boards keep theirs if the server wants few pictures."""
    await set_language(world, "en")
    await world.services.servers.set_value(world.by(CARA), SERVER, ALL_PICTURES, False)
    posted = PostedMessages(world)
    match = await begin(world)
    await posted.deliver()
    for number, person in enumerate((ANNA, BEN) * 3):
        await play(world, match, person, move=MOVES[number])
        await posted.deliver()
    boards = [
        (message["content"], len(message["attachments"]))
        for message in posted.discord.messages.values()
        if message["channel_id"] == str(THREAD)
    ]
    assert boards[:4] == [
        ("**ConHex #1 · the game begins**", 0),
        ("**ConHex #1 · Anna: a1**", 0),
        ("**ConHex #1 · Ben: k1**", 0),
        ("**ConHex #1 · Anna: c2**", 0),
    ]
    assert [pictures for _, pictures in boards[4:]] == [1, 1, 1]
    (card,) = (message for message in posted.discord.messages.values() if message["channel_id"] == "70")
    assert card["attachments"], "only boards lose their pictures"


@pytest.mark.parametrize("language", ["de"])
async def test_boards_delivered_late(world: World, language: str, approved: SnapshotAssertion) -> None:
    """A move taken back before delivery, a substitution, and a reminder that the next move deletes."""
    await set_language(world, language)
    posted = PostedMessages(world)
    match = await begin(world, replace(CONHEX, clock=NO_CLOCK))
    await posted.deliver()
    await play(world, match, ANNA, move="a1")
    await world.services.offers.offer(world.by(ANNA), match.id, OfferKind.TAKE_BACK)
    shown = [await posted.deliver()]
    await play(world, match, ANNA, move="d3")
    await world.services.settings.set_preferences(world.by(BEN), tell=PingPlace.DIRECT)
    offer = await world.services.substitutions.offer(world.by(BEN), match.id)
    await world.services.substitutions.accept(world.by(CARA), offer.id)
    shown.append(await posted.deliver())
    world.time.pass_by(timedelta(days=2))
    await world.services.timers.act()
    shown.append(await posted.deliver())
    await play(world, match, CARA, move="e4")
    await play(world, match, ANNA, move="k1")
    await play(world, match, CARA, move="c2")
    shown.append(await posted.deliver())
    assert STEP.join(shown) == approved(name=language)
