"""An app that the portal offers to servers alone, and later to people, too."""

from pathlib import Path

import pytest

from playground.server import Playground
from playground.values.application import Application
from render import Gallery
from tests.end_to_end.bots import in_process_bot

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest.mark.assumes("installs-supported")
async def test_commands_follow_the_portals_user_install_setting(gallery: Gallery, tmp_path: Path) -> None:
    async with Playground.start() as playground:
        playground.world.application = Application(user_installs=False)
        async with in_process_bot(playground, tmp_path / "f.db", gallery=gallery):
            (payload,) = [e.json for e in playground.journal.since(0) if e.method == "PUT"]
        assert isinstance(payload, list)
        assert {tuple(command["integration_types"]) for command in payload} == {(0,)}
        assert not [command["name"] for command in payload if 2 in command["contexts"]]
        playground.world.application = Application(user_installs=True)
        async with in_process_bot(playground, tmp_path / "f.db", gallery=gallery):
            *_, changed = [e.json for e in playground.journal.since(0) if e.method == "PUT"]
        assert isinstance(changed, list)
        anywhere = {c["name"] for c in changed if c["integration_types"] == [0, 1]}
        assert anywhere >= {
            "board",
            "explore",
            "games",
            "help",
            "privacy",
            "profile",
            "replay",
            "rules",
            "settings",
        }
