"""Challenges open to anyone in a server, their overviews and role mentions."""

from dataclasses import replace
from datetime import timedelta

from bot.features.servers.service.player_lists import Listing
from bot.model.challenges.challenge import Challenge
from bot.model.challenges.terms import Terms
from bot.model.events.events import ChallengeMade
from bot.model.events.instructions import RedrawOverview
from bot.model.people.person import MessageRef, Place
from bot.model.servers.server_rules import THREADS
from tests.bot.support.fakes import ANNA, BEN, CARA, DORA, EMIL, FINN, HALL, World
from tests.bot.support.refusals import expect_refusal

pytest_plugins = ("tests.bot.support.worlds",)

THREAD = replace(HALL, channel=71, parent=70)
DEN = replace(HALL, channel=72)


async def open_challenge(world: World, place: Place = HALL, key: str = "counting") -> Challenge:
    return await world.services.invitations.challenge(world.by(ANNA), Terms(key, {}), place)


async def open_in(world: World, server: int = 7) -> list[int]:
    return [challenge.id for challenge in await world.services.challenges.open_in(server)]


async def test_a_barred_player_can_neither_answer_nor_change_challenges(world: World) -> None:
    finished = await world.match()
    await world.services.resignations.resign(world.by(ANNA), finished.id)
    rematch = await world.services.rematches.rematch(world.by(ANNA), finished.id)
    received, table = await world.challenge(opponent=BEN), await world.lobby()
    own = await world.services.invitations.challenge(world.by(BEN), Terms("counting", {}), HALL)
    await world.services.player_lists.add(world.by(DORA), 7, Listing.BARRED, [BEN], [])
    services = world.services
    for answer in (
        services.invitations.accept(world.by(BEN), received.id),
        services.counter_offers.counter(world.by(BEN), received.id, replace(received.terms, rated=True)),
        services.lobbies.join(world.by(BEN), table.id),
        services.rematches.rematch(world.by(BEN), finished.id),
        services.term_changes.change(world.by(BEN), own.id, replace(own.terms, rated=True)),
    ):
        await expect_refusal(answer, "player-barred")
    await expect_refusal(world.challenge(opponent=BEN), "opponent-barred", player=str(BEN.id))
    assert await services.challenges.open_of(BEN.id) == (rematch, received, own)


async def test_accepting_needs_the_bot_and_no_block(world: World) -> None:
    offer = await open_challenge(world)
    await world.services.blocks.block(world.by(ANNA), CARA)
    await expect_refusal(
        world.services.invitations.accept(world.by(CARA), offer.id),
        "takes-no-challenges",
        player=str(ANNA.id),
    )
    await world.services.presence.pause_server(7)
    await expect_refusal(world.services.invitations.accept(world.by(BEN), offer.id), "server-gone")
    assert (await world.services.challenges.get(offer.id)).open


async def overviews(world: World) -> list[int]:
    """Deliver all notices; return the channels with redrawn overviews."""
    notices = [notice for notice in await world.deliver_all() if notice.kind is RedrawOverview]
    return [notice.event.channel for notice in notices if isinstance(notice.event, RedrawOverview)]


async def test_every_server_overview_lists_open_challenges(world: World) -> None:
    for place in (HALL, DEN, Place(8, 80, "de")):
        await world.services.servers.set_overview(world.by(CARA), place, on=True)
    await overviews(world)
    challenge = await open_challenge(world)
    assert await overviews(world) == [70, 72]
    for channel, challenges in ((70, [challenge.id]), (72, [challenge.id]), (80, [])):
        overview = await world.services.servers.overview(channel)
        assert overview is not None
        assert [entry.id for entry in overview.challenges] == challenges
    await world.services.term_changes.change(
        world.by(ANNA),
        challenge.id,
        replace(challenge.terms, options={"goal": "4", "again": "off"}, role="random"),
    )
    assert await overviews(world) == [70, 72]
    await world.services.invitations.accept(world.by(BEN), challenge.id, 1)
    assert sorted(await overviews(world)) == [70, 72]
    table = await world.lobby()
    assert await overviews(world) == [70, 72]
    for person in (EMIL, FINN):
        await world.services.lobbies.join(world.by(person), table.id)
        assert await overviews(world) == [70, 72]


async def test_a_direct_challenge_changes_no_overview(world: World) -> None:
    await world.services.servers.set_overview(world.by(CARA), HALL, on=True)
    (notice,) = await world.outbox.claim()
    await world.outbox.deliver_as(notice.id, MessageRef(70, 500))
    await world.challenge(opponent=BEN)
    assert await overviews(world) == []


async def mentioned_roles(world: World) -> list[int | None]:
    """Deliver all notices; return the role that each card mentions."""
    return [
        notice.event.role for notice in await world.deliver_all() if isinstance(notice.event, ChallengeMade)
    ]


async def test_a_servers_role_is_pinged_at_most_hourly_across_restarts(world: World) -> None:
    await open_challenge(world)
    assert await mentioned_roles(world) == [None], "no role by default"
    await world.services.servers.set_server(world.by(DORA), 7, call_role=555)
    await open_challenge(world)
    await world.lobby()
    assert await mentioned_roles(world) == [555, None]
    world.services = world.other_services()
    world.time.pass_by(timedelta(minutes=59))
    await open_challenge(world)
    assert await mentioned_roles(world) == [None]
    await world.services.servers.set_value(world.by(DORA), 7, THREADS, False)
    world.time.pass_by(timedelta(minutes=1))
    await world.lobby()
    assert await mentioned_roles(world) == [555]
    await world.services.servers.set_server(world.by(DORA), 7, call_role=None)
    world.time.pass_by(timedelta(hours=1))
    await open_challenge(world)
    assert await mentioned_roles(world) == [None]


async def test_only_challenges_to_anyone_ping_a_role(world: World) -> None:
    await world.services.servers.set_server(world.by(DORA), 7, call_role=555)
    await world.challenge(opponent=BEN)
    await world.lobby(invited=(BEN,))
    await open_challenge(world, replace(THREAD, private=True))
    await open_challenge(world, replace(HALL, server=8))
    assert await mentioned_roles(world) == [None] * 4
    await open_challenge(world)
    assert await mentioned_roles(world) == [555], "challenges without a mention do not start the hour"


async def test_a_deleted_role_is_not_pinged(world: World) -> None:
    await world.services.servers.set_server(world.by(DORA), 7, call_role=555)
    await world.services.servers.set_value(world.by(DORA), 7, THREADS, False)
    await world.services.servers.forget_role(7, 556)
    assert (await world.services.servers.server(7)).call_role == 555
    await world.services.servers.forget_role(7, 555)
    rules = await world.services.servers.server(7)
    assert (rules.call_role, rules[THREADS]) == (None, False)
    await open_challenge(world)
    assert await mentioned_roles(world) == [None]


async def test_the_audit_log_records_the_pinged_role(world: World) -> None:
    for role in (555, None):
        await world.services.servers.set_server(world.by(DORA), 7, call_role=role)
    notes = [entry.note for entry in await world.services.servers.audit(7)]
    assert notes == ["call_role=none", "call_role=555"]
