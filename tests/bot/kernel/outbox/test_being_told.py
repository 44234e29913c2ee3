"""Notices of turns and reminders: place, time, quiet hours."""

from datetime import UTC, datetime, time, timedelta
from typing import Any

import pytest

from bot.kernel.outbox.notices import Notice
from bot.model.events.events import (
    DeadlineMoved,
    DeadlineNear,
    DeadlinePassed,
    MatchStalled,
    MatchStarted,
    PlyPlayed,
)
from bot.model.people.person import MessageRef
from bot.model.people.preferences import (
    AUTO_VACATION,
    QUIET_SILENT,
    PingPlace,
    PreferenceChanges,
    Preferences,
)
from bot.model.refusal import Refusal
from bot.model.settings import SettingValues
from bot.model.time.reminders import QuietHours
from bot.repositories.tables.person_columns import PREFERENCES
from tests.bot.support.contents import event_of
from tests.bot.support.fakes import ANNA, BEN, CARA, World
from tests.bot.support.refusals import expect_refusal
from tests.bot.support.shown import comparable
from tests.bot.support.timed import DAY, HOUR, begin_timed, kinds, pass_by, play

pytest_plugins = ("tests.bot.support.worlds",)

_ALL = Preferences(
    "de",
    "wood",
    PingPlace.BOTH,
    (48, 2),
    None,
    QuietHours(time(22), time(7, 30)),
    "Europe/Berlin",
    SettingValues({"forced": True, "auto_vacation": False, "mirrored": True}),
)


def _reminders(notices: list[Notice]) -> list[tuple[int | None, DeadlineNear]]:
    return [
        (notice.recipient, event_of(notice, DeadlineNear))
        for notice in notices
        if notice.kind is DeadlineNear
    ]


async def test_preferences_are_stored_per_person(world: World) -> None:
    assert await world.services.settings.preferences(ANNA.id) == Preferences()
    request = world.by(ANNA)
    changed = await world.services.settings.set_preferences(request, language="de", reminders=(6, 24, 6))
    assert changed == Preferences(language="de", reminders=(24, 6))
    assert changed == await world.services.settings.preferences(ANNA.id)
    assert changed == await world.services.settings.set_preferences(request, language="en")
    assert await world.services.settings.preferences(BEN.id) == Preferences()
    again = await world.services.settings.set_preferences(world.by(ANNA), tell=PingPlace.DIRECT)
    assert (again.language, again.tell) == ("de", PingPlace.DIRECT)


async def test_a_chosen_language_overrides_the_clients(world: World) -> None:
    await world.services.name_cache.record_seen(BEN, None)
    assert await world.services.people.locale_of(BEN.id) == "en-US"
    await world.services.settings.set_preferences(world.by(BEN), language="de")
    assert await world.services.people.locale_of(BEN.id) == "de"


def test_preferences_are_read_back() -> None:
    assert PREFERENCES.read(PREFERENCES.write(_ALL)) == _ALL
    assert PREFERENCES.read({}) == Preferences()


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"zone": "Atlantis/Capital"}, "unknown-zone"),
        ({"zone": "../etc/passwd"}, "unknown-zone"),
        ({"zone": "\x00"}, "unknown-zone"),
        ({"reminders": (1, 2, 3, 4)}, "reminder-times"),
        ({"reminders": (0,)}, "reminder-hours"),
        ({"reminders": (169,)}, "reminder-hours"),
        ({"every": 0}, "reminder-hours"),
        ({"every": 10**12}, "reminder-hours"),
    ],
)
async def test_invalid_preferences_are_refused(world: World, changes: PreferenceChanges, reason: str) -> None:
    await expect_refusal(world.services.settings.set_preferences(world.by(ANNA), **changes), reason)
    assert await world.services.settings.preferences(ANNA.id) == Preferences()


