import asyncio
from datetime import timedelta

import pytest

from bot.kernel.transactions.answered_requests import REPEATED_WITHIN
from bot.model.agenda import Limits
from bot.model.challenges.challenge import Challenge, ChallengeStatus, Member
from bot.model.challenges.terms import Terms
from bot.model.events.events import (
    ChallengeChanged,
    ChallengeClosed,
    ChallengeDeclined,
    ChallengeMade,
    LobbyReady,
    MatchStarted,
)
from bot.model.people.person import MessageRef, Request
from data.store import Store
from rules.contract import InvalidOption
from tests.bot.support.contents import challenge_of
from tests.bot.support.fakes import ANNA, BEN, CARA, DORA, EMIL, FINN, GABI, HALL, World
from tests.bot.support.refusals import expect_refusal
from tests.repeats import repeats

pytest_plugins = ("tests.bot.support.worlds",)

_TEAMS = {"mode": "teams"}


def _people(challenge: Challenge) -> tuple[int, ...]:
    return tuple(member.person for member in challenge.members)


async def test_a_game_for_more_than_two_starts_as_a_lobby(world: World) -> None:
    lobby = await world.lobby()
    assert (lobby.lobby, lobby.closed, lobby.terms.players, lobby.opponent) == (True, False, None, None)
    assert (lobby.members, lobby.invitees) == ((Member(ANNA.id),), ())
    assert dict(lobby.terms.options) == {"goal": "40", "mode": "solo"}
    assert lobby == await world.services.challenges.get(lobby.id)
    (card,) = await world.deliver_all()
    assert (card.kind, challenge_of(card)) == (ChallengeMade, lobby.id)


async def test_two_player_games_need_no_lobby(world: World) -> None:
    challenge = await world.challenge()
    assert (challenge.lobby, challenge.members, challenge.invitees, challenge.closed) == (
        False,
        (),
        (),
        False,
    )
    for person in (ANNA, BEN):
        await expect_refusal(world.services.lobbies.join(world.by(person), challenge.id), "not-a-lobby")
        await expect_refusal(world.services.lobbies.leave(world.by(person), challenge.id), "not-a-lobby")
        await expect_refusal(world.services.lobbies.start(world.by(person), challenge.id), "not-a-lobby")
        await expect_refusal(
            world.services.lobbies.close(world.by(person), challenge.id, True), "not-a-lobby"
        )
    invited = await world.services.invitations.challenge(
        world.by(ANNA), Terms("counting", {}, "first"), HALL, [BEN]
    )
    assert (invited.opponent, invited.lobby) == (BEN.id, False)
    with pytest.raises(InvalidOption, match="3 players"):
        await world.services.invitations.challenge(
            world.by(ANNA), Terms("counting", {}, "first"), HALL, [BEN, CARA]
        )
    with pytest.raises(InvalidOption, match="3 players"):
        await world.services.invitations.challenge(
            world.by(ANNA), Terms("counting", {}, "first", players=3), HALL, [BEN]
        )


async def test_joining_updates_the_card(world: World) -> None:
    lobby = await world.lobby()
    await world.deliver_all()
    for join, person in ((world.services.lobbies.join, BEN), (world.services.invitations.accept, CARA)):
        before = lobby
        lobby = await join(world.by(person), lobby.id)
        assert lobby.members == (*before.members, Member(person.id))
        assert lobby == await world.services.challenges.get(lobby.id)
        (changed,) = await world.deliver_all()
        assert (changed.kind, challenge_of(changed)) == (ChallengeChanged, lobby.id)
    assert lobby.status is ChallengeStatus.OPEN
    world.time.pass_by(REPEATED_WITHIN * 2)
    for person in (ANNA, BEN, CARA):
        await expect_refusal(world.services.lobbies.join(world.by(person), lobby.id), "already-joined")
        await expect_refusal(world.services.invitations.accept(world.by(person), lobby.id), "already-joined")
    assert await world.deliver_all() == []


