"""Exports of matches as records."""

from collections.abc import Mapping

from bot.features.matches.service.dice_checks import DiceChecks
from bot.features.matches.service.load_match import read_match
from bot.features.records.domain.codec import VERSION
from bot.features.records.domain.record import (
    MAX_NAME_LENGTH,
    Record,
    RecordedDice,
    RecordedLeaf,
    RecordedPlayer,
    RecordedPly,
    RecordedResult,
)
from bot.kernel.transactions.state_cache import LogCut
from bot.kernel.transactions.unit_of_work import UnitOfWork
from bot.model.match.dice_leaf import DiceLeaf
from bot.model.match.log_entry import LogEntry
from bot.model.match.match import Match, MatchStatus
from bot.model.people.players import HumanPlayer, NamedPlayer, Player
from bot.model.refusal import Refusal
from bot.model.texts import storable
from bot.repositories.matches.match_log import MatchLogRepository
from bot.repositories.people.people import PersonRepository
from data.session import Session
from rules.contract import Game

_UNKNOWN = "?"


class Exports:
    """Exports matches; read-only."""

    def __init__(self, unit_of_work: UnitOfWork, dice_checks: DiceChecks) -> None:
        self._unit_of_work = unit_of_work
        self._dice_checks = dice_checks

    async def for_person(self, match_id: int, person: int) -> Record:
        """Return the record of a match for a person's download.

        Raises Refusal: "unknown-match", "export-running" for a running match of other players.
        """
        match, record = await self._look(match_id)
        if match.status is MatchStatus.RUNNING and match.seat_of(person) is None:
            raise Refusal("export-running")
        return record

    async def of(self, match_id: int) -> Record:
        """Return the record of a match for its animation. Raises Refusal: "unknown-match"."""
        _, record = await self._look(match_id)
        return record

    async def _look(self, match_id: int) -> tuple[Match, Record]:
        async def look(session: Session) -> tuple[Match, Record]:
            match = await read_match(session, match_id)
            log = await session.of(MatchLogRepository).plies(match_id, 0, match.plies)
            if len(log) != match.plies:
                raise LogCut
            names = await session.of(PersonRepository).names(set(match.people))
            leaf = None if match.running else await self._dice_checks.leaf_of(session, match)
            return match, _record(match, self._unit_of_work.games[match.key], log, names, leaf)

        return await self._unit_of_work.reading(look)


def _record(
    match: Match,
    game: Game,
    log: tuple[LogEntry, ...],
    names: Mapping[int, str],
    leaf: DiceLeaf | None,
) -> Record:
    outcome, running = match.outcome, match.status is MatchStatus.RUNNING
    return Record(
        version=VERSION,
        game=match.key,
        options=match.options,
        players=tuple(
            RecordedPlayer(role, _name(player, names))
            for player, role in zip(match.players, game.roles(len(match.players)), strict=True)
        ),
        clock=str(match.clock),
        begun=match.created,
        ended=None if running else match.updated,
        plies=tuple(RecordedPly(ply.text, ply.seat, ply.played) for ply in log),
        rules=match.rules,
        result=None if outcome is None else RecordedResult(outcome.winners, outcome.reason),
        dice=None if running else _dice(match, leaf),
    )


def _dice(match: Match, leaf: DiceLeaf | None) -> RecordedDice | None:
    """Return the inputs of a finished match's rolls; None unless they determine all rolls."""
    beacon = match.beacon
    if (
        match.taken_over
        or match.seed is None
        or match.commitment is None
        or (match.words is not None and beacon is None)
    ):
        return None
    message = None if beacon is None else beacon.text.partition(":")[0]
    words = () if beacon is None else beacon.words
    below = None if leaf is None else RecordedLeaf(leaf.root, leaf.number + 1, leaf.path)
    return RecordedDice(match.id, match.seed, match.commitment, message, words, below)


def _name(player: Player, names: Mapping[int, str]) -> str:
    if isinstance(player, HumanPlayer):
        return storable(names.get(player.id, ""), MAX_NAME_LENGTH).strip() or _UNKNOWN
    name = player.name if isinstance(player, NamedPlayer) else f"{player.key} {player.level}"
    return storable(name, MAX_NAME_LENGTH)
