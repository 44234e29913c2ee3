"""Following games: followers get direct messages, of each ply or only of the end."""

from datetime import time, timedelta

from bot.features.following.domain import MOST, FollowedEvents, Follower
from bot.model.challenges.terms import Terms
from bot.model.events.instructions import TellFollower
from bot.model.people.person import Place
from bot.model.time.reminders import QuietHours
from rules.contract.series import TieBreak
from tests.bot.support.fakes import ANNA, BEN, CARA, DORA, EMIL, HALL, World
from tests.bot.support.refusals import expect_refusal

pytest_plugins = ("tests.bot.support.worlds",)


async def follower_messages(world: World) -> list[tuple[int | None, TellFollower]]:
    """Deliver all notices; return the recipients and events of followers' messages."""
    return [
        (notice.recipient, notice.event)
        for notice in await world.deliver_all()
        if isinstance(notice.event, TellFollower)
    ]


async def test_followers_are_notified_of_each_ply_or_of_the_end(world: World) -> None:
    await world.challenge()  # the ids of games and challenges must differ
    match = await world.match()
    await world.services.following.follow(world.by(CARA), match.id, FollowedEvents.PLIES)
    await world.services.following.follow(world.by(DORA), match.id, FollowedEvents.END)
    await world.deliver_all()
    await world.services.turns.take_turn(world.by(ANNA), match.id, "take 2")
    notices = [notice for notice in await world.deliver_all() if notice.kind is TellFollower]
    assert [(notice.recipient, notice.event) for notice in notices] == [
        (CARA.id, TellFollower(match.id, 0, 1))
    ]
    assert [notice.match for notice in notices] == [match.id]
    await world.services.resignations.resign(world.by(BEN), match.id)
    end_event = TellFollower(match.id, 1, 1, over=True)
    assert sorted(await follower_messages(world), key=str) == [(CARA.id, end_event), (DORA.id, end_event)]
    assert await world.services.following.followed_matches(CARA.id) == ()


async def test_an_end_by_a_ply_is_sent_once_with_that_ply(world: World) -> None:
    for _ in range(3):
        match = await world.match(goal="4")
    await world.services.following.follow(world.by(CARA), match.id, FollowedEvents.PLIES)
    await world.services.turns.take_turn(world.by(ANNA), match.id, "take 2")
    await world.deliver_all()
    await world.services.turns.take_turn(world.by(BEN), match.id, "take 2")
    assert await follower_messages(world) == [(CARA.id, TellFollower(match.id, 1, 2, over=True))]


async def test_following_continues_in_the_next_game_of_a_series(world: World) -> None:
    challenge = await world.services.invitations.challenge(
        world.by(ANNA), Terms("counting", {}, "first", tie_break=TieBreak.NONE), HALL, [BEN]
    )
    await world.services.invitations.accept(world.by(BEN), challenge.id)
    (first,) = (await world.services.matches.series(challenge.id)).games
    for person, events in (
        (CARA, FollowedEvents.PLIES),
        (DORA, FollowedEvents.END),
        (EMIL, FollowedEvents.END),
    ):
        await world.services.following.follow(world.by(person), first, events)
    await world.services.following.unfollow(world.by(EMIL), first)
    await world.services.resignations.resign(world.by(BEN), first)
    await world.deliver_all()
    second = (await world.services.matches.series(challenge.id)).games[-1]
    assert second != first
    followed = [
        await world.services.following.followed_matches(follower.id) for follower in (CARA, DORA, EMIL)
    ]
    assert followed == [
        (Follower(CARA.id, second, FollowedEvents.PLIES, 0),),
        (Follower(DORA.id, second, FollowedEvents.END, 0),),
        (),
    ]
    await world.services.turns.take_turn(world.by(BEN), second, "take 2")
    assert await follower_messages(world) == [(CARA.id, TellFollower(second, 0, 1))]


async def test_an_unfollower_is_not_notified(world: World) -> None:
    match = await world.match()
    await world.services.following.follow(world.by(CARA), match.id, FollowedEvents.PLIES)
    await world.services.following.follow(world.by(CARA), match.id, FollowedEvents.END)
    assert await world.services.following.followed_events(CARA.id, match.id) is FollowedEvents.END
    await world.services.following.unfollow(world.by(CARA), match.id)
    assert await world.services.following.followed_events(CARA.id, match.id) is FollowedEvents.NOTHING
    await world.services.resignations.resign(world.by(BEN), match.id)
    assert await follower_messages(world) == []