async def test_a_returning_guest_rejoins_as_the_last(world: World) -> None:
    lobby = await world.lobby(BEN, CARA)
    for person in (BEN, DORA):
        await expect_refusal(world.services.lobbies.join(world.by(person), lobby.id, 0), "no-parties")
    lobby = await world.services.lobbies.leave(world.by(BEN), lobby.id)
    assert _people(lobby) == (ANNA.id, CARA.id)
    world.time.pass_by(REPEATED_WITHIN * 2)
    await expect_refusal(world.services.lobbies.leave(world.by(BEN), lobby.id), "not-joined")
    await expect_refusal(world.services.lobbies.leave(world.by(DORA), lobby.id), "not-joined")
    await expect_refusal(world.services.lobbies.leave(world.by(ANNA), lobby.id), "host-cannot-leave")
    lobby = await world.services.lobbies.join(world.by(BEN), lobby.id)
    assert _people(lobby) == (ANNA.id, CARA.id, BEN.id)
    changes = [notice.kind for notice in await world.deliver_all()].count(ChallengeChanged)
    assert changes == 4


async def test_a_full_lobby_refuses_guests(world: World) -> None:
    lobby = await world.lobby(BEN, CARA, DORA, EMIL, FINN)
    await expect_refusal(world.services.lobbies.join(world.by(GABI), lobby.id), "lobby-full")
    assert len(lobby.members) == 6


@pytest.mark.parametrize(
    ("options", "players", "reason"),
    [
        ({"mode": "teams"}, 3, "players-of-mode"),
        ({}, 5, "players"),
        ({}, 0, "players"),
        ({"mode": "chaos"}, None, "unknown-value"),
    ],
)
async def test_unplayable_tables_are_refused_at_once(
    world: World, options: dict[str, str], players: int | None, reason: str
) -> None:
    with pytest.raises(InvalidOption) as caught:
        await world.lobby(players=players, options=options)
    assert caught.value.reason == reason
    assert await world.services.challenges.open_of(ANNA.id) == ()
    assert await world.deliver_all() == []


async def test_contradictory_options_are_refused_for_any_player_count(world: World) -> None:
    with pytest.raises(InvalidOption) as caught:
        await world.services.invitations.challenge(
            world.by(ANNA), Terms("catch-the-hat", {"golden_goal": "prisoners"}), HALL
        )
    assert caught.value.reason == "golden-goal-without-golden-hat"


async def test_a_role_must_exist_for_the_player_count(world: World) -> None:
    await expect_refusal(
        world.lobby(role="pink", players=4), "role-not-played", role="pink", allowed="red, green, blue, white"
    )
    await expect_refusal(world.lobby(role="mauve", players=4), "unknown-role", role="mauve")
    assert (await world.lobby(role="pink")).terms.role == "pink"
    assert (await world.lobby(role="white", players=4)).terms.role == "white"


async def test_a_lobby_with_invitations_is_closed_to_others(world: World) -> None:
    await expect_refusal(world.lobby(invited=[BEN, ANNA]), "self-challenge")
    lobby = await world.lobby(invited=[CARA, BEN, CARA])
    assert (lobby.closed, lobby.invitees, _people(lobby)) == (True, (BEN.id, CARA.id), (ANNA.id,))
    assert lobby.opponent is None
    await expect_refusal(world.services.lobbies.join(world.by(DORA), lobby.id), "lobby-closed")
    lobby = await world.services.lobbies.join(world.by(CARA), lobby.id)
    assert (lobby.invitees, _people(lobby)) == ((BEN.id, CARA.id), (ANNA.id, CARA.id))
    lobby = await world.services.lobbies.leave(world.by(CARA), lobby.id)
    assert (lobby.invitees, _people(lobby)) == ((BEN.id, CARA.id), (ANNA.id,))
    await world.services.lobbies.join(world.by(CARA), lobby.id)
    assert await world.services.people.names([BEN.id]) == {BEN.id: "Ben"}


