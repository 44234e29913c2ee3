"""Recipients of ends of matches, also in series and with several players; pings in quiet hours."""

from datetime import time, timedelta
from typing import Final

import pytest

from bot.kernel.outbox.notices import Notice
from bot.model.challenges.terms import Terms
from bot.model.event import DomainEvent
from bot.model.events.events import (
    DeadlineNear,
    EndCause,
    EndKind,
    MatchEnded,
    MatchStarted,
    PlyPlayed,
    SeriesEnded,
)
from bot.model.match.offers.offer_rules import OfferKind
from bot.model.people.person import MessageRef
from bot.model.people.preferences import AUTO_VACATION, PingPlace
from bot.model.time.reminders import QuietHours
from rules.contract.series import TieBreak
from tests.bot.support.contents import cause_of, event_of
from tests.bot.support.fakes import ANNA, BEN, CARA, DORA, HALL, World
from tests.bot.support.timed import DAY, HOUR, begin_gathering, begin_timed, kinds, pass_by, play

pytest_plugins = ("tests.bot.support.worlds",)

# The tests' clock starts at noon UTC.
_NOW_QUIET: Final = QuietHours(time(11), time(15))
_BOARDS: Final = {MatchStarted, PlyPlayed, MatchEnded}


def _calls_of(notices: list[Notice]) -> list[tuple[int, ...]]:
    """Return the people pinged by each public notice that pings any."""
    return [notice.calls for notice in notices if notice.recipient is None and notice.calls]


def _directly(notices: list[Notice], *kinds_: type[DomainEvent]) -> list[int]:
    return [n.recipient for n in notices if n.recipient is not None and n.kind in (kinds_ or _BOARDS)]


async def _without_vacation(world: World) -> None:
    for person in (ANNA, BEN, CARA):
        await world.services.settings.set_value(world.by(person), AUTO_VACATION, False)


async def test_the_last_ply_pings_the_opponent(world: World) -> None:
    match = await play(world, await world.match(goal="4"), ANNA, move="take 2")
    await world.deliver_all()
    await play(world, match, BEN, move="take 2")
    (end,) = await world.deliver_all()
    assert (end.kind, end.calls, event_of(end, PlyPlayed).seat) == (PlyPlayed, (ANNA.id,), 1)


async def test_the_last_ply_pings_its_player_if_it_was_planned(world: World) -> None:
    match = await world.match(goal="4")
    await world.services.conditional_moves.add(world.by(BEN), match.id, ["take 2", "take 2"])
    await world.deliver_all()
    await play(world, match, ANNA, move="take 2")
    assert _calls_of(await world.deliver_all()) == [(BEN.id,)]


async def test_resigning_pings_the_opponent(world: World) -> None:
    match = await world.match()
    await world.deliver_all()
    await world.services.resignations.resign(world.by(BEN), match.id)
    (end,) = await world.deliver_all()
    assert (end.kind, end.calls, cause_of(end)) == (
        MatchEnded,
        (ANNA.id,),
        EndCause(EndKind.RESIGNED, 1),
    )


@pytest.mark.parametrize(
    ("tell", "publicly", "directly"),
    [
        (PingPlace.THREAD, True, False),
        (PingPlace.DIRECT, False, True),
        (PingPlace.BOTH, True, True),
        (PingPlace.NONE, False, False),
    ],
)
async def test_an_end_is_posted_at_the_preferred_place(
    world: World, tell: PingPlace, publicly: bool, directly: bool
) -> None:
    await world.services.settings.set_preferences(world.by(ANNA), tell=tell)
    match = await play(world, await world.match(), ANNA)
    await world.deliver_all()
    await world.services.resignations.resign(world.by(BEN), match.id)
    notices = await world.deliver_all()
    assert [notice.calls for notice in notices if notice.recipient is None] == [
        (ANNA.id,) if publicly else ()
    ]
    assert _directly(notices) == ([ANNA.id] if directly else [])
    assert not [
        notice
        for notice in notices
        if notice.kind is MatchEnded
        if cause_of(notice) != EndCause(EndKind.RESIGNED, 1)
    ]


async def test_an_agreement_pings_the_offering_player(world: World) -> None:
    match = await world.match("hnefatafl")
    await world.services.offers.offer(world.by(ANNA), match.id, OfferKind.DRAW)
    await world.deliver_all()
    await world.services.offers.answer(world.by(BEN), match.id, OfferKind.DRAW, True)
    assert _calls_of(await world.deliver_all()) == [(ANNA.id,)]


async def test_an_immediate_abort_pings_the_opponent(world: World) -> None:
    match = await world.match()
    await world.deliver_all()
    assert (await world.services.offers.offer(world.by(BEN), match.id, OfferKind.ABORT)).done
    assert _calls_of(await world.deliver_all()) == [(ANNA.id,)]


