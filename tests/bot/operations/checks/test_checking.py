"""Checks of the database: no findings in undamaged data, one for every damage."""

import re
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext

import pytest
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.app import all_checks
from bot.operations.checks.checking import check_all, check_logs, check_rows
from bot.operations.checks.contradictions import contradictions
from bot.operations.checks.orphans import orphans
from bot.operations.checks.unreadable import unreadable
from data.keeping.database import Database, Snapshots
from data.store import Store
from tests.bot.operations.checks.stories import Story, findings, tell
from tests.bot.support.fakes import ANNA, BEN, GAMES, World
from tests.bot.support.timed import play
from tests.repeats import cases

pytest_plugins = ("tests.bot.support.worlds",)

OF_LOGS = {
    "UPDATE games SET position = 'elsewhere' WHERE id = {over}": "games {over}: 'elsewhere' is stored as",
    "UPDATE games SET plies = plies + 1 WHERE id = {timed}": "games {timed}: 1 plies are stored, its log",
    "DELETE FROM plies WHERE game = {over} AND number = 1": "plies are stored, its log has",
    "UPDATE plies SET text = 'take 7' WHERE game = {over} AND number = 2": "games {over}: ply 2, 'take 7',",
    "UPDATE plies SET seat = 1 WHERE game = {over} AND number = 1": "games {over}: ply 1 is of seat 1",
    "UPDATE games SET turn = 1 WHERE id = {timed}": "games {timed}: seat 1 is stored as to move",
    "UPDATE games SET key = 'chess' WHERE id = {timed}": "games {timed}: there is no game 'chess'",
    "UPDATE games SET status = 'running', outcome = NULL, turn = 0 WHERE id = {over}": (
        "games {over}: it runs, its log ends it"
    ),
    """UPDATE games SET options = '{{"board": "x"}}' WHERE id = {timed}""": "games {timed}: it cannot begin",
    """UPDATE games SET options = '{{"goal": "x"}}' WHERE id = {timed}""": "games {timed}: it cannot be read",
    """UPDATE games SET outcome = '{{"winners": [0, 1], "reason": "goal"}}' WHERE id = {over}""": (
        "is stored as its outcome, by its log it is"
    ),
    """UPDATE games SET outcome = '{{"winners": [1], "reason": "goal"}}' WHERE id = {corrected}""": (
        "is stored as its outcome, its log does not end it"
    ),
    """UPDATE games SET outcome = '{{"winners": [5], "reason": "resignation"}}' WHERE id = {corrected}""": (
        "games {corrected}: its winners do not play"
    ),
    """UPDATE games SET outcome = '[]' WHERE id = {over}""": "games {over}: it cannot be read",
    "UPDATE games SET retired = '[]' WHERE id = {rolled}": "games {rolled}: none are stored as having left",
    "UPDATE seats SET running = true WHERE game = {rolled}": "have left, others are marked so",
    "UPDATE games SET times = NULL WHERE id = {timed}": "games {timed}: it has a clock and no times",
    "UPDATE games SET times = '[[1, 1, 0]]' WHERE id = {timed}": "it does not have a time for each seat",
    "UPDATE games SET offers = (SELECT offers FROM games WHERE id = {planned}) WHERE id = {over}": (
        "games {over}: it is finished and offers wait"
    ),
    "DELETE FROM seats WHERE game = {timed}": "games {timed}: its seats or its challenge are not there",
    # Dice.
    "UPDATE games SET dice_seed = seed WHERE id = {rolled}": "its dice are not those that were committed to",
    "UPDATE games SET seed = commitment WHERE id = {rolled}": "are not what its secret and its beacon make",
    "UPDATE games SET dice_words = '[\"ab\"]' WHERE id = {rolled}": "not what its secret and its beacon make",
    "UPDATE plies SET text = CASE text WHEN 'roll:1' THEN 'roll:2' ELSE 'roll:1' END "
    "WHERE game = {rolled} AND number = 1": "its dice give",
}
"""Damaging statements, each with a part of the finding that a replay reports."""
_OF_NOTHING = (
    "INSERT INTO timers (kind, subject, due) SELECT 'any', 999, created FROM games WHERE id = {over}"
)
OF_NAMES = {
    "DELETE FROM players WHERE id = 1002": "its player is not in players",
    "DELETE FROM challenges WHERE id = {accepted}": "games id {over}, challenge {accepted}: its challenge",
    "DELETE FROM games WHERE id = {over}": "its rematch_of is not in games",
    "UPDATE plans SET seat = 4 WHERE game = {planned}": "its game and seat is not in seats",
    "UPDATE substitutions SET game = 999 WHERE id = {taken_seat}": "substitutions id {taken_seat}, game 999",
    "UPDATE challenges SET counter_to = 999 WHERE id = {open}": "its counter_to is not in challenges",
}
"""The same for rows with dangling references."""
OF_JSON = {
    """UPDATE tournaments SET rules = '{{}}' WHERE id = 1""": "tournaments id 1: its rules cannot be read",
    """UPDATE challenges SET options = '[1]' WHERE id = {open}""": "challenges id {open}: its options cannot",
}
"""The same for JSON of another form."""
OF_STATES = {
    "UPDATE games SET seed = NULL WHERE id = {rolled}": "games {rolled}: has dice without a commitment",
    "UPDATE games SET dice_seed = NULL WHERE id = {rolled}": "has sealed dice without a commitment",
    "UPDATE games SET dice_seed = NULL, dice_commitment = NULL WHERE id = {rolled}": "a beacon and no",
    "UPDATE challenges SET dice_leaf = 3 WHERE id = {open}": "names half a place in a tree of seeds",
    "UPDATE challenges SET dice_leaf = 3, dice_root = 'a', dice_seed = NULL, dice_commitment = NULL "
    "WHERE id = {open}": "has a place in a tree of seeds and no sealed dice",
    "UPDATE games SET status = 'asleep' WHERE id = {over}": "games {over}: neither runs nor is finished",
    "UPDATE games SET status = 'running' WHERE id = {over}": "games {over}: runs and has an outcome",
    "UPDATE games SET turn = NULL WHERE id = {timed}": "games {timed}: runs and nobody is to move",
    "UPDATE games SET outcome = NULL WHERE id = {over}": "games {over}: is finished without an outcome",
    "UPDATE games SET deadline = created WHERE id = {over}": "games {over}: is finished and still waits",
    "UPDATE games SET deadline = NULL WHERE id = {timed}": "games {timed}: its clock runs without",
    "DELETE FROM timers WHERE kind = 'game' AND subject = {timed}": "games {timed}: nothing will happen when",
    "DELETE FROM timers WHERE kind = 'challenge' AND subject = {open}": "challenges {open}: nothing will",
    "DELETE FROM timers WHERE kind = 'seat'": "substitutions {offered_seat}: nothing will happen at",
    "DELETE FROM timers WHERE kind = 'import'": "imports 1: nothing will happen at its moment",
    "DELETE FROM timers WHERE kind = 'deletion'": "nothing will happen at its moment",
    "DELETE FROM timers WHERE kind = 'server'": "servers 1100000000000000207: nothing will happen",
    "DELETE FROM timers WHERE kind = 'tournament'": "tournaments 1: nothing will happen at its moment",
    "DELETE FROM timers WHERE kind = 'puzzle'": "kind puzzle: nothing will happen at its moment",
    "DELETE FROM timers WHERE kind = 'letter'": "kind letter: nothing will happen at its moment",
    **{
        _OF_NOTHING.replace("any", kind): f"kind {kind}, subject 999: is the timer of nothing that waits"
        for kind in (
            *("game", "challenge", "seat", "import", "deletion", "server", "tournament", "puzzle", "letter"),
        )
    },
    "INSERT INTO timers (kind, subject, due) SELECT 'game', {over}, created FROM games WHERE id = {over}": (
        "timers kind game, subject {over}: is the timer of nothing that waits"
    ),
    "UPDATE games SET deadline = created WHERE id = {planned}": "games {planned}: has a deadline and",
    "UPDATE challenges SET key = 'conhex' WHERE id = {accepted}": "is not of the kind its challenge is of",
    "UPDATE games SET home = 1 WHERE id = {timed}": "games {timed}: lives elsewhere",
    "UPDATE games SET board_channel = 1 WHERE id = {timed}": "games {timed}: names half a message",
    "UPDATE games SET planned = true WHERE id = {timed}": "games {timed}: is marked as planned and is not",
    "UPDATE games SET planned = false WHERE id = {planned}": "games {planned}: has plans and is not marked",
    "UPDATE seats SET seat = 5 WHERE game = {timed} AND seat = 1": "seats game {timed}: its seats are not",
    "UPDATE seats SET running = true WHERE game = {over}": "still plays in a finished game",
    "UPDATE plans SET game = {over} WHERE game = {planned}": "is for a finished game",
    "UPDATE games SET taken_back = 0 WHERE id = {undone}": "its game knows of no such take-back",
    "UPDATE rating_changes SET game = {timed} WHERE scope = 0 AND player = 1001": "comes of a game that",
    "UPDATE substitutions SET game = {over} WHERE id = {offered_seat}": "offers a seat of a finished game",
    "UPDATE substitutions SET status = 'open', settled = NULL, game = {planned}, seat = 1 "
    "WHERE id = {taken_seat}": "offer already",
    "UPDATE substitutions SET substitute = NULL WHERE id = {taken_seat}": "{taken_seat}: is accepted by",
    "UPDATE substitutions SET settled = made WHERE id = {offered_seat}": "is open and settled, or neither",
    "UPDATE challenges SET status = 'open' WHERE id = {accepted}": "is open and has led to a game",
    "UPDATE challenges SET status = 'accepted' WHERE id = {open}": "is accepted and has led to no game",
    "UPDATE challenges SET status = 'declined' WHERE id = {accepted}": "is not accepted and has led",
    "UPDATE challenges SET status = 'expired' WHERE id >= {open} - 1": "waits for a challenge that is",
    "UPDATE notices SET status = 'claimed' WHERE id = 1": "notices 1: is claimed by nobody",
    "UPDATE notices SET status = 'waiting', claimant = 'x' WHERE id = 2": "notices 2: waits and is claimed",
    "UPDATE notices SET status = 'waiting', kind = 'ply' WHERE id = 3": "notices 3: waits in a form",
    "UPDATE notices SET shown_channel = 5, shown_message = NULL WHERE id = 4": "notices 4: names half a",
}
"""The same for states that contradict each other."""
TOGETHER = 8
"""The number of damages checked at a time."""
SAME_GAME = {"accepted": "over", "offered_seat": "planned", "taken_seat": "undone"}
"""Ids of the story that belong to another id's game: damages to the same game might hide each other."""
CHECKS = tuple(all_checks(GAMES))
Check = Callable[[World, Snapshots], Awaitable[list[str]]]


