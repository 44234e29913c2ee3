"""The club: everything people can do and everything there is to know, without a word of Discord."""

from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import date, datetime
from typing import Final, Literal, Unpack

from bot.play.acquaintances import Acquaintances
from bot.play.bargaining import Bargaining
from bot.play.clocks import NO_CLOCK, ClockChoice
from bot.play.counters import KEPT, Counters
from bot.play.course import Course
from bot.play.desk import Desk, is_id
from bot.play.inviting import Inviting
from bot.play.languages import public_locale
from bot.play.leaving import Leaving
from bot.play.lists import agenda_of, next_of
from bot.play.lobbies import Lobbies
from bot.play.model import (
    Agenda,
    AuditEntry,
    Challenge,
    Limits,
    Lines,
    Match,
    Notice,
    OfferKind,
    OfferResult,
    Overview,
    Person,
    Place,
    PlayedPly,
    Position,
    Preferences,
    Refusal,
    Request,
    SeriesChoice,
    SeriesRecord,
    ServerChanges,
    ServerRules,
    Turn,
    UndonePly,
    VacationBook,
    Verification,
)
from bot.play.oversight import Oversight
from bot.play.personal import Greeting, Personal
from bot.play.planning import Planning
from bot.play.playing import Playing
from bot.play.ports import Chance, Clock
from bot.play.positions import Positions
from bot.play.preferences import PreferenceChanges
from bot.play.presence import Presence
from bot.play.reading import read_game
from bot.play.reception import Reception, read_challenge
from bot.play.referee import Referee
from bot.play.rematches import Rematches
from bot.play.sequels import standing_of
from bot.play.settlements import Settlements
from bot.play.timekeeper import Timekeeper
from bot.play.translate import challenge_from, match_from, notice_from
from bot.play.wishes import Wish
from data.store import Store
from rules.contract import Game


def _nobody() -> None:
    """Wake nobody."""


