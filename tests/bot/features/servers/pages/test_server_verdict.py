"""`/server end` and `/server result`: the winner an admin names, and refusals."""

from types import SimpleNamespace

import pytest
from syrupy.assertion import SnapshotAssertion

from bot.model.match.match import ANNULLED, Match
from tests.bot.chat.presses import Presses
from tests.bot.chat.surfaces import command_of
from tests.bot.support.fakes import ANNA, BEN, CARA, DORA, EMIL, HALL, World

pytest_plugins = ("tests.bot.support.worlds", "tests.bot.chat.approved")

BEN_WINS = SimpleNamespace(id=BEN.id)


async def test_an_admin_ends_a_match_and_corrects_the_result(world: World) -> None:
    match = await world.match("conhex")
    presses = Presses(world, {})
    options = {"game": str(match.id), "reason": " They agreed. "}
    end_command = command_of(presses.app, "server", "end")
    await presses.command(CARA, end_command, admin=True, winner=BEN_WINS, **options)
    outcome = (await world.services.matches.get(match.id)).outcome
    assert outcome is not None
    assert outcome.winners == (1,)
    (entry,) = await world.services.servers.audit(HALL.server or 0)
    assert (entry.who, entry.note, entry.winners) == (CARA.id, "They agreed.", (BEN.id,))
    result = command_of(presses.app, "server", "result")
    (answer,) = await presses.command(CARA, result, admin=True, draw=True, **options)
    assert "now has another result" in answer.text
    draw_outcome = (await world.services.matches.get(match.id)).outcome
    assert draw_outcome is not None
    assert draw_outcome.winners == ()
    (answer,) = await presses.command(CARA, result, admin=True, **options)
    assert "no longer has a result" in answer.text
    voided = (await world.services.matches.get(match.id)).outcome
    assert voided is not None
    assert voided.reason == ANNULLED


async def test_a_winner_and_a_draw_together_are_refused(world: World) -> None:
    match = await world.match("conhex")
    presses = Presses(world, {})
    command = command_of(presses.app, "server", "end")
    options = {"game": str(match.id), "reason": "both", "winner": BEN_WINS, "draw": True}
    (answer,) = await presses.command(CARA, command, admin=True, **options)
    assert "not both" in answer.text
    assert (await world.services.matches.get(match.id)).running


async def test_only_admins_can_end_matches(world: World) -> None:
    match = await world.match("conhex")
    presses = Presses(world, {})
    command = command_of(presses.app, "server", "end")
    await presses.command(ANNA, command, game=str(match.id), reason="I want to", winner=BEN_WINS)
    assert (await world.services.matches.get(match.id)).running


@pytest.mark.parametrize("code", ["en", "de"])
async def test_admin_verdicts(world: World, approved: SnapshotAssertion, code: str) -> None:
    """The answers to an admin, the suggested games, and the log entries."""
    await world.services.settings.set_preferences(world.by(CARA), language=code)
    presses, lines = Presses(world, {}), []
    conhex, brandubh = await world.match("conhex"), await world.match("hnefatafl", board="brandubh-7")

    async def record_answers(name: str, match: Match, **given: object) -> None:
        command = command_of(presses.app, "server", name)
        options = {"game": f"#{match.id}", "reason": "late, **again**", **given}
        (answer,) = await presses.command(CARA, command, admin=True, **options)
        lines.append(f"> {name} {sorted(given)}\n{answer.text.strip()}")

    async def suggestions(name: str, typed: str, *, admin: bool = True) -> list[str]:
        command = command_of(presses.app, "server", name)
        choices = await presses.suggestions(CARA, command, "game", typed, admin=admin)
        return [f"{name} ({value})" for name, value in choices]

    lines.append(str(await suggestions("end", "")))
    lines.append(str(await suggestions("end", " #2")))
    lines.append(str(await suggestions("result", "")))
    assert await suggestions("end", "", admin=False) == []
    await record_answers("end", conhex, winner=SimpleNamespace(id=DORA.id))
    await record_answers("end", conhex, winner=BEN_WINS)
    await record_answers("end", brandubh, draw=True)
    await record_answers("end", brandubh, draw=True)
    await record_answers("result", brandubh, winner=BEN_WINS)
    await record_answers("result", brandubh, winner=BEN_WINS)
    await record_answers("result", conhex)
    lines.append(str(await suggestions("end", "")))
    lines.append(str(await suggestions("result", "conhex")))
    (log,) = await presses.command(CARA, command_of(presses.app, "server", "audit"), admin=True)
    assert "\n".join([*lines, log.text]) == approved(name=code)


async def test_partners_win_together(world: World) -> None:
    """In a game of parties, the named winner's whole party wins."""
    lobby = await world.lobby(BEN, CARA, DORA, players=4, role="red", options={"mode": "teams"})
    presses = Presses(world, {})
    end = command_of(presses.app, "server", "end")
    winner = SimpleNamespace(id=CARA.id)
    await presses.command(EMIL, end, admin=True, game=str(lobby.match), reason="x", winner=winner)
    match = await world.services.matches.get(lobby.match or 0)
    assert match.outcome is not None
    seat = match.seat_of(CARA.id)
    assert seat is not None
    assert match.outcome.winners == tuple(sorted((seat, (seat + 2) % 4)))