@asynccontextmanager
async def open_database(url: str) -> AsyncIterator[Database]:
    database = await Database.open(url)
    yield database
    await database.close()


def within(connection: AsyncConnection) -> Snapshots:
    def here() -> AbstractAsyncContextManager[AsyncConnection]:
        return nullcontext(connection)

    return here


async def _of_rows(_: World, snapshots: Snapshots) -> list[str]:
    return [str(finding) async for finding in check_rows(snapshots, CHECKS)]


async def _of_names(_: World, snapshots: Snapshots) -> list[str]:
    async with snapshots() as connection:
        return [str(finding) async for finding in orphans(connection)]


async def _of_json(_: World, snapshots: Snapshots) -> list[str]:
    async with snapshots() as connection:
        return [str(finding) async for finding in unreadable(connection)]


async def _of_states(_: World, snapshots: Snapshots) -> list[str]:
    async with snapshots() as connection:
        return [str(finding) async for finding in contradictions(connection, CHECKS)]


async def _of_logs(world: World, snapshots: Snapshots) -> list[str]:
    logs = check_logs(snapshots, world.games, running=False, progress=lambda _done, _of, _at: None)
    return [str(finding) async for finding in logs]


async def _findings_after(store: Store, world: World, damages: Sequence[str], check: Check) -> list[str]:
    """Return the findings of a check after damages, which are rolled back."""
    async with store._engines.writer.connect() as connection:
        is_sqlite = connection.dialect.name == "sqlite"
        allow = "PRAGMA defer_foreign_keys = ON" if is_sqlite else "SET session_replication_role = replica"
        await connection.exec_driver_sql(allow)
        for damage in damages:
            changed = await connection.exec_driver_sql(damage)
            assert changed.rowcount > 0, damage
        lines = await check(world, within(connection))
        await connection.rollback()
    return lines


