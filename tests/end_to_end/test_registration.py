"""Registration of commands with Discord, and their visibility to people."""

from pathlib import Path

import pytest

import rules
from playground.server import Playground
from render import Gallery
from tests import pocket
from tests.end_to_end.bots import in_process_bot
from tests.end_to_end.shown_message import Json

pytestmark = pytest.mark.asyncio(loop_scope="module")


def registrations(playground: Playground) -> list[list[Json]]:
    """Return the payloads of all registrations so far."""
    requests = playground.journal.since(0)
    return [e.json for e in requests if e.method == "PUT" and e.path.endswith("/commands")]  # type: ignore[misc]  # JSON


@pytest.mark.assumes("commands-come-back", "outdated-commands", "contexts")
async def test_only_changed_commands_are_registered_again(
    playground: Playground, gallery: Gallery, tmp_path: Path, control: pocket.Control
) -> None:
    async with in_process_bot(playground, tmp_path / "f.db", gallery=gallery):
        first = registrations(playground)
        assert len(first) == 1
        shape = await control.line.ask("GET", f"/playground/state?as={pocket.ANNA}")
        assert {command["name"] for command in shape["commands"]} == {c["name"] for c in first[0]}
    fewer = {key: game for key, game in rules.GAMES.items() if key != "conhex"}
    async with in_process_bot(playground, tmp_path / "f.db", gallery=gallery, games=fewer) as bot:
        changed = registrations(playground)
        assert len(changed) == 2
        (challenge,) = [c for c in changed[-1] if c["name"] == "challenge"]
        assert {option["name"] for option in challenge["options"]} == set(fewer)
        await bot.restart()
        assert len(registrations(playground)) == 2
