"""Checks for challenges, lobbies and seats on offer: silent about sound rows, each with its finding."""

from contextlib import suppress

import sqlalchemy as sa

from bot.features.challenges.checks import CHECKS
from data.session import Session
from tests.bot.support.fakes import ANNA, BEN, CARA, DORA, World

pytest_plugins = ("tests.bot.support.worlds",)

DAMAGES = {
    "UPDATE challenges SET dice_root = 'a', dice_leaf = 3 WHERE id = {challenge}": (
        "challenges has a place in a tree of seeds and no sealed dice"
    ),
    "UPDATE challenges SET dice_leaf = 3 WHERE id = {lobby}": (
        "challenges names half a place in a tree of seeds"
    ),
    "UPDATE challenges SET dice_seed = 'a' WHERE id = {challenge}": (
        "challenges has sealed dice without a commitment, or the reverse"
    ),
    "UPDATE challenges SET status = 'open' WHERE id = {accepted}": "challenges is open and has led to a game",
    "UPDATE challenges SET status = 'accepted' WHERE id = {lobby}": (
        "challenges is accepted and has led to no game"
    ),
    "UPDATE challenges SET status = 'declined' WHERE id = {accepted}": (
        "challenges is not accepted and has led to a game"
    ),
    "UPDATE challenges SET status = 'withdrawn' WHERE id = {lobby}": (
        "guests waits for a challenge that is not open"
    ),
    "UPDATE substitutions SET game = {finished} WHERE id = {seat}": (
        "substitutions offers a seat of a finished game"
    ),
    "UPDATE substitutions SET status = 'open', settled = NULL, seat = 0 WHERE id = {accepted_seat}": (
        "substitutions offers a seat that is on offer already"
    ),
    "UPDATE substitutions SET substitute = 1001 WHERE id = {seat}": (
        "substitutions is accepted by nobody, or by someone though it is not accepted"
    ),
    "UPDATE substitutions SET settled = made WHERE id = {seat}": (
        "substitutions is open and settled, or neither"
    ),
    "DELETE FROM timers WHERE kind = 'seat'": "substitutions nothing will happen at its moment",
    "DELETE FROM timers WHERE kind = 'challenge'": "challenges nothing will happen at its moment",
}


class Rollback(Exception):
    """Rolls back a damaging statement."""


async def _findings(session: Session) -> set[str]:
    return {
        f"{check.table.name} {check.wrong}"
        for check in CHECKS
        if (await session.connection.execute(check.query)).first() is not None
    }


async def test_the_check_reports_each_contradiction(world: World) -> None:
    challenge = await world.challenge()
    running = await world.match()
    lobby = await world.lobby(CARA, invited=(BEN, CARA, DORA))
    await world.services.invitations.decline(world.by(DORA), lobby.id, "no-time")
    finished = await world.match()
    seats = world.services.substitutions
    accepted_seat = await seats.offer(world.by(BEN), running.id)
    await seats.accept(world.by(CARA), accepted_seat.id)
    seat = await seats.offer(world.by(ANNA), running.id)
    # Two seats of the table are on offer; one has the same number as the other game's offered seat.
    table = await world.gathering(BEN, CARA)
    for person in (BEN, ANNA):
        await seats.offer(world.by(person), table.id)
    await world.services.resignations.resign(world.by(ANNA), finished.id)
    ids = {
        "challenge": challenge.id,
        "accepted": running.challenge,
        "lobby": lobby.id,
        "finished": finished.id,
        "accepted_seat": accepted_seat.id,
        "seat": seat.id,
    }
    findings = {}
    for damage in ("SELECT 1", *DAMAGES):
        with suppress(Rollback):
            async with world.store.write() as session:
                await session.connection.execute(sa.text(damage.format(**ids)))
                findings[damage] = await _findings(session)
                raise Rollback
    assert findings.pop("SELECT 1") == set()
    assert not {damage: texts for damage, texts in findings.items() if DAMAGES[damage] not in texts}
