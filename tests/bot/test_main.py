import asyncio
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import rules
from bot.__main__ import OPERATIONS, load, main
from bot.model.challenges.terms import Terms
from bot.repositories.ratings import RatingRepository
from bot.repositories.tables.rating_tables import EVERYWHERE
from bot.version import VERSION
from data.migration import newest
from data.store import Store
from tests.bot.support.fakes import ANNA, BEN, HALL, World


def test_the_demo_hands_its_options_on(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[list[str]] = []
    monkeypatch.setattr(os, "execv", lambda _program, arguments: calls.append(list(arguments)))
    with pytest.raises(SystemExit):
        main(["run", "--port", "8091"])
    main(["demo", "--port", "8091", "--data", "there"])
    main(["demo", "--help"])
    assert calls[0][1:] == ["-m", "playground", "demo", "--port", "8091", "--data", "there"]
    assert calls[1][1:] == ["-m", "playground", "demo", "--help"]


def test_health_looks_at_the_age_of_the_heartbeat(tmp_path: Path) -> None:
    beat = tmp_path / "alive"
    assert main(["health", str(beat)]) == 1
    beat.touch()
    assert main(["health", str(beat)]) == 0
    assert main(["health", str(tmp_path)]) == 1
    old = time.time() - 3600
    os.utime(beat, (old, old))
    assert main(["health", str(beat)]) == 1


def test_a_missing_token_stops_the_start_with_one_line(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("FERNPARTIE_TOKEN", raising=False)
    assert main(["run"]) == 2
    assert capsys.readouterr().err == "FERNPARTIE_TOKEN: is not set\n"


PLIES = 16
"""As many as a game of ConHex needs to count."""


async def _one_rated_match(url: str) -> None:
    """Play a rated match, then lose all that was made of it."""
    store = await Store.open(url)
    world = World(store, rules.GAMES)
    challenge = await world.services.invitations.challenge(
        world.by(ANNA), Terms("conhex", {}, "red", rated=True), HALL, [BEN]
    )
    accepted = await world.services.invitations.accept(world.by(BEN), challenge.id)
    assert accepted.match is not None
    people = {person.id: person for person in (ANNA, BEN)}
    for _ in range(PLIES):
        position = await world.services.matches.position(accepted.match)
        mover = people[position.match.mover or 0]
        await world.services.turns.take_turn(
            world.by(mover), accepted.match, position.state.legal_moves()[-1].text
        )
    await world.services.resignations.resign(world.by(BEN), accepted.match)
    async with store.write() as session:
        await session.of(RatingRepository).replace("conhex", (), ())
    await store.close()


async def _rated_people(url: str) -> list[bool]:
    store = await Store.open(url)
    async with store.read() as session:
        people = [
            bool(await session.of(RatingRepository).of(person.id, [EVERYWHERE])) for person in (ANNA, BEN)
        ]
    await store.close()
    return people


def test_ratings_are_computed_anew_from_the_log(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    url = f"sqlite:///{tmp_path}/games.db"
    monkeypatch.setenv("FERNPARTIE_TOKEN", "token")
    monkeypatch.setenv("FERNPARTIE_DATABASE_URL", url)
    asyncio.run(_one_rated_match(url))
    assert asyncio.run(_rated_people(url)) == [False, False]
    assert main(["ratings"]) == 0
    assert capsys.readouterr().out == "conhex: 1 counted\n"
    assert asyncio.run(_rated_people(url)) == [True, True]


def test_an_interrupt_ends_an_operation_in_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("bot.__main__.load", lambda _: signal.raise_signal(signal.SIGINT))
    assert main(["status"]) == 1
    assert capsys.readouterr().err == "interrupted\n"


def test_the_help_names_every_operation(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as exit_info:
        main(["--help"])
    assert exit_info.value.code == 0
    output = capsys.readouterr().out
    assert not [name for name in OPERATIONS if f"\n    {name} " not in output]


@pytest.mark.parametrize("name", [name for name in OPERATIONS if name != "demo"])
def test_the_help_of_an_operation_says_what_it_does(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as exit_info:
        main([name, "--help"])
    assert exit_info.value.code == 0
    about = load(name).about.split()
    assert " ".join(about[1:]) in " ".join(capsys.readouterr().out.split())


def test_the_version_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as exit_info:
        main(["--version"])
    assert exit_info.value.code == 0
    assert capsys.readouterr().out == f"fernpartie {VERSION} (schema {newest()})\n"


def test_an_operation_loads_nothing_of_the_others() -> None:
    ask = "main(['health', 'nowhere']); print('discord' in sys.modules)"
    program = f"import sys; from bot.__main__ import main; {ask}"
    process = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60
    )
    assert process.stdout == "False\n"
