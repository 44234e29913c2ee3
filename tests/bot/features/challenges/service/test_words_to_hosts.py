"""Notices for challengers: a reason for declining, a full table, an expired challenge."""

import pytest

from bot.kernel.outbox.delivered import Delivered
from bot.kernel.outbox.notices import Notice
from bot.kernel.transactions.answered_requests import REPEATED_WITHIN
from bot.model.agenda import Limits
from bot.model.challenges.challenge import ChallengeStatus
from bot.model.events.events import (
    ChallengeChanged,
    ChallengeClosed,
    ChallengeDeclined,
    LobbyReady,
    MatchStarted,
)
from bot.model.events.instructions import RemoveButtons
from bot.model.people.person import MessageRef, Person
from bot.model.people.preferences import PingPlace
from data.store import Store
from tests.bot.support.fakes import ANNA, BEN, CARA, DORA, EMIL, FINN, GABI, World
from tests.bot.support.refusals import expect_refusal
from tests.bot.support.timed import kinds

pytest_plugins = ("tests.bot.support.worlds",)


@pytest.mark.parametrize(
    ("tell", "audiences"),
    [
        (PingPlace.THREAD, [None]),
        (PingPlace.DIRECT, [ANNA.id]),
        (PingPlace.BOTH, [None, ANNA.id]),
        (PingPlace.NONE, []),
    ],
)
async def test_the_challenger_gets_the_reason_for_a_decline(
    world: World, tell: PingPlace, audiences: list[int | None]
) -> None:
    await world.services.settings.set_preferences(world.by(ANNA), tell=tell)
    challenge = await world.challenge()
    await world.deliver_all()
    await world.services.invitations.decline(world.by(BEN), challenge.id, "no-time")
    notices = await world.deliver_all()
    declines = [notice for notice in notices if notice.kind is ChallengeDeclined]
    assert sorted((notice.recipient for notice in declines), key=str) == sorted(audiences, key=str)
    for notice in declines:
        assert notice.event == ChallengeDeclined(challenge.id, BEN.id, "no-time")
        assert notice.calls == ((ANNA.id,) if tell.in_public else ())
    assert kinds(notices).count(ChallengeClosed) == 1


async def test_a_withdrawn_challenge_notifies_nobody(world: World) -> None:
    challenge = await world.challenge()
    await world.deliver_all()
    await world.services.invitations.withdraw(world.by(ANNA), challenge.id)
    assert kinds(await world.deliver_all()) == [ChallengeClosed]


def _ready(notices: list[Notice]) -> list[tuple[int, ...]]:
    return [notice.calls for notice in notices if notice.kind is LobbyReady]


async def test_a_table_for_a_fixed_number_starts_when_full(world: World) -> None:
    lobby = await world.lobby(BEN, players=3)
    await world.deliver_all()
    started = await world.services.lobbies.join(world.by(CARA), lobby.id)
    assert (started.status, started.match is None) == (ChallengeStatus.ACCEPTED, False)
    match = await world.services.matches.get(started.match or 0)
    assert sorted(match.people) == [ANNA.id, BEN.id, CARA.id]
    notices = await world.deliver_all()
    assert kinds(notices) == [MatchStarted, ChallengeClosed]
    assert sorted(notices[0].calls) == [ANNA.id, BEN.id, CARA.id], (
        "the host is notified, too, without having pressed anything"
    )


async def test_a_table_starts_once_all_invited_players_have_joined(world: World) -> None:
    lobby = await world.lobby(BEN, invited=[BEN, CARA])
    assert (await world.services.challenges.get(lobby.id)).status is ChallengeStatus.OPEN
    started = await world.services.invitations.accept(world.by(CARA), lobby.id)
    assert started.status is ChallengeStatus.ACCEPTED
    assert started == await world.services.challenges.get(lobby.id)


async def test_an_open_table_waits_for_the_host(world: World) -> None:
    lobby = await world.lobby(invited=[BEN, CARA])
    await world.services.lobbies.close(world.by(ANNA), lobby.id, closed=False)
    await world.services.lobbies.join(world.by(BEN), lobby.id)
    await world.services.invitations.decline(world.by(CARA), lobby.id, "no-time")
    assert _ready(await world.deliver_all()) == [], "the table is not full yet"
    assert (await world.services.challenges.get(lobby.id)).status is ChallengeStatus.OPEN


