"""The line about a match for a player whom its notices did not reach, at their next command."""

from types import SimpleNamespace
from typing import Any, Final

import pytest

from bot.kernel.outbox.notices import Notice
from bot.model.event import DomainEvent
from bot.model.events.events import (
    DeadlineMoved,
    DiceRolled,
    EndCause,
    EndKind,
    MatchEnded,
    MatchRestored,
    MatchStarted,
    PliesTakenBack,
    PlyPlayed,
    ResultCorrected,
    SeatChanged,
    SeriesEnded,
)
from bot.model.events.instructions import DeleteMessage, EndDirectBoard, RemoveButtons
from bot.model.people.person import MessageRef, Person
from bot.model.people.preferences import PingPlace
from rules.contract import Outcome
from tests.bot.chat.posted import PostedMessages
from tests.bot.chat.walks import begin
from tests.bot.support.fakes import ANNA, BEN, World

pytest_plugins = ("tests.bot.support.worlds",)
pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)

NONE: Final = PingPlace.NONE
REF: Final = MessageRef(70, 5)


def events_of(match: int) -> list[DomainEvent]:
    """Return an event of each type that boards report."""
    return [
        MatchStarted(match, 0, 0, NONE),
        PlyPlayed(match, 0, 1, 0, "a1", before=0, turn=1, tell=NONE, by=0),
        DiceRolled(match, 0, 1, 0, NONE),
        PliesTakenBack(match, 1, 0, 0, (), free=True, before=1, turn=0, tell=NONE),
        MatchEnded(
            match, 0, Outcome((0,), "goal"), EndCause(EndKind.RESIGNED, 1), by=1, left=frozenset(), turn=0
        ),
        ResultCorrected(match, 0, EndCause(EndKind.CORRECTED, admin=9)),
        SeatChanged(match, 0, turn=0, seat=1, leaver=7, substitute=2, before=NONE, tell=NONE),
        MatchRestored(match, 0, 0, NONE),
        SeriesEnded(match, 0, 3),
        DeadlineMoved(match, 0, 0),
        EndDirectBoard(match),
    ]


async def lines(
    posted: PostedMessages, event: DomainEvent, match: int, person: Person, language: str
) -> list[str]:
    notice = Notice(9, event, 1, match, 0, person.id, 0, uncertain=False)
    context: Any = SimpleNamespace(person=person, t=posted.app.texts.language(language))
    return (await posted.resender.senders.missed_lines([notice], context))[0]


async def test_missed_boards_are_listed_with_the_current_position(world: World) -> None:
    await begin(world)
    match, posted = await begin(world), PostedMessages(world)
    lines_by_type = {
        type(event).__name__: await lines(posted, event, match.id, BEN, "en") for event in events_of(match.id)
    }
    waiting = await lines(posted, events_of(match.id)[0], match.id, BEN, "en")
    assert waiting == ["ConHex #2: <@1001> to move (red)."]
    assert {name: missed for name, missed in lines_by_type.items() if missed != waiting} == {}


async def test_missed_lines_name_the_reader_s_turn_and_the_result(world: World) -> None:
    await begin(world)
    match, posted = await begin(world), PostedMessages(world)
    event = events_of(match.id)[1]
    during_the_game = [await lines(posted, event, match.id, ANNA, language) for language in ("en", "de")]
    await world.services.resignations.resign(world.by(BEN), match.id)
    after_the_end = [await lines(posted, event, match.id, ANNA, language) for language in ("en", "de")]
    assert during_the_game == [
        ["ConHex #2: <@1001>, your turn (red)."],
        ["ConHex #2: <@1001>, du bist am Zug (Rot)."],
    ]
    assert after_the_end == [
        ["ConHex #2: \N{CHEQUERED FLAG} <@1001> wins, <@1002> (blue) resigned."],
        ["ConHex #2: \N{CHEQUERED FLAG} <@1001> gewinnt, <@1002> (Blau) hat aufgegeben."],
    ]


async def test_missed_edits_and_deletions_are_not_listed(world: World) -> None:
    match, posted = await begin(world), PostedMessages(world)
    for event in (RemoveButtons(REF, match.id), DeleteMessage(REF)):
        assert await lines(posted, event, match.id, ANNA, "en") == []
