"""Recipients of messages: public pings, direct messages, quiet hours."""

from dataclasses import replace
from datetime import UTC, datetime, time, timedelta

from bot.kernel.outbox.audience import PersonPreferences, also_to, only_for, public_and_direct, quiet_until
from bot.kernel.outbox.message_routes import OutgoingMessage
from bot.kernel.outbox.notices import Routing
from bot.model.events.events import PlyPlayed
from bot.model.people.preferences import PingPlace, Preferences
from bot.model.time.reminders import QuietHours

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
LATER = NOON + timedelta(hours=1)
PLY = PlyPlayed(7, 0, 1, 0, "a1", before=0, turn=1, tell=PingPlace.THREAD, by=0)
SILENT = OutgoingMessage(PLY, 5, 7, 1, Routing(silent=True, direct=(9,)))
QUIET = QuietHours(time(11), time(13))
EVERYBODY: PersonPreferences = {
    1: Preferences(tell=PingPlace.THREAD),
    2: Preferences(tell=PingPlace.DIRECT),
    3: Preferences(tell=PingPlace.BOTH),
    4: Preferences(tell=PingPlace.NONE),
    5: Preferences(tell=PingPlace.BOTH, quiet=QUIET),
    6: Preferences(tell=PingPlace.THREAD, quiet=QUIET),
    8: Preferences(tell=PingPlace.NONE, quiet=QUIET),
}


def _of(*people: int) -> PersonPreferences:
    return {person: EVERYBODY[person] for person in people}


def test_preferences_decide_place_and_time_of_each_message() -> None:
    public, *direct = public_and_direct(SILENT, EVERYBODY, NOON)
    assert public.routing == Routing(calls=(1, 3), direct=(9, 2, 3, 5))
    assert [(message.audience, message.due) for message in (public, *direct)] == [
        (None, None),
        (2, None),
        (3, None),
        (5, LATER),
    ]


def test_a_message_without_pings_keeps_its_silence() -> None:
    for silent in (True, False):
        message = OutgoingMessage(PLY, 5, routing=Routing(silent=silent))
        (public,) = public_and_direct(message, _of(4, 6, 8), NOON)
        assert public.routing == Routing(calls=(), silent=silent)
        public, *_ = public_and_direct(message, _of(2, 5), NOON)
        assert public.routing == Routing(calls=(), direct=(2, 5), silent=silent)


def test_a_restricted_message_is_public_if_anyone_wants_it_there() -> None:
    for people, audiences in (((2, 3), [None, 2, 3]), ((2,), [2]), ((4,), []), ((6,), [None])):
        messages = only_for(SILENT, _of(*people), NOON)
        assert [message.audience for message in messages] == audiences


def test_a_public_message_is_also_sent_directly_on_request() -> None:
    public, direct = also_to(SILENT, 3, PingPlace.BOTH)
    assert (public.audience, public.routing.direct) == (None, (3,))
    assert (direct.audience, direct.routing.direct) == (3, (9,))
    assert also_to(SILENT, 3, PingPlace.THREAD) == also_to(SILENT, None, PingPlace.BOTH) == [SILENT]


def test_quiet_hours_use_the_persons_time_zone() -> None:
    preferences = Preferences(
        tell=PingPlace.BOTH, quiet=QuietHours(time(12, 30), time(14)), zone="Europe/Berlin"
    )
    assert quiet_until(preferences, NOON) == NOON + timedelta(hours=1)
    assert quiet_until(preferences, NOON + timedelta(hours=1)) is None
    assert quiet_until(replace(preferences, zone="UTC"), NOON) is None
    assert quiet_until(replace(preferences, tell=PingPlace.NONE), NOON) is None, "nobody is disturbed"
    assert quiet_until(replace(preferences, quiet=None), NOON) is None