class Club:
    """Challenges, matches and turns over a store.

    Every action is one transaction together with the notices it causes; `wake` is called after its commit.
    A request that was done before gets its answer again and changes nothing. What the club or the rules do
    not allow raises Refusal or rules.contract.RulesError and leaves everything as it was.
    """

    def __init__(
        self,
        store: Store,
        games: Mapping[str, Game],
        clock: Clock,
        chance: Chance,
        limits: Limits = Limits(),  # noqa: B008  # an immutable value
        wake: Callable[[], None] = _nobody,
    ) -> None:
        self._store = store
        self._people = Acquaintances(store)
        desk = Desk(store, games, clock, chance, limits, wake, Positions(games), self._people)
        self._desk = desk
        course, reception = Course(desk), Reception(desk)
        settlements = Settlements(desk, course)
        leaving = Leaving(desk, course, settlements)
        self.limits: Final = limits
        self._games = games
        self._lobbies = Lobbies(desk, reception)
        self._inviting = Inviting(desk, reception, self._lobbies)
        self._counters = Counters(desk, reception, self._inviting)
        self._rematches = Rematches(desk, self._inviting)
        self._referee = Referee(desk, course, leaving)
        self._bargaining = Bargaining(desk, settlements, self._referee)
        self._planning = Planning(desk, self._referee)
        self._playing = Playing(desk, course, leaving, self._referee, settlements)
        self._personal = Personal(desk, course, self._referee)
        self._oversight = Oversight(desk, course)
        self._presence = Presence(desk, self._referee)
        self._timekeeper = Timekeeper(desk, self._referee, reception)

    async def seen(self, person: Person, place: Place | None) -> None:
        """Remember someone's name and language, and a server's; writes only what changed."""
        await self._people.seen(person, place)

    async def server_seen(self, server: int, locale: str) -> None:
        """Remember the language a server speaks, empty where it does not say."""
        await self._people.server_seen(server, locale)

    async def server_left(self, server: int) -> None:
        """Pause the games of a server the bot was removed from; their clocks stand still.

        Until it is back everything but resigning is refused there: "game-paused", "server-gone".
        """
        await self._presence.left(server)

    async def server_joined(self, server: int) -> None:
        """Let the paused games of a server go on with the time that was left, as the bot is there."""
        await self._presence.joined(server)

    async def servers_known(self, there: Collection[int], counts: Callable[[int], bool]) -> None:
        """Do either for all servers that count, as `there` are those the bot is in."""
        await self._presence.compare(there, counts)

    async def public_locale(self, about: Match | Challenge | Overview) -> str:
        """Return the language in which everybody reads of something, to be asked whenever it is worded.

        It is the one the server has set, else its Community's, else the one shared by all its people of whom
        one is known, else English.
        """
        async with self._store.read() as tables:
            return await public_locale(tables, about)

    async def challenge(
        self,
        request: Request,
        key: str,
        options: Mapping[str, str],
        opponent: Person | None,
        role: str,
        place: Place,
        *,
        invited: Sequence[Person] = (),
        players: int | None = None,
        series: SeriesChoice | None = None,
        clock: ClockChoice = NO_CLOCK,
    ) -> Challenge:
        """Challenge `opponent`, or anyone, to a game; `role` is the challenger's, or "random".

        A game of more than two begins as a lobby, which the challenger has joined: `players` is for how many,
        if that is to be fixed, and with people `invited` it is closed to others at first. What the server's
        rules do not have is refused: "channel-not-allowed", "game-not-allowed".
        """
        named = invited if opponent is None else (opponent, *invited)
        people = tuple({person.id: person for person in named}.values())
        wish = Wish(key, options, people, players, role, place, series, clock)
        return await self._inviting.challenge(request, wish)

    async def accept(self, request: Request, challenge_id: int) -> Challenge:
        """Accept a challenge: the match begins. In a lobby: join."""
        return await self._inviting.accept(request, challenge_id)

    async def join(self, request: Request, challenge_id: int, party: int | None = None) -> Challenge:
        """Join a lobby, for a party (from 0) if one cares; again with another party to change it."""
        return await self._lobbies.join(request, challenge_id, party)

    async def leave(self, request: Request, challenge_id: int) -> Challenge:
        """Leave a lobby."""
        return await self._lobbies.leave(request, challenge_id)

    async def start(self, request: Request, challenge_id: int) -> Challenge:
        """Start the match of one's lobby with those who have joined."""
        return await self._lobbies.start(request, challenge_id)

    async def close(self, request: Request, challenge_id: int, closed: bool) -> Challenge:
        """Close one's lobby to everyone not invited, or open it again."""
        return await self._lobbies.close(request, challenge_id, closed)

    async def decline(self, request: Request, challenge_id: int, reason: str) -> Challenge:
        """Decline a challenge, or the invitation to a lobby, for one of DECLINE_REASONS."""
        return await self._inviting.decline(request, challenge_id, reason)

    async def withdraw(self, request: Request, challenge_id: int) -> Challenge:
        """Take a challenge back."""
        return await self._inviting.withdraw(request, challenge_id)

    async def rematch(self, request: Request, game_id: int) -> Challenge:
        """Ask for a finished match again: a challenge to the opponent with the roles swapped.

        Options, clock, series and place are the same. Of a game for many it is a lobby to which all are
        invited. While it is open, asking again returns it, and when another one asks, he accepts (joins) it.
        Raises Refusal: "not-your-game", "game-running", "series-running" (it has not ended), "rematch-begun",
        and what `challenge` and `accept` raise.
        """
        return await self._rematches.rematch(request, game_id)

    async def counter(
        self,
        request: Request,
        challenge_id: int,
        options: Mapping[str, str],
        role: str,
        clock: ClockChoice | None = None,
        *,
        series: SeriesChoice | Literal["kept"] | None = KEPT,
    ) -> Challenge:
        """Answer a challenge with one of one's own: it closes, a new one goes to the one who sent it.

        `options` replace the old ones, `role` is one's own, or "random"; without a `clock` the old one stays.
        So does the series; with None it becomes a single game.
        Raises Refusal: "unknown-challenge", "own-challenge", "not-your-challenge", "lobby-not-countered",
        "challenge-closed", and what `challenge` raises.
        """
        return await self._counters.counter(request, challenge_id, options, role, clock, series)

    async def offer(self, request: Request, game_id: int, what: OfferKind) -> OfferResult:
        """Offer something to the others, or do at once what needs nobody's consent.

        Raises Refusal: what bot.play.offers.Offers.propose raises, "not-your-game", "game-over" and
        "too-many-offers".
        """
        return await self._bargaining.offer(request, game_id, what)

    async def possible_offers(self, person: int, game_id: int) -> tuple[OfferKind, ...]:
        """Return what someone could offer now in a match without being refused for its sake."""
        return await self._bargaining.possible(person, game_id)

    async def answer_offer(self, request: Request, game_id: int, what: OfferKind, accept: bool) -> Match:
        """Accept or decline what another player offers; when all have accepted, it is carried out.

        Raises Refusal: "you-left", "no-offer", "own-offer", "offer-accepted", "not-your-game", "game-over".
        """
        return await self._bargaining.answer(request, game_id, what, accept)

    async def withdraw_offer(self, request: Request, game_id: int, what: OfferKind) -> Match:
        """Take one's own offer back. Raises Refusal: "no-offer", "not-your-game", "game-over"."""
        return await self._bargaining.withdraw(request, game_id, what)

    async def undone(self, game_id: int) -> tuple[UndonePly, ...]:
        """Return what was taken back in a match: take-back by take-back, each in order of its plies."""
        return await self._bargaining.undone(game_id)

    async def lines(self, person: int, game_id: int) -> Lines:
        """Return what someone has planned in a match; none when it is his own turn or the match is over."""
        return await self._planning.lines(person, game_id)

    async def add_line(
        self, request: Request, game_id: int, moves: Sequence[str], expected: int | None = None
    ) -> Lines:
        """Plan a line: an opponent's ply, one's own reply, and so on, up to ten plies.

        `expected` is the number of plies the player saw on the board. Raises Refusal: what
        bot.play.conditional.Plan raises, "position-changed", "too-many-lines", "not-your-game", "game-over".
        """
        return await self._planning.add(request, game_id, moves, expected)

    async def delete_lines(
        self, request: Request, game_id: int, index: int | None = None, expected: int | None = None
    ) -> Lines:
        """Delete a line by its place in `Lines.lines` (from 0), or all. Raises Refusal: "unknown-line"."""
        return await self._planning.delete(request, game_id, index, expected)

    async def take_turn(
        self,
        request: Request,
        game_id: int,
        move: str,
        expected: int | None = None,
        *,
        offer_draw: bool = False,
        taken_back: int | None = None,
        sure: bool = True,
    ) -> Turn:
        """Play a move, and with `offer_draw` offer a draw with it.

        `expected` is the number of plies the player saw on the board, `taken_back` the number of take-backs
        (Match.taken_back) he knew of. Where more have been played, the turn is refused, unless it is the very
        ply that came next; where plies were taken back since, too. Raises Refusal "ply-taken-back" for a
        request repeated after its ply was undone.

        A move that is refused, as its player has just played it, is answered like the same request. One that
        can be played twice in a row raises DoneBefore unless the player is `sure` or said what they saw: they
        may only repeat it because no answer came.
        """
        return await self._playing.take_turn(
            request, game_id, move, expected, offer_draw=offer_draw, taken_back=taken_back, sure=sure
        )

    def answered(self, request_id: str) -> None:
        """Remember that the answer to a request has arrived."""
        self._desk.answers.keep(request_id)

    async def resign(self, request: Request, game_id: int) -> Match:
        """Give a match up. One that can go on without a player does."""
        return await self._playing.resign(request, game_id)

    async def claim_time(self, request: Request, game_id: int) -> Match:
        """Claim the win over the one to move, whose soft time is up; of several players he leaves.

        Raises Refusal: "nothing-to-claim", "claim-own-time", and as for resigning.
        """
        return await self._referee.claim(request, game_id)

    async def more_time(
        self, request: Request, game_id: int, days: int, *, sure: bool = True, given: int | None = None
    ) -> Match:
        """Give days to the one to move, as one who waits for him; soft time that was up runs again.

        Raises Refusal: "no-clock", "more-time-own-turn", "more-time-days", "more-time-limit", "time-is-up",
        and as for resigning. Unless `sure`, DoneBefore where the same was given just before and that may not
        be known; then `given` is its number, with which it is given once more.
        """
        return await self._referee.more_time(request, game_id, days, sure=sure, given=given)

    async def silence(self, request: Request, game_id: int) -> Match:
        """Remind the one to move, who asks, no more in this turn. Raises Refusal: "not-your-turn"."""
        return await self._referee.silence(request, game_id)

    async def vacation(self, person: int) -> VacationBook:
        """Return someone's vacation."""
        return await self._personal.book(person)

    async def take_vacation(self, request: Request, start: date, end: date) -> VacationBook:
        """Take a vacation from one local day to another, both included (the zone is in the preferences).

        Raises Refusal: "vacation-backwards", "vacation-past", "vacation-too-far", "vacation-already",
        "vacation-budget".
        """
        return await self._personal.take_vacation(request, start, end)

    async def end_vacation(self, request: Request) -> VacationBook:
        """End the vacation that lasts now; where none does, call off all that is planned.

        Raises Refusal: "vacation-unknown".
        """
        return await self._personal.end_vacation(request)

    async def away(self, people: Collection[int]) -> Mapping[int, datetime]:
        """Return until when those of `people` are away who are away now."""
        return await self._personal.away(people)

    async def greet(self, person: int) -> Greeting:
        """Return what to know of someone who speaks."""
        return await self._personal.greet(person)

    async def preferences(self, person: int) -> Preferences:
        """Return what someone wants."""
        return (await self._personal.habits(person)).preferences

    async def set_preferences(self, request: Request, **changes: Unpack[PreferenceChanges]) -> Preferences:
        """Change what one wants.

        Raises Refusal: "unknown-zone", "quiet-hours", "quiet-hours-long", "reminder-times", "reminder-hours".
        """
        return await self._personal.set_preferences(request, changes)

    async def agenda(self, person: int) -> Agenda:
        """Return all that concerns someone."""
        return await agenda_of(self._store, person)

    async def next_game(self, person: int, after: int | None = None) -> Match | None:
        """Return the next match in which it is someone's turn, in the order of his agenda.

        `after` is the match he has just seen: the one behind it is next, the first again after the last. None
        when there is no other.
        """
        return await next_of(self._store, person, after)

    async def set_overview(self, request: Request, place: Place, on: bool) -> Overview:
        """Have a live overview of a channel, or none any more; its message is then the one to be deleted."""
        return await self._oversight.set_overview(request, place, on=on)

    async def overview(self, channel: int) -> Overview | None:
        """Return a channel's overview, None where there is none."""
        return await self._oversight.overview(channel)

    async def server(self, server_id: int) -> ServerRules:
        """Return how a server wants it."""
        return await self._oversight.server(server_id)

    async def set_server(
        self, request: Request, server_id: int, **changes: Unpack[ServerChanges]
    ) -> ServerRules:
        """Change how a server wants it. Raises Refusal: "no-such-game".

        Who may ask for this, for overviews and for adjudications is to be checked before.
        """
        return await self._oversight.set_server(request, server_id, changes)

    async def adjudicate(
        self,
        request: Request,
        game_id: int,
        winners: tuple[int, ...] | None,
        reason: str,
        *,
        server: int | None = None,
    ) -> Match:
        """End a match from outside: `winners` are people, none of them for a draw; None annuls it.

        With `server`, matches of other servers are unknown. Raises Refusal: "unknown-match", "game-over",
        "unknown-winner", "note-too-long".
        """
        return await self._oversight.adjudicate(request, game_id, winners, reason, server)

    async def audit(self, server_id: int, limit: int = 20) -> tuple[AuditEntry, ...]:
        """Return what those in charge of a server have done, latest first."""
        return await self._oversight.audit(server_id, limit)

    def timekeeper(self) -> Timekeeper:
        """Return who acts for this club when time has come."""
        return self._timekeeper

    async def position(self, game_id: int, ply: int | None = None) -> Position:
        """Return a match with its state now, or after `ply` plies."""
        return await self._playing.position(game_id, ply)

    async def tale(self, game_id: int, since: int, until: int) -> tuple[Position, tuple[PlayedPly, ...]]:
        """Return a match with its state after `until` plies, and how it came there from `since` plies on."""
        return await self._playing.tale(game_id, since, until)

    async def plies(self, game_id: int, since: int, until: int) -> tuple[PlayedPly, ...]:
        """Return the plies of a match after the first `since`, up to number `until`."""
        return await self._playing.plies(game_id, since, until)

    async def verify(self, game_id: int) -> Verification:
        """Compute the dice of a finished match again. Raises Refusal: "dice-running", "dice-none"."""
        return await self._playing.verify(game_id)

    async def series(self, series_id: int) -> SeriesRecord:
        """Return how a series stands."""
        async with self._store.read() as tables:
            records = await tables.games.of_challenge(series_id) if is_id(series_id) else ()
        found = standing_of(self._games[records[0].key], records) if records else None
        if found is None:
            raise Refusal("unknown-series")
        return found

    async def match(self, game_id: int) -> Match:
        """Return a match."""
        async with self._store.read() as tables:
            return match_from(await read_game(tables, game_id))

    async def challenge_by_id(self, challenge_id: int) -> Challenge:
        """Return a challenge."""
        async with self._store.read() as tables:
            return await read_challenge(tables, challenge_id)

    async def matches_of(self, player: int, *, running: bool = True, limit: int = 100) -> tuple[Match, ...]:
        """Return someone's matches, without those that go on after he has left.

        Running ones: his turn first, then the longest untouched. Finished ones: newest first.
        """
        async with self._store.read() as tables:
            chosen = tables.games.running_of if running else tables.games.finished_of
            return tuple(map(match_from, await chosen(player, limit)))

    async def challenges_of(self, player: int) -> tuple[Challenge, ...]:
        """Return the open challenges someone has sent, was sent or has joined, oldest first."""
        async with self._store.read() as tables:
            return tuple(map(challenge_from, await tables.challenges.open_of(player)))

    async def matches_in(self, channel: int) -> tuple[Match, ...]:
        """Return the running matches that live in a channel or thread, oldest first."""
        async with self._store.read() as tables:
            return tuple(map(match_from, await tables.games.running_at(channel)))

    async def latest_in(self, channel: int) -> Match | None:
        """Return the newest match that lives in a channel or thread, running or not."""
        async with self._store.read() as tables:
            record = await tables.games.latest_at(channel)
        return None if record is None else match_from(record)

    async def missed(self, person: int) -> tuple[Notice, ...]:
        """Return what could be told to someone nowhere, oldest first; each is handed out once."""
        async with self._store.write() as tables:
            return tuple(map(notice_from, await tables.notices.hand_out(person)))

    async def names(self, ids: Collection[int]) -> Mapping[int, str]:
        """Return the names of those of `ids` who were ever met."""
        async with self._store.read() as tables:
            return await tables.people.names(ids)

    async def locale_of(self, person: int) -> str | None:
        """Return the language someone wants, or that of his own client, None if never met."""
        async with self._store.read() as tables:
            record = await tables.people.get(person)
        wanted = (await self.preferences(person)).language
        return wanted or (None if record is None else record.locale)