async def test_a_table_that_cannot_start_pings_the_host(store: Store, world: World) -> None:
    small = World(store, world.games, Limits(games_per_channel=1))
    lobby = await small.lobby(BEN, players=3)
    await small.match()
    await small.deliver_all()
    joined = await small.services.lobbies.join(small.by(CARA), lobby.id)
    assert (joined.status, len(joined.members)) == (ChallengeStatus.OPEN, 3)
    assert _ready(await small.deliver_all()) == [(ANNA.id,)]
    await expect_refusal(small.services.lobbies.start(small.by(ANNA), lobby.id), "channel-full", limit="1")


async def _deliver_and_list_disarmed(world: World) -> list[tuple[MessageRef, int | None]]:
    """Deliver all notices, to messages with their numbers; return the messages to disarm, with challenges."""
    messages = []
    while notices := await world.outbox.claim():
        for notice in notices:
            if isinstance(notice.event, RemoveButtons):
                messages.append((notice.event.message, notice.event.challenge))
            place = 70 if notice.recipient is None else 900
            closes = {ChallengeClosed, RemoveButtons, ChallengeChanged}
            ref = None if notice.kind in closes else MessageRef(place, notice.id)
            await world.outbox.exchange([Delivered(notice.id, ref)], 0)
    return messages


@pytest.mark.parametrize("starts", [True, False])
async def test_ending_a_full_table_disarms_its_host_messages(world: World, starts: bool) -> None:
    await world.services.settings.set_preferences(world.by(ANNA), tell=PingPlace.BOTH)
    lobby = await world.lobby(BEN, CARA, DORA, EMIL, FINN)
    assert await _deliver_and_list_disarmed(world) == []
    end = world.services.lobbies.start if starts else world.services.invitations.withdraw
    await end(world.by(ANNA), lobby.id)
    disarmed = await _deliver_and_list_disarmed(world)
    assert sorted((ref.channel, challenge) for ref, challenge in disarmed) == [
        (70, lobby.id),
        (900, lobby.id),
    ]


async def test_a_full_table_message_sent_after_the_start_is_disarmed(world: World) -> None:
    await world.services.settings.set_preferences(world.by(ANNA), tell=PingPlace.DIRECT)
    lobby = await world.lobby(BEN, CARA, DORA, EMIL, FINN)
    notices = [notice for notice in await world.outbox.claim() if notice.kind is LobbyReady]
    await world.services.lobbies.start(world.by(ANNA), lobby.id)
    await _deliver_and_list_disarmed(world)
    await world.outbox.exchange([Delivered(notices[0].id, MessageRef(900, notices[0].id))], 0)
    assert await _deliver_and_list_disarmed(world) == [(MessageRef(900, notices[0].id), lobby.id)]


async def test_the_host_is_pinged_when_everyone_has_answered(world: World) -> None:
    lobby = await world.lobby(BEN, invited=[BEN, CARA, DORA])
    await world.services.invitations.decline(world.by(CARA), lobby.id, "no-time")
    assert _ready(await world.deliver_all()) == [], "Dora has not answered yet"
    await world.services.lobbies.join(world.by(DORA), lobby.id)
    assert _ready(await world.deliver_all()) == [(ANNA.id,)]


async def test_a_table_declined_by_all_is_closed(world: World) -> None:
    lobby = await world.lobby(invited=[BEN, CARA])
    await world.deliver_all()
    await world.services.invitations.decline(world.by(BEN), lobby.id, "no-time")
    (declined,) = [notice for notice in await world.deliver_all() if notice.kind is ChallengeDeclined]
    assert (declined.calls, declined.event) == ((ANNA.id,), ChallengeDeclined(lobby.id, BEN.id, "no-time"))
    closed = await world.services.invitations.decline(world.by(CARA), lobby.id, "other-game")
    assert (closed.status, closed.reason) == ("declined", "other-game")
    notices = await world.deliver_all()
    assert kinds(notices) == [ChallengeClosed, ChallengeDeclined]
    assert (notices[1].calls, notices[1].event) == (
        (ANNA.id,),
        ChallengeDeclined(lobby.id, CARA.id, "other-game"),
    )
    await expect_refusal(world.services.lobbies.join(world.by(BEN), lobby.id), "challenge-closed")


