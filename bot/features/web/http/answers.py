"""Responses as JSON, including errors."""

from collections.abc import Mapping
from typing import Final

import orjson
from aiohttp import web

from bot.chat.core.words import error_text
from bot.features.web import protocol
from bot.features.web.http.limits import TooFast
from bot.features.web.pages.words import plain
from bot.features.web.protocol import ErrorCode
from bot.locale import Language, Texts
from bot.model.refusal import Refusal
from rules.contract import Game, RulesError

_STATUS: Final[Mapping[ErrorCode, int]] = {
    ErrorCode.EXPIRED: 401,
    ErrorCode.FORBIDDEN: 403,
    ErrorCode.UNKNOWN: 404,
    ErrorCode.MOVED: 409,
    ErrorCode.REFUSED: 422,
    ErrorCode.MALFORMED: 400,
    ErrorCode.LIMITED: 429,
    ErrorCode.UNAVAILABLE: 503,
}
_CODES: Final[Mapping[str, ErrorCode]] = {
    "web-expired": ErrorCode.EXPIRED,
    "web-hidden": ErrorCode.UNKNOWN,
    "unknown-ply": ErrorCode.MOVED,
    "position-changed": ErrorCode.MOVED,
    "ply-taken-back": ErrorCode.MOVED,
    "exploring-outdated": ErrorCode.MOVED,
}
"""The codes of refusals; all others are `refused`."""
_LANGUAGES: Final = 5
"""The maximum number of a request's languages to consider."""


class Malformed(Exception):
    """A request that is not a message of the protocol."""


class EarlyAnswer(Exception):
    """The response to a request that cannot be carried out."""

    def __init__(self, response: web.Response) -> None:
        super().__init__(response.status)
        self.response = response


def answer(message: object, *, compress: bool = True) -> web.Response:
    """Return a message of the protocol as a response."""
    response = web.Response(body=orjson.dumps(message, option=orjson.OPT_UTC_Z))
    response.content_type = "application/json"
    response.headers["Cache-Control"] = "no-store"
    if compress:
        response.enable_compression()
    return response


def failure(error: protocol.Error, headers: Mapping[str, str] = {}) -> web.Response:
    """Return an error as a response."""
    response = answer(protocol.Failed(error), compress=False)
    response.set_status(_STATUS[error.code])
    response.headers.update(headers)
    return response


def error_of(code: ErrorCode, t: Language) -> protocol.Error:
    """Return an error without details."""
    return protocol.Error(code, code.value, t(f"web.error.{code}"))


def limit_reply(error: TooFast, t: Language) -> web.Response:
    """Return the response to a request above the limit."""
    return failure(error_of(ErrorCode.LIMITED, t), {"Retry-After": str(error.seconds)})


def refusal_error(refusal: Refusal, names: Mapping[int, str], t: Language) -> protocol.Error:
    """Return a refusal as an error."""
    code = _CODES.get(refusal.reason, ErrorCode.REFUSED)
    return protocol.Error(code, refusal.reason, plain(error_text.refuse(refusal, t), names, t))


def illegal(error: RulesError, game: Game, options: Mapping[str, str], t: Language) -> protocol.Error:
    """Return the rules' refusal of a move as an error."""
    text = error_text.explain(error, game, options, t)
    return protocol.Error(ErrorCode.REFUSED, error.reason, plain(text, {}, t))


def language_of(request: web.Request, texts: Texts) -> Language:
    """Return the first known language of a request, for readers without a session."""
    languages = request.headers.get("Accept-Language", "").split(",")[:_LANGUAGES]
    for part in languages:
        code = part.partition(";")[0].strip().partition("-")[0].lower()
        if code in texts.languages:
            return texts.languages[code]
    return texts.language(None)
