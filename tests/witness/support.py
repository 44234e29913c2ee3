"""All that the witness's tests and generator use of the program: where names change, they change here.

Tests say what must be true of the witness; this module says how the present code is asked.
"""

import json
import lzma
import random
import sqlite3
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

import sqlalchemy as sa
from alembic import command
from sqlalchemy.ext.asyncio import create_async_engine

import rules
from bot.app import TABLES
from bot.kernel.outbox.delivered import Delivered
from bot.kernel.outbox.outbox import Outbox
from bot.locale import Texts
from bot.model.match.match import Match
from bot.model.match.offers.offer_rules import OfferKind
from bot.model.people.person import Person, Place, Request
from bot.model.people.preferences import Quiet, Tell
from bot.model.refusal import Refusal
from bot.model.terms import Terms
from bot.model.time.clocks import read_clock
from bot.repositories.tables.outbox_tables import notices
from data.migration import TODAY
from data.migration_steps import configured
from data.schema.columns import UtcDateTime, as_stored
from data.store import Store
from data.urls import driver_url
from playground.server import Playground
from playground.values.messages import Message
from render import Gallery
from rules.contract.capabilities import calls_of, draws_by_agreement, retire
from rules.contract.series import TieBreak
from tests.bot.support.services import ROUTES, Services, make_services
from tests.end_to_end.bots import BotHere, Hourglass, Lot, bot_here
from tests.end_to_end.seen import BUTTON, SELECT, Json, Seen, parts
from tests.witness.manifest import Control

__all__ = [
    "Drawn",
    "Kept",
    "Match",
    "OfferKind",
    "Person",
    "Place",
    "Quiet",
    "Refusal",
    "Request",
    "Services",
    "Stores",
    "Tell",
    "Terms",
    "TieBreak",
    "WitnessClock",
    "board_mark",
    "calls_of",
    "card_mark",
    "catch_up",
    "complaints",
    "controls_of",
    "deliver_all",
    "draws_by_agreement",
    "fill_postgresql",
    "is_idle",
    "is_over_by",
    "is_pausing",
    "kept_at",
    "play_on",
    "read_clock",
    "replayed",
    "rows_of",
    "running_bot",
    "shown_on",
    "tells_of",
    "unpack",
]

HERE = Path(__file__).parent
DATABASE, WORLD, POSTGRESQL = "club.sqlite.xz", "world.sqlite.xz", "club.postgres.json.xz"
REVISION = "0005"
"""The schema the witness was written with."""
LEAVING = "retire "
"""How the witness's logs say that a seat has left."""


@dataclass(slots=True)
class WitnessClock(Hourglass):
    """A clock for the bot and the playground that goes on from a moment of its own, at the usual pace."""

    start: datetime = datetime(2026, 1, 1, tzinfo=UTC)
    began: float = field(default_factory=time.monotonic)

    def __call__(self) -> datetime:
        elapsed = time.monotonic() - self.began
        return datetime.fromtimestamp(self.start.timestamp() + elapsed, UTC) + self.ahead

    def now(self) -> float:
        return self().timestamp()


@dataclass(slots=True)
class Drawn(Lot):
    """Chance from a seed, so that every run draws the same."""

    source: random.Random = field(default_factory=lambda: random.Random(1))

    def choose(self, n: int) -> int:
        return self.source.randrange(n)


@dataclass(frozen=True, slots=True)
class Stores:
    """The two files of the witness, unpacked."""

    database: Path
    world: Path


def unpack(folder: Path) -> Stores:
    """Put fresh copies of the witness's files into a folder."""
    stores = Stores(folder / "fernpartie.db", folder / "world.sqlite")
    for path, name in ((stores.database, DATABASE), (stores.world, WORLD)):
        path.write_bytes(lzma.decompress((HERE / name).read_bytes()))
    return stores


