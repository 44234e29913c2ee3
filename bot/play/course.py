"""The course of a match: it begins, chance acts whenever it is its turn, it ends, the next one begins."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from bot.play.desk import Desk
from bot.play.dice import Seed
from bot.play.model import NoticeKind
from bot.play.sequels import options_of
from bot.play.translate import store_outcome
from data.records import ChallengeRecord, GameRecord, NewNotice, PlyRecord
from data.schema import PUBLIC
from data.store import Tables
from rules.capabilities import series_of
from rules.game import Outcome, State


@dataclass(frozen=True, slots=True)
class Reached:
    """A state reached within a transaction, with its number of plies and what is known of the game then."""

    record: GameRecord
    state: State
    number: int


@dataclass(frozen=True, slots=True)
class _Begun:
    """What a match begins with; `players` are people by seat, `number` is its own within the challenge."""

    challenge: int
    number: int
    key: str
    options: Mapping[str, str]
    players: tuple[int, ...]
    server: int | None
    channel: int
    locale: str
    in_series: bool


class Course:
    """Writes what happens to matches, with the notices of it, within transactions of others."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def begin(
        self, tables: Tables, record: ChallengeRecord, players: tuple[int, ...], now: datetime
    ) -> None:
        """Begin the match, or the first match of the series, that a challenge leads to."""
        begun = _Begun(
            challenge=record.id,
            number=1,
            key=record.key,
            options=record.options,
            players=players,
            server=record.server,
            channel=record.channel,
            locale=record.locale,
            in_series=record.tie_break is not None,
        )
        await self._begin(tables, begun, now)

    async def go_on(
        self, tables: Tables, record: GameRecord, before: State, ply: PlyRecord, after: State
    ) -> Reached:
        """Append a player's ply, which leads from `before` to `after`, and what follows from it."""
        now = ply.played
        state, rolls, record = await self._roll(tables, record, after, ply.number, now)
        await tables.games.add_plies(record.id, [ply, *rolls], turn=state.turn, position=state.position)
        number = ply.number + len(rolls)
        data = {
            "since": record.plies,
            "mover": ply.seat,
            "move": ply.text,
            "ping": state.turn != before.turn,
        }
        played = NewNotice(NoticeKind.PLY, record.challenge, PUBLIC, record.id, number, data)
        if state.outcome is None:
            await tables.notices.add([played], now)
            return Reached(record, state, number)
        ended = await self.end(tables, replace(record, plies=number), state.outcome, played, now)
        return Reached(ended, state, number)

    async def end(
        self,
        tables: Tables,
        record: GameRecord,
        outcome: Outcome,
        notice: NewNotice,
        now: datetime,
        *,
        resigned: int | None = None,
    ) -> GameRecord:
        """End a match with its last notice; where it is one of a series, the next begins or the series ends.

        Return what is known of it then: its seed may be told.
        """
        await tables.games.finish(record.id, store_outcome(outcome), now, resigned=resigned)
        await tables.notices.add([notice], now)
        if record.tie_break is not None:
            await self._follow(tables, record, now)
        if record.commitment is None:
            return record
        return replace(record, seed=await tables.games.seed(record.id))

    async def _follow(self, tables: Tables, record: GameRecord, now: datetime) -> None:
        game = self._desk.games[record.key]
        series = series_of(game)
        if series is None or record.number >= series.games:
            over = NewNotice(
                NoticeKind.SERIES_END,
                record.challenge,
                PUBLIC,
                record.id,
                record.plies,
                {"series": record.challenge},
            )
            await tables.notices.add([over], now)
            return
        number = record.number + 1
        first = (await tables.games.of_challenge(record.challenge))[0]
        begun = _Begun(
            challenge=record.challenge,
            number=number,
            key=record.key,
            options=options_of(series, game, first, number),
            players=series.seats(first.players, number),
            server=record.server,
            channel=record.channel,
            locale=record.locale,
            in_series=True,
        )
        await self._begin(tables, begun, now)

    async def _begin(self, tables: Tables, begun: _Begun, now: datetime) -> None:
        first = self._desk.games[begun.key].new(begun.options, players=len(begun.players))
        match = await tables.games.add(
            key=begun.key,
            options=begun.options,
            challenge=begun.challenge,
            number=begun.number,
            server=begun.server,
            channel=begun.channel,
            locale=begun.locale,
            turn=first.turn,
            position=first.position,
            players=begun.players,
            created=now,
        )
        state, rolls = first, list[PlyRecord]()
        if first.is_chance:
            seed = await self._commit(tables, match)
            state, rolls = _rolled(seed, match, first, 0, now)
            await tables.games.add_plies(match, rolls, turn=state.turn, position=state.position)
        data: dict[str, object] = {"since": 0, "mover": None, "move": "", "ping": True}
        if begun.in_series:
            data |= {"series": begun.challenge, "number": begun.number}
        start = NewNotice(NoticeKind.START, begun.challenge, PUBLIC, match, len(rolls), data)
        await tables.notices.add([start], now)

    async def _roll(
        self, tables: Tables, record: GameRecord, state: State, number: int, now: datetime
    ) -> tuple[State, list[PlyRecord], GameRecord]:
        if not state.is_chance:
            return state, [], record
        stored = await tables.games.seed(record.id)
        # Not every game with dice begins with a roll: the secret is drawn before the first one.
        seed = await self._commit(tables, record.id) if stored is None else Seed.from_hex(stored)
        reached, rolls = _rolled(seed, record.id, state, number, now)
        return reached, rolls, replace(record, commitment=seed.commitment)

    async def _commit(self, tables: Tables, match: int) -> Seed:
        seed = Seed.draw(self._desk.chance)
        await tables.games.set_seed(match, seed.hex, seed.commitment)
        return seed


def _rolled(
    seed: Seed, match: int, state: State, number: int, now: datetime
) -> tuple[State, list[PlyRecord]]:
    """Return the state in which a player acts, and the plies of chance after ply `number` that lead there."""
    rolls: list[PlyRecord] = []
    while state.is_chance:
        number += 1
        move = seed.roll(match, number, state.chances())
        rolls.append(PlyRecord(number, None, move.text, now))
        state = state.play(move)
    return state, rolls
