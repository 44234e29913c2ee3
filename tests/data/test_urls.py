import pytest

from data.urls import driver_url


@pytest.mark.parametrize(
    ("text", "driver", "database"),
    [
        ("sqlite:///games.db", "sqlite+aiosqlite", "games.db"),
        ("sqlite:////var/lib/games.db", "sqlite+aiosqlite", "/var/lib/games.db"),
        ("postgresql://me:secret@db.example/games", "postgresql+asyncpg", "games"),
    ],
)
def test_addresses_get_their_driver(text: str, driver: str, database: str) -> None:
    url = driver_url(text)
    assert (url.drivername, url.database) == (driver, database)


def test_a_wish_for_encryption_keeps_its_meaning() -> None:
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
def test_other_addresses_are_refused_in_one_line_without_passwords(text: str) -> None:
    with pytest.raises(ValueError, match="write sqlite:///") as refused:
        driver_url(text)
    assert "topsecret" not in str(refused.value)
    assert "\n" not in str(refused.value)