async def fill_postgresql(url: str) -> None:
    """Bring an empty PostgreSQL database to the witness's schema and put the same content into it."""
    tables: Mapping[str, list[Json]] = json.loads(lzma.decompress((HERE / POSTGRESQL).read_bytes()))
    engine = create_async_engine(driver_url(url))
    async with engine.begin() as connection:
        await connection.run_sync(_upgrade)
        for table, rows in tables.items():
            # The database reads its own types out of the texts.
            await connection.execute(
                sa.text(f"INSERT INTO {table} SELECT * FROM json_populate_recordset(NULL::{table}, :rows)"),  # noqa: S608  # names of our own
                {"rows": json.dumps(rows)},
            )
        for table, rows in tables.items():
            # Rows to come are numbered above those that are there.
            if rows and "id" in rows[0]:
                sequence = f"pg_get_serial_sequence('{table}', 'id')"
                numbered = await connection.execute(sa.text(f"SELECT {sequence}"))
                if numbered.scalar_one() is not None:
                    last = f"(SELECT max(id) FROM {table})"  # noqa: S608
                    await connection.execute(sa.text(f"SELECT setval({sequence}, {last})"))
    await engine.dispose()


def _upgrade(connection: sa.Connection) -> None:
    config = configured(TODAY.folders)
    config.attributes["connection"] = connection
    command.upgrade(config, REVISION)


def rows_of(database: Path) -> dict[str, list[Json]]:
    """Return all rows of an SQLite database as JSON has them, by table, referred ones first."""
    tables = {}
    with closing(sqlite3.connect(database)) as connection:
        connection.row_factory = sqlite3.Row
        for table in TABLES.sorted_tables:
            found = connection.execute(f"SELECT * FROM {table.name}").fetchall()  # noqa: S608  # names of our own
            tables[table.name] = [_row(as_stored(table), row) for row in found]
    return tables


def _row(table: sa.Table, row: sqlite3.Row) -> Json:
    return {name: _value(table.columns[name], row[name]) for name in row.keys()}  # noqa: SIM118  # no mapping


def _value(column: sa.Column[object], value: object) -> object:
    if value is None:
        return None
    if isinstance(column.type, UtcDateTime):
        return f"{value}+00:00"
    if isinstance(column.type, sa.Boolean):
        return bool(value)
    return json.loads(str(value)) if isinstance(column.type, sa.JSON) else value


@dataclass(slots=True)
class Kept:
    """A club over a database of the witness, without Discord."""

    store: Store
    services: Services
    clock: WitnessClock
    _asked: int = 0

    def outbox(self, claimant: str) -> Outbox:
        return Outbox(self.store, self.clock, ROUTES, claimant)

    def request(self, person: int) -> Request:
        """Return a request of somebody's that was never made before."""
        self._asked += 1
        return Request(f"witness-{self._asked}", Person(person, str(person), "en-US"))


@asynccontextmanager
async def kept_at(url: str, now: datetime) -> AsyncIterator[Kept]:
    """Open a database with the present code, which migrates it, at a moment."""
    clock = WitnessClock(start=now)
    store = await Store.open(url)
    try:
        yield Kept(store, make_services(store, rules.GAMES, clock, Drawn()), clock)
    finally:
        await store.close()


@asynccontextmanager
async def running_bot(
    playground: Playground, database: Path, clock: WitnessClock, gallery: Gallery, url: str = ""
) -> AsyncIterator[BotHere]:
    """Run the present bot, in this process, at a playground and over a database."""
    async with bot_here(playground, database, gallery=gallery, clock=clock, lot=Drawn(), url=url) as bot:
        yield bot


_UNTOLD = (
    sa.select(*(notices.c[name] for name in ("stream", "audience", "status", "due")))
    .where(notices.c.status.in_(["waiting", "claimed"]))
    .order_by(notices.c.id)
)


