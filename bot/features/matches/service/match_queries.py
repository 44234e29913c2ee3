"""Queries about matches: positions, plies, dice, series."""

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass

from bot.features.matches.domain.pair_score import PairScore, pair_score
from bot.features.matches.service.dice_checks import DiceChecks
from bot.features.matches.service.load_match import find_match, read_match
from bot.features.matches.service.series import standing_of
from bot.features.matches.service.stored_ratings import changes_by
from bot.kernel.transactions.public_locale import client_locale, shared_locale
from bot.kernel.transactions.state_cache import LogCut
from bot.kernel.transactions.unit_of_work import UnitOfWork, is_id
from bot.model.match.dice import Seed, Verification, recompute
from bot.model.match.history import Direction, HistoryStep, step_from, stops_of
from bot.model.match.log_entry import Automatic, LogEntry
from bot.model.match.match import Match, MatchPosition, PlayedPly, SeriesRecord, Turn
from bot.model.match.match_log import CannotReplay, read_ply, step
from bot.model.match.rounds import round_of
from bot.model.people.person_settings import USUAL
from bot.model.people.preferences import MIRRORED
from bot.model.ratings.rating_views import RatingChange
from bot.model.refusal import Refusal
from bot.repositories.challenges import ChallengeRepository
from bot.repositories.matches.match_log import MatchLogRepository
from bot.repositories.matches.matches import MatchRepository
from bot.repositories.matches.substitutions import SubstitutionRepository
from bot.repositories.people.people import PersonRepository
from bot.repositories.people.person_settings import PersonSettingsRepository
from data.session import Session
from rules.contract import State

_PAIR = 2
_LOOKED_BACK = 200
"""The maximum number of games between two people that count for their score, newest first."""


@dataclass(frozen=True, slots=True)
class BoardView:
    """The content of a message about a board: the match after a ply, and the reported plies.

    `locale` is the readers' language, `theme` their pictures' theme, empty for the default. `is_mirrored` is
    a single reader's setting, False for several readers. `ratings` are the result's rating changes, if it
    counts; a series reports them at its end. `score` is the score between the two players of a finished
    match.
    """

    position: MatchPosition
    plies: tuple[PlayedPly, ...]
    locale: str
    theme: str = ""
    is_mirrored: bool = False
    ratings: tuple[RatingChange, ...] = ()
    score: PairScore | None = None


