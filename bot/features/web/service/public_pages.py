"""Public pages of finished games: their visibility, and their contents."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Final

from bot.chat.core.lookup.readers import Readers
from bot.chat.core.words import phrases, results, scoreboards
from bot.chat.core.words.game_names import game_name
from bot.features.matches.service.match_queries import MatchQueries
from bot.features.reviews.domain import TurningPoint
from bot.features.reviews.service import Reviews
from bot.features.web.domain import PAGES
from bot.features.web.pages.words import plain, plain_lines
from bot.features.web.service.grants import Visibility
from bot.features.web.store import PublicPageRepository
from bot.kernel.transactions.unit_of_work import UnitOfWork
from bot.locale import Language
from bot.model.match.match import Match, MatchPosition
from bot.model.match.match_log import CannotReplay
from bot.model.people.person import Place, Request
from bot.model.refusal import Refusal
from bot.model.servers.server_rules import AuditEntry
from bot.repositories.servers.servers import ServerRepository
from render import View

WIDTH: Final = 800


@dataclass(frozen=True, slots=True)
class PublicMove:
    """A ply of a finished game: its number and its text."""

    number: int
    text: str


@dataclass(frozen=True, slots=True)
class PublicGame:
    """A finished game in its public form."""

    match: int
    language: str
    title: str
    players: tuple[str, ...]
    result: tuple[str, ...]
    moves: tuple[PublicMove, ...]
    turning: tuple[PublicMove, ...]
    ply: int
    plies: int
    words: str
    t: Language


class PublicPages:
    """Shows finished games, as servers and players have decided.

    A game has a page if its server has enabled pages, everybody in the server can see its place now, and none
    of its players has hidden it. The page names only players who have agreed.
    """

    def __init__(
        self,
        unit_of_work: UnitOfWork,
        matches: MatchQueries,
        reviews: Reviews,
        readers: Readers,
        visibility: Visibility,
    ) -> None:
        self._work = unit_of_work
        self._matches = matches
        self._reviews = reviews
        self._readers = readers
        self._visibility = visibility

    async def is_on(self, server: int) -> bool:
        """Return whether a server has public pages."""
        async with self._work.store.read() as session:
            return await session.of(PublicPageRepository).is_on(server)

    async def switch(self, request: Request, server: int, place: Place, *, on: bool) -> None:
        """Switch the public pages of a server on or off, and record that in its audit log."""
        now, note = self._work.clock(), "on" if on else "off"
        async with self._work.write() as tx:
            await self._work.people.record_seen_in(tx, request.person, place)
            if await tx.of(PublicPageRepository).is_on(server) is on:
                return
            await tx.of(PublicPageRepository).switch(server, on, now)
            entry = AuditEntry(now, request.person.id, PAGES, None, note)
            await tx.of(ServerRepository).add_audit_entry(server, entry)

    async def is_named(self, person: int) -> bool:
        """Return whether public pages show a person's name."""
        async with self._work.store.read() as session:
            return bool(await session.of(PublicPageRepository).public_people({person}))

    async def set_named(self, request: Request, *, on: bool) -> None:
        """Store whether public pages show a person's name."""
        async with self._work.write() as tx:
            await self._work.people.record_seen_in(tx, request.person)
            await tx.of(PublicPageRepository).set_named(request.person.id, on, self._work.clock())

    async def hide(self, request: Request, match_id: int) -> None:
        """Hide the page of a game, as one of its players. Raises Refusal "not-your-game"."""
        match = await self._matches.get(match_id)
        if match.seat_of(request.person.id) is None:
            raise Refusal("not-your-game")
        async with self._work.write() as tx:
            await self._work.people.record_seen_in(tx, request.person)
            await tx.of(PublicPageRepository).hide(match_id, request.person.id, self._work.clock())

    async def match_with_page(self, match_id: int) -> Match | None:
        """Return a match if it has a public page now."""
        with suppress(Refusal):
            match = await self._matches.get(match_id)
            server = match.place.server
            async with self._work.store.read() as session:
                pages = session.of(PublicPageRepository)
                shown = not await pages.is_hidden(match.id)
                on = server is not None and await pages.is_on(server)
            public = not match.running and not match.place.private and not match.is_practice
            if shown and on and public and await self._visibility.is_open(match):
                return match
        return None

    async def game(self, match_id: int, ply: int | None) -> PublicGame | None:
        """Return a game for its page, after a ply or at its end; None without a page."""
        match = await self.match_with_page(match_id)
        if match is None:
            return None
        _, t = await self._readers.everyone(match)
        position = await self._at(match, ply)
        number = match.plies if ply is None else min(ply, match.plies)
        names = position.names
        plies = await self._matches.plies(match.id, 0, match.plies)
        game = position.state.game
        texts = [phrases.ply_sentences(match, game, [ply], t)[0] for ply in plies]
        outcome = match.outcome
        view = self._view(position, number, t)
        return PublicGame(
            match=match.id,
            language=t.code,
            title=plain(t("game.title", game=game_name(match, t), number=match.id), names, t),
            players=tuple(
                f"{phrases.plain(player, names, t, unknown=t('person.someone'))}"
                f" ({phrases.role(match, game, seat, t)})"
                for seat, player in enumerate(match.players)
            ),
            result=() if outcome is None else plain_lines(results.result(match, game, outcome, t), names, t),
            moves=tuple(
                PublicMove(position.number, plain(text, names, t))
                for position, text in zip(plies, texts, strict=True)
            ),
            turning=await self._turning(match, names, t),
            ply=number,
            plies=match.plies,
            words=self._readers.pictures.words(position.state, t, view),
            t=t,
        )

    async def picture(self, match_id: int, ply: int | None) -> bytes | None:
        """Return the picture of a page; None without a page."""
        match = await self.match_with_page(match_id)
        if match is None:
            return None
        pictures, t = await self._readers.everyone(match)
        position = await self._at(match, ply)
        number = match.plies if ply is None else min(ply, match.plies)
        view = pictures.view_for(self._view(position, number, t))
        return await pictures.drawing.picture(pictures.gallery, position.state, view)

    async def _at(self, match: Match, ply: int | None) -> MatchPosition:
        """Return a position with the names of agreeing players only."""
        position = await self._matches.display_position(
            match.id, None if ply is None else min(ply, match.plies)
        )
        async with self._work.store.read() as session:
            agreeing = await session.of(PublicPageRepository).public_people(set(match.people))
        names = {person: name for person, name in position.names.items() if person in agreeing}
        return replace(position, names=names)

    def _view(self, position: MatchPosition, number: int, t: Language) -> View:
        last = number == position.match.plies
        outcome = position.outcome if last else position.state.outcome
        around = scoreboards.scoreboard(position, number, t, outcome)
        return View(over=last or outcome is not None, width=WIDTH, scoreboard=around)

    async def _turning(self, match: Match, names: Mapping[int, str], t: Language) -> tuple[PublicMove, ...]:
        """Return the turning points of a requested and complete review."""
        try:
            review = await self._reviews.get(match.id)
        except (Refusal, CannotReplay):
            return ()
        if not review.is_complete:
            return ()
        return tuple(
            PublicMove(point.number, plain(self._list_text(match, number, point, t), names, t))
            for number, point in enumerate(review.turning_points, 1)
        )

    @staticmethod
    def _list_text(match: Match, number: int, point: TurningPoint, t: Language) -> str:
        return t(
            f"review.listed-{point.kind}",
            number=number,
            where=t("review.move", number=point.number),
            player=phrases.seat_name(match, point.seat, t),
        )