@pytest.mark.parametrize(
    ("tell", "audiences"),
    [
        (PingPlace.THREAD, [None]),
        (PingPlace.DIRECT, [None, BEN.id]),
        (PingPlace.BOTH, [None, BEN.id]),
        (PingPlace.NONE, [None]),
    ],
)
async def test_a_turn_is_posted_at_the_preferred_place(
    world: World, tell: PingPlace, audiences: list[int | None]
) -> None:
    await world.services.settings.set_preferences(world.by(BEN), tell=tell)
    match = await begin_timed(world, "7d")
    await world.deliver_all()
    await play(world, match, ANNA)
    notices = await world.deliver_all()
    assert [(notice.kind, notice.tell) for notice in notices] == [(PlyPlayed, tell)] * len(audiences)
    assert [notice.recipient for notice in notices] == audiences
    assert [notice.event for notice in notices] == [notices[0].event] * len(audiences)
    # Ben's setting does not affect Anna's turn.
    await play(world, match, BEN)
    plies = [notice for notice in await world.deliver_all() if notice.kind is PlyPlayed]
    assert [notice.tell for notice in plies] == [PingPlace.THREAD]


async def test_the_first_turn_is_posted_at_the_preferred_place(world: World) -> None:
    await world.services.settings.set_preferences(world.by(ANNA), tell=PingPlace.DIRECT)
    await begin_timed(world, "7d")
    starts = [notice for notice in await world.deliver_all() if notice.kind is MatchStarted]
    assert {(notice.recipient, notice.tell) for notice in starts} == {
        (None, PingPlace.DIRECT),
        (ANNA.id, PingPlace.DIRECT),
    }
    assert len(starts) == 2


async def test_an_unchanged_turn_does_not_ping_again(world: World) -> None:
    await world.services.settings.set_preferences(world.by(ANNA), tell=PingPlace.BOTH)
    match = await begin_timed(world, "7d", options={"again": "on"})
    await world.deliver_all()
    await play(world, match, ANNA)
    (notice,) = await world.deliver_all()
    assert (notice.recipient, event_of(notice, PlyPlayed).pings, notice.tell) == (None, False, PingPlace.NONE)


async def test_reminders_precede_a_deadline(world: World) -> None:
    await world.services.settings.set_value(world.by(BEN), AUTO_VACATION, False)
    match = await play(world, await begin_timed(world, "3d"), ANNA)
    await world.deliver_all()
    notices = await pass_by(world, 3 * DAY)
    assert _reminders(notices) == [
        (None, DeadlineNear(match.id, 1, BEN.id, 1, 24)),
        (None, DeadlineNear(match.id, 1, BEN.id, 2, 6)),
    ]
    assert {notice.match for notice in notices} == {match.id}


@pytest.mark.parametrize(
    ("tell", "audiences"),
    [(PingPlace.DIRECT, [BEN.id]), (PingPlace.BOTH, [None, BEN.id]), (PingPlace.NONE, [])],
)
async def test_reminders_are_posted_at_the_preferred_place(
    world: World, tell: PingPlace, audiences: list[int | None]
) -> None:
    await world.services.settings.set_preferences(world.by(BEN), tell=tell, reminders=(12,))
    await play(world, await begin_timed(world, "3d"), ANNA)
    notices = await pass_by(world, 2 * DAY + 12 * HOUR)
    assert [recipient for recipient, _ in _reminders(notices)] == audiences


async def test_a_game_without_a_deadline_is_reported_stalled_once(world: World) -> None:
    match = await play(world, await world.match(), ANNA)
    notices = await pass_by(world, 30 * DAY)
    assert [data.nth for _, data in _reminders(notices)] == [1, 2, 3]
    assert {data.hours_left for _, data in _reminders(notices)} == {None}
    (stalled,) = (notice for notice in notices if notice.kind is MatchStalled)
    assert (stalled.match, stalled.recipient, event_of(stalled, MatchStalled).seat) == (match.id, None, 1)
    await play(world, match, BEN)
    assert kinds(await pass_by(world, 3 * DAY)).count(DeadlineNear) == 1