class MatchQueries:
    """Read-only queries about matches."""

    def __init__(self, unit_of_work: UnitOfWork, dice_checks: DiceChecks) -> None:
        self._dice_checks = dice_checks
        self._unit_of_work = unit_of_work

    async def get(self, match_id: int) -> Match:
        """Return a match. Raises Refusal "unknown-match"."""
        async with self._unit_of_work.store.read() as session:
            return await read_match(session, match_id)

    async def position(self, match_id: int, ply: int | None = None) -> MatchPosition:
        """Return a match with its state now, or after `ply` plies, to continue from.

        Raises CannotReplay if the rules in force do not lead there.
        """
        view = await self.display_position(match_id, ply)
        if view.stop is not None:
            raise CannotReplay(view.stop)
        return view

    async def display_position(self, match_id: int, ply: int | None = None) -> MatchPosition:
        """Return a match with its state for display: the last one reached, if the rules do not lead there.

        Raises Refusal: "unknown-match", "unknown-ply".
        """
        return await self._unit_of_work.reading(
            lambda session: position_at(self._unit_of_work, session, match_id, ply)
        )

    async def position_after(self, match_id: int, ply: int, taken_back: int) -> MatchPosition:
        """Return the position of a match after a ply, for exploring moves from it.

        `taken_back` is the count of take-backs at that time (Match.taken_back). Raises Refusal:
        "exploring-forbidden" in a running match with exploring off, "exploring-outdated" if the ply was taken
        back, and those of `display_position`; CannotReplay like `position`.
        """

        async def read(session: Session) -> MatchPosition:
            match = await find_match(session, match_id)
            if not match.is_explorable:
                raise Refusal("exploring-forbidden")
            gone = taken_back < match.taken_back and await session.of(MatchLogRepository).was_undone(
                match.id, taken_back, ply
            )
            if gone or taken_back > match.taken_back:
                raise Refusal("exploring-outdated")
            position = await position_in(self._unit_of_work, session, match, ply)
            if position.stop is not None:
                raise CannotReplay(position.stop)
            return position

        return await self._unit_of_work.reading(read)

    async def after(self, turn: Turn) -> MatchPosition:
        """Return the state after a player's newest ply."""
        match, series, counted = turn.match, None, None
        if match.series is not None or _rolls(match):
            async with self._unit_of_work.store.read() as session:
                if match.series is not None:
                    series = await series_in(self._unit_of_work, session, match.series)
                counted = await _round(session, match, match.plies, turn.state)
        return MatchPosition(match, turn.state, names=turn.names, series=series, round=counted)

    async def verify(self, match_id: int) -> Verification:
        """Recompute the dice of a finished match. Raises Refusal: "dice-running", "dice-none"."""
        async with self._unit_of_work.store.read() as session:
            match = await read_match(session, match_id)
            commitment, secret = match.commitment, match.seed
            if commitment is None:
                raise Refusal("dice-none")
            if secret is None:
                raise Refusal("dice-running")
            # A roll's faces depend on the rules: replay to the end.
            await self._unit_of_work.positions.at(session, match, match.plies)
            since = match.taken_over
            first = await self._unit_of_work.positions.at(session, match, since)
            log = [
                (ply.number, ply.text)
                for ply in await session.of(MatchLogRepository).plies(match_id, since, match.plies)
            ]
            seed = Seed.from_hex(secret)
            seal = await self._dice_checks.seal_of(session, match, seed)
        dice = seed if match.beacon is None else seed.mix(match.beacon)
        rolls = await asyncio.to_thread(recompute, dice, match_id, first, log)
        return Verification(match, seed.hex, commitment, rolls, seal)

    async def board_view(self, match_id: int, since: int, until: int, reader: int | None = None) -> BoardView:
        """Return a match after `until` plies with the plies after number `since`, in one read.

        `reader` is the only reader; without one the view is public. Raises Refusal: "unknown-match",
        "unknown-ply".
        """

        async def read(session: Session) -> BoardView:
            match = await find_match(session, match_id)
            position = await position_in(self._unit_of_work, session, match, until)
            plies = await self._log(session, match, since, until)
            readers = await session.of(PersonRepository).readers(set(match.people), match.place.server)
            place = position.match.place
            locale = shared_locale(readers.chosen, place.locale, readers.spoken, readers.languages.values())
            ratings = await self._ratings(session, match)
            score = await self._score(session, match)
            if reader is None:
                return BoardView(position, plies, locale, readers.theme or "", ratings=ratings, score=score)
            own = (await session.of(PersonSettingsRepository).of({reader})).get(reader, USUAL).preferences
            private = own.language or await client_locale(session, reader) or locale
            return BoardView(position, plies, private, own.theme, own[MIRRORED], ratings, score)

        return await self._unit_of_work.reading(read)

    async def history(self, match_id: int, ply: int, direction: Direction) -> HistoryStep:
        """Return the next step of a match from one of its plies, in a direction. Raises Refusal."""

        async def read(session: Session) -> HistoryStep:
            match = await find_match(session, match_id)
            log = await session.of(MatchLogRepository).plies(match_id, 0, match.plies)
            stops = stops_of(entry.seat for entry in log)
            number = step_from(stops, ply, direction)
            since, until = stops[max(0, number - 1)], stops[number]
            plies = await self._log(session, match, since, until)
            position = await position_in(self._unit_of_work, session, match, until)
            return HistoryStep(number, len(stops) - 1, position, plies, until)

        return await self._unit_of_work.reading(read)

    async def _ratings(self, session: Session, match: Match) -> tuple[RatingChange, ...]:
        if not match.rated or match.tie_break is not None or match.outcome is None:
            return ()
        return await changes_by(session, match.id)

    async def _score(self, session: Session, match: Match) -> PairScore | None:
        people = match.people
        if match.outcome is None or len(people) != _PAIR:
            return None
        between = await session.of(MatchRepository).finished_matches_between(
            people[0], people[1], _LOOKED_BACK
        )
        return pair_score(match, between)

    async def plies(self, match_id: int, since: int, until: int) -> tuple[PlayedPly, ...]:
        """Return the plies of a match after the first `since`, up to number `until`."""

        async def read(session: Session) -> tuple[PlayedPly, ...]:
            return await self._log(session, await read_match(session, match_id), since, until)

        return await self._unit_of_work.reading(read)

    async def _log(self, session: Session, match: Match, since: int, until: int) -> tuple[PlayedPly, ...]:
        match_id = match.id
        if not 0 <= since <= until <= match.plies:
            raise Refusal("unknown-ply", plies=str(match.plies))
        if since == until:
            return ()
        reach = await self._unit_of_work.positions.reach(session, match, since)
        log = await session.of(MatchLogRepository).plies(match_id, since, until)
        if len(log) != until - since:
            raise LogCut
        return () if reach.stop is not None else played_plies(reach.state, log)

    async def series(self, series_id: int) -> SeriesRecord:
        """Return the state of a series. Raises Refusal "unknown-series"."""
        async with self._unit_of_work.store.read() as session:
            series = await series_in(self._unit_of_work, session, series_id) if is_id(series_id) else None
        if series is None:
            raise Refusal("unknown-series")
        return series

    async def of(self, player: int, *, running: bool = True, limit: int = 100) -> tuple[Match, ...]:
        """Return a person's matches, without running matches that they have left.

        Running matches: their turn first, then the longest untouched. Finished matches: newest first.
        """
        async with self._unit_of_work.store.read() as session:
            query = (
                session.of(MatchRepository).running_of
                if running
                else session.of(MatchRepository).finished_matches
            )
            return await query(player, limit)

    async def finished_matches_in(self, server: int, *, limit: int = 100) -> tuple[Match, ...]:
        """Return the finished matches of a server, newest first."""
        async with self._unit_of_work.store.read() as session:
            return await session.of(MatchRepository).finished_matches_in(server, limit)

    async def finished_dice_matches(self, player: int, *, limit: int = 100) -> tuple[Match, ...]:
        """Return a person's finished matches with dice, newest first."""
        async with self._unit_of_work.store.read() as session:
            return await session.of(MatchRepository).finished_dice_matches(player, limit)

    async def running_at(self, channel: int) -> tuple[Match, ...]:
        """Return the running matches of a channel or thread, oldest first."""
        async with self._unit_of_work.store.read() as session:
            return await session.of(MatchRepository).running_at(channel)

    async def threads_in(self, server: int) -> frozenset[int]:
        """Return the threads of a server's running matches."""
        async with self._unit_of_work.store.read() as session:
            return await session.of(MatchRepository).threads_in(server)

    async def latest_at(self, channel: int) -> Match | None:
        """Return the newest match of a channel or thread, running or not."""
        async with self._unit_of_work.store.read() as session:
            match = await session.of(MatchRepository).latest_at(channel)
        return None if match is None else match

    async def rests(self, match: Match) -> bool:
        """Return whether a finished match is the last activity in its place.

        No other match runs there or ended later, and no challenge there is open.
        """
        async with self._unit_of_work.store.read() as session:
            if await session.of(MatchRepository).running_at(match.home) or await session.of(
                ChallengeRepository
            ).is_open_in(match.home):
                return False
            latest = await session.of(MatchRepository).latest_at(match.home)
        return latest is None or latest.updated <= match.updated


