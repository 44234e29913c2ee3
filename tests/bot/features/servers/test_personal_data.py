"""A person in the logs and lists of servers: their export, and what remains after deletion."""

import json
from typing import Any

from bot.features.servers.service.player_lists import Listing
from bot.model.servers.server_rules import PlayerList
from tests.bot.features.privacy.service.leaving import leave
from tests.bot.support.fakes import ANNA, BEN, CARA, DORA, HALL, World

pytest_plugins = ("tests.bot.support.worlds",)

SERVER, OTHER = HALL.server or 0, 8


async def write_log(world: World) -> tuple[int, int]:
    """Write log entries about Ben and others; return a game of Ben's and one of others."""
    challenge = await world.challenge(opponent=DORA)
    accepted = await world.services.invitations.accept(world.by(DORA), challenge.id)
    match = accepted.match or 0
    await world.services.servers.adjudicate(
        world.by(CARA), match, (DORA.id,), "because Dora left", server=SERVER
    )
    own_game = await world.match()
    await world.services.servers.adjudicate(
        world.by(CARA), own_game.id, (BEN.id,), "Ben beat Anna", server=SERVER
    )
    left_game = await world.match()
    offer = await world.services.substitutions.offer(world.by(BEN), left_game.id)
    await world.services.substitutions.accept(world.by(DORA), offer.id)
    await world.services.servers.adjudicate(world.by(CARA), left_game.id, (), "it was level", server=SERVER)
    await world.services.servers.set_server(world.by(BEN), SERVER, channels=(70, 71))
    for server in (SERVER, OTHER):
        await world.services.player_lists.add(world.by(CARA), server, Listing.BARRED, [BEN, ANNA], [5])
    await world.services.player_lists.add(world.by(CARA), OTHER, Listing.ALLOWED, [DORA], [])
    return own_game.id, match


async def exported_data(world: World) -> Any:
    return json.loads(await world.services.personal_exports.of(BEN))["kept"]


async def test_the_export_contains_log_entries_and_lists(world: World) -> None:
    own_game, _ = await write_log(world)
    data = await exported_data(world)
    entries = [(entry["player"], entry["game"], entry["deed"], entry["note"]) for entry in data["deeds"]]
    assert entries == [
        (None, own_game, "adjudication", "Ben beat …"),
        (BEN.id, own_game + 1, "seat-change", f"{BEN.id} {DORA.id}"),
        (None, own_game + 1, "adjudication", "it was level"),
        (BEN.id, None, "rules", "channels=70 71"),
        *[(None, None, "players", f"barred person:{BEN.id} person:… role:5")] * 2,
    ]
    lists = [{"server": server, "list": "barred_people"} for server in (SERVER, OTHER)]
    assert data["server_rules"] == lists


async def test_a_deleted_person_is_removed_from_lists_and_notes(world: World) -> None:
    await write_log(world)
    await leave(world, BEN)
    rules = await world.services.servers.server(SERVER)
    assert (rules.barred, rules.allowed) == (PlayerList((ANNA.id,), (5,)), PlayerList())
    other = await world.services.servers.server(OTHER)
    assert (other.barred, other.allowed) == (PlayerList((ANNA.id,), (5,)), PlayerList((DORA.id,)))
    log = await world.services.servers.audit(SERVER)
    assert [entry.note for entry in reversed(log)] == [
        "because Dora left",
        "… beat Anna",
        f"-3 {DORA.id}",
        "it was level",
        "channels=70 71",
        f"barred person:-1 person:{ANNA.id} role:5",
    ]
    authors = [entry.who for entry in reversed(log)]
    assert [author for author in authors if author > 0] == [CARA.id] * 4
    assert [number for number, author in enumerate(authors) if author < 0] == [2, 4]