async def test_only_the_host_closes_and_reopens_a_lobby(world: World) -> None:
    lobby = await world.lobby(BEN)
    await expect_refusal(world.services.lobbies.close(world.by(BEN), lobby.id, True), "not-the-host")
    await world.deliver_all()
    lobby = await world.services.lobbies.close(world.by(ANNA), lobby.id, True)
    assert (lobby.closed, _people(lobby)) == (True, (ANNA.id, BEN.id))
    assert [notice.kind for notice in await world.deliver_all()] == [ChallengeChanged]
    await world.services.lobbies.close(world.by(ANNA), lobby.id, True)
    assert await world.deliver_all() == []
    await expect_refusal(world.services.lobbies.join(world.by(CARA), lobby.id), "lobby-closed")
    assert not (await world.services.lobbies.close(world.by(ANNA), lobby.id, False)).closed
    await world.services.lobbies.join(world.by(CARA), lobby.id)


async def test_an_invited_player_may_decline(world: World) -> None:
    """A closed table without other guests ends; a table open to everybody goes on."""
    decline = world.services.invitations.decline
    lobby = await world.lobby(BEN, invited=[BEN, CARA])
    await world.deliver_all()
    for person in (DORA, ANNA):
        await expect_refusal(decline(world.by(person), lobby.id, "no-time"), "not-your-challenge")
    lobby = await decline(world.by(CARA), lobby.id, "no-time")
    assert (lobby.status, lobby.invitees, lobby.reason) == (ChallengeStatus.OPEN, (BEN.id,), None)
    changed, declined, ready = await world.deliver_all()
    assert declined.kind is ChallengeDeclined
    assert changed.event == ChallengeChanged(lobby.id, CARA.id, "no-time")
    assert ready.kind is LobbyReady
    await expect_refusal(world.services.lobbies.join(world.by(CARA), lobby.id), "lobby-closed")
    world.time.pass_by(REPEATED_WITHIN * 2)
    await expect_refusal(decline(world.by(CARA), lobby.id, "no-time"), "not-your-challenge")
    lobby = await decline(world.by(BEN), lobby.id, "no-thanks")
    assert (lobby.status, lobby.reason) == (ChallengeStatus.DECLINED, "no-thanks")
    assert (lobby.invitees, _people(lobby)) == ((), (ANNA.id,))
    free = await world.lobby(invited=[BEN])
    await world.services.lobbies.close(world.by(ANNA), free.id, closed=False)
    assert (await decline(world.by(BEN), free.id, "no-time")).status is ChallengeStatus.OPEN


async def test_only_the_host_starts_a_lobby(world: World) -> None:
    lobby = await world.lobby(BEN, CARA, role="green")
    await world.deliver_all()
    await expect_refusal(world.services.lobbies.start(world.by(BEN), lobby.id), "not-the-host")
    started = await world.services.lobbies.start(world.by(ANNA), lobby.id)
    assert (started.status, started.accepted_by) == (ChallengeStatus.ACCEPTED, None)
    assert _people(started) == (ANNA.id, BEN.id, CARA.id)
    assert started.match is not None
    match = await world.services.matches.get(started.match)
    assert match.people[1] == ANNA.id
    assert sorted(match.people) == [ANNA.id, BEN.id, CARA.id]
    assert match.challenge == lobby.id
    assert [(notice.kind, notice.match, challenge_of(notice)) for notice in await world.deliver_all()] == [
        (MatchStarted, match.id, None),
        (ChallengeClosed, None, lobby.id),
    ]
    world.time.pass_by(REPEATED_WITHIN * 2)
    lobbies = world.services.lobbies
    await expect_refusal(lobbies.join(world.by(DORA), lobby.id), "challenge-closed")
    await expect_refusal(lobbies.leave(world.by(BEN), lobby.id), "challenge-closed")
    await expect_refusal(lobbies.start(world.by(ANNA), lobby.id), "challenge-closed")
    await expect_refusal(world.services.invitations.accept(world.by(DORA), lobby.id), "challenge-closed")
    await expect_refusal(world.services.lobbies.close(world.by(ANNA), lobby.id, True), "challenge-closed")


