"""Notices: what is to be told, of what, to whom."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from bot.play.domain.preferences import Tell


class NoticeKind(StrEnum):
    """What a notice tells.

    `challenge`: post the card. `challenge-changed`: draw the card again, if it can be done at once.
    `challenge-closed`: the card's buttons must go. `start`: a match begins. `ply`: a ply was played (it may
    end the match). `end`: a match ended without a ply. `series-end`: the last match of a series has ended.

    `reminder`: it still is someone's turn. `time-up`: soft time is up, the others may claim the win.
    `stalled`: nobody has reacted to the reminders, once per turn. `more-time`: someone was given days.
    `overview`: draw the overview of a channel again, or post it where there is no message yet.

    `offer`: a player offers something. `offer-answered`: an offer's buttons must go, or one of several has
    agreed. `taken-back`: plies were undone, the board shows an earlier position again.

    `challenge-declined`, `challenge-expired`: tell the challenger. `lobby-ready`: tell the one who asked
    people to a table that nobody more can come. `board-changed`: the newest board, public or direct, must say
    the new deadline.
    `board-over`: someone's direct board is not their turn any more.

    `buttons-off`: a message that was replaced must lose its buttons. `message-over`: a message that is true
    no more must go.
    """

    CHALLENGE = "challenge"
    CHALLENGE_CHANGED = "challenge-changed"
    CHALLENGE_CLOSED = "challenge-closed"
    START = "start"
    PLY = "ply"
    END = "end"
    SERIES_END = "series-end"
    REMINDER = "reminder"
    TIME_UP = "time-up"
    STALLED = "stalled"
    MORE_TIME = "more-time"
    OVERVIEW = "overview"
    OFFER = "offer"
    OFFER_ANSWERED = "offer-answered"
    TAKEN_BACK = "taken-back"
    CHALLENGE_DECLINED = "challenge-declined"
    CHALLENGE_EXPIRED = "challenge-expired"
    LOBBY_READY = "lobby-ready"
    BOARD_CHANGED = "board-changed"
    BOARD_OVER = "board-over"
    BUTTONS_OFF = "buttons-off"
    MESSAGE_OVER = "message-over"


@dataclass(frozen=True, slots=True)
class Notice:
    """Something to tell: in public, or in a direct message when there is a `recipient`.

    `ply` is the number of plies of the match at that moment. `attempts` counts failed deliveries;
    `uncertain` warns that an earlier attempt may have arrived. `rerouted` says that it goes to one person
    because it could not be told where it belongs.

    `data` holds, for starts and plies: "since" (the number of plies before; those after it, up to `ply`, are
    told together), "mover" (seat, None at a start), "move" (text) and "ping" (False when the turn stays with
    the same seat); for starts in a series also "series" and "number"; for ends "resigned" (seat), or
    "ended_by" ("agreement" or "abort") and "by" (the seat that had offered it); for ends of series "series";
    for changes of a card by one who declines "declined" (person) and "reason". A ply played without its
    player, directly after another, has "conditional" or "forced": True.

    Starts, plies and take-backs that call someone say in `tell` where he wants to be told. Public ones ping
    only by THREAD and BOTH; a notice to himself of the same kind follows by DIRECT and BOTH. NONE also stands
    where his quiet hours hold the ping back: it then comes as a reminder whose "nth" is 0.

    What ends a match, or puts someone out of one that goes on because his time is up, and words to one person
    about his challenge, ping those in `calls`; a notice of the same kind to each who wants that in person
    follows, after his quiet hours. Whoever ended the match himself is told neither way, nor is who has the
    first turn of the next one in a series: that one calls him. "challenge-declined" has "by" (person) and
    "reason".

    More data: reminders "person", "nth" (from 1), "hours_left" (whole hours to the deadline, None without
    one); they are public or to him by what he wants, both by BOTH, and outdated when `ply` is not the
    match's any more. "time-up" and "stalled" have "seat", the one to act; "more-time" has "seat" (given to),
    "by" (seat) and "days". Ends by the clock have "timed_out" (seat), claimed ones "claimed_by" (seat) too;
    ends without a first ply "aborted" (True); those by an admin "adjudicated_by" (person) and "note". A ply
    by which a seat leaves a match of several because its time is up has "timed_out" (True). Overviews have
    "channel" and neither challenge nor game.

    For offers: "what" (an OfferKind), "by" (seat) and "with_move" (True when it came with the ply told just
    before). For answers: "what", "by" (the seat that offered), "how" ("accepted", "agreed" by one of several,
    "declined", "withdrawn", "lapsed"), "who" (the seat that did, None where it lapsed), and "channel" and
    "message" where the offer was told, if it is known; where it is not, a `buttons-off` follows the offer.
    What was accepted is told by an `end` or `taken-back` after it; only "declined" and "agreed" are tried
    for long. `buttons-off` and `message-over` have "channel" and "message".

    For take-backs: `ply` is the number it goes back to, "since" the number before; "by" (seat that asked),
    "undone" (players' plies, as pairs of seat and text), "free" (nobody was asked), "mover" (None: nobody
    moved) and "ping" (False when it was free: he knows). It is a board like a ply. A ply undone
    before it was told is not told; one that is being told when it is undone may find no such ply any more
    (Refusal "unknown-ply"): it is then to be counted as delivered, without a message.
    """

    id: int
    kind: NoticeKind
    challenge: int | None
    game: int | None
    ply: int | None
    recipient: int | None
    attempts: int
    uncertain: bool
    data: Mapping[str, object] = field(default_factory=dict)
    tell: Tell = Tell.THREAD
    calls: tuple[int, ...] = ()
    rerouted: bool = False
