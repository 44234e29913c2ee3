"""What those in charge of a server do: its rules, the overviews of its channels, games ended from outside.

Who is in charge is not known here.
"""

from dataclasses import replace
from typing import Any, Final

from bot.play.clocks import ClockChoice, read_clock
from bot.play.course import Course
from bot.play.desk import Action, Desk, is_id, told_apart
from bot.play.model import (
    ADJUDICATION,
    ANNULLED,
    AuditEntry,
    Deed,
    Match,
    NoticeKind,
    Overview,
    Place,
    Refusal,
    Request,
    ServerChanges,
    ServerRules,
)
from bot.play.reading import lock_game, read_game
from bot.play.seats import check_running
from bot.play.texts import storable
from bot.play.translate import match_from
from data.records import DeedRecord, NewNotice, OverviewRecord, ServerRulesRecord
from data.schema import PUBLIC
from data.store import Tables
from rules.contract import Outcome

AUTOMATIC: Final = "automatic"
"""What the audit log says where a server has chosen no language."""
_MOST_ENTRIES: Final = 100


class Oversight:
    """Servers and their channels."""

    def __init__(self, desk: Desk, course: Course) -> None:
        self._desk = desk
        self._course = course

    async def server(self, server: int) -> ServerRules:
        """Return how a server wants it."""
        async with self._desk.store.read() as tables:
            return await rules_of(tables, server)

    async def set_server(self, request: Request, server: int, changes: ServerChanges) -> ServerRules:
        """Change how a server wants it."""
        unknown = next((key for key in changes.get("games", ()) if key not in self._desk.games), None)
        if unknown is not None:
            raise Refusal("no-such-game", game=storable(unknown, self._desk.limits.note_length))

        async def act(tables: Tables) -> ServerRules:
            now = self._desk.clock()
            await self._desk.note(tables, request, Action.RULES, server, now=now)
            rules = replace(await rules_of(tables, server), **changes)
            await tables.servers.put_rules(server, _stored(rules))
            note = ", ".join(f"{name}={_said(value)}" for name, value in changes.items())
            await tables.servers.do(server, DeedRecord(now, request.person.id, Deed.RULES, None, note))
            return rules

        async def again(tables: Tables, _: object) -> ServerRules:
            return await rules_of(tables, server)

        rules = await self._desk.once(request, Action.RULES, server, act, again)
        self._desk.done(request)
        return rules

    async def adjudicate(
        self,
        request: Request,
        game_id: int,
        winners: tuple[int, ...] | None,
        reason: str,
        server: int | None,
    ) -> Match:
        """End a match from outside."""
        limit = self._desk.limits.note_length
        if len(reason) > limit:
            raise Refusal("note-too-long", limit=str(limit))
        note = storable(reason, limit)

        action = told_apart(Action.ADJUDICATE, winners)

        async def act(tables: Tables) -> Match:
            record, match = await lock_game(tables, game_id)
            now = self._desk.clock()
            if server is not None and record.server != server:
                raise Refusal("unknown-match")
            outcome = _verdict(match, winners)
            check_running(match)
            await self._desk.note(tables, request, action, game_id, now=now)
            data = {"adjudicated_by": request.person.id, "note": note}
            end = NewNotice(NoticeKind.END, record.challenge, PUBLIC, game_id, record.plies, data)
            seat = match.seat_of(request.person.id)
            ended = await self._course.end(tables, record, outcome, end, now, by=seat)
            if record.server is not None:
                what = Deed.ANNULMENT if winners is None else Deed.ADJUDICATION
                deed = DeedRecord(now, request.person.id, what, game_id, note)
                await tables.servers.do(record.server, deed)
            return match_from(ended)

        async def again(tables: Tables, _: object) -> Match:
            return match_from(await read_game(tables, game_id))

        match = await self._desk.once(request, action, game_id, act, again)
        self._desk.done(request)
        return match

    async def audit(self, server: int, limit: int) -> tuple[AuditEntry, ...]:
        """Return what was done in a server, latest first."""
        async with self._desk.store.read() as tables:
            deeds = await tables.servers.deeds(server, max(0, min(limit, _MOST_ENTRIES)))
            return tuple([await _entry(tables, one) for one in deeds])

    async def set_overview(self, request: Request, place: Place, *, on: bool) -> Overview:
        """Have an overview of a channel, or none any more."""

        async def act(tables: Tables) -> Overview:
            now = self._desk.clock()
            await self._desk.people.meet(tables, request.person, place)
            await self._desk.note(tables, request, Action.OVERVIEW, place.channel, now=now)
            before = await tables.servers.overview(place.channel, lock=True)
            if on:
                await tables.servers.put_overview(place.channel, place.server, place.locale)
                await tables.servers.touch_overview(place.channel, NoticeKind.OVERVIEW, now)
            else:
                await tables.servers.forget_overview(place.channel)
            if place.server is not None:
                note = f"{'on' if on else 'off'} {place.channel}"
                deed = DeedRecord(now, request.person.id, Deed.OVERVIEW, None, note)
                await tables.servers.do(place.server, deed)
            return await _overview(tables, before or _fresh(place))

        async def again(tables: Tables, _: object) -> Overview:
            return await _overview(tables, await tables.servers.overview(place.channel) or _fresh(place))

        overview = await self._desk.once(request, Action.OVERVIEW, place.channel, act, again)
        self._desk.done(request)
        return overview

    async def overview(self, channel: int) -> Overview | None:
        """Return a channel's overview, None where there is none."""
        async with self._desk.store.read() as tables:
            record = await tables.servers.overview(channel) if is_id(channel) else None
            return None if record is None else await _overview(tables, record)