async def test_a_lobby_says_why_it_cannot_start(world: World) -> None:
    lobby = await world.lobby()
    await expect_refusal(
        world.services.lobbies.start(world.by(ANNA), lobby.id), "lobby-too-few", have="1", needed="2"
    )
    lobby = await world.lobby(BEN, players=4)
    await expect_refusal(
        world.services.lobbies.start(world.by(ANNA), lobby.id), "lobby-too-few", have="2", needed="4"
    )
    lobby = await world.lobby(BEN, CARA, options=_TEAMS)
    await expect_refusal(
        world.services.lobbies.start(world.by(ANNA), lobby.id), "lobby-too-few", have="3", needed="4"
    )
    lobby = await world.lobby(BEN, CARA, DORA, EMIL, options=_TEAMS)
    await expect_refusal(
        world.services.lobbies.start(world.by(ANNA), lobby.id), "lobby-wrong-number", have="5", allowed="4, 6"
    )
    assert await world.services.matches.of(ANNA.id) == ()
    await world.services.lobbies.join(world.by(FINN), lobby.id)
    assert (await world.services.lobbies.start(world.by(ANNA), lobby.id)).match is not None


async def test_guests_choose_their_parties(world: World) -> None:
    lobby = await world.lobby(players=4, options=_TEAMS)
    lobby = await world.services.lobbies.join(world.by(BEN), lobby.id, 1)
    lobby = await world.services.lobbies.join(world.by(CARA), lobby.id, 1)
    assert lobby.members == (Member(ANNA.id), Member(BEN.id, 1), Member(CARA.id, 1))
    await expect_refusal(world.services.lobbies.join(world.by(DORA), lobby.id, 1), "party-full")
    await expect_refusal(world.services.lobbies.join(world.by(DORA), lobby.id, 2), "party-full")
    await expect_refusal(world.services.lobbies.join(world.by(DORA), lobby.id, -1), "party-full")
    world.time.pass_by(REPEATED_WITHIN * 2)
    await expect_refusal(world.services.lobbies.join(world.by(BEN), lobby.id, 1), "already-joined")
    await expect_refusal(world.services.lobbies.join(world.by(BEN), lobby.id), "already-joined")
    lobby = await world.services.lobbies.join(world.by(BEN), lobby.id, 0)
    lobby = await world.services.lobbies.join(world.by(ANNA), lobby.id, 1)
    assert lobby.members == (Member(ANNA.id, 1), Member(BEN.id, 0), Member(CARA.id, 1))
    started = await world.services.lobbies.join(world.by(DORA), lobby.id)
    assert started.match is not None
    players = (await world.services.matches.get(started.match)).people
    assert {players[0], players[2]} == {BEN.id, DORA.id}
    assert {players[1], players[3]} == {ANNA.id, CARA.id}


async def test_the_hosts_role_takes_a_place_in_its_party(world: World) -> None:
    lobby = await world.lobby(players=4, role="red", options=_TEAMS)
    lobby = await world.services.lobbies.join(world.by(BEN), lobby.id, 0)
    await expect_refusal(world.services.lobbies.join(world.by(CARA), lobby.id, 0), "party-full")
    await world.services.lobbies.join(world.by(ANNA), lobby.id, 1)
    lobby = await world.services.lobbies.join(world.by(CARA), lobby.id, 0)
    assert lobby.members == (Member(ANNA.id, 1), Member(BEN.id, 0), Member(CARA.id, 0))


async def test_any_party_can_be_chosen_while_the_player_count_is_open(world: World) -> None:
    lobby = await world.lobby(options=_TEAMS)
    lobby = await world.services.lobbies.join(world.by(BEN), lobby.id, 2)
    await expect_refusal(world.services.lobbies.join(world.by(CARA), lobby.id, 3), "party-full")
    for person in (CARA, DORA):
        lobby = await world.services.lobbies.join(world.by(person), lobby.id)
    assert (await world.services.lobbies.start(world.by(ANNA), lobby.id)).match is not None


