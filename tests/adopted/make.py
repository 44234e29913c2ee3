"""Play the story of the adopted database: `python -m tests.adopted.make SOCKET` writes both dumps.

SOCKET is the folder of the socket of a PostgreSQL server in which the database `adopted` is empty.
"""

import asyncio
import lzma
import random
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import closing
from datetime import time, timedelta
from itertools import count
from pathlib import Path
from typing import Any

import rules
from bot.features.following.domain import ToldOf
from bot.features.tournaments.domain.formats import Format, Rules
from bot.features.tournaments.domain.tournament import TournamentSetup
from bot.kernel.outbox.delivered import Delivered
from bot.model.match.offers.offer_rules import OfferKind
from bot.model.people.person import MessageRef, Person, Place, Request
from bot.model.people.preferences import Quiet, Tell
from bot.model.server_rules import ALL_PICTURES
from bot.model.terms import Terms
from bot.model.time.clocks import read_clock
from data.store import Store
from rules.contract.series import TieBreak
from tests.bot.support.fakes import Drawn, World

HERE = Path(__file__).parent
PEOPLE = tuple(
    Person(1000 + number, name, locale)
    for number, (name, locale) in enumerate(
        [("Anna", "de"), ("Ben", "en-US"), ("Clara", "de"), ("David", "en-GB"), ("Emma", "fr")], start=1
    )
)
ANNA, BEN, CLARA, DAVID, EMMA = PEOPLE
HALL = Place(7, 70, "de")
DICE, HATS = "hounds-and-jackals", "catch-the-hat"
SMALL = {"hnefatafl": {"board": "brandubh-7"}, "conhex": {"swap": "off"}}


