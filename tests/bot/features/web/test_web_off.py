"""A bot without the web page: none of it is loaded, and few modules outside refer to it."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Final

import grimp
import pytest

from bot.settings import PREFIX

ROOT: Final = Path(__file__).parents[4]
HOME: Final = "bot.features.web"
DECLARED: Final = {HOME, *(f"{HOME}.{name}" for name in ("domain", "feature", "store", "web_settings"))}
"""The modules that declare tables, refusals and environment variables."""
OUTSIDE: Final = {"bot.app", "bot.settings"}
NAMED: Final = re.compile(
    r"features[./]web\b|Web(?!Socket)[A-Z]\w+|\bweb_\w+|WEB_|\}WEB|client_secret|open-board"
)
"""Names of the feature in Python and texts; `aiohttp.web` is not meant."""
START: Final = """
import asyncio, json, os, sys
from bot.app import FeatureSettings
from bot.operations import run
from bot.settings import read_settings
from bot.cluster.membership import Membership
from bot.cluster.shard_leases import ShardLeases
from bot.cluster.shard_request import ShardRequest
from data.store import Store

async def start():
    settings = read_settings()
    store = await Store.open(settings.database_url)
    membership = Membership(store, "here", "0")
    leases = ShardLeases(store, membership, ShardRequest.read(""))
    bot = run.make_bot(store, membership, leases, feature_settings=FeatureSettings.of(settings))
    async with bot, run.serving(bot):
        loaded = [name for name in sys.modules if name.startswith(("bot.features.web", "aiohttp.web"))]
    await store.close()
    return loaded

off = asyncio.run(start())
os.environ.update(json.loads(sys.argv[1]))
print(json.dumps([off, asyncio.run(start())]))
"""


def test_the_web_page_is_loaded_only_with_its_settings(tmp_path: Path, unused_tcp_port: int) -> None:
    """The bot starts without the settings, then with them, in a fresh process."""
    address = f"127.0.0.1:{unused_tcp_port}"
    settings = {f"{PREFIX}WEB": address, f"{PREFIX}WEB_URL": f"http://{address}"}
    environment = {name: value for name, value in os.environ.items() if not name.startswith(PREFIX)}
    environment |= {f"{PREFIX}TOKEN": "abc", "PYTHONPATH": str(ROOT)}
    command = (sys.executable, "-c", START, json.dumps(settings))
    process = subprocess.run(
        command, cwd=tmp_path, env=environment, check=True, capture_output=True, text=True, timeout=220
    )
    off, on = map(set, json.loads(process.stdout))
    assert off == DECLARED
    assert on >= DECLARED | {f"{HOME}.http.server", f"{HOME}.protocol", "aiohttp.web"}


def test_two_modules_outside_import_the_web_package() -> None:
    graph = grimp.build_graph("bot")
    inside = {HOME, *graph.find_descendants(HOME)}
    importers = {
        importer for module in inside for importer in graph.find_modules_that_directly_import(module)
    }
    assert importers - inside == OUTSIDE


@pytest.mark.parametrize("suffix", ["py", "po"])
def test_no_other_file_names_the_web_package(suffix: str) -> None:
    home, allowed = ROOT / "bot/features/web", {ROOT / f"{name.replace('.', '/')}.py" for name in OUTSIDE}
    others = (file for file in (ROOT / "bot").rglob(f"*.{suffix}") if not file.is_relative_to(home))
    naming = {file for file in others if NAMED.search(file.read_text(encoding="utf-8"))}
    assert naming <= allowed