async def rules_of(tables: Tables, server: int) -> ServerRules:
    """Return how a server wants it."""
    record = await tables.servers.rules(server)
    if record is None:
        return ServerRules()
    return ServerRules(
        record.channels, record.games, read_clock(record.clock), record.threads, record.language
    )


async def check_allowed(tables: Tables, place: Place, key: str) -> None:
    """Check that a server's rules have a game in a place, or in a thread that hangs in such a place.

    Raises Refusal: "channel-not-allowed", "game-not-allowed", "server-gone".
    """
    if place.server is None:
        return
    await check_there(tables, place.server)
    rules = await rules_of(tables, place.server)
    if rules.channels and not {place.channel, place.parent}.intersection(rules.channels):
        raise Refusal("channel-not-allowed", channels=", ".join(map(str, rules.channels)))
    if rules.games and key not in rules.games:
        raise Refusal("game-not-allowed", games=", ".join(rules.games))


async def check_there(tables: Tables, server: int | None) -> None:
    """Check that nothing new begins in a server the bot was removed from. Raises Refusal: "server-gone"."""
    if server is not None and await tables.servers.is_gone(server):
        raise Refusal("server-gone")


def _stored(rules: ServerRules) -> ServerRulesRecord:
    return ServerRulesRecord(rules.channels, rules.games, str(rules.clock), rules.threads, rules.language)


def _said(value: Any) -> str:  # noqa: ANN401  # any of the values a rule can have
    if value is None:
        return AUTOMATIC
    if isinstance(value, ClockChoice | bool | str):
        return str(value)
    return " ".join(map(str, value)) or "all"


def _verdict(match: Match, winners: tuple[int, ...] | None) -> Outcome:
    if winners is None:
        return Outcome((), ANNULLED)
    stranger = next((person for person in winners if person not in match.players), None)
    if stranger is not None:
        raise Refusal("unknown-winner", player=str(stranger))
    seats = tuple(seat for seat, person in enumerate(match.players) if person in winners)
    return Outcome(seats, ADJUDICATION)


def _fresh(place: Place) -> OverviewRecord:
    return OverviewRecord(place.channel, place.server, place.locale, None)


async def _overview(tables: Tables, record: OverviewRecord) -> Overview:
    matches = tuple(map(match_from, await tables.games.running_in(record.channel)))
    place = Place(record.server, record.channel, record.locale)
    return Overview(record.message, matches, place)


async def _entry(tables: Tables, deed: DeedRecord) -> AuditEntry:
    entry = AuditEntry(deed.done, deed.player, Deed(deed.deed), deed.game, deed.note)
    if deed.game is None:
        return entry
    match = match_from(await read_game(tables, deed.game))
    if match.place.private:
        return replace(entry, private=True)
    if entry.what is not Deed.ADJUDICATION or match.outcome is None:
        return entry
    return replace(entry, winners=tuple(match.players[seat] for seat in match.outcome.winners))
