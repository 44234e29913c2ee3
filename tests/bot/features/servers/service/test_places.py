"""Places of matches, and the audience of matches in private threads."""

from dataclasses import replace

from bot.model.challenges.challenge import Challenge
from bot.model.challenges.terms import Terms
from bot.model.people.person import Place
from bot.model.servers.server_rules import AdminAction, AuditEntry
from rules.contract.series import TieBreak
from tests.bot.support.fakes import ANNA, BEN, CARA, HALL, World

pytest_plugins = ("tests.bot.support.worlds",)

_THREAD = Place(7, 7001, "de", parent=70, private=True)


async def _challenge(world: World, series: TieBreak | None = None, goal: str = "10") -> Challenge:
    challenge = await world.services.invitations.challenge(
        world.by(ANNA), Terms("counting", {"goal": goal}, "first", tie_break=series), _THREAD, [BEN]
    )
    return await world.services.invitations.accept(world.by(BEN), challenge.id)


async def test_a_match_uses_the_place_of_its_challenge(world: World) -> None:
    challenge = await _challenge(world)
    assert challenge.place == _THREAD
    assert (await world.services.matches.get(challenge.match or 0)).place == _THREAD


async def test_follow_up_games_and_counter_offers_use_the_same_place(world: World) -> None:
    challenge = await _challenge(world, TieBreak.NONE)
    await world.services.resignations.resign(world.by(ANNA), challenge.match or 0)
    second = await world.services.matches.get((challenge.match or 0) + 1)
    assert (second.series, second.place) == (challenge.id, _THREAD)
    await world.services.resignations.resign(world.by(ANNA), second.id)
    rematch = await world.services.rematches.rematch(world.by(ANNA), second.id)
    assert rematch.place == _THREAD
    counter_offer = await world.services.counter_offers.counter(
        world.by(BEN), rematch.id, replace(rematch.terms, options={}, role="first")
    )
    assert counter_offer.place == _THREAD


async def test_a_private_match_is_visible_only_in_its_thread(world: World) -> None:
    match = await world.services.matches.get((await _challenge(world)).match or 0)
    assert match.is_visible_in(_THREAD)
    for place in (HALL, Place(7, 7002, "de", parent=70, private=True), Place(None, 9, "de")):
        assert not match.is_visible_in(place)
    public = await world.match()
    assert public.is_visible_in(HALL)
    assert public.is_visible_in(_THREAD)
    assert not public.is_visible_in(Place(8, 80, "de"))
    assert not public.is_visible_in(Place(None, 9, "de"))


async def test_a_channel_overview_omits_private_matches(world: World) -> None:
    private, public = await _challenge(world), await world.match()
    channel_overview = await world.services.servers.set_overview(world.by(CARA), HALL, on=True)
    thread_overview = await world.services.servers.set_overview(world.by(CARA), _THREAD, on=True)
    assert [match.id for match in channel_overview.matches] == [public.id]
    assert [match.id for match in thread_overview.matches] == [private.match]
    assert [match.id for match in await world.services.matches.running_at(HALL.channel)] == [public.id]


async def test_the_log_omits_the_winner_of_a_private_match(world: World) -> None:
    match = await world.services.matches.get((await _challenge(world)).match or 0)
    await world.services.servers.adjudicate(world.by(CARA), match.id, (BEN.id,), "late", server=7)
    (entry,) = await world.services.servers.audit(7)
    assert entry == AuditEntry(
        world.time.now, CARA.id, AdminAction.ADJUDICATION, match.id, "late", private=True
    )
