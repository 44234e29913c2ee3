"""The public page of a finished game, readable without JavaScript."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from html import escape
from typing import Final, TypeVar

from aiohttp import web

from bot.features.web.http.answers import language_of
from bot.features.web.http.limits import RequestKind, RequestLimits
from bot.features.web.http.security import CLIENT
from bot.features.web.service.backend import Backend
from bot.features.web.service.public_pages import PublicGame
from bot.features.web.web_settings import WebSettings
from bot.locale import Language

NOT_BEFORE: Final = 0.1
"""The minimum seconds before a missing page is answered: the time must not reveal whether a game exists."""
_HIGHEST: Final = 100_000
_Found = TypeVar("_Found")


class PublicPage:
    """Responds with pages of finished games; hidden and unknown games get the same response."""

    def __init__(
        self,
        backend: Backend,
        settings: WebSettings,
        limits: RequestLimits,
        pause: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._backend = backend
        self._settings = settings
        self._limits = limits
        self._pause = pause

    def add_to(self, app: web.Application) -> None:
        """Add the routes."""
        app.router.add_get("/g/{match:[0-9]{1,18}}", self.page)
        app.router.add_get("/g/{match:[0-9]{1,18}}/board.png", self.picture)

    async def page(self, request: web.Request) -> web.StreamResponse:
        """Respond with the page of a game, at its end or after a ply."""
        number, ply = self._match_and_ply(request)
        game = await self._in_time(self._backend.pages.game(number, ply))
        if game is None:
            t = language_of(request, self._backend.texts)
            return _html(_nothing(t), status=404)
        return _html(_page(game, self._settings.page(number)))

    async def picture(self, request: web.Request) -> web.StreamResponse:
        """Respond with the picture of a game."""
        number, ply = self._match_and_ply(request)
        png = await self._in_time(self._backend.pages.picture(number, ply))
        if png is None:
            return _html(_nothing(language_of(request, self._backend.texts)), status=404)
        return web.Response(body=png, content_type="image/png", headers={"Cache-Control": "no-cache"})

    def _match_and_ply(self, request: web.Request) -> tuple[int, int | None]:
        self._limits.take(RequestKind.PAGE, request[CLIENT])
        ply = request.query.get("ply", "")
        known = ply.isascii() and ply.isdecimal() and len(ply) < len(str(_HIGHEST))
        return int(request.match_info["match"]), int(ply) if known else None

    async def _in_time(self, work: Awaitable[_Found | None]) -> _Found | None:
        start = time.monotonic()
        result = await work
        if result is None:
            await self._pause(max(0.0, start + NOT_BEFORE - time.monotonic()))
        return result


def _html(body: str, status: int = 200) -> web.Response:
    response = web.Response(text=body, content_type="text/html", charset="utf-8", status=status)
    response.headers["Cache-Control"] = "no-cache"
    response.enable_compression()
    return response


def _document(language: str, title: str, head: str, body: str, root: str) -> str:
    return (
        f'<!doctype html><html lang="{escape(language)}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<meta name="robots" content="noindex, nofollow">'
        f"<title>{escape(title)}</title>{head}"
        f'<link rel="stylesheet" href="{root}client/public.css"></head><body>{body}</body></html>'
    )


def _nothing(t: Language) -> str:
    text = t("web.page-none")
    return _document(t.code, text, "", f"<main><h1>{escape(text)}</h1></main>", "../")


def _page(game: PublicGame, address: str) -> str:
    t, result = game.t, " ".join(game.result)
    # The page may be requested with a trailing slash; its links are relative to its root.
    here = str(game.match)
    picture = f"{address}/board.png"
    head = "".join(
        f'<meta property="og:{name}" content="{escape(value)}">'
        for name, value in (
            ("type", "article"),
            ("title", game.title),
            ("description", result),
            ("url", address),
            ("image", picture),
            ("image:alt", game.words),
        )
    )
    image_url = f"{here}/board.png?ply={game.ply}"
    steps = (
        (t("web.page-first"), 0 if game.ply else None),
        (t("web.page-back"), game.ply - 1 if game.ply else None),
        (t("web.page-forward"), game.ply + 1 if game.ply < game.plies else None),
        (t("web.page-last"), game.plies if game.ply < game.plies else None),
    )
    row = "".join(
        f"<span>{escape(label)}</span>"
        if ply is None
        else f'<a href="{here}?ply={ply}#board" rel="nofollow">{escape(label)}</a>'
        for label, ply in steps
    )
    moves = "".join(
        f'<li value="{move.number}"{" class=now" if move.number == game.ply else ""}>'
        f'<a href="{here}?ply={move.number}#board" rel="nofollow">{escape(move.text)}</a></li>'
        for move in game.moves
    )
    turning = "".join(
        f'<li><a href="{here}?ply={point.number}#board" rel="nofollow">{escape(point.text)}</a></li>'
        for point in game.turning
    )
    body = (
        f"<main><h1>{escape(game.title)}</h1>"
        f"<p>{escape(' · '.join(game.players))}</p><p class=result>{escape(result)}</p>"
        f'<figure id=board><img src="{image_url}" width=800 alt="{escape(game.words)}"></figure>'
        f'<nav aria-label="{escape(t("web.page-steps"))}">{row}</nav>'
        + (f"<h2>{escape(t('web.page-turning'))}</h2><ul>{turning}</ul>" if turning else "")
        + f"<h2>{escape(t('web.page-moves'))}</h2><ol>{moves}</ol></main>"
    )
    return _document(game.language, f"{game.title} · Fernpartie", head, body, "../")
