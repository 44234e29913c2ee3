"""Deletion a day after the request: no row names the person, and their games stay without them."""

import json
from collections.abc import Mapping
from datetime import timedelta

import pytest
import sqlalchemy as sa

from bot.app import TABLES, bare_app
from bot.features.matches.service.deadlines import Deadlines
from bot.features.records.store import imports
from bot.kernel.personal.tables import OwnedTable
from bot.model.challenges.challenge import ChallengeStatus
from bot.model.events.events import ChallengeDeclined
from bot.model.match.match import ADJUDICATION, RESIGNATION, MatchStatus
from bot.model.people.privacy import GRACE, NameErasure, is_alias
from tests.bot.features.privacy.service.leaving import (
    ROBIN,
    ROBINSON,
    act,
    clean,
    leave,
    leave_traces,
    match_of,
    rows_with,
)
from tests.bot.support.fakes import ANNA, BEN, CARA, GAMES, HALL, World
from tests.bot.support.refusals import expect_refusal

pytest_plugins = ("tests.bot.support.worlds",)


def _owned_tables() -> Mapping[str, OwnedTable]:
    app = bare_app(GAMES)
    tables = [table for feature in app.features for table in feature.tables]
    assert len({table.name for table in tables}) == len(tables)
    return {table.name: table for table in tables}


OWNED = _owned_tables()
CASCADE = {"followers", "kept_lines", "reviewed_plies"}
"""Also deleted explicitly: few statements for all rows of a game."""


@pytest.mark.both_databases
async def test_the_database_no_longer_names_the_person(world: World) -> None:
    finished, running = await leave_traces(world)
    await world.services.deletions.ask(world.by(ROBIN))
    names = {row.partition(":")[0] for row in await rows_with(world.store, str(ROBIN.id))}
    assert names >= {name for name, owned in OWNED.items() if owned.eraser is not None} - {"notices"}
    await leave(world, ROBIN)
    await clean(world)
    assert await rows_with(world.store, str(ROBIN.id), ROBIN.name, ROBINSON.name) == []
    finished_match = await world.services.matches.get(finished)
    assert (finished_match.status, finished_match.plies) == (MatchStatus.FINISHED, 2)
    assert finished_match.people[0] == ANNA.id
    assert is_alias(finished_match.people[1])
    resigned_match = await world.services.matches.get(running)
    assert resigned_match.outcome is not None
    assert (resigned_match.outcome.reason, resigned_match.outcome.winners) == (RESIGNATION, (0,))
    assert resigned_match.people[1] != finished_match.people[1], "the aliases do not reveal the same person"
    agenda = await world.services.agenda.of(BEN.id)
    assert agenda.challenges_received == ()
    audit = await world.services.servers.audit(7)
    assert any(entry.what == ADJUDICATION for entry in audit), audit
    async with world.store._engines.reader.connect() as connection:
        records = (await connection.execute(sa.select(imports))).all()
    assert [(row.player, row.names) for row in records] == [(BEN.id, ("Anna", "…"))]
    assert json.loads(records[0].record)["players"][1] == {"role": "second", "name": "…"}


@pytest.mark.parametrize("table", TABLES.sorted_tables, ids=lambda table: table.name)
def test_every_person_column_has_an_eraser(table: sa.Table) -> None:
    eraser = OWNED[table.name].eraser
    people = {
        column.name
        for column in table.columns
        if any(key.column.table.name == "players" for key in column.foreign_keys)
    }
    assert people <= set(eraser.columns if eraser is not None else ())


@pytest.mark.parametrize("table", TABLES.sorted_tables, ids=lambda table: table.name)
def test_server_rows_are_deleted_with_the_server(table: sa.Table) -> None:
    refers = any(
        key.ondelete is None and key.column.table.name in {"games", "challenges", "servers"}
        for key in table.foreign_keys
    )
    names_it = refers or not {"server", "scope"}.isdisjoint(table.columns.keys())
    # The kernel deletes notices itself, as they also belong to streams.
    assert names_it is (OWNED[table.name].of_server is not None) or table.name in {
        "notices",
        "servers",
        *CASCADE,
    }


async def test_a_deletion_can_be_cancelled_for_a_day(world: World) -> None:
    match = await match_of(world)
    due = await world.services.deletions.ask(world.by(ROBIN))
    assert due == world.time.now + GRACE
    world.time.pass_by(GRACE - timedelta(minutes=1))
    await act(world)
    assert await world.services.deletions.ask(world.by(ROBIN)) == due, "asking again postpones nothing"
    await world.services.deletions.call_off(world.by(ROBIN))
    world.time.pass_by(GRACE)
    await act(world)
    assert await world.services.deletions.due_of(ROBIN.id) is None
    assert (await world.services.matches.get(match)).status is MatchStatus.RUNNING


