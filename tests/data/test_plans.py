"""Every statement the store makes finds its rows by an index."""

import inspect
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from bot.play.domain.challenges import ChallengeStatus, Guest
from bot.play.domain.learning.reviews import ReviewedPly
from bot.play.domain.match.dice import Seed
from bot.play.domain.match.dice_tree import DiceTree
from bot.play.domain.match.log_entry import LogEntry
from bot.play.domain.match.timing import Timing
from bot.play.domain.matches import Counting
from bot.play.domain.people.person import MessageRef, Place
from bot.play.domain.people.person_settings import PersonSettings
from bot.play.domain.people.players import HumanPlayer
from bot.play.domain.servers.server_rules import AdminAction, AuditEntry, ServerRules
from bot.play.domain.time.clocks import read_clock
from bot.play.domain.time.vacation import Day, Vacation
from bot.play.domain.tournaments.formats import Format, Rules
from bot.play.domain.tournaments.pairings import Pairing
from bot.play.domain.tournaments.tournament import Entrant, Terms, Tournament, TournamentStatus
from bot.play.repositories.challenges import ChallengeRepository
from bot.play.repositories.dice_trees import DiceTreeRepository
from bot.play.repositories.imports import ImportRepository
from bot.play.repositories.learning.reviews import ReviewRepository
from bot.play.repositories.match_log import MatchLogRepository
from bot.play.repositories.matches import MatchRepository
from bot.play.repositories.person_settings import PersonSettingsRepository
from bot.play.repositories.servers.server_rules import ServerRulesRepository
from bot.play.repositories.servers.servers import ServerRepository
from bot.play.repositories.statistics import StatisticsRepository
from bot.play.repositories.store import Store, Tables
from bot.play.repositories.tournaments import TournamentRepository
from data.records import (
    JobKind,
    NewNotice,
    PersonRecord,
    RatingChangeRecord,
    RatingRecord,
    RequestRecord,
)
from data.schema import FIRST, PUBLIC
from data.tables.cluster.claims import ClaimRepository
from data.tables.conditional_moves import ConditionalMoveRepository
from data.tables.figures import FigureRepository
from data.tables.notices import NoticeRepository
from data.tables.people import PersonRepository
from data.tables.privacy.blocks import BlockRepository
from data.tables.ratings import RatingRepository
from data.tables.requests import RequestRepository
from rules.contract import Outcome
from tests.data.challenges import challenge
from tests.data.matches import new_match

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)

_RATING = RatingRecord(7, "any", "", 1, 1500.0, 350.0, 0.06, 1, NOON, NOON, 1)
_CHANGE = RatingChangeRecord(1, 7, 1, "any", "", 1500.0, 350.0, 1600.0, 300.0, NOON)
_SMALL = {"SCAN processes", "SCAN alembic_version", "SCAN sqlite_schema"}
"""Going through what has a handful of rows."""
_WANTED_WHOLE = (
    "ix_notices_due",
    "ix_notices_claimed",
    "ix_notices_missed",
    "ix_games_server_running",
    "ix_games_key_running",
    "ix_job_claims_claimant",
)
_SILENT = {"RatingRepository.lock"}
"""What asks nothing of SQLite, which lets one transaction write at a time anyway."""

_KINDS = frozenset({"ply", "start"})


async def _next_due(it: Tables) -> None:
    await it.notices.next_due(kinds=_KINDS)
    await it.notices.next_due(priority=FIRST, kinds=_KINDS)


async def _save_challenge(it: Tables) -> None:
    before = await it.challenges.get(1)
    assert before is not None
    joined = replace(before.with_joined(2, None, None), terms=1)
    await it.challenges.save(before, joined)
    await it.challenges.save(joined, joined.settled(ChallengeStatus.ACCEPTED, accepted_by=2))


async def _save_match(it: Tables) -> None:
    match = await it.matches.get(1)
    assert match is not None
    timed = replace(match, timing=Timing(NOON, ((1, 1, 0), (1, 1, 0)), due=NOON))
    left = timed.left_by(1, 1)
    ended = left.ended(Outcome((), "any"), NOON, resigned=0)
    corrected = ended.corrected(Outcome((0,), "any"))
    for before, after in ((match, timed), (timed, left), (left, ended), (ended, corrected)):
        await it.matches.save(before, after)


