"""A follower's direct messages: posted, ended with a notice, or refused and then stopped."""

from dataclasses import dataclass, field
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from bot.chat.core.failures.discord_refusals import QUARANTINED
from bot.chat.core.messages.public_message import Scene
from bot.chat.delivery.discord_sender import PlaceClosed, Post
from bot.features.following.domain import FollowedEvents
from bot.features.following.sender import FollowerSender
from bot.kernel.outbox.notices import Notice
from bot.model.challenges.terms import Terms
from bot.model.events.instructions import TellFollower
from bot.model.match.match import Match
from bot.model.people.person import MessageRef
from rules.contract.series import TieBreak
from tests.bot.chat.page_text import message_text
from tests.bot.features.boards.test_board_composer import app_context
from tests.bot.support.fakes import ANNA, BEN, CARA, DORA, HALL, World

pytest_plugins = ("tests.bot.support.worlds", "tests.bot.chat.approved")


@dataclass
class DirectMessages:
    """Direct messages, and access to matches; people in `shut_out` have no access."""

    posts: list[tuple[int, Post]] = field(default_factory=list)
    closed: PlaceClosed | None = None
    shut_out: frozenset[int] = frozenset()

    async def post(self, reader: int, _notice: Notice, post: Post) -> MessageRef:
        if self.closed is not None:
            raise self.closed
        self.posts.append((reader, post))
        return MessageRef(500 + reader, len(self.posts))

    async def is_open_to(self, _match: Match, person: int) -> bool:
        return person not in self.shut_out


async def deliver(world: World, direct: DirectMessages, *, before: Any = None) -> list[MessageRef | None]:
    fakes: Any = direct
    services = world.services
    sender = FollowerSender(fakes, fakes, app_context(world).readers, services.matches, services.following)
    (handler,) = sender.senders()
    assert (handler.event, handler.missed_note) == (TellFollower, "missed.following")
    notices = [notice for notice in await world.deliver_all() if notice.kind is TellFollower]
    if before is not None:
        await before()
    return [await handler.send(notice.event, notice) for notice in notices]


async def begin_followed_match(world: World) -> Match:
    """Return a match of Anna and Ben, one ply played, that Cara and Dora follow."""
    await world.challenge()  # the ids of games and challenges must differ
    match = await world.match("conhex", swap="off")
    await world.services.following.follow(world.by(CARA), match.id, FollowedEvents.PLIES)
    await world.services.following.follow(world.by(DORA), match.id, FollowedEvents.PLIES)
    await world.deliver_all()
    await world.services.turns.take_turn(world.by(ANNA), match.id, "f6")
    return match


async def test_messages_of_a_game(world: World, approved: SnapshotAssertion) -> None:
    match, direct = await begin_followed_match(world), DirectMessages()
    await world.services.settings.set_preferences(world.by(CARA), theme="dark")
    assert await deliver(world, direct) == [MessageRef(500 + CARA.id, 1), MessageRef(500 + DORA.id, 2)]
    assert await world.services.following.delivered_plies(CARA.id, match.id) == 1
    direct.shut_out = frozenset({DORA.id})
    await world.services.turns.take_turn(world.by(BEN), match.id, "g8")
    await deliver(world, direct)
    await world.services.resignations.resign(world.by(BEN), match.id)
    await deliver(world, direct)
    assert [reader for reader, _ in direct.posts] == [CARA.id, DORA.id, CARA.id, DORA.id, CARA.id]
    assert [post.called for _, post in direct.posts] == [()] * 5
    assert not await world.services.following.follows(DORA.id, match.id)
    scenes = [post.message.scene for _, post in direct.posts]
    views = [(scene.view.theme, scene.view.over) for scene in scenes if isinstance(scene, Scene)]
    assert views == [("dark", False), ("light", False), ("dark", False), ("dark", True)]
    texts = [
        f"{post.mark.split(':')[1:3]} {reader}\n{message_text(post.message)}" for reader, post in direct.posts
    ]
    assert "\n".join(texts) == approved


async def test_a_hidden_game_ends_only_its_own_following(world: World) -> None:
    hidden, other = await begin_followed_match(world), await world.match("conhex")
    await world.services.following.follow(world.by(DORA), other.id, FollowedEvents.END)
    await deliver(world, DirectMessages(shut_out=frozenset({DORA.id})))
    followed = [await world.services.following.follows(DORA.id, match.id) for match in (hidden, other)]
    assert followed == [False, True]


@pytest.mark.parametrize(("code", "still_follows"), [(50007, False), (QUARANTINED, True)])
async def test_closed_direct_messages_but_no_quarantine_end_following(
    world: World, code: int, still_follows: bool
) -> None:
    match, direct = await begin_followed_match(world), DirectMessages(closed=PlaceClosed("closed", code=code))
    other = await world.match("conhex")
    await world.services.following.follow(world.by(CARA), other.id, FollowedEvents.END)
    with pytest.raises(PlaceClosed):
        await deliver(world, direct)
    for number in (match.id, other.id):
        assert await world.services.following.follows(CARA.id, number) is still_follows
    assert await world.services.following.delivered_plies(DORA.id, match.id) == 0, (
        "the message was not delivered"
    )
    direct.closed = None
    await world.services.turns.take_turn(world.by(BEN), match.id, "g8")
    await deliver(world, direct)
    assert {reader for reader, _ in direct.posts} == ({CARA.id, DORA.id} if still_follows else {DORA.id})


async def test_an_unfollower_gets_no_pending_message(world: World) -> None:
    match, direct = await begin_followed_match(world), DirectMessages()

    async def unfollow() -> None:
        await world.services.following.unfollow(world.by(CARA), match.id)

    assert await deliver(world, direct, before=unfollow) == [None, MessageRef(500 + DORA.id, 1)]


async def test_an_undone_ply_is_not_sent_to_followers(world: World) -> None:
    match, direct = await begin_followed_match(world), DirectMessages()

    async def undo() -> None:
        await world.services.undo.undo(world.by(ANNA), match.id, 1, 0)

    assert await deliver(world, direct, before=undo) == [None, None]
    assert direct.posts == []


async def test_a_followed_series_continues_until_its_last_game(world: World) -> None:
    challenge = await world.services.invitations.challenge(
        world.by(ANNA), Terms("counting", {}, "first", tie_break=TieBreak.NONE), HALL, [BEN]
    )
    await world.services.invitations.accept(world.by(BEN), challenge.id)
    (first,) = (await world.services.matches.series(challenge.id)).games
    await world.services.following.follow(world.by(CARA), first, FollowedEvents.END)
    direct, closings = DirectMessages(), list[str]()
    for _ in range(2):
        game = (await world.services.matches.series(challenge.id)).games[-1]
        await world.services.resignations.resign(world.by(BEN), game)
        await deliver(world, direct)
        closings.append(direct.posts[-1][1].message.closing.removeprefix("-# "))
    assert [post.mark.split(":")[1] for _, post in direct.posts] == ["followed", "followed"]
    assert closings == [
        "You followed this game, and follow the next one of the series: <#70>",
        "You followed this game: <#70>",
    ]


def test_an_unknown_followed_event_means_the_end() -> None:
    assert FollowedEvents("every-capture") is FollowedEvents.END
