"""The HTTP endpoints of the web client: sessions, views, pictures and writes."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any, Final, TypeVar

from aiohttp import web
from pydantic import TypeAdapter, ValidationError

from bot.features.web import protocol
from bot.features.web.domain import hash_token
from bot.features.web.http.answers import EarlyAnswer, Malformed, answer, failure, illegal, refusal_error
from bot.features.web.http.limits import RequestKind, RequestLimits
from bot.features.web.http.security import CLIENT
from bot.features.web.pages.positions import WIDTH, WIDTHS, PositionRequest
from bot.features.web.pages.reader import Reader, client_texts
from bot.features.web.service.acts import ActResult, request_of
from bot.features.web.service.backend import Backend
from bot.features.web.service.grants import BoardSession
from bot.features.web.web_settings import Application, WebSettings
from bot.model.refusal import Refusal
from render import THEMES
from rules.contract import RulesError

log = logging.getLogger(__name__)

BODY_SECONDS: Final = 10.0
_MAX_NUMBER: Final = 1_000_000
_Message = TypeVar("_Message")
_Result = TypeVar("_Result")
Act = Callable[[BoardSession, Reader, Any], Awaitable[ActResult]]
_EXPLORE: Final = TypeAdapter(protocol.Explore)
_OPEN: Final = TypeAdapter(protocol.OpenSession)


async def body_of(request: web.Request, message: TypeAdapter[_Message]) -> _Message:
    """Return the message in the body of a request. Raises Malformed."""
    if request.content_type != "application/json":
        raise Malformed("content type")
    try:
        async with asyncio.timeout(BODY_SECONDS):
            return message.validate_json(await request.read())
    except (ValidationError, TimeoutError) as error:
        # Drop the cause: its text contains the request's content.
        raise Malformed(type(error).__name__) from None


def cookie_name(match: int) -> str:
    """Return the name of a match's session cookie."""
    return f"fernpartie-{match}"


def match_of(request: web.Request) -> int:
    """Return the match id in a request's path."""
    return int(request.match_info["match"])


def token_of(request: web.Request, match: int) -> str:
    """Return a request's session token, empty if it has none."""
    kind, _, bearer = request.headers.get("Authorization", "").partition(" ")
    return bearer.strip() if kind == "Bearer" else request.cookies.get(cookie_name(match), "")