Call = Callable[[Tables], Awaitable[object]]
# Every method of every table's class once, in an order in which rows exist before they are pointed to.
CALLS: dict[str, Call] = {
    "PersonRepository.meet": lambda it: it.people.meet(PersonRecord(1, "Al", "en")),
    "PersonRepository.hear_of": lambda it: it.people.hear_of(PersonRecord(2, "Bo", "en")),
    "PersonRepository.meet_server": lambda it: it.people.meet_server(7, "de"),
    "PersonRepository.get": lambda it: it.people.get(1),
    "PersonRepository.names": lambda it: it.people.names([1, 2]),
    "PersonRepository.names_ever": lambda it: it.people.names_ever(1),
    "PersonRepository.readers": lambda it: it.people.readers([1, 2], 7),
    "PersonRepository.languages": lambda it: it.people.languages([1, 2]),
    "PersonRepository.server_locale": lambda it: it.people.server_locale(7),
    "PersonRepository.spoken": lambda it: it.people.spoken(7),
    "PersonRepository.speak": lambda it: it.people.speak(7, "de"),
    "PersonRepository.lock": lambda it: it.people.lock([1, 2]),
    "ImportRepository.add": lambda it: it.imports.add(
        person=1, key="any", names=("Al", "Bo"), body="{}", expires=NOON
    ),
    "ImportRepository.count_of": lambda it: it.imports.count_of(1, NOON),
    "ImportRepository.of": lambda it: it.imports.of(1, NOON),
    "ImportRepository.get": lambda it: it.imports.get(1, 1, NOON),
    "ImportRepository.delete": lambda it: it.imports.delete(1, 1),
    "ImportRepository.prune": lambda it: it.imports.prune(NOON),
    "ImportRepository.next_expiry": lambda it: it.imports.next_expiry(),
    "RequestRepository.add": lambda it: it.requests.add(RequestRecord("r", 1, "turn", 1, 1), NOON),
    "RequestRepository.since": lambda it: it.requests.since(1, 1, NOON),
    "RequestRepository.get": lambda it: it.requests.get("r"),
    "ChallengeRepository.add": lambda it: it.challenges.add(challenge(1, 2, guests=(Guest(1, joined=0),))),
    "ChallengeRepository.get": lambda it: it.challenges.get(1),
    "ChallengeRepository.lock": lambda it: it.challenges.lock(1),
    "ChallengeRepository.sent_by": lambda it: it.challenges.sent_by(1),
    "ChallengeRepository.is_open_in": lambda it: it.challenges.is_open_in(5),
    "ChallengeRepository.open_in": lambda it: it.challenges.open_in(7, NOON),
    "ChallengeRepository.open_of": lambda it: it.challenges.open_of(1),
    "ChallengeRepository.rematch_of": lambda it: it.challenges.rematch_of(1),
    "ChallengeRepository.save": _save_challenge,
    "ChallengeRepository.set_expires": lambda it: it.challenges.set_expires(1, NOON),
    "ChallengeRepository.next_expiry": lambda it: it.challenges.next_expiry(),
    "ChallengeRepository.expiring": lambda it: it.challenges.expiring(NOON, 9),
    "ChallengeRepository.seed": lambda it: it.challenges.seed(1),
    "ChallengeRepository.set_message": lambda it: it.challenges.set_message(1, 9),
    "MatchRepository.add": lambda it: it.matches.add(new_match(1, 1, 2, words=()), "00"),
    "MatchLogRepository.append": lambda it: it.log.append(1, [LogEntry(1, 0, "a", NOON)]),
    "MatchRepository.get": lambda it: it.matches.get(1),
    "MatchRepository.see": lambda it: it.matches.see(1),
    "MatchRepository.lock": lambda it: it.matches.lock(1),
    "MatchLogRepository.plies": lambda it: it.log.plies(1, 0, 9),
    "MatchRepository.of_challenge": lambda it: it.matches.of_challenge(1),
    "MatchRepository.seed": lambda it: it.matches.seed(1),
    "MatchRepository.set_seed": lambda it: it.matches.set_seed(1, "00", "ff"),
    "MatchRepository.sealed": lambda it: it.matches.sealed(1),
    "MatchRepository.set_beacon": lambda it: it.matches.set_beacon(1, {"origin": "nothing"}),
    "MatchRepository.waiting_for_dice": lambda it: it.matches.waiting_for_dice(0, 9),
    "ReviewRepository.put": lambda it: it.reviews.put(1, 1, [ReviewedPly(1, 0, "a", 1, None)]),
    "ReviewRepository.of": lambda it: it.reviews.of(1, 1),
    "MatchLogRepository.cut": lambda it: it.log.cut(1, 0, 1, NOON),
    "MatchLogRepository.undone": lambda it: it.log.undone(1),
    "MatchLogRepository.was_undone": lambda it: it.log.was_undone(1, 0, 1),
    "ConditionalMoveRepository.write": lambda it: it.conditional_moves.write(1, {0: "plan"}),
    "ConditionalMoveRepository.of": lambda it: it.conditional_moves.of(1),
    "MatchRepository.left_unrated": lambda it: it.matches.left_unrated(1),
    "MatchRepository.left_unrated_in_rated": lambda it: it.matches.left_unrated_in_rated("any"),
    "MatchRepository.leave_unrated": lambda it: it.matches.leave_unrated(1, 0),
    "MatchRepository.count": lambda it: it.matches.count({1: Counting.COUNTS}),
    "MatchRepository.running_of": lambda it: it.matches.running_of(1, 9),
    "MatchRepository.finished_of": lambda it: it.matches.finished_of(1, 9),
    "MatchRepository.practised": lambda it: it.matches.practised(1, 9),
    "MatchRepository.engines_turn": lambda it: it.matches.engines_turn(NOON, 9),
    "MatchRepository.finished_between": lambda it: it.matches.finished_between(1, 2, 9),
    "MatchRepository.rolled_by": lambda it: it.matches.rolled_by(1, 9),
    "MatchRepository.save": _save_match,
    "MatchRepository.keep_times": lambda it: it.matches.keep_times({1: Timing(NOON)}),
    "MatchRepository.lock_running": lambda it: it.matches.lock_running((1,)),
    "MatchRepository.lock_played_by": lambda it: it.matches.lock_played_by(2),
    "MatchRepository.played_by": lambda it: it.matches.played_by(2),
    "MatchRepository.running_in_server": lambda it: it.matches.running_in_server(
        7, paused=True, after=0, limit=9
    ),
    "MatchRepository.threads_in": lambda it: it.matches.threads_in(7),
    "MatchRepository.servers_played_in": lambda it: it.matches.servers_played_in(),
    "MatchRepository.next_due": lambda it: it.matches.next_due(),
    "MatchRepository.due": lambda it: it.matches.due(NOON, 9),
    "MatchRepository.set_due": lambda it: it.matches.set_due(1, NOON),
    "MatchRepository.running_in": lambda it: it.matches.running_in(5),
    "MatchRepository.running_at": lambda it: it.matches.running_at(5),
    "MatchRepository.latest_at": lambda it: it.matches.latest_at(5),
    "MatchRepository.lock_in_thread": lambda it: it.matches.lock_in_thread(5),
    "MatchRepository.count_of": lambda it: it.matches.count_of(1),
    "MatchRepository.count_finished": lambda it: it.matches.count_finished(1),
    "MatchRepository.count_in": lambda it: it.matches.count_in(5),
    "MatchRepository.replace_board": lambda it: it.matches.replace_board(1, MessageRef(5, 9)),
    "MatchRepository.move_home": lambda it: it.matches.move_home(1, 6, 7),
    "MatchRepository.rated": lambda it: it.matches.rated("any"),
    "MatchRepository.finished_in": lambda it: it.matches.finished_in(7, 9),
    "RatingRepository.lock": lambda it: it.ratings.lock(),
    "RatingRepository.put": lambda it: it.ratings.put([_RATING], [_CHANGE]),
    "RatingRepository.of_people": lambda it: it.ratings.of_people(7, "any", [1, 2]),
    "RatingRepository.of": lambda it: it.ratings.of(1, [0, 7]),
    "RatingRepository.best": lambda it: it.ratings.best(7, "any", "", now=NOON, limit=9),
    "RatingRepository.ends_of_same": lambda it: it.ratings.ends_of_same("any", [1, 2], NOON),
    "RatingRepository.is_outdated": lambda it: it.ratings.is_outdated("any", 1),
    "RatingRepository.tell_of_another_formula": lambda it: it.ratings.tell_of_another_formula("any", 1),
    "RatingRepository.is_to_be_told": lambda it: it.ratings.is_to_be_told(1, 1),
    "RatingRepository.told": lambda it: it.ratings.told(1, 1),
    "RatingRepository.latest": lambda it: it.ratings.latest("any", [1, 2]),
    "RatingRepository.changes_of": lambda it: it.ratings.changes_of(1),
    "RatingRepository.of_aliases": lambda it: it.ratings.of_aliases("any"),
    "RatingRepository.history": lambda it: it.ratings.history(1, 7),
    "RatingRepository.replace": lambda it: it.ratings.replace("any", [_RATING], [_CHANGE]),
    "StatisticsRepository.of_game": lambda it: it.statistics.of_game("any"),
    "StatisticsRepository.against_engines": lambda it: it.statistics.against_engines(1),
    "StatisticsRepository.of_player": lambda it: it.statistics.of_player(1),
    "NoticeRepository.is_awaited": lambda it: it.notices.is_awaited(1, 1, ("start",)),
    "NoticeRepository.add": lambda it: it.notices.add([NewNotice("ply", 1, PUBLIC, 1, 1, {})], NOON),
    "NoticeRepository.hasten": lambda it: it.notices.hasten("ply", 1, NOON),
    "NoticeRepository.streams_of": lambda it: it.notices.streams_of("ply"),
    "NoticeRepository.deliver": lambda it: it.notices.deliver(1),
    "NoticeRepository.next_due": _next_due,
    "NoticeRepository.put_first": lambda it: it.notices.put_first(1),
    "NoticeRepository.claim": lambda it: it.notices.claim("me", NOON, 9, kinds=_KINDS),
    "NoticeRepository.claim_in": lambda it: it.notices.claim_in(1, "me", NOON, 10, kinds=_KINDS),
    "NoticeRepository.give_back": lambda it: it.notices.give_back("me", [1, 2]),
    "NoticeRepository.give_back_others": lambda it: it.notices.give_back_others("me", [1, 2]),
    "NoticeRepository.get": lambda it: it.notices.get(1),
    "NoticeRepository.lock_claimed": lambda it: it.notices.lock_claimed(1, "me"),
    "NoticeRepository.postpone": lambda it: it.notices.postpone(1, NOON, 1, "no", uncertain=True),
    "NoticeRepository.drop_plies": lambda it: it.notices.drop_plies(1, 1, ["PlyPlayed", "DiceRolled"], 0),
    "ClaimRepository.take": lambda it: it.claims.take(JobKind.GAME, [1, 2], "me"),
    "ClaimRepository.give_up": lambda it: it.claims.give_up("me"),
    "ClaimRepository.release_left": lambda it: it.claims.release_left("other"),
    "ClaimRepository.release_dead": lambda it: it.claims.release_dead(),
    "NoticeRepository.forget": lambda it: it.notices.forget(9),
    "NoticeRepository.close": lambda it: it.notices.close(1, "missed"),
    "NoticeRepository.show": lambda it: it.notices.show(1, (5, 9)),
    "NoticeRepository.shown": lambda it: it.notices.shown(1, PUBLIC),
    "NoticeRepository.shown_of_challenge": lambda it: it.notices.shown_of_challenge(1),
    "PersonSettingsRepository.of_one": lambda it: it.person_settings.of_one(1),
    "NoticeRepository.hand_out": lambda it: it.notices.hand_out(1, kinds=_KINDS),
    "PersonSettingsRepository.put": lambda it: it.person_settings.put(
        1, PersonSettings(vacation=Vacation((Day(NOON, NOON, 2026, False),)))
    ),
    "PersonSettingsRepository.of": lambda it: it.person_settings.of([1, 2]),
    "ServerRulesRepository.put": lambda it: it.server_rules.put(7, ServerRules((5,), ("any",))),
    "ServerRulesRepository.of": lambda it: it.server_rules.of(7),
    "ServerRepository.call_role": lambda it: it.servers.call_role(7, NOON, timedelta(hours=1)),
    "ServerRepository.listed_in": lambda it: it.servers.listed_in(1),
    "ServerRepository.put_overview": lambda it: it.servers.put_overview(5, 7, "en"),
    "ServerRepository.touch_overview": lambda it: it.servers.touch_overview(5, "overview", {}, NOON),
    "ServerRepository.show_overview": lambda it: it.servers.show_overview(5, 9),
    "ServerRepository.overview": lambda it: it.servers.overview(5),
    "ServerRepository.forget_overview": lambda it: it.servers.forget_overview(5),
    "ServerRepository.leave": lambda it: it.servers.leave(7, NOON),
    "ServerRepository.is_gone": lambda it: it.servers.is_gone(7),
    "ServerRepository.gone": lambda it: it.servers.gone(),
    "ServerRepository.come_back": lambda it: it.servers.come_back(7),
    "ServerRepository.do": lambda it: it.servers.do(7, AuditEntry(NOON, 1, AdminAction.RULES, None, "")),
    "TournamentRepository.add": lambda it: it.tournaments.add(
        Tournament(
            0,
            Terms("Cup", "any", {}, Rules(Format.SWISS), read_clock("3d"), 4, NOON),
            Place(7, 5, "en"),
            1,
            NOON,
        )
    ),
    "TournamentRepository.put_entrants": lambda it: it.tournaments.put_entrants(
        1, [Entrant(1, HumanPlayer(1)), Entrant(2, HumanPlayer(2))]
    ),
    "TournamentRepository.put_entrant": lambda it: it.tournaments.put_entrant(
        1, Entrant(1, HumanPlayer(1), cup=True)
    ),
    "TournamentRepository.add_games": lambda it: it.tournaments.add_games(1, [Pairing(1, (1, 2))], {}),
    "TournamentRepository.begin_game": lambda it: it.tournaments.begin_game(1, 1),
    "TournamentRepository.decide": lambda it: it.tournaments.decide(1, Pairing(1, (1, 2), (1.0, 0.0))),
    "TournamentRepository.add_step": lambda it: it.tournaments.add_step(
        1, Pairing(0, (1, 2), challenger=2), challenge=1, decided=NOON
    ),
    "TournamentRepository.decide_step": lambda it: it.tournaments.decide_step(
        1, Pairing(1, (1, 2), (1.0, 0.0), challenger=2), NOON
    ),
    "TournamentRepository.drop_game": lambda it: it.tournaments.drop_game(1),
    "TournamentRepository.get": lambda it: it.tournaments.get(1),
    "TournamentRepository.lock": lambda it: it.tournaments.lock(1),
    "TournamentRepository.of_challenge": lambda it: it.tournaments.of_challenge(1),
    "TournamentRepository.set_message": lambda it: it.tournaments.set_message(1, 9),
    "TournamentRepository.set_due": lambda it: it.tournaments.set_due(1, NOON),
    "TournamentRepository.next_due": lambda it: it.tournaments.next_due(),
    "TournamentRepository.due": lambda it: it.tournaments.due(NOON, 5),
    "TournamentRepository.set_status": lambda it: it.tournaments.set_status(
        1, TournamentStatus.FINISHED, None
    ),
    "TournamentRepository.end": lambda it: it.tournaments.end(1, NOON),
    "TournamentRepository.ended": lambda it: it.tournaments.ended(7, NOON, NOON, 5),
    "TournamentRepository.in_server": lambda it: it.tournaments.in_server(7, tuple(TournamentStatus), 5),
    "TournamentRepository.live": lambda it: it.tournaments.live(NOON),
    "TournamentRepository.entered_by": lambda it: it.tournaments.entered_by(1, tuple(TournamentStatus)),
    "TournamentRepository.cups": lambda it: it.tournaments.cups(1),
    "TournamentRepository.lost_on_time": lambda it: it.tournaments.lost_on_time(1, NOON),
    "DiceTreeRepository.add": lambda it: it.dice_trees.add(
        1, DiceTree((Seed(b"\0" * 32), Seed(b"\1" * 32))), ahead=False
    ),
    "DiceTreeRepository.below": lambda it: it.dice_trees.below("0" * 44),
    "DiceTreeRepository.message": lambda it: it.dice_trees.message("0" * 44),
    "DiceTreeRepository.set_message": lambda it: it.dice_trees.set_message(1, 9),
    "DiceTreeRepository.hand_on": lambda it: it.dice_trees.hand_on(1, 2),
    "DiceTreeRepository.close": lambda it: it.dice_trees.close(1),
    "BlockRepository.add": lambda it: it.blocks.add(1, 2, NOON),
    "BlockRepository.by": lambda it: it.blocks.by(1),
    "BlockRepository.between": lambda it: it.blocks.between(1, [2, 3]),
    "BlockRepository.remove": lambda it: it.blocks.remove(1, 2),
    "ServerRepository.audit_entries": lambda it: it.servers.audit_entries(7, 9),
    "FigureRepository.due_notices": lambda it: it.figures.due_notices(NOON),
    "FigureRepository.claimed_notices": lambda it: it.figures.claimed_notices(),
    "FigureRepository.failing_notices": lambda it: it.figures.failing_notices(),
    "FigureRepository.missed_notices": lambda it: it.figures.missed_notices(),
    "FigureRepository.running_games": lambda it: it.figures.running_games(),
    "FigureRepository.overdue": lambda it: it.figures.overdue(NOON),
    "FigureRepository.alive": lambda it: it.figures.alive(),
    "FigureRepository.size": lambda it: it.figures.size(),
    "FigureRepository.revision": lambda it: it.figures.revision(),
}


