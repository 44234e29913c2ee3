"""No byte of SQLite's files names a deleted person: not in rows, free pages or the log."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

import pytest
import sqlalchemy as sa

from data.schema.everything import metadata
from data.store import Store
from data.write_ahead_log import WriteAheadLog
from tests.bot.features.privacy.service.leaving import ROBIN, act, clean, everything, leave
from tests.bot.support.fakes import World

pytest_plugins = ("tests.bot.support.worlds",)
pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)

HOLD_PEOPLE: Final = {
    "deeds.note",
    "earlier_names.name",
    "imports.names",
    "imports.record",
    "notices.data",
    "players.name",
    "requests.action",
    "server_rules.allowed_people",
    "server_rules.barred_people",
    "tournaments.name",
}
"""The columns for texts in which a person can be named or numbered."""
HOLD_NOBODY: Final = {
    "alarms": {"key"},
    "backups": {"failure"},
    # One of a few words, an id of the rules, a language, a clock, or the name of a host or a route.
    "challenges": {"clock", "key", "locale", "options", "reason", "role", "status", "tie_break"},
    "deeds": {"deed"},
    "followers": {"told_of"},
    "games": {"counting", "key", "locale", "options", "outcome", "status"},
    "habits": {"preferences", "vacation"},
    "holds": {"key"},
    "imports": {"key"},
    "kept_lines": {"moves"},
    "lesson_results": {"key", "lesson"},
    "web_links": {"hash"},
    "web_sessions": {"hash"},
    "puzzle_results": {"key"},
    "job_claims": {"claimant", "kind"},
    "limitations": {"what"},
    "notices": {"claimant", "error", "kind", "request", "status"},
    "overviews": {"locale"},
    "players": {"locale"},
    "processes": {"id", "name", "version", "wish"},
    "rating_changes": {"key", "role"},
    "ratings": {"key", "role"},
    "refused_requests": {"process"},
    "requests": {"id"},
    "reviewed_plies": {"best", "proof", "shares", "text"},
    "seats": {"engine"},
    "server_rules": {"allowed_roles", "barred_roles", "language", "settings", "theme"},
    "servers": {"locale", "spoken"},
    "subscriptions": {"kind", "time", "zone"},
    "substitutions": {"status"},
    "timers": {"kind"},
    "shards": {"holder"},
    "tournaments": {"clock", "key", "locale", "options", "rules", "status", "terms"},
    "welcomes": {"status"},
}
"""The others, by table."""
BY_SEATS: Final = {
    # Moves and times, by seats.
    "games": {"offers", "position", "retired", "times", "undo", "unjustified"},
    "plans": {"plan"},
    "tournament_games": {"points", "seats"},
    "plies": {"automatic", "text"},
    "undone": {"automatic", "text"},
}
OF_DICE: Final = {
    # Secrets, what commits to them, a message's number, and digests of words.
    "challenges": {"dice_commitment", "dice_root", "dice_seed"},
    "dice_trees": {"root", "seeds"},
    "games": {"commitment", "dice_beacon", "dice_commitment", "dice_seed", "dice_words", "seed"},
    "guests": {"dice_word"},
    "tournament_games": {"dice_root"},
}
_NUMBERS: Final = {
    "in digits": str(ROBIN.id).encode(),
    # As SQLite keeps whole numbers.
    "as a number": ROBIN.id.to_bytes(8, "big"),
}


def _texts() -> set[str]:
    columns = (column for table in metadata.sorted_tables for column in table.columns)
    return {f"{it.table.name}.{it.name}" for it in columns if isinstance(it.type, sa.Text | sa.JSON)}


def _named_in(file: Path) -> dict[str, set[str]]:
    """How somebody stands in the files of a database, by file: by name, in digits, as a number."""
    by_file: dict[str, set[str]] = {}
    for part in file.parent.glob(f"{file.name}*"):
        kept = part.read_bytes()
        forms = {how for how, number in _NUMBERS.items() if number in kept}
        if ROBIN.name.lower().encode() in kept.lower():
            forms.add("by name")
        if forms:
            by_file[part.name] = forms
    return by_file


@pytest.fixture
def file(database_url: str) -> Path:
    """The database's file."""
    return Path(database_url.removeprefix("sqlite:///"))


def test_of_every_column_for_texts_is_known_whether_it_can_name_anybody(database_url: str) -> None:
    del database_url
    nobody = {
        f"{table}.{column}"
        for kept in (HOLD_NOBODY, BY_SEATS, OF_DICE)
        for table, columns in kept.items()
        for column in columns
    }
    assert nobody.isdisjoint(HOLD_PEOPLE)
    assert nobody | HOLD_PEOPLE == _texts()


async def test_before_the_deletion_each_column_that_can_names_them(world: World, file: Path) -> None:
    await everything(world)
    with closing(sqlite3.connect(file)) as connection:
        for place in HOLD_PEOPLE:
            table, column = place.split(".")
            texts = " ".join(str(row) for row in connection.execute(f"SELECT {column} FROM {table}"))  # noqa: S608
            assert ROBIN.name in texts or str(ROBIN.id) in texts, place
    assert set().union(*_named_in(file).values()) == {"by name", *_NUMBERS}


async def test_afterwards_they_are_in_no_byte_of_its_files(world: World, file: Path) -> None:
    await everything(world)
    await leave(world, ROBIN)
    await clean(world)
    assert _named_in(file) == {}


async def test_somebody_who_reads_meanwhile_only_puts_it_off(world: World, file: Path) -> None:
    await everything(world)
    with closing(sqlite3.connect(file, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM players").fetchall()
        await leave(world, ROBIN)
        await clean(world)
        assert _named_in(file) != {}
        reader.execute("COMMIT")
    await world.challenge()
    assert _named_in(file) == {}


async def test_a_process_that_dies_before_it_is_followed_by_one_that_does_it(
    world: World, file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def die(_: WriteAheadLog) -> None:
        raise KeyboardInterrupt

    await everything(world)
    await world.services.deletions.ask(world.by(ROBIN))
    await world.told()
    with monkeypatch.context() as patch:
        patch.setattr(WriteAheadLog, "empty", die)
        with pytest.raises(KeyboardInterrupt):
            await leave(world, ROBIN)
    after = tmp_path / "after"
    after.mkdir()
    for part in file.parent.glob(f"{file.name}*"):
        shutil.copy(part, after / part.name)
    await (await Store.open(f"sqlite:///{after / file.name}")).close()
    world.services = world.other_services()
    await act(world)
    await clean(world)
    assert _named_in(file) == {}
