"""The sign-in request of the Activity."""

from typing import Final

from aiohttp import web
from pydantic import TypeAdapter

from bot.chat.core.words.game_names import game_name
from bot.features.web import protocol
from bot.features.web.http.answers import answer
from bot.features.web.http.api import body_of
from bot.features.web.http.limits import RequestKind, RequestLimits
from bot.features.web.http.security import CLIENT
from bot.features.web.pages.reader import Reader, client_texts
from bot.features.web.pages.words import plain
from bot.features.web.service.activity import ActivityDoor, ActivityGuest
from bot.features.web.service.backend import Backend
from bot.features.web.web_settings import Application
from bot.model.match.match import Match
from bot.model.refusal import Refusal

MAX_GAMES: Final = 25
_OPEN: Final = TypeAdapter(protocol.OpenActivity)


class ActivityApi:
    def __init__(
        self, backend: Backend, door: ActivityDoor, limits: RequestLimits, activity: Application
    ) -> None:
        self._backend = backend
        self._door = door
        self._limits = limits
        self._activity = activity

    def add_to(self, app: web.Application) -> None:
        app.router.add_post("/api/activity", self.open)

    async def open(self, request: web.Request) -> web.StreamResponse:
        """Exchange a Discord code for a session with all games of its person. Raises Refusal."""
        self._limits.take(RequestKind.OPENING, request[CLIENT])
        body = await body_of(request, _OPEN)
        application = self._activity()
        if application is None:
            raise Refusal("web-activity")
        try:
            guest = await self._door.enter(application, body.code, body.instance)
        except Refusal:
            self._limits.take(RequestKind.FAILURE, request[CLIENT])
            raise
        bearer, person = await self._backend.grants.open_for(guest.person)
        reader = await self._backend.readers.of(person)
        games = await self._backend.matches.of(person.id, limit=MAX_GAMES)
        response = protocol.ActivityOpened(
            access_token=guest.access_token,
            bearer=bearer,
            match=await self._match_of_guest(guest, games),
            games=tuple(_game_entry(match, reader) for match in games),
            language=reader.t.code,
            texts=client_texts(reader.t),
        )
        return answer(response, compress=False)

    async def _match_of_guest(self, guest: ActivityGuest, games: tuple[Match, ...]) -> int | None:
        """Return the game of the person's latest link, else their only game in the channel."""
        match_id = await self._backend.grants.match_of_latest_link(guest.person)
        if match_id is not None:
            return match_id
        games_here = [match.id for match in games if match.home == guest.channel]
        return games_here[0] if len(games_here) == 1 else None


def _game_entry(match: Match, reader: Reader) -> protocol.ActivityGame:
    title = reader.t("game.title", game=game_name(match, reader.t), number=match.id)
    return protocol.ActivityGame(match.id, plain(title, {}, reader.t), match.mover == reader.person.id)
