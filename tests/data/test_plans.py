"""Every statement the store makes finds its rows by an index."""

import inspect
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event

from data import Store, Tables
from data.challenges import Challenges
from data.games import Games
from data.habits import Habits
from data.notices import Notices
from data.people import People
from data.plans import Plans
from data.records import (
    DeedRecord,
    GuestRecord,
    HabitsRecord,
    NewNotice,
    PersonRecord,
    PlyRecord,
    RequestRecord,
    ServerRulesRecord,
    TimingRecord,
)
from data.requests import Requests
from data.schema import PUBLIC
from data.servers import Servers
from data.undone import Undone

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
_PLACE: dict[str, Any] = {"server": None, "channel": 5, "locale": "en", "created": NOON}

Call = Callable[[Tables], Awaitable[object]]
# Every method of every table's class once, in an order in which rows exist before they are pointed to.
CALLS: dict[str, Call] = {
    "People.meet": lambda it: it.people.meet(PersonRecord(1, "Al", "en")),
    "People.hear_of": lambda it: it.people.hear_of(PersonRecord(2, "Bo", "en")),
    "People.meet_server": lambda it: it.people.meet_server(7, "de"),
    "People.get": lambda it: it.people.get(1),
    "People.names": lambda it: it.people.names([1, 2]),
    "People.languages": lambda it: it.people.languages([1, 2]),
    "People.server_locale": lambda it: it.people.server_locale(7),
    "People.lock": lambda it: it.people.lock([1, 2]),
    "Requests.add": lambda it: it.requests.add(RequestRecord("r", 1, "turn", 1, 1), NOON),
    "Requests.since": lambda it: it.requests.since(1, 1, NOON),
    "Requests.get": lambda it: it.requests.get("r"),
    "Challenges.add": lambda it: it.challenges.add(
        key="any", options={}, challenger=1, opponent=2, role="random", **_PLACE
    ),
    "Challenges.get": lambda it: it.challenges.get(1),
    "Challenges.lock": lambda it: it.challenges.lock(1),
    "Challenges.sent_by": lambda it: it.challenges.sent_by(1),
    "Challenges.open_of": lambda it: it.challenges.open_of(1),
    "Challenges.rematch_of": lambda it: it.challenges.rematch_of(1),
    "Challenges.add_guests": lambda it: it.challenges.add_guests(
        1, [GuestRecord(1, False, 0, None), GuestRecord(2, True, None, None)]
    ),
    "Challenges.set_closed": lambda it: it.challenges.set_closed(1, closed=True),
    "Challenges.forget_guest": lambda it: it.challenges.forget_guest(1, 2),
    "Challenges.leave": lambda it: it.challenges.leave(1, 2, ready=True),
    "Challenges.set_expires": lambda it: it.challenges.set_expires(1, NOON),
    "Challenges.next_expiry": lambda it: it.challenges.next_expiry(),
    "Challenges.expiring": lambda it: it.challenges.expiring(NOON, 9),
    "Challenges.settle": lambda it: it.challenges.settle(1, "accepted", accepted_by=2),
    "Challenges.set_message": lambda it: it.challenges.set_message(1, 9),
    "Games.add": lambda it: it.games.add(
        key="any", options={}, challenge=1, turn=0, position="", players=(1, 2), **_PLACE
    ),
    "Games.add_plies": lambda it: it.games.add_plies(1, [PlyRecord(1, 0, "a", NOON)], turn=1, position="a"),
    "Games.get": lambda it: it.games.get(1),
    "Games.see": lambda it: it.games.see(1),
    "Games.lock": lambda it: it.games.lock(1),
    "Games.plies": lambda it: it.games.plies(1, 0, 9),
    "Games.of_challenge": lambda it: it.games.of_challenge(1),
    "Games.seed": lambda it: it.games.seed(1),
    "Games.set_seed": lambda it: it.games.set_seed(1, "00", "ff"),
    "Games.set_offers": lambda it: it.games.set_offers(1, {}),
    "Undone.undo": lambda it: it.undone.undo(1, 0, 1, NOON, turn=0, position=""),
    "Undone.of": lambda it: it.undone.of(1),
    "Undone.includes": lambda it: it.undone.includes(1, 0, 1),
    "Plans.write": lambda it: it.plans.write(1, {0: "plan"}),
    "Plans.of": lambda it: it.plans.of(1),
    "Games.retire": lambda it: it.games.retire(1, 1, [(1, 1)]),
    "Games.running_of": lambda it: it.games.running_of(1, 9),
    "Games.finished_of": lambda it: it.games.finished_of(1, 9),
    "Games.keep_time": lambda it: it.games.keep_time(1, TimingRecord(NOON, ((1, 1, 0), (1, 1, 0)), due=NOON)),
    "Games.lock_played_by": lambda it: it.games.lock_played_by(2),
    "Games.played_by": lambda it: it.games.played_by(2),
    "Games.running_in_server": lambda it: it.games.running_in_server(7, paused=True, after=0, limit=9),
    "Games.servers_played_in": lambda it: it.games.servers_played_in(),
    "Games.next_due": lambda it: it.games.next_due(),
    "Games.due": lambda it: it.games.due(NOON, 9),
    "Games.set_due": lambda it: it.games.set_due(1, NOON),
    "Games.running_in": lambda it: it.games.running_in(5),
    "Games.running_at": lambda it: it.games.running_at(5),
    "Games.latest_at": lambda it: it.games.latest_at(5),
    "Games.count_of": lambda it: it.games.count_of(1),
    "Games.count_in": lambda it: it.games.count_in(5),
    "Games.replace_board": lambda it: it.games.replace_board(1, (5, 9)),
    "Games.move_home": lambda it: it.games.move_home(1, 6),
    "Games.finish": lambda it: it.games.finish(1, {}, NOON, resigned=0),
    "Notices.add": lambda it: it.notices.add([NewNotice("ply", 1, PUBLIC, 1, 1, {})], NOON),
    "Notices.deliver": lambda it: it.notices.deliver(1),
    "Notices.next_due": lambda it: it.notices.next_due(),
    "Notices.claim": lambda it: it.notices.claim("me", NOON, 9),
    "Notices.get": lambda it: it.notices.get(1),
    "Notices.lock": lambda it: it.notices.lock(1),
    "Notices.postpone": lambda it: it.notices.postpone(1, NOON, 1, "no", uncertain=True),
    "Notices.drop_plies": lambda it: it.notices.drop_plies(1, 1, "ply", 0),
    "Notices.drop_calls": lambda it: it.notices.drop_calls(1, 1, "ply", 1),
    "Notices.release": lambda it: it.notices.release("other", NOON),
    "Notices.close": lambda it: it.notices.close(1, "missed"),
    "Notices.show": lambda it: it.notices.show(1, (5, 9)),
    "Notices.shown": lambda it: it.notices.shown(1, PUBLIC),
    "Habits.of_one": lambda it: it.habits.of_one(1),
    "Notices.hand_out": lambda it: it.notices.hand_out(1),
    "Habits.put": lambda it: it.habits.put(1, HabitsRecord({}, ((NOON, NOON, 2026, False),))),
    "Habits.of": lambda it: it.habits.of([1, 2]),
    "Servers.put_rules": lambda it: it.servers.put_rules(7, ServerRulesRecord((5,), ("any",), "3d", True)),
    "Servers.rules": lambda it: it.servers.rules(7),
    "Servers.put_overview": lambda it: it.servers.put_overview(5, 7, "en"),
    "Servers.touch_overview": lambda it: it.servers.touch_overview(5, "overview", NOON),
    "Servers.show_overview": lambda it: it.servers.show_overview(5, 9),
    "Servers.overview": lambda it: it.servers.overview(5),
    "Servers.forget_overview": lambda it: it.servers.forget_overview(5),
    "Servers.leave": lambda it: it.servers.leave(7, NOON),
    "Servers.is_gone": lambda it: it.servers.is_gone(7),
    "Servers.gone": lambda it: it.servers.gone(),
    "Servers.come_back": lambda it: it.servers.come_back(7),
    "Servers.do": lambda it: it.servers.do(7, DeedRecord(NOON, 1, "rules", None, "")),
    "Servers.deeds": lambda it: it.servers.deeds(7, 9),
}


