"""The messages between the server and its client in a browser, as JSON; see docs/web-protocol.md."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Annotated, Final, Literal

from pydantic import Field, StringConstraints

MAX_EXPLORED: Final = 60
"""The maximum number of moves of a variation."""
_Text = Annotated[str, StringConstraints(max_length=200)]
_RequestId = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9-]{8,64}$")]
_Count = Annotated[int, Field(ge=0, le=1_000_000)]


@dataclass(frozen=True, slots=True)
class Point:
    """A point of the board: the name in move texts, its spoken name, and its area in the picture.

    The area reaches `across` pixels to the left and right of (`x`, `y`) and `down` pixels up and down; it is
    an ellipse if `round`. Several points may share an area.
    """

    name: str
    said: str
    x: float
    y: float
    across: float
    down: float
    round: bool


@dataclass(frozen=True, slots=True)
class BoardLayout:
    """The layout of the picture: `points` in board order.

    `points` is None if the request named this `key` as known.
    """

    key: str
    width: int
    height: int
    points: tuple[Point, ...] | None


@dataclass(frozen=True, slots=True)
class PictureLink:
    """The picture of the position: an address relative to the page, and its alt text."""

    url: str
    words: str


@dataclass(frozen=True, slots=True)
class LegalMove:
    """A legal move: its text, the points to touch in order, and the meaning of each.

    `meanings` holds one of "from", "over", "to", "taken", "placed" for each point of `path`. `action` is
    empty for ordinary moves; `name` is the label of a move without points, or with an action. `does`
    describes the effect, if the player may know it and there are few moves.
    """

    text: str
    path: tuple[str, ...]
    meanings: tuple[str, ...]
    action: str
    name: str
    does: str


@dataclass(frozen=True, slots=True)
class CallButton:
    """A possible call, justified or not; `text` is sent as a move."""

    text: str
    name: str


@dataclass(frozen=True, slots=True)
class Player:
    """A player. `due` is the deadline of their running turn.

    `seconds` is the time at the start of their latest or next turn, None without a clock. `away` is the end
    of their vacation.
    """

    seat: int
    name: str
    role: str
    you: bool
    computer: bool
    left: bool
    turn: bool
    winner: bool
    due: datetime | None
    seconds: int | None
    away: datetime | None


@dataclass(frozen=True, slots=True)
class HistoryPly:
    """A ply of the list of moves: its number from 1, its seat (None for chance), its text and sentence."""

    number: int
    seat: int | None
    text: str
    said: str
    path: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ShownOffer:
    """The sentence about an open offer. The person can withdraw `mine` and answer an `answerable` one."""

    kind: str
    seat: int
    said: str
    mine: bool
    answerable: bool


@dataclass(frozen=True, slots=True)
class May:
    """The person's available actions. `undo` is the number of the ply that can be undone.

    `offers` are the available kinds of offers, with their labels.
    """

    move: bool = False
    undo: int | None = None
    resign: bool = False
    offers: tuple["OfferKindName", ...] = ()
    draw_with_move: bool = False
    claim: bool = False
    rematch: bool = False
    again: bool = False
    take_back: bool = False
    plan: bool = False
    explore: bool = False
    dice: bool = False


@dataclass(frozen=True, slots=True)
class OfferKindName:
    """A kind of offer with its label."""

    kind: str
    name: str


@dataclass(frozen=True, slots=True)
class MatchView:
    """A game as one person sees it after `ply` of `plies` plies.

    `revision` changes whenever anything of the view may have changed. `plies` and `taken_back` identify the
    present position of the game; writes repeat them. `seat` is None for an onlooker. `ways`, `moves` and
    `calls` belong to the side to move in the shown position, and are empty if the person may neither play nor
    explore them. `ways` are the legal moves without effects to show: each is its text, empty if that equals
    the points joined by hyphens, then the points: "placed" for a single one, else "from" the first "over"
    others "to" the last. `explored` are the moves of a variation from the position. `history` holds the plies
    after number `history_from`. `hidden` asks the client to mark no targets and show no captures, as the
    rules punish oversight. `lines` are planned replies as text. `chat` links to the game's messages. `last`
    are the points of the last move before the position; the picture shows them.
    """

    match: int
    revision: str
    now: datetime
    title: str
    game: str
    running: bool
    practice: bool
    plies: int
    taken_back: int
    ply: int
    seat: int | None
    turn: int | None
    confirm: bool
    status: str
    result: tuple[str, ...]
    question: str
    theme: str
    side: int | None
    picture: PictureLink
    board: BoardLayout
    players: tuple[Player, ...]
    ways: tuple[tuple[str, ...], ...]
    moves: tuple[LegalMove, ...]
    calls: tuple["CallButton", ...]
    hidden: bool
    explored: tuple[str, ...]
    last: tuple[str, ...]
    history_from: int
    history: tuple["HistoryPly", ...]
    offers: tuple["ShownOffer", ...]
    lines: tuple["PlannedLine", ...]
    may: May
    chat: str


@dataclass(frozen=True, slots=True)
class PlannedLine:
    """A planned line: its moves, the opponent's first, and its text."""

    moves: tuple[str, ...]
    said: str


@dataclass(frozen=True, slots=True)
class Opened:
    """The answer to opening a game: its view, the client's texts, and the themes to choose from.

    `bearer` is the session for frames, None if a cookie holds it.
    """

    view: MatchView
    language: str
    texts: dict[str, str]
    themes: tuple[str, ...]
    bearer: str | None = None


