"""Settings for a doctor in this process, without access to Discord and in its own folder."""

import logging
from collections.abc import Iterator
from pathlib import Path

import discord
import pytest
import structlog

from bot.chat.gateway.invite_links import point_to
from bot.logs import CHATTERING, OWN

AWAY = "http://127.0.0.1:1/api/v10"


@pytest.fixture
def own_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.chdir(tmp_path)
    for name, value in {
        "TOKEN": "secret",
        "API_URL": AWAY,
        "DATABASE_URL": f"sqlite:///{tmp_path / 'games.db'}",
        "ENGINE_PROCESSES": "0",
    }.items():
        monkeypatch.setenv(f"FERNPARTIE_{name}", value)
    monkeypatch.delenv("FERNPARTIE_OPENAPI", raising=False)
    root = logging.getLogger()
    levels = {name: logging.getLogger(name).level for name in (*OWN, *CHATTERING)}
    handlers, level = list(root.handlers), root.level
    addresses = discord.http.Route.BASE, str(discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY)
    yield
    point_to(*addresses)
    structlog.reset_defaults()
    root.handlers[:] = handlers
    root.setLevel(level)
    for name, former in levels.items():
        logging.getLogger(name).setLevel(former)