def played_plies(state: State, log: Iterable[LogEntry]) -> tuple[PlayedPly, ...]:
    """Return the plies of a part of the log that starts at a state, as far as the rules accept them."""
    plies = []
    for ply in log:
        try:
            move, state = read_ply(state, ply.text), step(state, ply.text)
        except ValueError:  # as in `replay`
            break
        automatic = None if ply.automatic is None else Automatic(ply.automatic)
        plies.append(PlayedPly(ply.number, ply.seat, move, ply.text, state, automatic))
    return tuple(plies)


async def position_at(
    unit_of_work: UnitOfWork, session: Session, match_id: int, ply: int | None
) -> MatchPosition:
    """Return a match with its state now, or after `ply` plies. Raises Refusal."""
    match = await find_match(session, match_id)
    return await position_in(unit_of_work, session, match, match.plies if ply is None else ply)


async def position_in(unit_of_work: UnitOfWork, session: Session, match: Match, number: int) -> MatchPosition:
    """Return a match loaded with settings, with its state after `number` plies."""
    if not 0 <= number <= match.plies:
        raise Refusal("unknown-ply", plies=str(match.plies))
    reach = await unit_of_work.positions.reach(session, match, number)
    away = match.away(unit_of_work.clock())
    series = None if match.series is None else await series_in(unit_of_work, session, match.series)
    counted = await _round(session, match, number, reach.state)
    return MatchPosition(match, reach.state, away, match.names, series, reach.stop, counted)


def _rolls(match: Match) -> bool:
    return match.commitment is not None or match.seed is not None


async def _round(session: Session, match: Match, number: int, state: State) -> int | None:
    """Return the match's round after `number` plies; None without dice."""
    if not _rolls(match):
        return None
    log = await session.of(MatchLogRepository).plies(match.id, 0, number)
    return round_of((*(entry.seat for entry in log), state.turn), len(match.players))


async def series_in(unit_of_work: UnitOfWork, session: Session, series_id: int) -> SeriesRecord | None:
    """Return the state of a series, None for an unknown id."""
    records = await session.of(MatchRepository).of_challenge(series_id)
    if not records:
        return None
    handovers = await session.of(SubstitutionRepository).handovers_in(series_id)
    return standing_of(unit_of_work.games[records[0].key], records, handovers)