@dataclass(frozen=True, slots=True)
class Done:
    """The answer to a write: the new view, and messages, a line each.

    `opened` is the number of a new game, for which the person now has a session. `repeated`: an earlier
    request, or the same move, had already done this; nothing was done again.
    """

    view: MatchView
    said: tuple[str, ...]
    repeated: bool = False
    opened: int | None = None
    bearer: str | None = None


@dataclass(frozen=True, slots=True)
class DiceLines:
    """An answer of text only."""

    said: tuple[str, ...]


class ErrorCode(StrEnum):
    """The kinds of errors, each with the status of its answer."""

    EXPIRED = "expired"
    """401: the link or the session is no longer valid; the chat provides a new link."""
    FORBIDDEN = "forbidden"
    """403: the request comes from another origin."""
    UNKNOWN = "unknown"
    """404: no such page, or the person may not see it."""
    MOVED = "moved"
    """409: the game has changed in the meantime; the client requests the view."""
    REFUSED = "refused"
    """422: the rules or the bot refuse it; `text` is the reason."""
    MALFORMED = "malformed"
    """400: the request is not one of these messages."""
    LIMITED = "limited"
    """429: too many requests; the header Retry-After contains the seconds to wait."""
    UNAVAILABLE = "unavailable"
    """503: the bot cannot answer now; the client may repeat the request."""


@dataclass(frozen=True, slots=True)
class Error:
    """An error: its kind, the reason of a refusal, and a sentence in the person's language."""

    code: ErrorCode
    reason: str
    text: str


@dataclass(frozen=True, slots=True)
class Failed:
    """The body of each answer with a status of 400 or more."""

    error: Error


@dataclass(frozen=True, slots=True)
class Config:
    """The application's id if the page may run as an Activity of Discord, else None."""

    application: str | None


@dataclass(frozen=True, slots=True)
class ActivityGame:
    """A game that the person can open in the Activity."""

    match: int
    title: str
    turn: bool


@dataclass(frozen=True, slots=True)
class ActivityOpened:
    """The answer to an Activity's code: the token for the SDK, the bearer session, and the games to open.

    `match` is the game of the person's latest link, else their only game in the Activity's channel.
    """

    access_token: str
    bearer: str
    match: int | None
    games: tuple[ActivityGame, ...]
    language: str
    texts: dict[str, str]


# Requests of the client.


@dataclass(frozen=True, slots=True)
class OpenSession:
    """POST api/session: exchange the token of a link, which works once.

    With `frame` the answer holds a bearer token and sets no cookie.
    """

    token: _Text
    frame: bool = False
    theme: _Text = ""


@dataclass(frozen=True, slots=True)
class Explore:
    """POST .../explore: apply moves to the position after `ply` plies; nothing is played.

    With `preview` it shows a single own move in the present position, even if exploring is forbidden.
    """

    ply: _Count
    taken_back: _Count
    moves: Annotated[tuple[_Text, ...], Field(max_length=MAX_EXPLORED)]
    preview: bool = False
    theme: _Text = ""
    side: _Count | None = None
    known: _Text = ""


@dataclass(frozen=True, slots=True)
class PlayMove:
    """POST .../move: play a move in the position after `plies` plies, with a draw offer if `draw`."""

    request: _RequestId
    move: _Text
    plies: _Count
    taken_back: _Count
    draw: bool = False


@dataclass(frozen=True, slots=True)
class UndoPly:
    """POST .../undo: undo ply number `plies`. In practice: take back the person's last move."""

    request: _RequestId
    plies: _Count
    taken_back: _Count


@dataclass(frozen=True, slots=True)
class SimpleRequest:
    """POST .../resign, .../claim, .../rematch, .../again."""

    request: _RequestId


@dataclass(frozen=True, slots=True)
class MakeOffer:
    """POST .../offer: make an offer of a kind."""

    request: _RequestId
    kind: _Text


@dataclass(frozen=True, slots=True)
class AnswerOffer:
    """POST .../answer: answer the offer of `kind` by `seat`, or withdraw the person's own."""

    request: _RequestId
    kind: _Text
    seat: _Count
    answer: Literal["accept", "decline", "withdraw"]


@dataclass(frozen=True, slots=True)
class AddLine:
    """POST .../plan: plan a line for the position after `plies` plies, the opponent's move first."""

    request: _RequestId
    moves: Annotated[tuple[_Text, ...], Field(min_length=1, max_length=MAX_EXPLORED)]
    plies: _Count
    taken_back: _Count


@dataclass(frozen=True, slots=True)
class DeleteLines:
    """POST .../plan/delete: delete all planned lines."""

    request: _RequestId


@dataclass(frozen=True, slots=True)
class OpenActivity:
    """POST api/activity: exchange the code of the authorize command, for an instance of the Activity."""

    code: _Text
    instance: _Text


# The stream of a game: GET .../live, a WebSocket. Text frames, each one message.


@dataclass(frozen=True, slots=True)
class Hello:
    """The client's first message: the revision it has seen, and its bearer if it has no cookie."""

    revision: _Text
    bearer: _Text = ""


@dataclass(frozen=True, slots=True)
class MatchChanged:
    """The view has changed; the client requests it. Sent immediately if `Hello` named an old revision."""

    revision: str
    plies: int
    taken_back: int
    running: bool
    type: Literal["changed"] = "changed"


@dataclass(frozen=True, slots=True)
class Closed:
    """The session has ended, or the game is now hidden; the server then closes the stream."""

    error: Error
    type: Literal["closed"] = "closed"
