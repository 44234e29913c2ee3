"""The page while the database cannot be reached: answers to repeat later, and no secrets in the log."""

import logging
import sqlite3
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
from aiohttp.test_utils import TestClient, TestServer
from sqlalchemy.exc import OperationalError, ProgrammingError

from bot.features.web.http.server import WebServer
from bot.model.ports import LeaseUncertain
from tests.bot.features.boards.test_board_composer import app_context
from tests.bot.features.web.pages import SETTINGS, Browser, open_page
from tests.bot.support.fakes import World

pytest_plugins = ("tests.bot.support.worlds",)
pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)

SECRET = "c0ffee"


class Failing:
    """Grants whose tokens cannot be looked up."""

    def __init__(self, error: Exception) -> None:
        self._error = error

    async def exchange(self, token: str) -> None:
        del token
        raise self._error


def refused(kind: type[OperationalError | ProgrammingError]) -> Exception:
    parameters: Mapping[str, str] = {"hash": SECRET}
    return kind("SELECT hash FROM web_links", parameters, sqlite3.OperationalError("database is locked"))


@pytest.mark.parametrize(
    ("error", "logged"),
    [
        (
            refused(OperationalError),
            [(logging.WARNING, "a request waits for the database: OperationalError")],
        ),
        (LeaseUncertain(), []),
        (ValueError("a mistake"), [(logging.ERROR, "a request failed")]),
        (refused(ProgrammingError), [(logging.ERROR, "a request failed")]),
    ],
    ids=["outage", "lease", "mistake", "statement"],
)
async def test_a_failing_request_is_answered_as_unavailable(
    world: World, caplog: pytest.LogCaptureFixture, error: Exception, logged: list[tuple[int, str]]
) -> None:
    grants: Any = Failing(error)
    backend = replace(open_page(world).backend(app_context(world).chat), grants=grants)
    async with TestClient(TestServer(WebServer(backend, SETTINGS).app)) as client:
        answer = await Browser(client).request("POST", "/api/session", {"token": SECRET})
        assert (answer.status, (await answer.json())["error"]["code"]) == (503, "unavailable")
        assert answer.headers["X-Frame-Options"] == "DENY"
    own = [record for record in caplog.records if record.name.startswith("bot.features.web")]
    assert [(record.levelno, record.getMessage()) for record in own] == logged
