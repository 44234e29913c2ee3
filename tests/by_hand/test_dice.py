"""An outsider's program accepts genuine dice and detects every forgery."""

import json
import random
import re
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from bot.features.records.domain.codec import read_record, write_record
from bot.features.records.domain.replaying import check
from bot.features.tournaments.domain.formats import Format, Rules
from bot.features.tournaments.domain.tournament import Tournament, TournamentSetup
from bot.features.tournaments.store.dice_trees import DiceTreeRepository
from bot.model.challenges.challenge import Challenge
from bot.model.challenges.terms import Terms
from bot.model.match.beacon import Beacon, BeaconSource, Origin
from bot.model.match.dice import Seed
from bot.model.match.match import Match, MatchStatus
from bot.model.people.person import MessageRef
from bot.model.refusal import Refusal
from bot.model.time.clocks import read_clock
from bot.repositories.matches.matches import MatchRepository
from rules import GAMES
from rules.contract import Move
from tests.bot.support.fakes import ANNA, BEN, CARA, DORA, HALL, OPENING, SeededDice, World

pytest_plugins = ("tests.bot.support.worlds",)

_PROGRAM = Path(__file__).parent / "dice.py"
_DOCUMENT = Path(__file__).parents[2] / "docs" / "dice.md"
_DIE = tuple((Move(f"roll:{face}"), Fraction(1, 6)) for face in range(1, 7))
_PEOPLE = {person.id: person for person in (ANNA, BEN, CARA, DORA)}
_ONE = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
"""The result does not depend on the database."""


def _run_check(file: Path, *arguments: str) -> tuple[int, str]:
    """Run the program isolated from the bot's modules."""
    process = subprocess.run(
        [sys.executable, "-I", str(_PROGRAM), str(file), *arguments],
        capture_output=True,
        text=True,
        check=False,
        cwd=file.parent,
    )
    assert process.stderr == ""
    return process.returncode, process.stdout.strip()


async def _table(world: World, players: int, word: str | None = None) -> Challenge:
    world.chance = SeededDice(f"{players} {word}")
    world.services = world.other_services()
    table = await world.services.invitations.challenge(
        world.by(ANNA), Terms("catch-the-hat", {}, players=players), HALL
    )
    for person in (BEN, CARA, DORA)[: players - 1]:
        table = await world.services.invitations.accept(world.by(person), table.id, 0, word)
    return table


async def _play_out(world: World, match: Match, plies: int = 60) -> Match:
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


async def _export(world: World, match: Match, folder: Path) -> Path:
    file = folder / "record.json"
    file.write_bytes(write_record(await world.services.exports.for_person(match.id, ANNA.id)))
    return file


@_ONE
@pytest.mark.parametrize("word", [None, "Pomeranze"])
@pytest.mark.parametrize("players", [2, 4])
async def test_dice_of_a_table_verify(world: World, tmp_path: Path, players: int, word: str | None) -> None:
    table = await _table(world, players, word)
    assert table.match is not None
    await world.open(table.match)
    match = await _play_out(world, await world.services.matches.get(table.match))
    assert (await world.services.matches.verify(match.id)).correct
    file = await _export(world, match, tmp_path)
    arguments = ("--message", str(OPENING.message), "--commitment", str(table.commitment))
    status, text = _run_check(file, *arguments)
    rolls = sum(ply.seat is None for ply in await world.services.matches.plies(match.id, 0, match.plies))
    assert (status, text) == (0, f"right: {rolls} rolls follow from the seed")
    assert rolls > 20
    words = json.loads(file.read_text())["dice"]["words"]
    assert words == ([] if word is None else ["8aac01bf3ffdd30fe26ab67971c9ce21"] * (players - 1))
    assert _run_check(file, "--message", "1")[0] == 1
    assert _run_check(file, "--commitment", "0" * 44)[0] == 1


@_ONE
async def test_a_rematch_has_its_own_commitment(world: World, tmp_path: Path) -> None:
    table = await _table(world, 2)
    assert table.match is not None
    await world.open(table.match)
    finished = await _play_out(world, await world.services.matches.get(table.match), 10)
    requested = await world.services.rematches.rematch(world.by(ANNA), finished.id)
    assert requested.commitment not in {None, table.commitment}
    rematch = await world.services.rematches.rematch(world.by(BEN), finished.id)
    assert rematch.match is not None
    other = MessageRef(HALL.channel, OPENING.message + 5)
    async with world.store.write() as session:
        await session.of(MatchRepository).set_beacon(rematch.match, BeaconSource.of(Origin.OPENING, other))
    await world.services.openings.roll(rematch.match)
    match = await _play_out(world, await world.services.matches.get(rematch.match))
    file = await _export(world, match, tmp_path)
    assert (
        _run_check(file, "--message", str(other.message), "--commitment", str(requested.commitment))[0] == 0
    )


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
async def test_forgeries_are_detected(world: World, tmp_path: Path) -> None:
    table = await _table(world, 2)
    assert table.match is not None
    await world.open(table.match)
    match = await _play_out(world, await world.services.matches.get(table.match))
    file = await _export(world, match, tmp_path)
    forge: Callable[[Any], None]
    for forge in (_other_seed, _other_message, _other_number, _a_word, _a_roll, _no_dice):
        record = json.loads(file.read_text())
        forge(record)
        forged = tmp_path / "forged.json"
        forged.write_text(json.dumps(record))
        assert _run_check(forged)[0] == 1, forge