def _damages_for(store: Store, damages: Mapping[str, str]) -> Mapping[str, str]:
    """Return all damages for SQLite, and a sample for PostgreSQL, which has the same checks."""
    if store._engines.writer.dialect.name == "sqlite":
        return damages
    return dict(cases(list(damages.items())[::4], list(damages.items())))


async def _missed_damages(
    store: Store, world: World, story: Story, damages: Mapping[str, str], check: Check
) -> Mapping[str, list[str]]:
    """Return the damages that a check misses, with its findings."""
    ids = {name: getattr(story, name) for name in story.__slots__}
    missed = {}
    for batch in _batches(damages):
        lines = await _findings_after(store, world, [damage.format(**ids) for damage in batch], check)
        for damage in batch:
            if not any(damages[damage].format(**ids) in finding for finding in lines):
                missed[damage] = lines
    return missed


def _batches(damages: Iterable[str]) -> list[list[str]]:
    """Return the damages in few batches, each with at most one damage to the same game."""
    batches: list[tuple[set[str], list[str]]] = []
    for damage in damages:
        games = {SAME_GAME.get(name, name) for name in re.findall(r"\{(\w+)\}", damage)} or {damage}
        for named, batch in batches:
            if not named & games and len(batch) < TOGETHER:
                named.update(games)
                batch.append(damage)
                break
        else:
            batches.append((games, [damage]))
    return [batch for _, batch in batches]


