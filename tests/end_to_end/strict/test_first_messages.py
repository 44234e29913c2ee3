"""First direct messages: their pace, and Discord's refusal to take any."""

import logging
from collections.abc import AsyncIterator
from datetime import timedelta

import pytest
import pytest_asyncio

from bot.features.people.service.first_messages import QUARANTINE
from bot.kernel.probes import FindingStatus
from bot.operations.doctor.quarantine import quarantine
from playground.server import Playground
from render import Gallery
from tests import pocket
from tests.end_to_end.bots import InProcessBot, in_process_bot
from tests.end_to_end.people import Person
from tests.end_to_end.strict.stage import ELSEWHERE, Stage, refusal_with_code, type_move
from tests.end_to_end.strict.test_elsewhere import begin_homeless
from tests.end_to_end.waiting import until

pytestmark = [
    pytest.mark.asyncio(loop_scope="module"),
    pytest.mark.assumes("first-messages-paced"),
]

PACE = timedelta(seconds=10)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def bot(
    playground: Playground, gallery: Gallery, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[InProcessBot]:
    """A bot that waits between first direct messages."""
    database = tmp_path_factory.mktemp("bot") / "fernpartie.db"
    async with in_process_bot(playground, database, gallery=gallery, first_messages_every=PACE) as running:
        yield running


async def count_direct_messages(person: Person) -> int:
    """Return the number of the bot's direct messages to a person."""
    return len(await person.messages(await person.open_dm()))


async def test_the_second_of_two_first_messages_waits(stage: Stage) -> None:
    match = await begin_homeless(stage)
    anna, ben = stage.table.anna, stage.table.ben
    await type_move(match, "a1", 1)
    counts = [0, 0]

    async def one_of_them() -> bool:
        counts[:] = [await count_direct_messages(person) for person in (anna, ben)]
        return sum(counts) > 0

    await until(one_of_them, "the first of two messages")
    assert sorted(counts) == [0, 1], "the second message waits"
    for person in (anna, ben):
        assert ELSEWHERE in (await stage.direct_board(person, match, 1)).text
    before = stage.bot.clock()
    await type_move(match, "f6", 2)
    for person in (anna, ben):
        await person.wait_for_message(
            await person.open_dm(),
            lambda m: m.has_custom_id(f"fp:board:{match.number}:2"),
            "no first message any more",
        )
    assert stage.bot.clock() - before < PACE


async def test_quarantined_notices_are_shown_at_the_next_command(
    stage: Stage, caplog: pytest.LogCaptureFixture
) -> None:
    table = stage.table
    match = await begin_homeless(stage)
    stage.bot.advance(60)
    stage.ordered.add(20026)
    anna = await table.anna.open_dm()
    ben = await table.ben.open_dm()
    for channel in (anna, ben):
        await stage.refuse(refusal_with_code(20026, 403), f"/channels/{channel}/messages$")
    with caplog.at_level(logging.CRITICAL):
        await type_move(match, "a1", 1)
        notice = await stage.missed_notice(table.ben, f"#{match.number}")
    assert notice.is_private
    records = [record for record in caplog.records if record.levelno == logging.CRITICAL]
    assert len(records) == 1
    assert "20026" in records[0].getMessage()
    owner = Person(pocket.Person(table.line, pocket.BEN), "Ben")
    panel = (await owner.slash(table.channel, "server channels")).message
    assert "Discord does not let me send direct messages for now" in panel.text
    finding = await quarantine(f"sqlite:///{stage.bot.database}", stage.bot.clock)
    assert finding is not None
    assert finding.status is FindingStatus.WARN
    await table.control.clear_faults()
    stage.bot.advance(QUARANTINE.total_seconds())
    await type_move(match, "f6", 2)
    assert ELSEWHERE in (await stage.direct_board(table.anna, match, 2)).text
    later_finding = await quarantine(f"sqlite:///{stage.bot.database}", stage.bot.clock)
    assert later_finding is not None
    assert later_finding.status is FindingStatus.OK
