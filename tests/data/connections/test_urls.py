import re
from pathlib import Path

import pytest

from data.connections.urls import driver_url, file_of, open_error


@pytest.mark.parametrize(
    ("text", "driver", "database"),
    [
        ("sqlite:///games.db", "sqlite+aiosqlite", "games.db"),
        ("sqlite:////var/lib/games.db", "sqlite+aiosqlite", "/var/lib/games.db"),
        ("postgresql://me:secret@db.example/games", "postgresql+asyncpg", "games"),
    ],
)
def test_a_url_gets_its_driver(text: str, driver: str, database: str) -> None:
    url = driver_url(text)
    assert (url.drivername, url.database) == (driver, database)


def test_links_to_a_database_resolve_to_one_file(tmp_path: Path) -> None:
    file, link, folder = tmp_path / "games.db", tmp_path / "link.db", tmp_path / "folder"
    link.symlink_to(file)
    folder.symlink_to(tmp_path)
    addresses = [f"sqlite:///{path}" for path in (file, link, folder / file.name)]
    assert {file_of(address) for address in addresses} == {file.resolve()}


def test_sslmode_is_translated_to_ssl() -> None:
    assert dict(driver_url("postgresql://me@host/games?sslmode=require").query) == {"ssl": "require"}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "games.db",
        "mysql://root:topsecret@host/db",
        "postgres://me:topsecret@host/db",
        "sqlite+pysqlite:///games.db",
        "sqlite://",
        "sqlite:///:memory:",
        "sqlite:///games.db?mode=ro",
        "sqlite://host/games.db",
        "postgresql://me:topsecret@host",
        "postgresql://me:topsecret@host:port/db",
    ],
)
def test_unsupported_urls_are_refused_in_one_line_without_passwords(text: str) -> None:
    with pytest.raises(ValueError, match="write sqlite:///") as refused:
        driver_url(text)
    assert "topsecret" not in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("pool=5", "a parameter 'pool'; it may have host, passfile, "),
        ("host=/run&options=-csearch_path%3Dx", "a parameter 'options'"),
        ("host=a&port=many", "cannot be used: Received non-integer port"),
        ("sslmode=on", "must be one of disable, allow, "),
        ("ssl=on", "must be one of disable, allow, "),
    ],
)
def test_unknown_url_parameters_are_refused(query: str, text: str) -> None:
    with pytest.raises(ValueError, match=re.escape(text)) as refused:
        driver_url(f"postgresql://me:topsecret@/games?{query}")
    assert "topsecret" not in str(refused.value)


@pytest.mark.parametrize(
    ("text", "error", "line"),
    [
        (
            "postgresql://me:topsecret@db.example:5433/games",
            ConnectionRefusedError(111, "Connection refused"),
            "db.example:5433: Connection refused",
        ),
        (
            "postgresql://me:topsecret@/games?host=/run/postgresql",
            FileNotFoundError(2, "No such file or directory"),
            "/run/postgresql: No such file or directory",
        ),
        ("postgresql:///games", TimeoutError("too\nslow"), "localhost: too slow"),
        (
            "postgresql://db.example/games",
            RuntimeError('role "me" does not exist'),
            'role "me" does not exist',
        ),
        (
            "sqlite:////srv/games.db",
            RuntimeError("unable to open database file"),
            "unable to open database file /srv/games.db",
        ),
        ("sqlite:////srv/games.db", RuntimeError(), "RuntimeError"),
    ],
)
def test_an_open_error_names_the_target_without_the_password(text: str, error: Exception, line: str) -> None:
    assert open_error(driver_url(text), error) == line
