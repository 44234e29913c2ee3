"""Imported games: private, limited in number, deleted after a month, and never matches."""

from datetime import datetime, timedelta

import pytest

from bot.features.records.domain.codec import write_record
from bot.features.records.domain.imports import LIFETIME, MOST
from bot.model.match.impossible_record import ImpossibleRecord
from tests.bot.features.records.domain.playing import random_record
from tests.bot.support.fakes import ANNA, BEN, World
from tests.bot.support.refusals import expect_refusal
from tests.bot.support.timed import DAY

pytest_plugins = ("tests.bot.support.worlds",)


def _file(world: World, key: str = "conhex") -> bytes:
    return write_record(random_record(world.games[key], {}, plies=4))


async def test_an_import_is_private_to_its_importer(world: World) -> None:
    imported = await world.services.imports.add(world.by(ANNA), _file(world))
    assert await world.services.imports.get(ANNA.id, imported.id) == imported
    assert imported.record == random_record(world.games["conhex"], {}, plies=4)
    await expect_refusal(world.services.imports.get(BEN.id, imported.id), "unknown-import")
    assert await world.services.imports.of(BEN.id) == ()
    await world.services.imports.delete(BEN.id, imported.id)
    assert await world.services.imports.get(ANNA.id, imported.id) == imported


async def test_an_import_posts_nothing_and_is_no_match(world: World) -> None:
    await world.services.imports.add(world.by(ANNA), _file(world))
    assert await world.deliver_all() == []
    agenda = await world.services.agenda.of(ANNA.id)
    assert (agenda.mine, agenda.theirs, agenda.finished) == ((), (), ())
    assert await world.services.matches.of(ANNA.id, running=False) == ()


async def test_a_repeated_request_imports_once(world: World) -> None:
    request = world.by(ANNA)
    first = await world.services.imports.add(request, _file(world))
    assert await world.services.imports.add(request, _file(world)) == first
    assert len(await world.services.imports.of(ANNA.id)) == 1


async def test_a_list_has_the_newest_first_without_deleted_ones(world: World) -> None:
    old = await world.services.imports.add(world.by(ANNA), _file(world))
    new = await world.services.imports.add(world.by(ANNA), _file(world, "hounds-and-jackals"))
    listed = await world.services.imports.of(ANNA.id)
    assert [(entry.id, entry.key) for entry in listed] == [(new.id, "hounds-and-jackals"), (old.id, "conhex")]
    assert listed[0].names == new.record.names
    for _ in range(2):
        await world.services.imports.delete(ANNA.id, new.id)
    assert [entry.id for entry in await world.services.imports.of(ANNA.id)] == [old.id]
    await expect_refusal(world.services.imports.get(ANNA.id, new.id), "unknown-import")
    await world.services.imports.delete(BEN.id, old.id)
    assert [entry.id for entry in await world.services.imports.of(ANNA.id)] == [old.id], (
        "Ben cannot delete Anna's import"
    )
    assert await world.services.timers.next_due() == old.expires
    await world.services.imports.delete(ANNA.id, old.id)
    assert await world.services.timers.next_due() is None


async def test_imports_are_limited_per_person(world: World) -> None:
    for _ in range(MOST):
        await world.services.imports.add(world.by(ANNA), _file(world))
    await expect_refusal(world.services.imports.add(world.by(ANNA), _file(world)), "too-many-imports")
    await world.services.imports.add(world.by(BEN), _file(world))
    (newest, *_) = await world.services.imports.of(ANNA.id)
    await world.services.imports.delete(ANNA.id, newest.id)
    await world.services.imports.add(world.by(ANNA), _file(world))


async def test_imports_expire_after_a_month(world: World) -> None:
    imported = await world.services.imports.add(world.by(ANNA), _file(world))
    assert imported.expires == world.time.now + LIFETIME == world.time.now + 30 * DAY
    assert await world.services.timers.next_due() == imported.expires
    world.time.pass_by(LIFETIME - timedelta(seconds=1))
    assert await world.services.timers.act() == 0
    assert await world.services.imports.get(ANNA.id, imported.id) == imported
    world.time.pass_by(timedelta(seconds=1))
    await expect_refusal(world.services.imports.get(ANNA.id, imported.id), "unknown-import")
    assert await world.services.imports.of(ANNA.id) == ()
    assert await world.services.timers.act() == 1
    assert await world.services.timers.next_due() is None


async def test_an_import_announces_its_expiry_to_the_timer(world: World) -> None:
    dues: list[datetime] = []
    world.services.timers.when_due(dues.append)
    imported = await world.services.imports.add(world.by(ANNA), _file(world))
    assert dues == [imported.expires]


async def test_a_forged_file_changes_nothing(world: World) -> None:
    forged = _file(world).replace(b'"text": "', b'"text": "z', 1)
    with pytest.raises(ImpossibleRecord) as caught:
        await world.services.imports.add(world.by(ANNA), forged)
    assert (caught.value.ply, caught.value.game.key) == (1, "conhex")
    await expect_refusal(world.services.imports.add(world.by(ANNA), b"{}"), "record-other-format")
    assert await world.services.imports.of(ANNA.id) == ()


@pytest.mark.parametrize("number", [0, -1, 2**63, 10**30])
async def test_made_up_numbers_are_refused(world: World, number: int) -> None:
    await expect_refusal(world.services.imports.get(ANNA.id, number), "unknown-import")
    await world.services.imports.delete(ANNA.id, number)