@pytest.mark.parametrize(("players", "guests"), [(2, [BEN, CARA, DORA]), (3, [BEN, CARA, DORA])])
async def test_inviting_more_players_than_seats_is_refused(
    world: World, players: int, guests: list[Person]
) -> None:
    await expect_refusal(
        world.lobby(players=players, invited=guests), "too-many-invited", players=str(players), invited="3"
    )
    assert (await world.lobby(players=4, invited=guests)).terms.players == 4


@pytest.mark.parametrize("invited", [[], [BEN, CARA]])
async def test_a_returning_guest_does_not_ping_the_host_again(world: World, invited: list[Person]) -> None:
    crowd = (BEN, EMIL, FINN, GABI)
    lobby = await world.lobby(*crowd[:1], invited=invited)
    await world.services.lobbies.close(world.by(ANNA), lobby.id, closed=False)
    await world.services.lobbies.join(world.by(CARA), lobby.id)
    await world.services.lobbies.leave(world.by(CARA), lobby.id)
    for person in (*crowd[1:], CARA):
        await world.services.lobbies.join(world.by(person), lobby.id)
    assert _ready(await world.deliver_all()) == [(ANNA.id,)]
    for _ in range(2):
        offer = await world.services.lobbies.leave(world.by(CARA), lobby.id)
        assert [member.person for member in offer.members] == [ANNA.id, *(person.id for person in crowd)]
        assert offer.invitees == tuple(person.id for person in invited)
        listed = await world.services.challenges.open_of(CARA.id)
        assert [challenge.id for challenge in listed] == ([lobby.id] if invited else [])
        await world.services.lobbies.join(world.by(CARA), lobby.id)
        assert _ready(await world.deliver_all()) == []
    await world.services.lobbies.leave(world.by(CARA), lobby.id)
    await world.services.lobbies.join(world.by(DORA), lobby.id)
    assert _ready(await world.deliver_all()) == [(ANNA.id,)], "another guest filled the table"


async def test_a_former_guest_no_longer_counts_at_the_table(world: World) -> None:
    lobby = await world.lobby(invited=[BEN])
    await world.services.lobbies.close(world.by(ANNA), lobby.id, closed=False)
    await world.services.lobbies.join(world.by(CARA), lobby.id)
    await world.services.lobbies.leave(world.by(CARA), lobby.id)
    await world.services.lobbies.close(world.by(ANNA), lobby.id, closed=True)
    for notice in await world.outbox.claim():
        await world.outbox.reroute(notice.id, "10003")
    assert {notice.recipient for notice in await world.deliver_all()} == {None, ANNA.id, BEN.id}
    world.time.pass_by(REPEATED_WITHIN * 2)
    await expect_refusal(world.services.lobbies.leave(world.by(CARA), lobby.id), "not-joined")
    await expect_refusal(world.services.lobbies.join(world.by(CARA), lobby.id), "lobby-closed")
    closed = await world.services.invitations.decline(world.by(BEN), lobby.id, "no-time")
    assert closed.status == "declined"


async def test_a_change_of_teams_at_a_full_table_pings_nobody(world: World) -> None:
    lobby = await world.lobby(BEN, CARA, DORA, EMIL, FINN, options={"mode": "teams"})
    assert _ready(await world.deliver_all()) == [(ANNA.id,)]
    for person in (BEN, ANNA):
        await world.services.lobbies.join(world.by(person), lobby.id, 1)
        assert kinds(await world.deliver_all()) == [ChallengeChanged]


async def test_a_change_of_teams_starts_no_match(store: Store, world: World) -> None:
    small = World(store, world.games, Limits(games_per_channel=1))
    lobby = await small.lobby(BEN, CARA, players=4, options={"mode": "teams"})
    match = await small.match()
    await small.services.lobbies.join(small.by(DORA), lobby.id)
    await small.services.resignations.resign(small.by(ANNA), match.id)
    await small.deliver_all()
    changed = await small.services.lobbies.join(small.by(BEN), lobby.id, 1)
    assert (changed.status, changed.match) == (ChallengeStatus.OPEN, None)
    assert kinds(await small.deliver_all()) == [ChallengeChanged]
    assert (await small.services.lobbies.start(small.by(ANNA), lobby.id)).match is not None