def test_every_call_is_looked_at() -> None:
    declared = {
        f"{kind.__name__}.{name}"
        for kind in (People, Requests, Challenges, Games, Notices, Habits, Servers, Undone, Plans)
        for name, _ in inspect.getmembers(kind, inspect.iscoroutinefunction)
        if not name.startswith("_")
    }
    assert declared == set(CALLS)


@dataclass(slots=True)
class Heard:
    """An open store and the statements each call made, with their parameters."""

    store: Store
    statements: dict[str, list[tuple[str, Any]]]


@pytest.fixture
async def heard(tmp_path: Path) -> AsyncIterator[Heard]:
    store = await Store.open(f"sqlite:///{tmp_path / 'games.db'}")
    statements: dict[str, list[tuple[str, Any]]] = {name: [] for name in CALLS}
    now: list[str] = []

    def hear(_c: object, _u: object, statement: str, parameters: Any, _x: object, many: bool) -> None:
        if now:
            statements[now[-1]].append((statement, parameters[0] if many else parameters))

    event.listen(store._engines.writer.sync_engine, "before_cursor_execute", hear)
    async with store.write() as tables:
        for name, call in CALLS.items():
            now.append(name)
            await call(tables)
    yield Heard(store, statements)
    await store.close()


async def _plan(store: Store, statement: str, parameters: Any) -> list[str]:
    async with store._engines.reader.connect() as connection:
        rows = await connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters)
        return [row.detail for row in rows]


