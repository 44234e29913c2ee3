"""Faults that tests can request: wrong statuses, cut or silent connections, delays."""

import re
from dataclasses import dataclass, field
from typing import Literal, get_args

from playground.values.errors import KNOWN, TOO_MANY_OLD_EDITS, ClientError, rate_limit_headers
from playground.values.people import Json

Kind = Literal["status", "reset", "drop", "delay"]
KINDS: frozenset[Kind] = frozenset(get_args(Kind))
HTML = "<!DOCTYPE html><html><head><title>Error {status}</title></head><body>cloudflare</body></html>"
MESSAGES = {
    401: "401: Unauthorized",
    403: "Missing Access",
    404: "404: Not Found",
    429: "You are being rate limited.",
    500: "500: Internal Server Error",
    502: "502: Bad Gateway",
    503: "503: Service Unavailable",
    504: "504: Gateway Timeout",
}


@dataclass(slots=True)
class Fault:
    """A requested fault. It strikes `times` times after `skip` matching requests have passed.

    `after` lets the request take effect and spoils only the answer. `seconds` is the length of a delay, or of
    the silence before a dropped connection closes. `fields` replace or extend the JSON body's fields, None
    removes a field; `html` is sent instead of JSON.
    """

    id: str
    method: str | None
    path: "re.Pattern[str]"
    kind: Kind
    status: int = 503
    retry_after: float | None = 0.2
    everywhere: bool = False
    seconds: float = 1.0
    after: bool = False
    times: int = 1
    skip: int = 0
    code: int | None = None
    fields: Json = field(default_factory=dict)
    html: str | None = None
    more_headers: dict[str, str] = field(default_factory=dict)
    struck: int = field(default=0)

    @property
    def only_old_edits(self) -> bool:
        """Whether this fault is the limit on edits of messages older than an hour."""
        return self.code == TOO_MANY_OLD_EDITS.code

    def body(self) -> Json:
        """Return the JSON body of the faulty answer."""
        text = KNOWN.get(self.code or 0)
        message = text.message if text else MESSAGES.get(self.status, f"{self.status}")
        body: Json = {"message": message, "code": self.code or 0}
        if self.status == 429:
            body |= {"retry_after": self.retry_after, "global": self.everywhere}
        body |= self.fields
        return {key: value for key, value in body.items() if value is not None}

    def headers(self) -> dict[str, str]:
        """Return the headers of the faulty answer."""
        usual: dict[str, str] = {}
        if self.status == 429 and self.html is None:
            usual = rate_limit_headers(self.retry_after or 1.0, everywhere=self.everywhere)
            if self.retry_after is None:
                del usual["Retry-After"]
        return usual | self.more_headers

    def json_view(self) -> Json:
        """Return the fault in the control interface's form."""
        return {
            "id": self.id,
            "method": self.method,
            "path": self.path.pattern,
            "fault": self.kind,
            "status": self.status,
            "retry_after": self.retry_after,
            "global": self.everywhere,
            "seconds": self.seconds,
            "when": "after" if self.after else "before",
            "times": self.times,
            "skip": self.skip,
            "code": self.code,
            "body": self.fields,
            "html": self.html,
            "headers": self.more_headers,
            "remaining": self.times,
            "struck": self.struck,
        }


class Faults:
    """The pending faults, in the order in which they were requested."""

    def __init__(self) -> None:
        self._faults: list[Fault] = []
        self._count = 0

    def order(self, body: Json) -> Fault:
        """Add a fault from a control request; raise ClientError for an invalid one."""
        kind = next((kind for kind in KINDS if kind == body.get("fault")), None)
        if kind is None:
            raise ClientError(f"fault must be one of {', '.join(sorted(KINDS))}")
        try:
            path = re.compile(str(body.get("path") or ""))
        except re.error as error:
            raise ClientError(f"path is not a regular expression: {error}") from None
        self._count += 1
        code = body.get("code")
        usual = KNOWN[code].status if code in KNOWN else 503
        status = int(body.get("status") or usual)
        retry_after = body.get("retry_after", 0.2)
        fault = Fault(
            id=str(self._count),
            method=str(body["method"]).upper() if body.get("method") else None,
            path=path,
            kind=kind,
            status=status,
            retry_after=None if retry_after is None else float(retry_after),
            everywhere=bool(body.get("global")),
            seconds=float(body.get("seconds", 1.0)),
            after=body.get("when") == "after",
            times=int(body.get("times", 1)),
            skip=int(body.get("skip", 0)),
            code=None if code is None else int(code),
            fields=_check(body, "body"),
            html=_html(body.get("html"), status),
            more_headers={key: str(value) for key, value in _check(body, "headers").items()},
        )
        self._faults.append(fault)
        return fault

    def waiting(self) -> list[Fault]:
        """Return the pending faults."""
        return list(self._faults)

    def clear(self) -> None:
        """Remove all faults."""
        self._faults.clear()

    def strike(self, method: str, path: str, prefix: str, *, old_edit: bool) -> Fault | None:
        """Return the fault that strikes a request, and count it down.

        The path may match with or without the API's prefix. `old_edit` says whether the request edits a
        message older than an hour.
        """
        for fault in self._faults:
            if fault.method not in {None, method} or (fault.only_old_edits and not old_edit):
                continue
            if not (fault.path.search(path) or fault.path.search(prefix + path)):
                continue
            if fault.skip > 0:
                fault.skip -= 1
                continue
            fault.times -= 1
            fault.struck += 1
            if fault.times <= 0:
                self._faults.remove(fault)
            return fault
        return None


def _check(body: Json, name: str) -> Json:
    value = body.get(name) or {}
    if not isinstance(value, dict):
        raise ClientError(f"{name} must be an object")
    return value


def _html(accept: object, status: int) -> str | None:
    if isinstance(accept, str):
        return accept
    return HTML.format(status=status) if accept else None