async def _tournament(world: World, people: int = 4) -> tuple[Tournament, int]:
    """Return a tournament with sealed dice that has begun, and the number of the seal's message."""
    world.chance = SeededDice("tournament")
    world.services = world.other_services()
    rules = Rules(Format.SWISS, 2)
    setup = TournamentSetup("Hats", Terms("catch-the-hat", {}, clock=read_clock("3d")), rules, people)
    tournament = await world.services.tournaments.open(world.by(ANNA), HALL, setup)
    message = OPENING.message - 77
    for seal in (await world.services.tournaments.get(tournament.id)).seals:
        async with world.store.write() as session:
            await session.of(DiceTreeRepository).set_message(seal.id, message)
    for person in (ANNA, BEN, CARA, DORA)[:people]:
        tournament = await world.services.tournaments.enter(world.by(person), tournament.id, HALL.server or 0)
    return tournament, message


def _seed_number(tournament: Tournament, challenge: int) -> int:
    """Return the number of a two-player game's seed, counted as docs/dice.md describes."""
    games = [game for game in tournament.games if len(game.pairing.seats) > 1]
    order = sorted(
        games, key=lambda game: (game.pairing.round, game.pairing.group, sorted(game.pairing.seats))
    )
    return 1 + [game.challenge for game in order].index(challenge)


@_ONE
async def test_dice_of_a_tournament_verify(world: World, tmp_path: Path) -> None:
    tournament, message = await _tournament(world)
    (seal,) = tournament.seals
    for game in tournament.games:
        assert game.challenge is not None
        match = (await world.services.challenges.get(game.challenge)).match
        assert match is not None
        await world.open(match)
        over = await _play_out(world, await world.services.matches.get(match), 8)
        assert (await world.services.matches.verify(over.id)).correct
        file = tmp_path / f"{over.id}.json"
        record = await world.services.exports.for_person(over.id, over.people[0])
        file.write_bytes(write_record(record))
        number = str(_seed_number(tournament, game.challenge))
        arguments = ("--root", seal.root, "--seal-message", str(message), "--message", str(OPENING.message))
        assert _run_check(file, *arguments, "--seed-number", number)[0] == 0
        for wrong in (("--root", "0" * 44), ("--seed-number", "7"), ("--seal-message", str(2**62))):
            assert _run_check(file, *wrong)[0] == 1, wrong


def _late_seed(record: Any) -> None:
    """Replace the seed by a later one, with matching commitment and rolls."""
    dice = record["dice"]
    dice["seed"] = "6" * 64
    seed = Seed.from_hex(dice["seed"])
    dice["commitment"] = seed.short_commitment
    key = seed.mix(Beacon(Origin.OPENING, MessageRef(0, int(dice["message"]))))
    for number, ply in enumerate(record["plies"], 1):
        if ply["seat"] is None:
            ply["text"] = key.roll(dice["match"], number, _DIE).text


def _other_place(record: Any) -> None:
    record["dice"]["tournament"]["number"] += 1


def _shorter_path(record: Any) -> None:
    record["dice"]["tournament"]["path"].pop()


def _other_root(record: Any) -> None:
    record["dice"]["tournament"]["root"] = "0" * 44


@_ONE
async def test_forgeries_in_a_tournament_are_detected(world: World, tmp_path: Path) -> None:
    tournament, _ = await _tournament(world)
    (seal,) = tournament.seals
    match = (await world.services.challenges.get(tournament.games[0].challenge or 0)).match
    assert match is not None
    await world.open(match)
    over = await _play_out(world, await world.services.matches.get(match), 8)
    record = await world.services.exports.for_person(over.id, over.people[0])
    forged = tmp_path / "forged.json"
    for forge in (_late_seed, _other_place, _shorter_path, _other_root, _other_seed, _a_word):
        changed = json.loads(write_record(record))
        forge(changed)
        forged.write_text(json.dumps(changed))
        assert _run_check(forged)[0] == 1, forge
        with pytest.raises(Refusal):
            check(read_record(forged.read_bytes()), GAMES)
    changed = json.loads(write_record(record))
    _late_seed(changed)
    changed["dice"]["tournament"] = None
    forged.write_text(json.dumps(changed))
    assert _run_check(forged)[0] == 0, "the forged seed is consistent in itself"
    assert _run_check(forged, "--root", seal.root) == (1, "no tournament has sealed its seed")


def test_the_documented_path_leads_to_its_root(tmp_path: Path) -> None:
    text = _DOCUMENT.read_text(encoding="utf-8").partition("## An example of a path")[2].partition("\n## ")[0]
    commands = "\n".join(re.findall(r"```sh\n(.*?)```", text, re.DOTALL))
    process = subprocess.run(
        ["/bin/sh", "-c", commands], capture_output=True, text=True, check=True, cwd=tmp_path
    )
    (root,) = re.findall(r"root `([0-9a-f]{44})`", text)
    assert process.stdout.strip() == root


def test_the_documented_commands_print_the_documented_values(tmp_path: Path) -> None:
    text = _DOCUMENT.read_text(encoding="utf-8").partition("## A worked example")[2].partition("\n## ")[0]
    commands = "\n".join(re.findall(r"```sh\n(.*?)```", text, re.DOTALL))
    process = subprocess.run(
        ["/bin/sh", "-c", commands], capture_output=True, text=True, check=True, cwd=tmp_path
    )
    commitment, key, first_digest, roll, digest = [line.split()[-1] for line in process.stdout.splitlines()]
    indented = re.findall(r"^    ([0-9a-f]{44,64})$", text, re.MULTILINE)
    assert [commitment, key] == [indented[0], indented[2]]
    row = next(line for line in text.splitlines() if line.startswith("| 1 |"))
    assert f"`{first_digest[:16]}`" in row
    assert f"`roll:{roll}`" in row
    assert f"`{digest}`" in text