async def test_cancelling_midway_keeps_the_unsettled_games(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = [await match_of(world) for _ in range(2)]
    await world.services.deletions.ask(world.by(ROBIN))
    world.time.pass_by(GRACE)
    settle = Deadlines.settle

    async def call_off_and_settle(deadlines: Deadlines, match_id: int) -> None:
        if match_id == games[1]:
            await world.services.deletions.call_off(world.by(ROBIN))
        await settle(deadlines, match_id)

    monkeypatch.setattr(Deadlines, "settle", call_off_and_settle)
    await world.services.deletions.carry_out(ROBIN.id)
    statuses = [(await world.services.matches.get(game)).status for game in games]
    assert statuses == [MatchStatus.FINISHED, MatchStatus.RUNNING]


async def test_another_process_completes_an_interrupted_deletion(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await leave_traces(world)
    await world.services.deletions.ask(world.by(ROBIN))
    world.time.pass_by(GRACE)

    async def die(_: int) -> bool:
        raise KeyboardInterrupt

    monkeypatch.setattr(world.services.deletions, "_forget", die)
    with pytest.raises(KeyboardInterrupt):
        await world.services.timers.act()
    world.services = world.other_services()
    await act(world)
    await clean(world)
    assert await rows_with(world.store, str(ROBIN.id), ROBIN.name, ROBINSON.name) == []


async def test_places_are_erased_in_resumable_steps(world: World) -> None:
    await match_of(world)
    await world.deliver_all()
    await leave(world, ROBIN)
    await world.deliver_all()
    world.time.pass_by(timedelta(minutes=1))
    places = {notice.id: notice.event for notice in await world.outbox.claim(100)}
    erasures = [place for place in places.values() if isinstance(place, NameErasure)]
    assert {(place.channel, place.reader) for place in erasures} == {
        (HALL.channel, None),
        (None, ANNA.id),
        (None, ROBIN.id),
    }
    assert {(entry.person, entry.name) for entry in erasures} == {(ROBIN.id, ROBIN.name)}
    first = next(number for number, place in places.items() if place == erasures[0])
    await world.services.deletions.resume_erasure(erasures[0])
    await world.outbox.deliver_as(first, None)
    (resumed,) = await world.outbox.claim()
    assert (resumed.kind, resumed.event) == (NameErasure, erasures[0])
    assert resumed.id != first
    await world.outbox.miss(resumed.id, "the channel is gone")
    assert await world.outbox.notice(resumed.id) is None, "an impossible erasure is dropped"


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
async def test_an_unfinished_erasure_is_not_taken_for_delivered(world: World) -> None:
    """SQLite reuses the newest row's id once that row is deleted."""
    await match_of(world)
    await leave(world, ROBIN)
    await world.deliver_all()
    world.time.pass_by(timedelta(minutes=1))
    events = {notice.id: notice.event for notice in await world.outbox.claim(100)}
    last = max(events)
    erasure = events[last]
    assert isinstance(erasure, NameErasure)
    await world.services.deletions.resume_erasure(erasure)
    for notice in events:
        await world.outbox.deliver_as(notice, None)
    (resumed,) = await world.outbox.claim()
    assert resumed.event == erasure


async def test_a_running_table_continues_with_an_alias(world: World) -> None:
    match = await world.gathering(ROBIN, CARA)
    await leave(world, ROBIN)
    current = await world.services.matches.get(match.id)
    assert (current.status, len(current.retired)) == (MatchStatus.RUNNING, 1)
    assert [is_alias(person) for person in current.people].count(True) == 1


async def test_a_returning_person_starts_afresh(world: World) -> None:
    finished = await match_of(world)
    await world.services.resignations.resign(world.by(ANNA), finished)
    await leave(world, ROBIN)
    new_match = await match_of(world)
    assert (await world.services.matches.get(new_match)).people == (ANNA.id, ROBIN.id)
    agenda = await world.services.agenda.of(ROBIN.id)
    assert [match.id for match in (*agenda.mine, *agenda.theirs, *agenda.finished)] == [new_match]
    await leave(world, ROBIN)
    await clean(world)
    assert await rows_with(world.store, str(ROBIN.id), ROBIN.name, ROBINSON.name) == []


async def test_a_rematch_with_a_deleted_person_is_refused(world: World) -> None:
    match = await match_of(world)
    await leave(world, ROBIN)
    await expect_refusal(world.services.rematches.rematch(world.by(ANNA), match), "opponent-gone")


async def test_a_table_rematch_omits_the_deleted_person(world: World) -> None:
    match = await world.gathering(ROBIN, CARA)
    for person in (ANNA, CARA):
        await world.services.resignations.resign(world.by(person), match.id)
    await leave(world, ROBIN)
    rematch = await world.services.rematches.rematch(world.by(ANNA), match.id)
    assert rematch.invitees == (CARA.id,)


async def test_the_challenger_is_notified_of_a_declined_challenge(world: World) -> None:
    challenge = await world.challenge(opponent=ROBIN)
    await world.deliver_all()
    await leave(world, ROBIN)
    closed = await world.services.challenges.get(challenge.id)
    assert closed.status is ChallengeStatus.DECLINED
    assert closed.opponent is not None
    assert is_alias(closed.opponent)
    notices = {notice.kind: notice for notice in await world.deliver_all()}
    event = notices[ChallengeDeclined].event
    assert isinstance(event, ChallengeDeclined)
    assert is_alias(event.by)