async def test_a_lobby_is_listed_for_its_people_until_withdrawn(world: World) -> None:
    lobby = await world.lobby(BEN, invited=[BEN, CARA])
    for person in (ANNA, BEN, CARA):
        assert await world.services.challenges.open_of(person.id) == (lobby,)
    assert await world.services.challenges.open_of(DORA.id) == ()
    await expect_refusal(world.services.invitations.withdraw(world.by(BEN), lobby.id), "not-the-challenger")
    assert (
        await world.services.invitations.withdraw(world.by(ANNA), lobby.id)
    ).status is ChallengeStatus.WITHDRAWN
    await expect_refusal(world.services.lobbies.join(world.by(CARA), lobby.id), "challenge-closed")
    await expect_refusal(
        world.services.invitations.decline(world.by(CARA), lobby.id, "no-time"), "challenge-closed"
    )
    for person in (ANNA, BEN, CARA):
        assert await world.services.challenges.open_of(person.id) == ()


async def test_every_guest_needs_room_for_another_game(store: Store, world: World) -> None:
    small = World(store, world.games, Limits(games_per_person=1))
    lobby = await small.lobby(BEN, CARA)
    open_to_all = await small.lobby(DORA)
    match = await small.match()
    await expect_refusal(
        small.services.lobbies.join(small.by(BEN), open_to_all.id), "too-many-games", limit="1"
    )
    await expect_refusal(small.services.lobbies.start(small.by(ANNA), lobby.id), "too-many-games", limit="1")
    await small.services.resignations.resign(small.by(ANNA), match.id)
    other = await small.services.invitations.challenge(
        small.by(CARA), Terms("counting", {}, "first"), HALL, [DORA]
    )
    await small.services.invitations.accept(small.by(DORA), other.id)
    await expect_refusal(
        small.services.lobbies.start(small.by(ANNA), lobby.id), "opponent-too-many-games", limit="1"
    )
    await small.services.lobbies.leave(small.by(CARA), lobby.id)
    assert (await small.services.lobbies.start(small.by(ANNA), lobby.id)).match is not None


async def test_a_full_channel_starts_no_lobby(store: Store, world: World) -> None:
    small = World(store, world.games, Limits(games_per_channel=1))
    lobby = await small.lobby(BEN)
    await small.match()
    await expect_refusal(small.services.lobbies.start(small.by(ANNA), lobby.id), "channel-full", limit="1")


async def test_a_table_starts_only_where_the_bot_is_present(world: World) -> None:
    lobby = await world.lobby(BEN)
    await world.services.presence.pause_server(HALL.server or 0)
    await expect_refusal(world.services.lobbies.start(world.by(ANNA), lobby.id), "server-gone")
    assert (await world.services.challenges.get(lobby.id)).open


async def test_repeated_lobby_requests_are_applied_once(world: World) -> None:
    lobby = await world.lobby()
    request = world.by(BEN)
    first = await world.services.lobbies.join(request, lobby.id)
    assert await world.other_services().lobbies.join(request, lobby.id) == first
    assert await world.services.lobbies.join(request, lobby.id, 1) == first
    await expect_refusal(world.services.lobbies.join(Request(request.id, CARA), lobby.id), "request-taken")
    request = world.by(ANNA)
    first = await world.services.lobbies.close(request, lobby.id, True)
    assert await world.services.lobbies.close(request, lobby.id, True) == first
    request = world.by(BEN)
    first = await world.services.lobbies.leave(request, lobby.id)
    assert await world.services.lobbies.leave(request, lobby.id) == first
    await world.services.lobbies.close(world.by(ANNA), lobby.id, False)
    await world.services.lobbies.join(world.by(CARA), lobby.id)
    request = world.by(ANNA)
    first = await world.services.lobbies.start(request, lobby.id)
    assert await world.other_services().lobbies.start(request, lobby.id) == first
    await expect_refusal(world.services.lobbies.leave(request, lobby.id), "request-taken")
    assert len(await world.services.matches.of(ANNA.id)) == 1


async def test_unknown_lobbies_are_refused(world: World) -> None:
    lobbies = world.services.lobbies
    for number in (404, 0, -1, 2**63):
        for action in (lobbies.join, lobbies.leave, lobbies.start):
            await expect_refusal(action(world.by(BEN), number), "unknown-challenge")
        await expect_refusal(lobbies.close(world.by(BEN), number, True), "unknown-challenge")


