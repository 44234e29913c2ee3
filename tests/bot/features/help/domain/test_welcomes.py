"""The decision to welcome a server."""

from datetime import UTC, datetime, timedelta

from bot.features.help.domain import AGAIN_AFTER, is_due

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)


def test_a_new_server_is_welcomed() -> None:
    assert is_due(NOON, None, None)
    assert is_due(NOON - 900 * HOUR, None, None), "a new database knows no server"


def test_a_server_older_than_welcomes_is_not_welcomed() -> None:
    assert not is_due(NOON - HOUR, None, NOON)
    assert not is_due(NOON, None, NOON)
    assert is_due(NOON + HOUR, None, NOON)


def test_a_welcomed_server_is_welcomed_again_only_much_later() -> None:
    assert not is_due(NOON - HOUR, NOON, None)
    assert not is_due(NOON + AGAIN_AFTER - HOUR, NOON, None)
    assert is_due(NOON + AGAIN_AFTER, NOON, None)
    assert not is_due(NOON + HOUR, NOON, NOON - HOUR), (
        "its own welcome counts, not the record for all servers"
    )