async def test_a_timeout_pings_both_players(world: World) -> None:
    await _without_vacation(world)
    await play(world, await begin_timed(world, "2d"), ANNA, BEN)
    await world.deliver_all()
    assert _calls_of(await pass_by(world, 2 * DAY)) == [(ANNA.id, BEN.id)]


async def test_a_timeout_before_the_first_ply_pings_both_players(world: World) -> None:
    await _without_vacation(world)
    await begin_timed(world, "2d")
    await world.deliver_all()
    assert _calls_of(await pass_by(world, 2 * DAY)) == [(ANNA.id, BEN.id)]


async def test_claiming_a_win_pings_the_late_player(world: World) -> None:
    await _without_vacation(world)
    match = await play(world, await begin_timed(world, "1d soft"), ANNA, BEN)
    await pass_by(world, DAY)
    await world.services.deadlines.claim(world.by(BEN), match.id)
    assert _calls_of(await world.deliver_all()) == [(ANNA.id,)]


async def test_an_adjudication_pings_all_players(world: World) -> None:
    match = await world.match()
    await world.deliver_all()
    await world.services.servers.adjudicate(world.by(CARA), match.id, (BEN.id,), "")
    assert _calls_of(await world.deliver_all()) == [(ANNA.id, BEN.id)]


async def test_an_adjudicating_player_is_not_pinged(world: World) -> None:
    match = await world.match()
    await world.deliver_all()
    await world.services.servers.adjudicate(world.by(BEN), match.id, None, "")
    assert _calls_of(await world.deliver_all()) == [(ANNA.id,)]


async def test_leavers_are_not_pinged_at_the_end(world: World) -> None:
    match = await world.gathering(BEN, CARA, DORA)
    await world.services.resignations.resign(world.by(BEN), match.id)
    await world.deliver_all()
    await world.services.servers.adjudicate(world.by(CARA), match.id, (DORA.id,), "")
    assert _calls_of(await world.deliver_all()) == [(ANNA.id, DORA.id)]


async def test_the_last_leaver_is_not_pinged(world: World) -> None:
    match = await world.gathering(BEN, CARA)
    await world.services.resignations.resign(world.by(BEN), match.id)
    everyone = (ANNA.id, BEN.id, CARA.id)
    assert _calls_of(await world.deliver_all()) == [everyone], "only the start calls: the game goes on"
    await world.services.resignations.resign(world.by(CARA), match.id)
    assert _calls_of(await world.deliver_all()) == [(ANNA.id,)]


async def test_the_last_late_player_is_pinged(world: World) -> None:
    await _without_vacation(world)
    match = await begin_gathering(world, "2d", BEN)
    match = await play(world, match, ANNA, move="leave")
    mover = match.mover
    while mover == ANNA.id:
        match = await play(world, match, ANNA, move="leave")
        mover = match.mover
    match = await play(world, match, BEN, move="leave")
    await world.deliver_all()
    (recipients,) = _calls_of(await pass_by(world, 2 * DAY))
    assert sorted(recipients) == [ANNA.id, BEN.id]


@pytest.mark.parametrize("tell", [PingPlace.THREAD, PingPlace.DIRECT])
async def test_a_player_removed_for_time_is_pinged(world: World, tell: PingPlace) -> None:
    await _without_vacation(world)
    await world.services.settings.set_value(world.by(DORA), AUTO_VACATION, False)
    match = await begin_gathering(world, "2d", BEN, CARA, DORA)
    for seat, person in enumerate((ANNA, BEN, CARA, DORA)):
        while match.turn == seat:
            match = await play(world, match, person, move="leave")
    late = match.mover
    assert late is not None
    person = next(player for player in (ANNA, BEN, CARA, DORA) if player.id == late)
    await world.services.settings.set_preferences(world.by(person), tell=tell, reminders=())
    await world.deliver_all()
    notices = await pass_by(world, 2 * DAY)
    assert _calls_of(notices) == ([(late,)] if tell.in_public else [])
    assert _directly(notices, PlyPlayed) == ([late] if tell.in_person else [])
    assert (await world.services.matches.get(match.id)).retired == (match.turn,)


async def _series(world: World, *, tell: PingPlace = PingPlace.THREAD) -> int:
    """Begin a series in which Ben opens the second game; return its first match."""
    await world.services.settings.set_preferences(world.by(BEN), tell=tell)
    challenge = await world.services.invitations.challenge(
        world.by(ANNA), Terms("counting", {"goal": "4"}, "first", tie_break=TieBreak.NONE), HALL, [BEN]
    )
    accepted = await world.services.invitations.accept(world.by(BEN), challenge.id)
    assert accepted.match is not None
    await world.deliver_all()
    return accepted.match