@pytest.mark.both_databases
async def test_two_guests_joining_at_once_get_one_last_seat(database_url: str, world: World) -> None:
    other = await Store.open(database_url)
    for _ in range(repeats(1, 3)):
        lobby = await world.lobby(BEN, players=3)
        results = await asyncio.gather(
            world.services.lobbies.join(world.by(CARA), lobby.id),
            world.other_services(other).lobbies.join(world.by(DORA), lobby.id),
            return_exceptions=True,
        )
        assert sorted(str(result) for result in results if isinstance(result, Exception)) == [
            "challenge-closed"
        ], "the table started with the other guest"
        assert len((await world.services.challenges.get(lobby.id)).members) == 3
    await other.close()


@pytest.mark.both_databases
async def test_a_concurrent_start_and_leave_agree_on_the_players(database_url: str, world: World) -> None:
    other = await Store.open(database_url)
    for _ in range(repeats(2, 4)):
        lobby = await world.lobby(BEN, CARA)
        leaving, started = await asyncio.gather(
            world.other_services(other).lobbies.leave(world.by(CARA), lobby.id),
            world.services.lobbies.start(world.by(ANNA), lobby.id),
            return_exceptions=True,
        )
        assert isinstance(started, Challenge)
        assert started.match is not None
        players = (await world.services.matches.get(started.match)).people
        assert set(players) == set(_people(await world.services.challenges.get(lobby.id)))
        if isinstance(leaving, Exception):
            assert str(leaving) == "challenge-closed"
            assert len(players) == 3
        else:
            assert len(players) == 2
    await other.close()


@pytest.mark.both_databases
async def test_concurrent_repeats_of_a_start_request_create_one_match(
    database_url: str, world: World
) -> None:
    other = await Store.open(database_url)
    lobby = await world.lobby(BEN)
    request = world.by(ANNA)
    clubs = (world.services, world.other_services(other)) * 3
    started = await asyncio.gather(*(services.lobbies.start(request, lobby.id) for services in clubs))
    await other.close()
    assert len({challenge.match for challenge in started}) == 1
    assert len(await world.services.matches.of(BEN.id)) == 1


@pytest.mark.parametrize("give_up", ["reroute", "miss", "drop"])
async def test_an_undeliverable_card_change_notifies_nobody(world: World, give_up: str) -> None:
    lobby = await world.lobby(BEN)
    (card,) = await world.outbox.claim()
    await world.outbox.deliver_as(card.id, MessageRef(HALL.channel, 5))
    (changed,) = await world.outbox.claim()
    assert changed.kind is ChallengeChanged
    await getattr(world.outbox, give_up)(changed.id, "10003")
    assert await world.outbox.claim() == ()
    assert await world.outbox.next_due() is None
    assert await world.outbox.take_missed(ANNA.id) == ()
    assert (await world.services.challenges.get(lobby.id)).message == 5


async def test_a_card_change_is_retried_for_about_a_minute(world: World) -> None:
    await world.lobby(BEN)
    (card,) = await world.outbox.claim()
    await world.outbox.deliver_as(card.id, MessageRef(HALL.channel, 5))
    elapsed = timedelta()
    for attempts in range(6):
        (changed,) = await world.outbox.claim()
        assert (changed.kind, changed.attempts) == (ChallengeChanged, attempts)
        await world.outbox.postpone(changed.id, "503")
        due = await world.outbox.next_due()
        if due is not None:
            elapsed += due - world.time.now
            world.time.now = due
    assert await world.outbox.claim() == (), "an undeliverable change is dropped"
    assert timedelta(seconds=30) < elapsed < timedelta(minutes=2)
    assert await world.outbox.take_missed(ANNA.id) == ()


async def test_a_card_without_a_channel_goes_to_everyone_concerned(world: World) -> None:
    lobby = await world.lobby(BEN, invited=[BEN, CARA])
    (card,) = await world.outbox.claim()
    await world.outbox.reroute(card.id, "10003")
    notices = {notice.recipient for notice in await world.deliver_all() if notice.kind is ChallengeMade}
    assert notices == {ANNA.id, BEN.id, CARA.id}
    assert (await world.services.challenges.get(lobby.id)).message is None
