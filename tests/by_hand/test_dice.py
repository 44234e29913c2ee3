"""A stranger's program finds dice right that are, and every forgery wrong."""

import json
import random
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bot.play.domain.challenges import Challenge
from bot.play.domain.match.beacon import Origin, stored_beacon
from bot.play.domain.matches import Match, MatchStatus
from bot.play.domain.people.person import MessageRef
from bot.play.domain.records.codec import write_record
from tests.bot.play.fakes import ANNA, BEN, CARA, DORA, HALL, OPENING, Drawn, World

pytest_plugins = ("tests.bot.play.worlds",)

_PROGRAM = Path(__file__).parent / "dice.py"
_DOCUMENT = Path(__file__).parents[2] / "docs" / "dice.md"
_PEOPLE = {person.id: person for person in (ANNA, BEN, CARA, DORA)}
_ONE = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
"""What is computed does not depend on the database."""


def _checked(file: Path, *arguments: str) -> tuple[int, str]:
    """Run the program, which finds nothing of the bot where it runs."""
    ran = subprocess.run(
        [sys.executable, "-I", str(_PROGRAM), str(file), *arguments],
        capture_output=True,
        text=True,
        check=False,
        cwd=file.parent,
    )
    assert ran.stderr == ""
    return ran.returncode, ran.stdout.strip()


async def _table(world: World, players: int, word: str | None = None) -> Challenge:
    world.chance = Drawn(f"{players} {word}")
    world.services = world.other_services()
    table = await world.services.invitations.challenge(
        world.by(ANNA), "catch-the-hat", {}, None, "random", HALL, players=players
    )
    for person in (BEN, CARA, DORA)[: players - 1]:
        table = await world.services.invitations.accept(world.by(person), table.id, 0, word)
    return table


async def _finished(world: World, match: Match, plies: int = 60) -> Match:
    draw = random.Random(match.id)
    while match.status is MatchStatus.RUNNING and match.plies < plies:
        assert match.mover is not None
        state = (await world.services.matches.position(match.id)).state
        request = world.by(_PEOPLE[match.mover])
        await world.services.turns.take_turn(request, match.id, draw.choice(state.legal_moves()).text)
        match = await world.services.matches.get(match.id)
    for person in match.people[1:]:
        if match.status is MatchStatus.RUNNING:
            match = await world.services.resignations.resign(world.by(_PEOPLE[person]), match.id)
    return match


async def _exported(world: World, match: Match, folder: Path) -> Path:
    file = folder / "record.json"
    file.write_bytes(write_record(await world.services.exports.for_person(match.id, ANNA.id)))
    return file


@_ONE
@pytest.mark.parametrize("word", [None, "Pomeranze"])
@pytest.mark.parametrize("players", [2, 4])
async def test_dice_of_a_table_are_right(
    world: World, tmp_path: Path, players: int, word: str | None
) -> None:
    table = await _table(world, players, word)
    assert table.match is not None
    await world.open(table.match)
    match = await _finished(world, await world.services.matches.get(table.match))
    assert (await world.services.matches.verify(match.id)).correct
    file = await _exported(world, match, tmp_path)
    shown = ("--message", str(OPENING.message), "--commitment", str(table.commitment))
    status, said = _checked(file, *shown)
    rolls = sum(ply.seat is None for ply in await world.services.matches.plies(match.id, 0, match.plies))
    assert (status, said) == (0, f"right: {rolls} rolls follow from the seed")
    assert rolls > 20
    words = json.loads(file.read_text())["dice"]["words"]
    assert words == ([] if word is None else ["8aac01bf3ffdd30fe26ab67971c9ce21"] * (players - 1))
    assert _checked(file, "--message", "1")[0] == 1
    assert _checked(file, "--commitment", "0" * 44)[0] == 1


@_ONE
async def test_a_rematch_commits_anew(world: World, tmp_path: Path) -> None:
    table = await _table(world, 2)
    assert table.match is not None
    await world.open(table.match)
    over = await _finished(world, await world.services.matches.get(table.match), 10)
    again = await world.services.rematches.rematch(world.by(ANNA), over.id)
    assert again.commitment not in {None, table.commitment}
    taken = await world.services.rematches.rematch(world.by(BEN), over.id)
    assert taken.match is not None
    other = MessageRef(HALL.channel, OPENING.message + 5)
    async with world.store.write() as tables:
        await tables.matches.set_beacon(taken.match, stored_beacon(Origin.OPENING, other))
    await world.services.openings.roll(taken.match)
    match = await _finished(world, await world.services.matches.get(taken.match))
    file = await _exported(world, match, tmp_path)
    assert _checked(file, "--message", str(other.message), "--commitment", str(again.commitment))[0] == 0


def _other_seed(record: Any) -> None:
    record["dice"]["seed"] = "0" * 64


def _other_message(record: Any) -> None:
    record["dice"]["message"] = "1"


def _other_number(record: Any) -> None:
    record["dice"]["match"] += 1


def _a_word(record: Any) -> None:
    record["dice"]["words"] = ["0" * 32]


def _a_roll(record: Any) -> None:
    roll = next(ply for ply in record["plies"] if ply["seat"] is None)
    roll["text"] = "roll:1" if roll["text"] != "roll:1" else "roll:2"


def _no_dice(record: Any) -> None:
    record["dice"] = None


@_ONE
async def test_forgeries_are_found(world: World, tmp_path: Path) -> None:
    table = await _table(world, 2)
    assert table.match is not None
    await world.open(table.match)
    match = await _finished(world, await world.services.matches.get(table.match))
    file = await _exported(world, match, tmp_path)
    forge: Callable[[Any], None]
    for forge in (_other_seed, _other_message, _other_number, _a_word, _a_roll, _no_dice):
        record = json.loads(file.read_text())
        forge(record)
        forged = tmp_path / "forged.json"
        forged.write_text(json.dumps(record))
        assert _checked(forged)[0] == 1, forge


def test_the_commands_of_the_document_print_what_it_says(tmp_path: Path) -> None:
    text = _DOCUMENT.read_text(encoding="utf-8").partition("## A worked example")[2].partition("\n## ")[0]
    commands = "\n".join(re.findall(r"```sh\n(.*?)```", text, re.DOTALL))
    ran = subprocess.run(
        ["/bin/sh", "-c", commands], capture_output=True, text=True, check=True, cwd=tmp_path
    )
    commitment, key, drawn, roll, digest = [line.split()[-1] for line in ran.stdout.splitlines()]
    indented = re.findall(r"^    ([0-9a-f]{44,64})$", text, re.MULTILINE)
    assert [commitment, key] == [indented[0], indented[2]]
    row = next(line for line in text.splitlines() if line.startswith("| 1 |"))
    assert f"`{drawn[:16]}`" in row
    assert f"`roll:{roll}`" in row
    assert f"`{digest}`" in text
