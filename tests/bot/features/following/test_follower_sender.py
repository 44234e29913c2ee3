"""Messages to followers of every move: no ply is missing if messages are late or combine several plies."""

from typing import Any

from syrupy.assertion import SnapshotAssertion

from bot.features.following.domain import FollowedEvents
from bot.features.following.sender import MAX_PLIES, FollowerSender
from bot.model.events.instructions import TellFollower
from bot.model.match.match import Match
from tests.bot.features.boards.test_board_composer import app_context
from tests.bot.support.fakes import ANNA, BEN, CARA, DORA, World

pytest_plugins = ("tests.bot.support.worlds", "tests.bot.chat.approved")


async def deliver_texts(world: World) -> list[str]:
    """Deliver the followers' messages in order; return their texts."""
    texts = []
    for notice in await world.deliver_all():
        if not isinstance(notice.event, TellFollower) or notice.recipient is None:
            continue
        unused: Any = None
        app = app_context(world)
        sender = FollowerSender(unused, unused, app.readers, world.services.matches, world.services.following)
        composed = await sender.board(notice.event, notice, notice.recipient)
        if composed is not None:
            texts.append(composed.post.message.content)
            await world.services.following.record_delivery(
                notice.recipient, notice.event.match, notice.event.plies
            )
    return texts


async def play(world: World, match: Match, *moves: str) -> None:
    for move in moves:
        mover = (await world.services.matches.get(match.id)).mover
        person = ANNA if mover == ANNA.id else BEN
        await world.services.turns.take_turn(world.by(person), match.id, move)


def moves_in(messages: list[str]) -> list[str]:
    return [line.split("**")[1] for text in messages for line in text.splitlines() if ": **" in line]


async def test_a_late_message_lists_all_plies_before_it(world: World) -> None:
    match = await world.match("conhex")
    await world.services.following.follow(world.by(CARA), match.id, FollowedEvents.PLIES)
    await world.deliver_all()
    moves = ["f6", "g8", "h3", "e9", "d5"]
    await play(world, match, *moves)
    texts = await deliver_texts(world)
    assert len(texts) == 1
    assert moves_in(texts) == moves
    await play(world, match, "b7")
    assert moves_in(await deliver_texts(world)) == ["b7"]


async def test_a_new_follower_sees_only_later_plies(world: World) -> None:
    match = await world.match("conhex")
    await play(world, match, "f6", "g8")
    await world.deliver_all()
    await world.services.following.follow(world.by(CARA), match.id, FollowedEvents.PLIES)
    await play(world, match, "h3", "e9")
    assert moves_in(await deliver_texts(world)) == ["h3", "e9"]


async def test_a_follower_turned_player_gets_no_follower_message(world: World) -> None:
    match = await world.match("conhex")
    for person in (CARA, DORA):
        await world.services.following.follow(world.by(person), match.id, FollowedEvents.PLIES)
    await play(world, match, "f6")
    seat = await world.services.substitutions.offer(world.by(BEN), match.id, CARA)
    await world.services.substitutions.accept(world.by(CARA), seat.id)
    assert len(await deliver_texts(world)) == 1, "only Dora's message is left"


async def test_an_end_message_lists_the_plies_before_it(world: World, approved: SnapshotAssertion) -> None:
    match = await world.match("conhex")
    await world.services.following.follow(world.by(CARA), match.id, FollowedEvents.PLIES)
    await world.services.following.follow(world.by(DORA), match.id, FollowedEvents.END)
    await play(world, match, "f6", "g8")
    await world.services.resignations.resign(world.by(BEN), match.id)
    end_alone, *every_move = await deliver_texts(world)
    assert end_alone == approved(name="end-alone-de")
    assert "\n\n".join(every_move) == approved(name="every-move-en")


async def test_plies_after_a_take_back_are_listed(world: World) -> None:
    match = await world.match("conhex")
    await world.services.following.follow(world.by(CARA), match.id, FollowedEvents.PLIES)
    await play(world, match, "f6", "g8", "h3")
    assert moves_in(await deliver_texts(world)) == ["f6", "g8", "h3"]
    await world.services.undo.undo(world.by(ANNA), match.id, 3, 0)
    await play(world, match, "d5", "e9")
    assert moves_in(await deliver_texts(world)) == ["d5", "e9"]


async def test_many_plies_are_split_into_several_messages(world: World) -> None:
    match = await world.match(goal="99")
    await world.services.following.follow(world.by(CARA), match.id, FollowedEvents.PLIES)
    await world.deliver_all()
    count = MAX_PLIES + 5
    await play(world, match, *["take 1"] * count)
    texts = await deliver_texts(world)
    assert [len(moves_in([text])) for text in texts] == [MAX_PLIES, count - MAX_PLIES]
    assert not [text for text in texts if not (len(text) < 2000 and "…" not in text)]


async def test_a_repeated_message_lists_the_same_plies(world: World) -> None:
    match = await world.match("conhex")
    following = world.services.following
    await following.follow(world.by(CARA), match.id, FollowedEvents.PLIES)
    await world.deliver_all()
    await play(world, match, "f6", "g8")
    notice = [notice for notice in await world.deliver_all() if isinstance(notice.event, TellFollower)][-1]
    assert isinstance(notice.event, TellFollower)
    unused: Any = None
    sender = FollowerSender(unused, unused, app_context(world).readers, world.services.matches, following)
    texts = []
    for _ in range(2):
        composed = await sender.board(notice.event, notice, CARA.id)
        assert composed is not None
        texts.append(moves_in([composed.post.message.content]))
        await following.record_delivery(CARA.id, match.id, 2)
    assert texts == [["f6", "g8"], ["g8"]]