def test_every_call_is_looked_at() -> None:
    declared = {
        f"{kind.__name__}.{name}"
        for kind in (
            PersonRepository,
            ImportRepository,
            RequestRepository,
            ChallengeRepository,
            MatchRepository,
            NoticeRepository,
            PersonSettingsRepository,
            ServerRepository,
            ServerRulesRepository,
            BlockRepository,
            ClaimRepository,
            MatchLogRepository,
            ConditionalMoveRepository,
            RatingRepository,
            StatisticsRepository,
            FigureRepository,
            TournamentRepository,
            DiceTreeRepository,
            ReviewRepository,
        )
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

    def hear(_connection: Any, _cursor: Any, statement: str, values: Any, _context: Any, many: bool) -> None:
        statements[now[-1]].append((statement, values[0] if many else values))

    sa.event.listen(sa.Engine, "before_cursor_execute", hear)
    async with store.write() as tables:
        for name, call in CALLS.items():
            now.append(name)
            await call(tables)
    sa.event.remove(sa.Engine, "before_cursor_execute", hear)
    yield Heard(store, statements)
    await store.close()


async def _plan(store: Store, statement: str, parameters: Any) -> list[str]:
    async with store._engines.reader.connect() as connection:
        rows = await connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters)
        return [row.detail for row in rows]