@pytest.mark.parametrize("tell", [PingPlace.THREAD, PingPlace.DIRECT, PingPlace.BOTH])
async def test_the_next_game_of_a_series_pings_its_opener(world: World, tell: PingPlace) -> None:
    first = await _series(world, tell=tell)
    await world.services.turns.take_turn(world.by(ANNA), first, "take 2")
    await world.services.turns.take_turn(world.by(BEN), first, "take 1")
    await world.deliver_all()
    await world.services.turns.take_turn(world.by(ANNA), first, "take 1")
    notices = await world.deliver_all()
    assert _calls_of(notices) == [], "Ben is called by the start"
    assert kinds([notice for notice in notices if notice.recipient is None]) == [
        PlyPlayed,
        MatchStarted,
    ]
    assert _directly(notices) == ([BEN.id] if tell.in_person else [])
    start = next(notice for notice in notices if notice.kind is MatchStarted)
    assert start.tell is tell


async def test_the_end_of_a_series_game_pings_the_player_not_opening_next(world: World) -> None:
    first = await _series(world)
    await world.services.resignations.resign(world.by(BEN), first)
    notices = await world.deliver_all()
    assert [(notice.kind, notice.calls) for notice in notices] == [
        (MatchEnded, (ANNA.id,)),
        (MatchStarted, ()),
    ]
    await world.services.resignations.resign(world.by(BEN), first + 1)
    notices = await world.deliver_all()
    assert [(notice.kind, notice.calls) for notice in notices] == [
        (MatchEnded, (ANNA.id,)),
        (SeriesEnded, ()),
    ]


async def test_an_end_in_quiet_hours_pings_nobody_and_is_sent_later(world: World) -> None:
    await world.services.settings.set_preferences(world.by(ANNA), tell=PingPlace.BOTH, quiet=_NOW_QUIET)
    match = await world.match()
    await world.deliver_all()
    await world.services.resignations.resign(world.by(BEN), match.id)
    notices = await world.deliver_all()
    assert (_calls_of(notices), _directly(notices)) == ([], [])
    world.time.pass_by(3 * HOUR - timedelta(seconds=1))
    assert await world.deliver_all() == []
    world.time.pass_by(timedelta(seconds=1))
    assert _directly(await world.deliver_all(), MatchEnded) == [ANNA.id]


async def test_an_end_without_a_place_is_sent_to_each_player_once(world: World) -> None:
    await world.services.settings.set_preferences(world.by(ANNA), tell=PingPlace.DIRECT)
    match = await world.match()
    await world.deliver_all()
    await world.services.resignations.resign(world.by(BEN), match.id)
    claimed = await world.outbox.claim()
    for notice in claimed:
        if notice.recipient is None:
            await world.outbox.reroute(notice.id, "10003")
        else:
            await world.outbox.deliver_as(notice.id, None)
    later = await world.deliver_all()
    assert sorted(_directly([*claimed, *later], MatchEnded)) == [ANNA.id, BEN.id]


@pytest.mark.parametrize("tell", [PingPlace.DIRECT, PingPlace.BOTH])
async def test_a_turn_without_a_place_is_sent_to_each_player_once(world: World, tell: PingPlace) -> None:
    await world.services.settings.set_preferences(world.by(BEN), tell=tell)
    match = await world.match()
    await world.deliver_all()
    await play(world, match, ANNA, move="take 2")
    notices: list[Notice] = []
    while claimed := await world.outbox.claim():
        for notice in claimed:
            if notice.recipient is None:
                await world.outbox.reroute(notice.id, "10003")
            else:
                notices.append(notice)
                await world.outbox.deliver_as(notice.id, MessageRef(notice.recipient, notice.id))
    assert sorted(_directly(notices, PlyPlayed)) == [ANNA.id, BEN.id]
    board = await world.services.match_places.direct_board(match.id, BEN.id)
    assert board is not None
    assert board.channel == BEN.id


async def test_a_reminder_without_a_place_is_sent_once(world: World) -> None:
    await world.services.settings.set_preferences(world.by(ANNA), tell=PingPlace.BOTH)
    await begin_timed(world, "2d")
    await world.deliver_all()
    world.time.pass_by(DAY)
    await world.services.timers.act()
    claimed = await world.outbox.claim()
    for notice in claimed:
        if notice.recipient is None:
            await world.outbox.reroute(notice.id, "10003")
        else:
            await world.outbox.deliver_as(notice.id, None)
    later = await world.deliver_all()
    assert _directly([*claimed, *later], DeadlineNear) == [ANNA.id]
