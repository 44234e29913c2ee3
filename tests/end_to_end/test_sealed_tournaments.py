"""The dice of a tournament, from its seal to a game that an independent program verifies."""

import asyncio
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.end_to_end.bots import InProcessBot
from tests.end_to_end.tables import Table
from tests.end_to_end.test_dice_everywhere import LINK, PROGRAM
from tests.end_to_end.test_records import fetch
from tests.end_to_end.test_tournaments import enter_tournament, open_tournament

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("bot")]

ROOT = re.compile(r"`([0-9a-f]{44})`")


@pytest.mark.assumes("edited-mark")
async def test_sealed_tournament_dice_are_provable(table: Table, bot: InProcessBot, tmp_path: Path) -> None:
    bot.chance.result = 2**218 + 11
    options = {"game": "catch-the-hat", "format": "round-robin"}
    card = await open_tournament(table, "Hats", **options)
    seal = await table.sam.wait_for_message(
        table.channel, lambda m: m.headline.startswith("🎲 Sealed dice"), "the seal"
    )
    assert int(seal.id) > int(card.id)
    (root,) = ROOT.findall(seal.text)
    assert "from 4 secret seeds" in seal.text
    assert f"`{root}`" in card.text
    await enter_tournament(card, table.anna)
    await table.sam.wait_for_message(
        table.channel, lambda m: m.id == card.id and f"/{seal.id}): `{root}`" in m.text, "the link to it"
    )
    await enter_tournament(card, table.ben, table.sam)
    first = await table.sam.wait_for_message(
        table.channel, lambda m: "Hats · round 1" in m.text, "the card of a game"
    )
    assert int(first.id) > int(seal.id)
    (number,) = re.findall(r"🎲 seed (\d)", first.text)
    opening = await table.sam.wait_for_message(first.id, lambda m: "🎲 Dice sealed" in m.text, "its opening")
    assert f"🎲 Seed {number} of the tournament's seal: `{root}`" in opening.text
    people = (table.anna, table.ben, table.sam)
    loser = next(person for person in people if person.mention in first.text)
    rolled = await table.sam.wait_for_message(first.id, lambda m: "Move" in m.buttons, "the first roll")
    question = (await loser.slash(first.id, "resign")).message
    await loser.press(question, "Confirm")
    await table.sam.wait_for_message(first.id, lambda m: "resigned" in m.text, "the end")
    verified = await loser.slash(first.id, "dice verify")
    assert "✅ The seed matches the game's seal, the path leads" in verified.text
    assert f"/{seal.id}), shown before the draw: `{root}`" in verified.text
    exported = await loser.slash(first.id, "export")
    file = tmp_path / "record.json"
    file.write_bytes(await fetch(table, next(iter(exported.message.files.values()))))
    path = json.loads(file.read_text())["dice"]["tournament"]["path"]
    assert len(path) == 2
    assert ROOT.findall(verified.text.partition("Path from")[2]) == path
    (message,) = LINK.findall(rolled.text)
    arguments = ("--message", message, "--root", root, "--seed-number", number, "--seal-message", seal.id)
    process = await asyncio.to_thread(
        subprocess.run,
        [sys.executable, "-I", str(PROGRAM), str(file), *arguments],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
    )
    assert process.returncode == 0, process.stdout
    now = await table.sam.wait_for_message(table.channel, lambda m: m.id == seal.id, "the seal")
    assert now.raw["edited_timestamp"] is None, "the seal is unedited"
    changed = await table.sam.wait_for_message(table.channel, lambda m: m.id == card.id, "the card")
    assert changed.raw["edited_timestamp"] is not None, "control: the edited card has an edit timestamp"