async def is_pausing(bot: BotHere) -> bool:
    """Say whether a running bot tells nothing just now: it is done, or waits until it tries again."""
    assert bot._store is not None
    # All in one statement: what moves on between two would be seen by neither.
    async with bot._store._engines.reader.connect() as connection:
        untold = (await connection.execute(_UNTOLD)).all()
    first = {(one.stream, one.audience): one for one in reversed(untold)}
    return all(one.status == "waiting" and one.due > bot.clock() for one in first.values())


async def is_idle(bot: BotHere) -> bool:
    """Say whether a running bot has nothing at all to do now."""
    due = await bot.app.services.timers.next_due()
    return await is_pausing(bot) and (due is None or due > bot.clock())


def replayed(key: str, options: Mapping[str, str], players: int, log: Sequence[str]) -> rules.State:
    """Return the state that the rules alone make of a log."""
    state = rules.GAMES[key].new(options, players=players)
    for text in log:
        if text.startswith(LEAVING):
            state = retire(state, int(text.removeprefix(LEAVING)))
        elif state.is_chance:
            state = state.play(next(move for move, _ in state.chances() if move.text == text))
        else:
            state = state.play(state.parse(text))
    return state


async def play_on(kept: Kept, game: int, most: int, lot: random.Random) -> Match:
    """Play a game on by lot to its end; after `most` plies those to move give up one by one."""
    for _ in range(most):
        position = await kept.services.matches.position(game)
        if position.match.turn is None:
            break
        mover = position.match.people[position.match.turn]
        move = lot.choice(position.state.legal_moves())
        await kept.services.turns.take_turn(kept.request(mover), game, move.text)
    while (match := await kept.services.matches.get(game)).mover is not None:
        await kept.services.resignations.resign(kept.request(match.mover), game)
    return match


async def deliver_all(kept: Kept) -> list[int]:
    """Take everything that is due for delivered; return the notices in the order they were handed out."""
    outbox = kept.outbox("witness")
    await outbox.recover()
    handed: list[int] = []
    delivered: list[Delivered] = []
    while True:
        exchange = await outbox.exchange(delivered, 10)
        if not exchange.claimed:
            return handed
        handed += [notice.id for notice in exchange.claimed]
        delivered = [Delivered(notice.id, None) for notice in exchange.claimed]


async def catch_up(kept: Kept) -> None:
    """Do what is due because time has passed."""
    keeper = kept.services.timers
    while (due := await keeper.next_due()) is not None and due <= kept.clock():
        await keeper.act()


def is_over_by(clock: str) -> bool:
    """Say whether a clock ends a game by itself when the time is up."""
    chosen = read_clock(clock)
    return chosen.runs and not chosen.soft


def complaints() -> frozenset[str]:
    """Return the answers that say that a press was not understood or went wrong."""
    keys = ("error.internal", "error.unknown-button", "error.stale-command")
    return frozenset(language(key) for language in Texts.load().languages.values() for key in keys)


def controls_of(message: Message) -> tuple[Control, ...]:
    """Return what can be pressed and chosen on a message."""
    return tuple(
        Control(
            part["custom_id"],
            part.get("label") or "",
            tuple(option["value"] for option in part.get("options") or ()),
        )
        for part in parts(message.components)
        if part["type"] in {BUTTON, SELECT} and "custom_id" in part
    )


def board_mark(game: int, ply: int) -> str:
    """Return the custom_id by which the board of a game after a ply is known."""
    return f"fp:board:{game}:{ply}"


def card_mark(challenge: int) -> str:
    """Return the custom_id by which the card of a challenge is known."""
    return f"fp:accept:{challenge}"


def tells_of(seen: Seen, game: int, ply: int) -> bool:
    """Say whether a message is the board of a game after a ply."""
    return seen.marks(board_mark(game, ply))


def shown_on(seen: Seen, game: int) -> bool:
    """Say whether a message is about a game."""
    shown = [*seen.buttons.values(), *(menu["custom_id"] for menu in seen.menus)]
    return any(one.split(":")[2:3] == [str(game)] for one in shown)
