"""While two versions run side by side, rows of the version before are among one's own."""

from datetime import UTC, datetime
from typing import Any

import pytest
import sqlalchemy as sa

from bot.kernel.outbox.delivered import Delivered
from bot.kernel.outbox.message_routes import write
from bot.kernel.outbox.notices import Routing
from bot.model.events.events import DeadlineNear, PliesTakenBack, PlyPlayed
from bot.model.people.person import MessageRef
from bot.model.people.preferences import Tell
from bot.model.people.privacy import NameErasure
from bot.repositories.notices import NoticeRepository
from bot.repositories.records.outbox import NewNotice
from bot.repositories.tables.outbox_tables import PUBLIC, notices
from tests.bot.support.contents import event_of
from tests.bot.support.fakes import ANNA, BEN, World
from tests.bot.support.timed import DAY, HOUR, kinds, pass_by, timed

pytest_plugins = ("tests.bot.support.worlds",)
pytestmark = pytest.mark.both_databases


def _written_before(kind: str, event: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """How the version before has written what a row holds: its kind, and its data without the routing."""
    if kind == "PlyPlayed":
        said = {"since": event["since"], "mover": event["seat"], "move": event["move"], "ping": True}
        return "ply", {**said, "tell": event["tell"]}
    assert kind == "DeadlineNear"
    return "reminder", {name: event[name] for name in ("person", "nth", "hours_left")}


async def _age(world: World) -> None:
    """Rewrite rows of plies and reminders the way the version before wrote them."""
    async with world.store.write() as session:
        query = sa.select(notices.c.id, notices.c.kind, notices.c.data).where(
            notices.c.kind.in_(("PlyPlayed", "DeadlineNear"))
        )
        for row in (await session.connection.execute(query)).all():
            kind, data = _written_before(row.kind, row.data["event"])
            routing = {
                "outlives" if name == "timed" else name: value for name, value in row.data["routing"].items()
            }
            change = sa.update(notices).where(notices.c.id == row.id)
            await session.connection.execute(change.values(kind=kind, data={"v": 1, **routing, **data}))


async def test_an_undone_ply_is_not_told_whoever_has_written_it(world: World) -> None:
    match = await world.match()
    await world.told()
    await world.services.turns.take_turn(world.by(ANNA), match.id, "take 1")
    await _age(world)
    await world.services.undo.undo(world.by(ANNA), match.id, 1, 0)
    assert {PlyPlayed, PliesTakenBack}.isdisjoint(kinds(await world.told()))


async def test_a_direct_board_takes_the_place_of_one_of_before(world: World) -> None:
    await world.services.settings.set_preferences(world.by(BEN), tell=Tell.BOTH)
    match = await world.match()
    await world.told()
    await world.services.turns.take_turn(world.by(ANNA), match.id, "take 1")
    await _age(world)
    for notice in await world.outbox.claim():
        there = MessageRef(70 if notice.recipient is None else 900, notice.id)
        await world.outbox.exchange([Delivered(notice.id, there)], 0)
    standing = await world.services.match_places.direct_board(match.id, BEN.id)
    assert standing is not None
    await world.services.turns.take_turn(world.by(BEN), match.id, "take 1")
    replaced = [await world.outbox.delivered(waiting.id, None) for waiting in await world.outbox.claim()]
    assert standing in replaced
    assert await world.services.match_places.direct_board(match.id, BEN.id) is None


async def test_a_reminder_of_before_goes_with_the_turn(world: World) -> None:
    match = await timed(world, "3d")
    reminders = [notice for notice in await pass_by(world, 2 * DAY + HOUR) if notice.kind is DeadlineNear]
    assert reminders
    await _age(world)
    async with world.store.write() as session:
        await session.of(NoticeRepository).show(reminders[-1].id, (70, 901))
    await world.services.turns.take_turn(world.by(ANNA), match.id, "take 1")
    (ply,) = await world.outbox.claim()
    assert await world.outbox.outlived(ply.id, MessageRef(70, 902)) == (MessageRef(70, 901),)


_BEFORE = {
    "v": 1,
    "person": BEN.id,
    "name": BEN.name,
    "channel": None,
    "reader": ANNA.id,
    "server": None,
    "locale": "",
    "since": "2026-11-20T12:00:00+00:00",
    "before": None,
    "earlier": [],
}
_NOW = write(
    NameErasure(BEN.id, BEN.name, None, ANNA.id, None, "", datetime(2026, 11, 20, 12, tzinfo=UTC)), Routing()
)


@pytest.mark.parametrize(("kind", "data"), [("name-gone", _BEFORE), ("NameErasure", _NOW)])
async def test_what_erases_a_name_keeps_it_until_that_is_done_and_shows_it_to_nobody(
    world: World, kind: str, data: dict[str, object]
) -> None:
    await world.match()
    await world.told()
    async with world.store.write() as session:
        await session.of(NoticeRepository).add(
            [NewNotice(kind, ANNA.id, PUBLIC, None, None, data)], world.time.now
        )
        await world.services.app.kernel.personal_data.erase(session, BEN.id, [BEN.name])
    async with world.store.read() as session:
        shown = {
            table.name: table.rows
            for table in await world.services.app.kernel.personal_data.export(session, ANNA.id)
        }
    assert kind not in {row["kind"] for row in shown["notices"]}
    (erasure,) = await world.outbox.claim()
    assert (event_of(erasure, NameErasure).person, event_of(erasure, NameErasure).name) == (BEN.id, BEN.name)