# The replay does not depend on the database.
@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
async def test_logs_that_differ_from_the_stored_state_are_found(store: Store, world: World) -> None:
    assert await _missed_damages(store, world, await tell(world), OF_LOGS, _of_logs) == {}


async def test_impossible_rows_are_found(store: Store, world: World) -> None:
    story = await tell(world)
    for damages, check in ((OF_NAMES, _of_names), (OF_JSON, _of_json), (OF_STATES, _of_states)):
        assert await _missed_damages(store, world, story, _damages_for(store, damages), check) == {}
        # One of each kind, with the check of all rows.
        assert await _missed_damages(store, world, story, dict([next(iter(damages.items()))]), _of_rows) == {}


async def test_a_sound_database_has_no_findings(database_url: str, world: World) -> None:
    await tell(world)
    async with open_database(database_url) as database:
        assert await findings(world, database.snapshot) == []
        whole = check_all(database.snapshot, world.games, CHECKS, progress=lambda *_progress: None)
        assert [finding async for finding in whole] == []


async def test_a_missing_index_is_named(database_url: str) -> None:
    store = await Store.open(database_url)
    async with store._engines.writer.begin() as connection:
        await connection.exec_driver_sql("DROP INDEX ix_notices_due")
    await store.close()
    async with open_database(database_url) as database:
        whole = check_all(database.snapshot, GAMES, all_checks(GAMES), progress=lambda *_progress: None)
        assert [str(finding) async for finding in whole] == ["notices: its index ix_notices_due is not there"]


async def test_only_running_games_are_replayed_on_request(
    database_url: str, store: Store, world: World
) -> None:
    over, running = await world.match(), await world.match()
    await world.services.resignations.resign(world.by(BEN), over.id)
    totals: list[tuple[int, ...]] = []
    async with store._engines.writer.begin() as connection:
        await connection.exec_driver_sql("UPDATE games SET position = 'elsewhere'")
    async with open_database(database_url) as database:
        logs = check_logs(
            database.snapshot,
            world.games,
            running=True,
            progress=lambda *progress: totals.append(progress),
        )
        assert [finding.where async for finding in logs] == [f"games {running.id}"]
    assert totals == [(0, 1, 0), (1, 1, running.id)]


async def test_checks_cover_all_batches_of_games(database_url: str, store: Store, world: World) -> None:
    matches = [await world.match() for _ in range(30)]
    async with store._engines.writer.begin() as connection:
        await connection.exec_driver_sql("UPDATE games SET position = 'elsewhere'")
    totals: list[tuple[int, ...]] = []
    async with open_database(database_url) as database:
        logs = check_logs(
            database.snapshot,
            world.games,
            running=False,
            progress=lambda *progress: totals.append(progress),
        )
        assert [finding.where async for finding in logs] == [f"games {match.id}" for match in matches]
    assert totals == [(0, 30, 0), (25, 30, matches[24].id), (30, 30, matches[29].id)]


async def test_a_snapshot_ignores_concurrent_moves(database_url: str, world: World) -> None:
    match = await world.match()
    await play(world, match, ANNA)
    count = "SELECT (SELECT plies FROM games WHERE id = 1), (SELECT count(*) FROM plies WHERE game = 1)"
    async with open_database(database_url) as database:
        async with database.snapshot() as connection:
            assert (
                await connection.exec_driver_sql("SELECT plies FROM games WHERE id = 1")
            ).scalar_one() == 1
            await play(world, match, BEN)
            assert (await connection.exec_driver_sql(count)).one() == (1, 1)
        async with database.snapshot() as connection:
            assert (await connection.exec_driver_sql(count)).one() == (2, 2)
