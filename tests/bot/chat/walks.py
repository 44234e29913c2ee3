"""Steps of walks through games of ConHex in a server, whose messages or pages are approved."""

from typing import Final

from bot.model.challenges.terms import Terms
from bot.model.match.match import Match
from bot.model.people.person import Place
from bot.model.time.clocks import read_clock
from tests.bot.support.fakes import ANNA, BEN, CARA, HALL, World

SERVER: Final = HALL.server or 0
CONHEX: Final = Terms("conhex", {"swap": "off"}, "red", clock=read_clock("3d"))
MOVES: Final = ("a1", "k1", "c2", "d2", "e2", "f2")
"""Of both players in turn."""
STEP: Final = "\n==========\n\n"
"""Between what the steps of a walk show."""


async def speak(world: World, language: str) -> None:
    """Give the server its language."""
    await world.services.servers.set_server(world.by(CARA), SERVER, language=language)


async def begin(world: World, terms: Terms = CONHEX, place: Place = HALL) -> Match:
    """Begin a game of Anna against Ben."""
    challenge = await world.services.invitations.challenge(world.by(ANNA), terms, place, [BEN])
    accepted = await world.services.invitations.accept(world.by(BEN), challenge.id)
    return await world.services.matches.get(accepted.match or 0)