class Api:
    """Handles the web client's requests."""

    def __init__(
        self, backend: Backend, settings: WebSettings, limits: RequestLimits, activity: Application
    ) -> None:
        self._backend = backend
        self._settings = settings
        self._limits = limits
        self._activity = activity

    def add_to(self, app: web.Application) -> None:
        """Add the routes."""
        acts, router = self._backend.acts, app.router
        router.add_post("/api/session", self.open_session)
        router.add_get("/api/config", self.config)
        match = "/api/games/{match:[0-9]{1,18}}"
        router.add_get(match, self.open_page)
        router.add_get(f"{match}/view", self.view)
        router.add_get(f"{match}/picture", self.picture)
        router.add_get(f"{match}/dice", self.dice)
        router.add_post(f"{match}/explore", self.explore)
        writes: tuple[tuple[str, type[Any], Act], ...] = (
            ("move", protocol.PlayMove, acts.move),
            ("undo", protocol.UndoPly, acts.take_back),
            ("resign", protocol.SimpleRequest, acts.resign),
            ("claim", protocol.SimpleRequest, acts.claim),
            ("rematch", protocol.SimpleRequest, acts.rematch),
            ("again", protocol.SimpleRequest, acts.again),
            ("offer", protocol.MakeOffer, acts.offer),
            ("answer", protocol.AnswerOffer, acts.answer),
            ("plan", protocol.AddLine, acts.plan),
            ("plan/delete", protocol.DeleteLines, acts.delete_plan),
        )
        for path, body, act in writes:
            router.add_post(f"{match}/{path}", self._write(TypeAdapter(body), act))

    async def config(self, _: web.Request) -> web.StreamResponse:
        """Respond with the Activity's application id, if there is one."""
        application = self._activity()
        return answer(protocol.Config(None if application is None else str(application)))

    async def open_session(self, request: web.Request) -> web.StreamResponse:
        """Exchange a link's token for a session."""
        self._limits.take(RequestKind.OPENING, request[CLIENT])
        body = await body_of(request, _OPEN)
        token, session = await self._guard(request, self._backend.grants.exchange(body.token))
        response = await self._open_reply(session, body.theme, token if body.frame else None)
        if not body.frame:
            self._set_cookie(response, session.match.id, token)
        return response

    async def open_page(self, request: web.Request) -> web.StreamResponse:
        """Respond with the whole page's data, for an existing session."""
        session, _ = await self._session(request, RequestKind.READ)
        return await self._open_reply(session, request.query.get("theme", ""), None)

    async def _open_reply(self, session: BoardSession, theme: str, bearer: str | None) -> web.Response:
        reader = (await self._backend.readers.of(session.person)).in_theme(theme)
        view = await self._backend.views.view(session, reader, PositionRequest())
        response = protocol.Opened(view, reader.t.code, client_texts(reader.t), THEMES, bearer)
        # Never compress a secret together with text that others control (the BREACH attack).
        return answer(response, compress=bearer is None)

    def _set_cookie(self, response: web.Response, match: int, token: str) -> None:
        response.set_cookie(
            cookie_name(match),
            token,
            path=f"{self._settings.path}/api/games/{match}",
            max_age=self._settings.session_seconds,
            httponly=True,
            samesite="Lax",
            secure=self._settings.is_secure,
        )

    async def view(self, request: web.Request) -> web.StreamResponse:
        """Respond with a view."""
        session, reader = await self._session(request, RequestKind.READ)
        query = request.query
        view = await self._backend.views.view(
            session,
            reader.in_theme(query.get("theme", "")),
            PositionRequest(ply=_number(query.get("ply"))),
            side=_number(query.get("side")),
            known=query.get("known", ""),
            since=_number(query.get("since")),
        )
        return answer(view)

    async def picture(self, request: web.Request) -> web.StreamResponse:
        """Respond with a picture. Clients may cache it: its URL contains all parameters."""
        session, reader = await self._session(request, RequestKind.PICTURE)
        query = request.query
        width = _number(query.get("width")) or WIDTH
        moves = tuple(query.getall("move", ()))
        if width not in WIDTHS or len(moves) > protocol.MAX_EXPLORED:
            raise Malformed("width or moves")
        selection = PositionRequest(
            ply=_number(query.get("ply")),
            taken_back=_number(query.get("taken")),
            explored=moves,
            preview="preview" in query,
        )
        side = _number(query.get("side"))
        themed = reader.in_theme(query.get("theme", ""))
        png = await self._or_refuse(
            session, reader, self._backend.views.picture(session, themed, selection, side, width)
        )
        headers = {"Cache-Control": "private, max-age=86400, immutable"}
        return web.Response(body=png, content_type="image/png", headers=headers)

    async def explore(self, request: web.Request) -> web.StreamResponse:
        """Respond with the view of a variation; nothing is played."""
        session, reader = await self._session(request, RequestKind.EXPLORE)
        body = await body_of(request, _EXPLORE)
        selection = PositionRequest(body.ply, body.taken_back, body.moves, body.preview)
        view = self._backend.views.view(
            session, reader.in_theme(body.theme), selection, side=body.side, known=body.known
        )
        return answer(await self._or_refuse(session, reader, view))

    async def dice(self, request: web.Request) -> web.StreamResponse:
        """Check a finished match's dice and respond with the result as text."""
        session, reader = await self._session(request, RequestKind.PICTURE)
        return answer(protocol.DiceLines(await self._backend.views.dice(session, reader)))

    def _write(
        self, message: TypeAdapter[Any], act: Act
    ) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
        async def write(request: web.Request) -> web.StreamResponse:
            session, reader = await self._session(request, RequestKind.WRITE)
            if session.seat is None:
                raise Refusal("not-your-game")
            body = await body_of(request, message)
            outcome = await self._or_refuse(session, reader, act(session, reader, body))
            response = await self._reply(request, session, reader, outcome)
            await response.prepare(request)
            await response.write_eof()
            # The response is sent, so the client is unlikely to retry: an equal request is now a new one.
            self._backend.answered(request_of(session, body).id)
            return response

        return write

    async def _reply(
        self, request: web.Request, session: BoardSession, reader: Reader, outcome: ActResult
    ) -> web.Response:
        grants = self._backend.grants
        current = await grants.board_session(token_of(request, session.match.id), session.match.id)
        view = await self._backend.views.view(
            current,
            reader.in_theme(request.query.get("theme", "")),
            PositionRequest(),
            known=request.query.get("known", ""),
            since=_number(request.query.get("since")),
        )
        done = protocol.Done(view, outcome.replies, outcome.repeated, outcome.opened)
        if outcome.opened is None:
            return answer(done)
        token = await grants.open_next(session, outcome.opened)
        if request.headers.get("Authorization"):
            return answer(
                protocol.Done(view, outcome.replies, outcome.repeated, outcome.opened, token), compress=False
            )
        response = answer(done)
        self._set_cookie(response, outcome.opened, token)
        return response

    async def _or_refuse(self, session: BoardSession, reader: Reader, work: Awaitable[_Result]) -> _Result:
        """Await `work`; turn a RulesError or Refusal into an EarlyAnswer in the reader's language."""
        try:
            return await work
        except RulesError as error:
            match = session.match
            text = illegal(error, self._backend.games[match.key], match.options, reader.t)
            raise EarlyAnswer(failure(text)) from error
        except Refusal as refusal:
            # The match of a session comes without names.
            names = (await self._backend.matches.display_position(session.match.id)).names
            raise EarlyAnswer(failure(refusal_error(refusal, names, reader.t))) from refusal

    async def _session(self, request: web.Request, kind: RequestKind) -> tuple[BoardSession, Reader]:
        """Return a request's board session and its reader. Raises Refusal, TooFast."""
        token = token_of(request, match_of(request))
        session = await self.session_by(request, token)
        self._limits.take_in_session(kind, hash_token(token), session.person.id)
        return session, await self._backend.readers.of(session.person)

    async def session_by(self, request: web.Request, token: str) -> BoardSession:
        """Return the board session of a token for the request's match. Raises Refusal, TooFast."""
        return await self._guard(request, self._backend.grants.board_session(token, match_of(request)))

    async def _guard(self, request: web.Request, work: Awaitable[_Result]) -> _Result:
        """Await a token check; count failures per client address to slow down guessing."""
        try:
            return await work
        except Refusal:
            self._limits.take(RequestKind.FAILURE, request[CLIENT])
            raise


def _number(text: str | None) -> int | None:
    """Parse a query parameter; return None if it is absent or empty. Raises Malformed."""
    if text is None or not text:
        return None
    if not (text.isascii() and text.isdecimal() and int(text[:8]) <= _MAX_NUMBER and len(text) < 8):
        raise Malformed("number")
    return int(text)
