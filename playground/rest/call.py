"""A REST request and its answer, independent of the HTTP library."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from playground.values.people import Json
from playground.values.uploads import Upload


@dataclass(frozen=True, slots=True)
class Call:
    """A request: path parameters, query, JSON body and uploaded files."""

    params: Mapping[str, str]
    query: Mapping[str, str]
    body: object = None
    uploads: tuple[Upload, ...] = ()
    authorization: str = ""
    from_bot: bool = False

    @property
    def bearer(self) -> str:
        """The bearer token of a person, empty if there is none."""
        kind, _, token = self.authorization.partition(" ")
        return token if kind == "Bearer" else ""

    def asks(self, name: str) -> bool:
        """Return whether a flag of the query is set."""
        return self.query.get(name, "").lower() in {"true", "1"}


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer: an HTTP status and JSON (none for 204), or HTML as from Cloudflare.

    It is sent after `delay` seconds.
    """

    status: int = 200
    body: Json | Sequence[Json] | None = None
    html: str | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    delay: float = 0.0


Handler = Callable[[Call], Reply]
NO_CONTENT = Reply(204)


@dataclass(frozen=True, slots=True)
class Endpoint:
    """A method and path template with its handler.

    `open_to_all` endpoints need no bot token; handlers with `takes_form` get the fields of a form.
    """

    method: str
    path: str
    handler: Handler
    open_to_all: bool = False
    takes_form: bool = False