async def test_stop_notifying_ends_all_following(world: World) -> None:
    first, second = await world.match(), await world.match()
    for match in (first, second):
        await world.services.following.follow(world.by(CARA), match.id, FollowedEvents.END)
    await world.services.following.stop_notifying(CARA.id)
    assert await world.services.following.followed_matches(CARA.id) == ()


async def test_follower_messages_wait_for_the_end_of_quiet_hours(world: World) -> None:
    match = await world.match()
    await world.services.following.follow(world.by(CARA), match.id, FollowedEvents.END)
    await world.services.settings.set_preferences(world.by(CARA), quiet=QuietHours(time(11), time(14)))
    await world.services.resignations.resign(world.by(BEN), match.id)
    assert await follower_messages(world) == []
    world.time.pass_by(timedelta(hours=3))
    assert [person for person, _ in await follower_messages(world)] == [CARA.id]


async def test_players_do_not_follow_their_own_game(world: World) -> None:
    match = await world.match()
    await expect_refusal(
        world.services.following.follow(world.by(BEN), match.id, FollowedEvents.END), "follow-own"
    )
    await world.services.following.follow(world.by(CARA), match.id, FollowedEvents.PLIES)
    substitution = await world.services.substitutions.offer(world.by(BEN), match.id, CARA)
    await world.services.substitutions.accept(world.by(CARA), substitution.id)
    await world.deliver_all()
    await world.services.turns.take_turn(world.by(ANNA), match.id, "take 2")
    assert await follower_messages(world) == []


async def test_finished_private_and_unknown_games_cannot_be_followed(world: World) -> None:
    finished = await world.match()
    await world.services.resignations.resign(world.by(BEN), finished.id)
    await expect_refusal(
        world.services.following.follow(world.by(CARA), finished.id, FollowedEvents.END), "follow-over"
    )
    hidden = Place(HALL.server, 77, "de", 70, private=True)
    challenge = await world.services.invitations.challenge(
        world.by(ANNA), Terms("counting", {}, "first"), hidden, [BEN]
    )
    accepted = await world.services.invitations.accept(world.by(BEN), challenge.id)
    assert accepted.match is not None
    await expect_refusal(
        world.services.following.follow(world.by(CARA), accepted.match, FollowedEvents.END), "follow-private"
    )
    await expect_refusal(
        world.services.following.follow(world.by(CARA), 999, FollowedEvents.END), "unknown-match"
    )


async def test_followed_games_are_limited(world: World) -> None:
    matches = [await world.match() for _ in range(MOST + 1)]
    for match in matches[:MOST]:
        await world.services.following.follow(world.by(CARA), match.id, FollowedEvents.END)
    last = matches[MOST].id
    await expect_refusal(
        world.services.following.follow(world.by(CARA), last, FollowedEvents.END), "too-many-followed"
    )
    await world.services.following.follow(world.by(CARA), matches[0].id, FollowedEvents.PLIES)
    await world.services.resignations.resign(world.by(BEN), matches[0].id)
    await world.services.following.follow(world.by(CARA), last, FollowedEvents.END)


async def test_the_last_delivered_ply_is_tracked_per_game(world: World) -> None:
    """Following again changes nothing; following other events starts at the current ply."""
    service, delivered = world.services.following, world.services.following.delivered_plies
    first, second = await world.match(), await world.match()
    for match in (first, second):
        for person in (CARA, DORA):
            await service.follow(world.by(person), match.id, FollowedEvents.PLIES)
    await world.services.turns.take_turn(world.by(ANNA), first.id, "take 2")
    await service.record_delivery(CARA.id, first.id, 1)
    plies = [await delivered(person.id, match.id) for match in (first, second) for person in (CARA, DORA)]
    assert plies == [1, 0, 0, 0]
    await world.services.turns.take_turn(world.by(BEN), first.id, "take 2")
    await service.follow(world.by(CARA), first.id, FollowedEvents.PLIES)
    assert await delivered(CARA.id, first.id) == 1
    for events in (FollowedEvents.END, FollowedEvents.PLIES):
        await service.follow(world.by(CARA), first.id, events)
    assert await delivered(CARA.id, first.id) == 2
    await world.services.undo.undo(world.by(BEN), first.id, 2, 0)
    assert [await delivered(CARA.id, match.id) for match in (first, second)] == [1, 0]


async def test_erasure_searches_messages_to_followers(world: World) -> None:
    match = await world.match()
    await world.services.following.follow(world.by(EMIL), match.id, FollowedEvents.END)
    await world.services.resignations.resign(world.by(BEN), match.id)
    async with world.store.read() as session:
        places = await world.services.app.kernel.personal_data.places(session, ANNA.id)
    assert EMIL.id in {place.reader for place in places}
