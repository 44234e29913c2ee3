"""Declarations of features: refused omissions and conflicts, follow-ups, settings."""

from collections.abc import Callable, Coroutine

import pytest

from bot.kernel.feature import DeclaredTwice, Feature, Features, PlacesUndeclared
from bot.kernel.outbox.message_routes import MessageRoute
from bot.kernel.outbox.notices import Notice
from bot.model.events.instructions import OpenThread, TellFollower
from bot.model.settings import Owner, person_switch, server_switch


def test_a_posting_feature_must_declare_its_name_places() -> None:
    routes = (MessageRoute(TellFollower),)
    with pytest.raises(PlacesUndeclared, match="news"):
        Features().add(Feature(name="news", routes=routes))
    Features().add(Feature(name="news", routes=routes, name_places=()))


def test_a_refusal_reason_belongs_to_one_feature() -> None:
    features = Features()
    features.add(Feature(name="one", refusals={"too-late": ()}))
    features.add(Feature(name="two", refusals={"too-late": ()}))
    with pytest.raises(DeclaredTwice, match="too-late"):
        features.refusals()


async def test_follow_ups_of_several_features_run_in_turn() -> None:
    ran: list[str] = []

    def noting(name: str) -> Callable[[Notice], Coroutine[None, None, None]]:
        async def note_notice(notice: Notice) -> None:
            ran.append(f"{name} {notice.id}")

        return note_notice

    async def note_restoration(_: object) -> None:
        ran.append("restored")

    features = Features()
    features.add(Feature(name="one", settled={TellFollower: noting("one")}, restored=(note_restoration,)))
    features.add(Feature(name="two", settled={TellFollower: noting("two"), OpenThread: noting("open")}))
    features.add(Feature(name="three", restored=(note_restoration,)))
    notice = Notice(5, TellFollower(31, 1, 2), 3, 31, 2, 1001, 0, uncertain=False)
    await features.settlement_hooks[TellFollower](notice)
    assert ran == ["one 5", "two 5"]
    assert set(features.settlement_hooks) == {TellFollower, OpenThread}
    assert features.restore_steps == (note_restoration, note_restoration)


def test_settings_are_listed_by_owner_and_place() -> None:
    late, early = person_switch("late", default=True, place=9), person_switch("early", default=True, place=2)
    of_server = server_switch("early", default=False, place=1)
    features = Features()
    features.add(Feature(name="one", settings=(late, of_server)))
    features.add(Feature(name="two", settings=(early,)))
    assert features.settings(Owner.PERSON) == [early, late]
    assert features.settings(Owner.SERVER) == [of_server]
    features.add(Feature(name="three", settings=(early,)))
    with pytest.raises(DeclaredTwice, match="early"):
        features.settings(Owner.PERSON)