async def test_no_statement_scans_a_table(heard: Heard) -> None:
    scans: dict[str, list[str]] = {}
    for name, statements in heard.statements.items():
        assert bool(statements) != (name in _SILENT), name
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
    if step in {"SCAN chosen", "SCAN CONSTANT ROW", *_SMALL} or step.startswith("SCAN pragma_page_"):
        return True
    if statement.startswith("INSERT"):
        return step in {"SCAN notices", "SCAN deeds"}
    return any(f"INDEX {index}" in step for index in _WANTED_WHOLE)


async def test_a_scan_would_be_seen(heard: Heard) -> None:
    statement = "SELECT * FROM games WHERE position = ?"
    (step,) = await _plan(heard.store, statement, ("a",))
    assert step.startswith("SCAN")
    assert not _harmless(statement, step)


async def test_waiting_for_time_looks_at_one_entry_of_an_index(heard: Heard) -> None:
    for name in ("MatchRepository.next_due", "MatchRepository.due"):
        ((statement, parameters),) = heard.statements[name]
        step, *claims = await _plan(heard.store, statement, parameters)
        assert step.startswith("SEARCH games USING COVERING INDEX ix_games_due")
        assert all("SCALAR SUBQUERY" in one or "job_claims USING PRIMARY KEY" in one for one in claims)


async def test_running_games_are_counted_without_a_look_at_any_of_them(heard: Heard) -> None:
    ((statement, parameters),) = heard.statements["FigureRepository.running_games"]
    (step,) = await _plan(heard.store, statement, parameters)
    assert step == "SCAN games USING COVERING INDEX ix_games_key_running"


async def test_what_changed_is_told_once_without_a_search_through_what_was_told(heard: Heard) -> None:
    ((statement, parameters),) = heard.statements["ServerRepository.touch_overview"]
    steps = await _plan(heard.store, statement, parameters)
    assert "SEARCH notices USING INDEX ix_notices_undelivered (stream=? AND audience=?)" in steps


async def test_what_is_put_first_is_found_past_all_that_is_of_the_background(heard: Heard) -> None:
    for statement, parameters in heard.statements["NoticeRepository.claim"]:
        steps = await _plan(heard.store, statement, parameters)
        assert any("ix_notices_priority (priority=? AND due<?)" in step for step in steps), steps