async def test_no_statement_scans_a_table(heard: Heard) -> None:
    scans: dict[str, list[str]] = {}
    for name, statements in heard.statements.items():
        assert statements, name
        for statement, parameters in statements:
            steps = await _plan(heard.store, statement, parameters)
            found = [step for step in steps if step.startswith("SCAN") and not _harmless(statement, step)]
            if found:
                scans[name] = found
    assert scans == {}


def _harmless(statement: str, step: str) -> bool:
    """Going through a bounded choice made before, or through an index of which all rows are wanted.

    An insert into a table others point to names a scan that SQLite makes only for constraints deferred
    to the end of the transaction; no constraint here is.
    """
    if step in {"SCAN chosen", "SCAN CONSTANT ROW"}:
        return True
    if statement.startswith("INSERT"):
        return step in {"SCAN notices", "SCAN deeds"}
    return "INDEX ix_notices_due" in step or "INDEX ix_notices_claimed" in step


async def test_a_scan_would_be_seen(heard: Heard) -> None:
    statement = "SELECT * FROM games WHERE position = ?"
    (step,) = await _plan(heard.store, statement, ("a",))
    assert step.startswith("SCAN")
    assert not _harmless(statement, step)


async def test_waiting_for_time_looks_at_one_entry_of_an_index(heard: Heard) -> None:
    for name in ("Games.next_due", "Games.due"):
        ((statement, parameters),) = heard.statements[name]
        (step,) = await _plan(heard.store, statement, parameters)
        assert step.startswith("SEARCH games USING COVERING INDEX ix_games_due")


async def test_what_changed_is_told_once_without_a_search_through_what_was_told(heard: Heard) -> None:
    ((statement, parameters),) = heard.statements["Servers.touch_overview"]
    steps = await _plan(heard.store, statement, parameters)
    assert "SEARCH notices USING INDEX ix_notices_undelivered (stream=? AND audience=?)" in steps
