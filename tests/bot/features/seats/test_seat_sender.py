"""Cards of seat offers."""

from typing import Any

from syrupy.assertion import SnapshotAssertion

from bot.chat.core import custom_ids
from bot.chat.core.lookup.readers import Readers
from bot.chat.core.pictures import Pictures
from bot.features.seats.sender import SeatSender
from bot.features.tournaments.domain.formats import Format, Rules
from bot.features.tournaments.domain.tournament import TournamentSetup
from bot.locale import Texts
from bot.model.challenges.terms import Terms
from bot.model.events.events import SeatOffered
from bot.model.people.person import Person
from bot.model.time.clocks import read_clock
from tests.bot.chat.page_text import message_text
from tests.bot.features.practice.test_hints import with_engines
from tests.bot.support.fakes import ANNA, BEN, CARA, DORA, HALL, World
from tests.galleries import GALLERY

pytest_plugins = ("tests.bot.support.worlds", "tests.bot.chat.approved")

TEXTS = Texts.load()
UNUSED: Any = None
"""Stands in for the dependencies that only post."""


def _sender(world: World) -> SeatSender:
    services = world.services
    readers = Readers(TEXTS, Pictures(GALLERY), services.people, services.settings)
    return SeatSender(
        UNUSED,
        UNUSED,
        readers,
        services.matches,
        services.substitutions,
        services.tournaments,
        services.practice,
    )


async def _engine_offered(world: World, match: int, person: Person, wanted: Person | None = None) -> bool:
    """Offer and withdraw a seat; return whether its card has a button for the computer."""
    offer = await world.services.substitutions.offer(world.by(person), match, wanted)
    (notice,) = [notice for notice in await world.deliver_all() if isinstance(notice.event, SeatOffered)]
    assert isinstance(notice.event, SeatOffered)
    card = await _sender(world).card(notice.event, notice)
    assert card is not None
    await world.services.substitutions.withdraw(world.by(person), offer.id)
    assert await _sender(world).card(notice.event, notice) is None, "the offer is over"
    return custom_ids.write("seat-engine", offer.id) in message_text(card.post.message)


async def test_no_tournament_seat_is_offered_to_an_engine(world: World) -> None:
    with_engines(world)
    tournaments, server = world.services.tournaments, HALL.server or 0
    terms = Terms("conhex", {}, clock=read_clock("3d"))
    cup = await tournaments.open(
        world.by(ANNA), HALL, TournamentSetup("Cup", terms, Rules(Format.ROUND_ROBIN), 3)
    )
    for person in (ANNA, BEN, CARA):
        cup = await tournaments.enter(world.by(person), cup.id, server)
    challenge = await world.services.challenges.get(cup.games[0].challenge or 0)
    cup_match = await world.services.matches.get(challenge.match or 0)
    leaver = next(person for person in (ANNA, BEN, CARA) if person.id in cup_match.people)
    casual_match = await world.match("conhex")
    assert not await _engine_offered(world, cup_match.id, leaver)
    assert await _engine_offered(world, casual_match.id, BEN)


async def test_an_engine_can_take_a_seat_only_where_allowed(world: World) -> None:
    match = await world.match("conhex")
    assert not await _engine_offered(world, match.id, BEN), "the bot has no engines"
    with_engines(world)
    assert await _engine_offered(world, match.id, BEN)
    assert not await _engine_offered(world, match.id, BEN, DORA), "the seat is offered to one person"
    await world.services.servers.set_server(world.by(CARA), HALL.server or 0, engine_channels=(71,))
    assert not await _engine_offered(world, match.id, BEN), (
        "the server allows engines in another channel only"
    )


async def test_seat_cards(world: World, approved: SnapshotAssertion) -> None:
    """A tournament's seat comes with its place there; each card is in its server's language."""
    tournaments, server = world.services.tournaments, HALL.server or 0
    await world.services.servers.set_server(world.by(ANNA), server, language="en")
    await world.challenge()
    terms = Terms("conhex", {}, clock=read_clock("3d"), rated=True, exploring=False)
    setup = TournamentSetup("*Autumn* cup", terms, Rules(Format.ROUND_ROBIN), 3)
    cup = await tournaments.open(world.by(ANNA), HALL, setup)
    for person in (ANNA, BEN, CARA):
        cup = await tournaments.enter(world.by(person), cup.id, server)
    challenge = await world.services.challenges.get(cup.games[0].challenge or 0)
    casual_match = await world.match("conhex")
    for match in (challenge.match or 0, casual_match.id):
        players = (await world.services.matches.get(match)).people
        leaver = next(person for person in (ANNA, BEN, CARA) if person.id == players[0])
        await world.services.substitutions.offer(world.by(leaver), match)
    for event, notice in [(notice.event, notice) for notice in await world.deliver_all()]:
        if isinstance(event, SeatOffered):
            name = "ordinary" if event.match == casual_match.id else "tournament"
            for code in ("en", "de"):
                await world.services.servers.set_server(world.by(ANNA), server, language=code)
                card = await _sender(world).card(event, notice)
                assert card is not None
                assert message_text(card.post.message) == approved(name=f"{name}-{code}")
