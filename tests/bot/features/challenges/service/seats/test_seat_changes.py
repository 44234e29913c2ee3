"""The notice of a changed seat: the preferences of the leaver and of the substitute."""

import pytest

from bot.model.events.events import SeatChanged
from bot.model.people.person import Person
from bot.model.people.preferences import PingPlace
from tests.bot.features.challenges.service.seats.test_substitutions import take_seat
from tests.bot.support.contents import event_of
from tests.bot.support.fakes import ANNA, BEN, CARA, World
from tests.bot.support.timed import DAY, HOUR, begin_timed, pass_by, play

pytest_plugins = ("tests.bot.support.worlds",)


@pytest.mark.parametrize(
    ("moved", "tell", "timed"), [((ANNA,), PingPlace.NONE, False), ((ANNA, BEN), PingPlace.BOTH, True)]
)
async def test_a_handover_keeps_each_player_s_own_preferences(
    world: World, moved: tuple[Person, ...], tell: PingPlace, timed: bool
) -> None:
    """The substitute is pinged in their turn only, and the leaver's boards end where the leaver had them."""
    await world.challenge()
    await world.services.settings.set_preferences(world.by(ANNA), tell=PingPlace.DIRECT)
    await world.services.settings.set_preferences(world.by(CARA), tell=PingPlace.BOTH)
    match = await begin_timed(world, "3d")
    await play(world, match, *moved)
    await pass_by(world, 2 * DAY + HOUR)
    await take_seat(world, match)
    changed = event_of((await world.deliver_all())[-1], SeatChanged)
    assert changed == SeatChanged(
        match=match.id,
        plies=len(moved),
        turn=len(moved) % 2,
        seat=0,
        leaver=ANNA.id,
        substitute=CARA.id,
        before=PingPlace.DIRECT,
        tell=tell,
        timed=timed,
    )
