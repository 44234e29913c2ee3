"""Cards of seats on offer."""

from typing import Any

from bot.chat.core.lookup.readers import Readers
from bot.chat.core.pictures import Pictures
from bot.features.seats.sender import SeatSender
from bot.features.tournaments.domain.formats import Format, Rules
from bot.features.tournaments.domain.tournament import TournamentSetup
from bot.locale import Texts
from bot.model.challenges.terms import Terms
from bot.model.events.events import SeatOffered
from bot.model.time.clocks import read_clock
from tests.bot.support.fakes import ANNA, BEN, CARA, HALL, World
from tests.galleries import GALLERY

pytest_plugins = ("tests.bot.support.worlds",)

TEXTS = Texts.load()
UNUSED: Any = None
"""In place of what only posts."""


def _sender(world: World) -> SeatSender:
    does = world.services
    readers = Readers(TEXTS, Pictures(GALLERY), does.people, does.settings)
    return SeatSender(
        UNUSED, UNUSED, readers, does.matches, does.substitutions, does.tournaments, does.practice
    )


async def test_a_seat_of_a_tournament_says_what_goes_with_it(world: World) -> None:
    club, server = world.services.tournaments, HALL.server or 0
    await world.services.servers.set_server(world.by(ANNA), server, language="en")
    terms = TournamentSetup(
        "*Autumn* cup", Terms("conhex", {}, clock=read_clock("3d")), Rules(Format.ROUND_ROBIN), 3
    )
    cup = await club.open(world.by(ANNA), HALL, terms)
    for person in (ANNA, BEN, CARA):
        cup = await club.enter(world.by(person), cup.id, server)
    challenge = await world.services.challenges.get(cup.games[0].challenge or 0)
    ordinary = await world.match("conhex")
    for match in (challenge.match or 0, ordinary.id):
        players = (await world.services.matches.get(match)).people
        leaver = next(person for person in (ANNA, BEN, CARA) if person.id == players[0])
        await world.services.substitutions.offer(world.by(leaver), match)
    sender = _sender(world)
    cards = [
        await sender.card(notice.event, notice)
        for notice in await world.told()
        if isinstance(notice.event, SeatOffered)
    ]
    texts = [card for card in cards if card and "It is a game of **Autumn cup**" in card.post.message.content]
    assert (len(cards), len(texts)) == (2, 1)
