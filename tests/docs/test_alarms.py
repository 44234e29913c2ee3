"""Alarm delivery: Alertmanager, with the shipped configuration, posts to a webhook."""

import asyncio
import json
import shutil
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from aiohttp import web

from tests.end_to_end.waiting import until

DOCS = Path(__file__).parents[2] / "docs/monitoring"
SECRET = "/run/secrets/alarm-webhook"


class Webhook:
    """A webhook of Discord that accepts Slack's format."""

    path = "/api/webhooks/1100000000000000901/a-secret/slack"

    def __init__(self) -> None:
        self.posted: list[dict[str, Any]] = []

    async def post(self, request: web.Request) -> web.Response:
        self.posted.append(await request.json())
        return web.Response(text="ok")


@asynccontextmanager
async def serve(webhook: Webhook) -> AsyncIterator[str]:
    """Serve a webhook; yield its address."""
    app = web.Application()
    app.router.add_post(webhook.path, webhook.post)
    runner = web.AppRunner(app)
    await runner.setup()
    try:
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        yield f"http://127.0.0.1:{runner.addresses[0][1]}{webhook.path}"
    finally:
        await runner.cleanup()


def _program() -> str:
    program = shutil.which("prometheus-alertmanager") or shutil.which("alertmanager")
    if program is None:
        pytest.skip("alertmanager is not installed")
    return program


def _free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port


def configuration(folder: Path, webhook: str) -> Path:
    """Return the shipped configuration with this test's secret and without grouping delays."""
    secret, file = folder / "alarm-webhook", folder / "alertmanager.yaml"
    secret.write_text(f"{webhook}\n", encoding="utf-8")
    shipped = (DOCS / "alertmanager.yaml").read_text(encoding="utf-8")
    assert shipped.count(SECRET) == 1
    assert shipped.count("group_wait: 30s") == 1
    changed = shipped.replace(SECRET, str(secret)).replace("group_wait: 30s", "group_wait: 0s")
    file.write_text(changed.replace("group_interval: 5m", "group_interval: 1s"), encoding="utf-8")
    return file


@asynccontextmanager
async def alertmanager(folder: Path, webhook: str) -> AsyncIterator[str]:
    address = f"127.0.0.1:{_free_port()}"
    process = await asyncio.create_subprocess_exec(
        _program(),
        f"--config.file={configuration(folder, webhook)}",
        f"--storage.path={folder / 'storage'}",
        f"--web.listen-address={address}",
        "--cluster.listen-address=",
        stderr=asyncio.subprocess.DEVNULL,
    )
    try:
        yield f"http://{address}"
    finally:
        process.kill()
        await process.wait()


@pytest.mark.assumes("slack-webhooks")
async def test_an_alarm_is_posted_and_resolved(tmp_path: Path) -> None:
    webhook, labels = Webhook(), {"alertname": "FernpartieBackupOld", "severity": "critical"}
    alert: dict[str, Any] = {"labels": labels, "annotations": {"summary": "The last backup is 3d old."}}

    async with serve(webhook) as url, alertmanager(tmp_path, url) as server, aiohttp.ClientSession() as http:

        async def take(alerts: list[dict[str, Any]]) -> bool:
            try:
                async with http.post(f"{server}/api/v2/alerts", json=alerts) as answer:
                    return answer.status == 200
            except aiohttp.ClientConnectionError:
                return False

        await until(lambda: take([alert]), "Alertmanager to listen")
        await until(lambda: _has_posted(webhook, 1), "the alarm")
        await take([alert | {"endsAt": "2026-01-01T00:00:00Z", "startsAt": "2025-12-31T00:00:00Z"}])
        await until(lambda: _has_posted(webhook, 2), "its end")
    (first,), (second,) = (post["attachments"] for post in webhook.posted[:2])
    assert (first["title"], first["text"]) == ("Alarm: FernpartieBackupOld", "The last backup is 3d old.\n")
    assert second["title"] == "Over: FernpartieBackupOld"
    assert "a-secret" not in json.dumps(webhook.posted)


async def _has_posted(webhook: Webhook, times: int) -> bool:
    return len(webhook.posted) >= times