async def test_a_player_on_vacation_is_not_reminded(world: World) -> None:
    await play(world, await world.match(), ANNA)
    start = world.time.now
    await world.services.settings.take_vacation(world.by(BEN), start.date(), start.date() + 9 * DAY)
    assert _reminders(await pass_by(world, 9 * DAY)) == []
    assert len(_reminders(await pass_by(world, DAY))) == 1


async def test_quiet_hours_hold_back_pings_and_reminders(world: World) -> None:
    await world.services.settings.set_preferences(
        world.by(BEN), quiet=QuietHours(time(22), time(7)), zone="Europe/Berlin", reminders=(24,)
    )
    match = await begin_timed(world, "3d")
    world.time.now = datetime(2026, 11, 20, 23, tzinfo=UTC)
    await world.deliver_all()
    await play(world, match, ANNA)
    (ply,) = await world.deliver_all()
    assert (ply.recipient, ply.tell) == (None, PingPlace.NONE)
    notices = await pass_by(world, 7 * HOUR)
    assert _reminders(notices) == [(None, DeadlineNear(match.id, 1, BEN.id, 0, 65))]
    # 24 hours before the deadline it is midnight in Berlin.
    assert _reminders(await pass_by(world, 47 * HOUR)) == []
    notices = await pass_by(world, HOUR)
    assert _reminders(notices) == [(None, DeadlineNear(match.id, 1, BEN.id, 1, 17))]


async def test_a_turn_is_posted_silently_in_quiet_hours(world: World) -> None:
    await world.services.settings.set_preferences(
        world.by(BEN), quiet=QuietHours(time(22), time(7)), tell=PingPlace.BOTH, reminders=(24,)
    )
    await world.services.settings.set_value(world.by(BEN), QUIET_SILENT, True)
    match = await begin_timed(world, "3d")
    world.time.now = datetime(2026, 11, 20, 23, tzinfo=UTC)
    await world.deliver_all()
    await play(world, match, ANNA)
    notices = await world.deliver_all()
    assert [(ply.recipient, ply.tell, ply.routing.silent) for ply in notices] == [
        (None, PingPlace.BOTH, True),
        (BEN.id, PingPlace.BOTH, True),
    ]
    # No ping follows at 7:00; reminders still wait for the end of quiet hours.
    assert _reminders(await pass_by(world, 46 * HOUR)) == []
    assert [near.nth for _, near in _reminders(await pass_by(world, 26 * HOUR))] == [1, 1]


async def test_a_turn_outside_quiet_hours_is_not_silent(world: World) -> None:
    await world.services.settings.set_preferences(world.by(BEN), quiet=QuietHours(time(22), time(7)))
    await world.services.settings.set_value(world.by(BEN), QUIET_SILENT, True)
    match = await begin_timed(world, "3d")
    await world.deliver_all()
    await play(world, match, ANNA)
    assert [(ply.tell, ply.routing.silent) for ply in await world.deliver_all()] == [
        (PingPlace.THREAD, False)
    ]


async def test_a_start_in_quiet_hours_pings_later(world: World) -> None:
    await world.services.settings.set_preferences(world.by(ANNA), quiet=QuietHours(time(11), time(13)))
    await world.services.settings.set_value(world.by(ANNA), QUIET_SILENT, True)
    await begin_timed(world, "3d")
    (start,) = [notice for notice in await world.deliver_all() if notice.kind is MatchStarted]
    assert (start.tell, start.calls, start.routing.silent) == (PingPlace.NONE, (BEN.id,), False)
    assert [near.nth for _, near in _reminders(await pass_by(world, 2 * HOUR))] == [0]


