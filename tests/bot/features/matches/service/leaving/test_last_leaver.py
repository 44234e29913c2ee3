"""A table that ends with its last departure: earlier leavers are not called."""

import pytest

from bot.model.events.events import PlyPlayed
from bot.model.people.preferences import AUTO_VACATION
from tests.bot.support.fakes import ANNA, BEN, CARA, World
from tests.bot.support.timed import DAY, begin_gathering, pass_by

pytest_plugins = ("tests.bot.support.worlds",)
pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)


async def test_only_earlier_leavers_are_not_pinged_at_the_end(world: World) -> None:
    await world.match()
    for person in (ANNA, BEN, CARA):
        await world.services.settings.set_value(world.by(person), AUTO_VACATION, False)
    match = await begin_gathering(world, "1d", BEN, CARA)
    await world.services.turns.take_turn(world.by(ANNA), match.id, "leave")
    await world.services.resignations.resign(world.by(CARA), match.id)
    notices = await pass_by(world, 3 * DAY)
    (ended,) = [
        notice
        for notice in notices
        if isinstance(notice.event, PlyPlayed) and notice.event.ends_match and notice.recipient is None
    ]
    assert len((await world.services.matches.get(match.id)).retired) == 2
    assert ended.calls == (ANNA.id, BEN.id)