class Story:
    """The story, with all that is left to chance drawn from seeds."""

    def __init__(self, store: Store) -> None:
        self.world = World(store, rules.GAMES, chance=Drawn("adopted"))
        self.services = self.world.services
        self.lot = random.Random("adopted")
        self.messages = count(1440000000000000001)

    def by(self, person: Person) -> Request:
        return self.world.by(person)

    async def deliver(self, most: int | None = None) -> None:
        """Deliver what is due, each message with an id; rolls follow the messages that open matches."""
        while notices := await self.world.outbox.claim(most or 10):
            for notice in notices:
                ref = MessageRef(notice.recipient or HALL.channel, next(self.messages))
                await self.world.outbox.exchange([Delivered(notice.id, ref)], 0)
                if notice.match is not None:
                    await self.services.openings.roll(notice.match)
            if most is not None:
                return

    async def begin(self, key: str, one: Person, other: Person, **terms: Any) -> int:
        game = rules.GAMES[key]
        wanted = Terms(key, SMALL.get(key, {}), game.roles(2)[0], **terms)
        made = await self.services.invitations.challenge(self.by(one), wanted, HALL, [other])
        await self.deliver()
        accepted = await self.services.invitations.accept(self.by(other), made.id)
        await self.deliver()
        assert accepted.match is not None
        return accepted.match

    async def play(self, match: int, plies: int) -> None:
        for _ in range(plies):
            position = await self.services.matches.position(match)
            if position.match.turn is None:
                return
            moves = position.state.legal_moves()
            quiet = [move for move in moves if not position.state.play(move).outcome] or moves
            mover = next(one for one in PEOPLE if one.id == position.match.mover)
            self.world.time.pass_by(timedelta(minutes=40))
            await self.services.turns.take_turn(self.by(mover), match, self.lot.choice(quiet).text)
            await self.deliver()

    async def tell(self) -> None:
        services, by = self.services, self.by
        await services.settings.set_preferences(by(BEN), tell=Tell.BOTH, zone="Europe/Paris", theme="dark")
        await services.settings.set_preferences(
            by(EMMA), tell=Tell.DIRECT, quiet=Quiet(time(20), time(8)), zone="Asia/Tokyo"
        )
        await services.servers.set_overview(by(ANNA), HALL, True)
        await services.servers.set_value(by(ANNA), 7, ALL_PICTURES, False)
        await services.servers.set_server(by(ANNA), 7, language="de")
        matches: dict[str, int] = {}
        for number, key in enumerate(rules.GAMES):
            one, other = PEOPLE[number % 5], PEOPLE[(number + 1) % 5]
            if key == HATS:
                table = await services.invitations.challenge(by(ANNA), Terms(key, {}), HALL, [])
                for guest in (BEN, CLARA):
                    await self.deliver()
                    await services.lobbies.join(by(guest), table.id)
                started = await services.lobbies.start(by(ANNA), table.id)
                await self.deliver()
                assert started.match is not None
                matches[key] = started.match
            else:
                matches[key] = await self.begin(key, one, other, clock=read_clock("3d"), rated=True)
            await self.play(matches[key], 6)
        # Over: one resigned, one a series in its second game, one undecided by agreement.
        over = await self.begin("conhex", ANNA, CLARA, rated=True)
        await self.play(over, 4)
        await services.resignations.resign(by(CLARA), over)
        await self.deliver()
        series = await self.begin("hnefatafl", DAVID, EMMA, tie_break=TieBreak.PLIES)
        await self.play(series, 3)
        await services.resignations.resign(by(EMMA), series)
        await self.deliver()
        drawn = await self.begin("nine-mens-morris", BEN, DAVID)
        await self.play(drawn, 4)
        await services.offers.offer(by(BEN), drawn, OfferKind.DRAW)
        await self.deliver()
        await services.offers.answer(by(DAVID), drawn, OfferKind.DRAW, True)
        await self.deliver()
        # What is open: offers, a plan, a seat, challenges, a table, a follower, a vacation, a tournament.
        offered = matches["nine-mens-morris"]
        people = (await services.matches.get(offered)).people
        await services.offers.offer(by(self.someone(people[0])), offered, OfferKind.DRAW)
        planned = matches["fox-and-hens"]
        position = await services.matches.position(planned)
        waiting = next(one for one in position.match.people if one != position.match.mover)
        move = position.state.legal_moves()[0]
        reply = position.state.play(move).legal_moves()[0]
        await services.conditional_moves.add(by(self.someone(waiting)), planned, [move.text, reply.text])
        seat = await self.begin("ludus-latrunculorum", CLARA, BEN)
        await self.play(seat, 3)
        await services.substitutions.offer(by(CLARA), seat, EMMA)
        await services.following.follow(by(ANNA), matches["conhex"], ToldOf.PLIES)
        await services.invitations.challenge(by(ANNA), Terms("conhex", {}, rated=True), HALL, [EMMA])
        await services.invitations.challenge(by(BEN), Terms("fox-and-hens", {}), HALL, [])
        table = await services.invitations.challenge(by(DAVID), Terms(HATS, {}), HALL, [])
        await services.lobbies.join(by(EMMA), table.id)
        cup = TournamentSetup(
            "Adopted", Terms("conhex", {}, clock=read_clock("3d")), Rules(Format.SWISS, 2), 4
        )
        tournament = await services.tournaments.open(by(ANNA), HALL, cup)
        for person in (ANNA, BEN, CLARA, DAVID):
            await services.tournaments.enter(by(person), tournament.id, 7)
        today = self.world.time().date()
        await services.settings.take_vacation(by(EMMA), today + timedelta(2), today + timedelta(9))
        await self.deliver()
        # What waits: the newest moves are not delivered, one message is claimed by a process that was killed.
        for key in ("hnefatafl", "conhex"):
            position = await services.matches.position(matches[key])
            mover = self.someone(position.match.mover)
            await services.turns.take_turn(by(mover), matches[key], position.state.legal_moves()[0].text)
        await self.world.outbox.claim(1)

    @staticmethod
    def someone(person: int | None) -> Person:
        return next(one for one in PEOPLE if one.id == person)


async def play(url: str) -> None:
    store = await Store.open(url)
    await Story(store).tell()
    await store.close()


def main(socket: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "games.db"
        asyncio.run(play(f"sqlite:///{path}"))
        with closing(sqlite3.connect(path)) as connection:
            keep("sqlite.sql.xz", "\n".join(connection.iterdump()))
    asyncio.run(play(f"postgresql://postgres@/adopted?host={socket}"))
    command = [
        "pg_dump",
        "-h",
        socket,
        "-U",
        "postgres",
        "--no-owner",
        "--no-privileges",
        "--inserts",
        "adopted",
    ]
    dump = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    # Lines that begin like these are for psql, or are about the dump.
    kept = [line for line in dump.splitlines() if line and not line.startswith(("\\", "--"))]
    keep("postgresql.sql.xz", "\n".join(kept))


def keep(name: str, sql: str) -> None:
    (HERE / name).write_bytes(lzma.compress(sql.encode(), preset=9 | lzma.PRESET_EXTREME))


if __name__ == "__main__":
    main(sys.argv[1])