async def test_silenced_reminders_return_in_the_next_turn(world: World) -> None:
    match = await play(world, await begin_timed(world, "3d"), ANNA)
    await expect_refusal(world.services.deadlines.silence(world.by(ANNA), match.id), "not-your-turn")
    await expect_refusal(world.services.deadlines.silence(world.by(CARA), match.id), "not-your-game")
    request = world.by(BEN)
    silent = await world.services.deadlines.silence(request, match.id)
    assert comparable(silent) == comparable(match)
    assert silent == await world.services.deadlines.silence(request, match.id)
    assert _reminders(await pass_by(world, 3 * DAY - HOUR)) == []
    await play(world, match, BEN, ANNA)
    assert len(_reminders(await pass_by(world, 3 * DAY - HOUR))) == 2


async def test_changed_preferences_apply_to_the_current_turn(world: World) -> None:
    await play(world, await begin_timed(world, "3d"), ANNA)
    await world.deliver_all()
    await world.services.settings.set_preferences(world.by(BEN), reminders=(48,))
    assert [data.hours_left for _, data in _reminders(await pass_by(world, DAY))] == [48]
    await world.services.settings.set_preferences(world.by(BEN), tell=PingPlace.NONE)
    assert _reminders(await pass_by(world, DAY)) == []


async def test_an_overdue_reminder_is_posted_once(world: World) -> None:
    await play(world, await begin_timed(world, "3d"), ANNA)
    await world.deliver_all()
    world.time.pass_by(2 * DAY + 20 * HOUR)
    first, second = world.services.timers, world.other_services().timers
    assert (await first.act(), await second.act()) == (1, 0)
    assert [data.hours_left for _, data in _reminders(await world.deliver_all())] == [4]
    assert await first.next_due() == world.time.now + 4 * HOUR


async def test_a_reminder_replaces_the_previous_one(world: World) -> None:
    await world.services.settings.set_preferences(world.by(BEN), tell=PingPlace.BOTH)
    match = await play(world, await begin_timed(world, "3d"), ANNA)
    await world.deliver_all()
    messages: dict[int | None, tuple[MessageRef, ...]] = {}
    for round_ in (1, 2):
        world.time.now += (2 * DAY) if round_ == 1 else 18 * HOUR
        await world.services.timers.act()
        notices = await world.outbox.claim()
        assert [notice.recipient for notice in notices] == [None, BEN.id]
        for notice in notices:
            ref = MessageRef(70 if notice.recipient is None else 900, 10 * round_)
            assert await world.outbox.deletions_after(notice.id, ref) == messages.get(notice.recipient, ())
            assert await world.outbox.deletions_after(notice.id, ref) == ()
            messages[notice.recipient] = (ref,)
    assert (await world.services.matches.get(match.id)).board is None


async def test_a_reminder_without_a_place_goes_only_to_the_player_to_move(world: World) -> None:
    await play(world, await begin_timed(world, "3d"), ANNA)
    await world.deliver_all()
    world.time.pass_by(2 * DAY)
    await world.services.timers.act()
    (public,) = await world.outbox.claim()
    await world.outbox.reroute(public.id, "10003")
    (direct,) = await world.outbox.claim()
    assert (direct.recipient, direct.kind) == (BEN.id, DeadlineNear)


async def test_reminders_after_soft_time_name_no_deadline(world: World) -> None:
    await world.services.settings.set_value(world.by(ANNA), AUTO_VACATION, False)
    await world.services.settings.set_preferences(world.by(ANNA), every=24)
    await play(world, await begin_timed(world, "1d soft"), ANNA, BEN)
    notices = await pass_by(world, DAY)
    assert kinds(notices)[-2:] == [DeadlineMoved, DeadlinePassed]
    later = _reminders(await pass_by(world, 10 * DAY))
    assert [data.hours_left for _, data in later] == [None] * len(later)
    assert later


async def test_an_unknown_preference_is_an_error(world: World) -> None:
    changes: Any = {"volume": 11}
    with pytest.raises(TypeError):
        await world.services.settings.set_preferences(world.by(ANNA), **changes)
    with pytest.raises(Refusal):
        await world.services.settings.set_preferences(world.by(ANNA), every=timedelta(weeks=9) // HOUR)
