"""Deletion of a server's rows, thirty days after it removed the bot."""

from datetime import datetime, timedelta

import pytest

from bot.features.servers.service.server_removal import ServerRemoval
from bot.features.servers.store.server_rows import ServerDataRepository
from bot.features.tournaments.domain.formats import Format, Rules
from bot.features.tournaments.domain.tournament import TournamentSetup
from bot.features.tournaments.store.dice_trees import DiceTreeRepository
from bot.kernel.outbox.message_routes import OutgoingMessage
from bot.model.challenges.terms import Terms
from bot.model.events.instructions import RemoveButtons
from bot.model.people.person import MessageRef, Place
from bot.model.people.privacy import SERVER_KEPT
from bot.model.time.clocks import read_clock
from bot.repositories.outbox.notices import NoticeRepository
from tests.bot.features.privacy.service.leaving import act, rows_with
from tests.bot.support.fakes import ANNA, BEN, CARA, HALL, World
from tests.bot.support.refusals import expect_refusal

pytest_plugins = ("tests.bot.support.worlds",)

_SERVER = 1_100_000_000_000_000_207
_ROOM = 1_100_000_000_000_000_270
_PLACE = Place(_SERVER, _ROOM, "de")


async def _play_in_server(world: World) -> tuple[int, int]:
    """Leave traces in a server; return a finished and a running match there."""
    matches = []
    for _ in range(2):
        challenge = await world.services.invitations.challenge(
            world.by(ANNA), Terms("counting", {"goal": "4"}, "first"), _PLACE, [BEN]
        )
        accepted = await world.services.invitations.accept(world.by(BEN), challenge.id)
        assert accepted.match is not None
        matches.append(accepted.match)
    finished, running = matches
    await world.services.turns.take_turn(world.by(ANNA), finished, "take 2")
    await world.services.resignations.resign(world.by(ANNA), finished)
    await world.services.turns.take_turn(world.by(ANNA), running, "take 2")
    await world.services.substitutions.offer(world.by(ANNA), running)
    await world.services.servers.set_overview(world.by(CARA), _PLACE, on=True)
    await world.services.servers.set_server(world.by(CARA), _SERVER, games=("counting", "gathering"))
    await world.services.welcomes.greet_server(_SERVER, world.time.now, (_ROOM,), "")
    lobby = await world.services.invitations.challenge(world.by(ANNA), Terms("gathering", {}), _PLACE)
    # A message of the lobby, which loses its buttons when the lobby closes.
    await world.deliver_all()
    async with world.store.write() as session:
        removal = OutgoingMessage(RemoveButtons(MessageRef(_ROOM, 900), challenge=lobby.id), 900)
        await session.of(NoticeRepository).add([removal.to_notice()], world.time.now)
    return finished, running


async def test_server_removal_deletes_its_tournament_seeds(world: World) -> None:
    setup = TournamentSetup(
        "Hats", Terms("catch-the-hat", {}, clock=read_clock("3d")), Rules(Format.ROUND_ROBIN), 4
    )
    tournament = await world.services.tournaments.open(world.by(ANNA), _PLACE, setup)
    (seal,) = (await world.services.tournaments.get(tournament.id)).seals
    await world.services.presence.pause_server(_SERVER)
    world.time.pass_by(SERVER_KEPT)
    await act(world)
    async with world.store.read() as session:
        assert await session.of(DiceTreeRepository).below(seal.root) is None


async def test_server_removal_deletes_its_games(world: World) -> None:
    match_elsewhere = await world.match()
    games = await _play_in_server(world)
    await world.services.presence.pause_server(_SERVER)
    assert await rows_with(world.store, str(_SERVER), str(_ROOM)) != []
    world.time.pass_by(SERVER_KEPT)
    await act(world)
    assert await rows_with(world.store, str(_SERVER), str(_ROOM)) == []
    for game in games:
        await expect_refusal(world.services.matches.get(game), "unknown-match")
    assert (await world.services.matches.get(match_elsewhere.id)).place == HALL
    assert await world.services.timers.next_due() is not None


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
async def test_a_reused_game_id_does_not_serve_the_deleted_game(world: World) -> None:
    deleted = await _play_in_server(world)
    await world.services.presence.pause_server(_SERVER)
    world.time.pass_by(SERVER_KEPT)
    await act(world)
    match = await world.match()
    assert match.id in deleted
    # Played by another process, like an engine's plies: this one has no cached position.
    turn = await world.other_services().turns.take_turn(world.by(ANNA), match.id, "take 1")
    position = await world.services.matches.position(match.id)
    assert position.state.position == turn.state.position


async def test_a_server_readding_the_bot_in_time_keeps_everything(world: World) -> None:
    games = await _play_in_server(world)
    await world.services.presence.pause_server(_SERVER)
    world.time.pass_by(SERVER_KEPT - timedelta(hours=1))
    await act(world)
    kernel = world.services.app.kernel
    await ServerRemoval(kernel.work, kernel.server_data).carry_out(_SERVER)
    await world.services.presence.resume_server(_SERVER)
    world.time.pass_by(SERVER_KEPT)
    await act(world)
    for game in games:
        assert (await world.services.matches.get(game)).place.server == _SERVER


async def test_an_unnoticed_removal_counts_from_its_detection(world: World) -> None:
    finished, running = await _play_in_server(world)
    await world.services.resignations.resign(world.by(ANNA), running)
    await world.services.presence.compare((), lambda _server: True)
    world.time.pass_by(SERVER_KEPT)
    await act(world)
    await expect_refusal(world.services.matches.get(finished), "unknown-match")


async def test_a_server_without_activity_is_deleted(world: World) -> None:
    await world.services.welcomes.greet_server(_SERVER, world.time.now, (_ROOM,), "")
    await world.deliver_all()
    await world.services.presence.pause_server(_SERVER)
    world.time.pass_by(SERVER_KEPT)
    await act(world)
    assert await rows_with(world.store, str(_SERVER), str(_ROOM)) == []


async def test_a_return_during_the_removal_keeps_everything(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = await _play_in_server(world)
    await world.services.presence.pause_server(_SERVER)
    world.time.pass_by(SERVER_KEPT)
    absent_since = ServerDataRepository.absent_since

    async def absent_at_first(
        rows: ServerDataRepository, server: int, *, lock: bool = False
    ) -> datetime | None:
        return None if lock else await absent_since(rows, server)

    monkeypatch.setattr(ServerDataRepository, "absent_since", absent_at_first)
    await act(world)
    for game in games:
        assert (await world.services.matches.get(game)).place.server == _SERVER
