"""The weekly letter: endings, leaders, the finest ply with its board, a puzzle; and its delivery."""

import logging
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import discord
from discord import ButtonStyle
from discord.utils import format_dt

from bot.chat.core.contributions.letter_parts import LetterParagraph, LetterSection, LetterView
from bot.chat.core.contributions.slot import Slot
from bot.chat.core.lookup.readers import Readers
from bot.chat.core.lookup.visibility import place_visibility_at
from bot.chat.core.messages import layouts
from bot.chat.core.messages.public_message import PublicMessage, Scene, headline
from bot.chat.core.pictures import Pictures
from bot.chat.core.words import phrases, scoreboards
from bot.chat.core.words.game_names import game_name
from bot.chat.delivery.discord_sender import DiscordSender, PlaceClosed, Post
from bot.chat.delivery.places import Places
from bot.chat.delivery.senders import Sender
from bot.chat.parts.new_game import new_game_mark
from bot.features.letters.domain import LetterDue, MostWins
from bot.features.letters.service import LetterContents, Week
from bot.features.servers.service.limitations import Limitations
from bot.features.servers.service.server_admin import ServerAdmin
from bot.features.servers.service.subscriptions import Subscriptions
from bot.kernel.outbox.notices import Notice
from bot.locale import Language
from bot.model.match.match import Match, MatchPosition
from bot.model.people.person import MessageRef, Place
from render import View

log = logging.getLogger(__name__)

_MAX_GAMES: Final = 6
_MAX_NAMES: Final = 3


@dataclass(frozen=True, slots=True)
class LetterParts:
    """The paragraphs of all features, by section, and their buttons."""

    lines: Mapping[LetterSection, Sequence[str]] = field(default_factory=dict)
    buttons: Sequence[layouts.Button] = ()

    @classmethod
    async def gather(cls, paragraphs: Iterable[LetterParagraph], view: LetterView) -> "LetterParts":
        """Return the paragraphs about a week."""
        lines: dict[LetterSection, list[str]] = {}
        buttons: list[layouts.Button] = []
        for paragraph in paragraphs:
            part = await paragraph.make(view)
            lines.setdefault(paragraph.section, []).extend(part.lines)
            buttons += part.buttons
        return cls(lines, buttons)

    def of(self, section: LetterSection) -> Sequence[str]:
        """Return the lines of a section."""
        return self.lines.get(section, ())


def has_news(week: Week, parts: LetterParts) -> bool:
    """Return whether a letter would have any news."""
    return bool(week.ended or week.moved or parts.of(LetterSection.ENDED))


def letter_message(
    week: Week, parts: LetterParts, notice: int, pictures: Pictures, t: Language
) -> PublicMessage:
    """Return the letter of a week; it names people without pinging them."""
    upper = (_ended_lines(week, parts, t), _ahead(week, parts, t), _waiting(week, t))
    # The ply comes last, next to its board; ply and puzzle are never cut.
    lower = (parts.of(LetterSection.CLOSING), _finest(week, t))
    new_game = layouts.button(t("button.new-game"), new_game_mark(notice), ButtonStyle.success)
    return PublicMessage(
        headline([t("letter.headline"), t("letter.count", n=len(week.ended)) if week.ended else ""]),
        "\n".join(line for part in upper for line in part),
        "\n".join(line for part in lower for line in part),
        rows=((*parts.buttons, new_game),),
        scene=None if week.board is None else _scene(week, week.board, pictures, t),
    )


def _ended_lines(week: Week, parts: LetterParts, t: Language) -> Iterator[str]:
    contributed = parts.of(LetterSection.ENDED)
    if not week.ended and not contributed:
        yield t("letter.nothing-ended")
        return
    yield t("letter.ended")
    yield from contributed
    for match in week.ended[:_MAX_GAMES]:
        yield _result(match, t)
    more = len(week.ended) - _MAX_GAMES
    if more > 0:
        yield t("letter.more-ended", n=more)


def _result(match: Match, t: Language) -> str:
    outcome = match.outcome
    seats = () if outcome is None else outcome.winners
    winners = _names(match, seats, t)
    others = _names(match, [seat for seat in range(len(match.players)) if seat not in seats], t)
    fields = {"game": _link(match, t)}
    if not seats:
        return t("letter.drawn", players=others, **fields)
    if not others:
        return t("letter.won-together", winners=winners, **fields)
    return t("letter.won", n=len(seats), winners=winners, others=others, **fields)


def _link(match: Match, t: Language) -> str:
    """Return a link to a game, labelled with its name and number."""
    url = f"https://discord.com/channels/{match.place.server}/{match.home}"
    return f"[{game_name(match, t)} #{match.id}]({url})"


def _names(match: Match, seats: Sequence[int], t: Language) -> str:
    return t("list.and").join(phrases.seat_name(match, seat, t) for seat in seats)


def _ahead(week: Week, parts: LetterParts, t: Language) -> Iterator[str]:
    lines = [*_wins(week.wins, t), *parts.of(LetterSection.AHEAD)]
    if lines:
        yield t("letter.ahead")
        yield from lines


def _wins(wins: MostWins | None, t: Language) -> Iterator[str]:
    """Yield the people with the most wins, unless that is a single win or too many people share it."""
    if wins is not None and wins.wins > 1 and len(wins.people) <= _MAX_NAMES:
        people = t("list.and").join(map(phrases.mention, wins.people))
        yield t("letter.wins", n=wins.wins, people=people)


def _finest(week: Week, t: Language) -> Iterator[str]:
    """Yield the caption of the pictured board: the finest ply, else the end of the longest game."""
    if week.board is None:
        return
    match, game = week.board.match, week.board.state.game
    fields = {"game": _link(match, t)}
    if week.finest is None:
        yield t("letter.longest", n=match.plies, **fields)
        return
    ply = week.finest.ply
    if ply.seat is not None and ply.move is not None:
        yield t("letter.finest")
        text = phrases.ply(match, game, ply.seat, ply.move, ply.state.events, t)
        yield t("letter.finest-ply", told=text, **fields)


def _waiting(week: Week, t: Language) -> Iterator[str]:
    match = week.waiting
    if match is not None and match.turn is not None:
        yield t(
            "letter.waiting",
            player=phrases.seat_name(match, match.turn, t),
            game=_link(match, t),
            since=format_dt(match.turn_began, "D"),
        )


def _scene(week: Week, board: MatchPosition, pictures: Pictures, t: Language) -> Scene:
    match = board.match
    ply = match.plies if week.finest is None else week.finest.ply.number
    outcome = match.outcome if ply == match.plies else None
    view = View(over=outcome is not None, scoreboard=scoreboards.scoreboard(board, ply, t, outcome))
    return Scene(board.state, pictures.view_for(view), t)


@dataclass(frozen=True, slots=True)
class LetterComposer:
    """Composes letters; read-only."""

    contents: LetterContents
    paragraphs: Slot[LetterParagraph]

    async def letter(
        self, due: LetterDue, sees: Callable[[Place], bool], notice: int, pictures: Pictures, t: Language
    ) -> PublicMessage | None:
        """Return a letter about the places that `sees` allows, None without news."""
        week = await self.contents.week(due.server, due.since, due.until, sees)
        view = LetterView(
            server=due.server,
            since=due.since,
            until=due.until,
            sees=sees,
            ended=week.ended,
            number=due.number,
            item=due.puzzle,
            item_before=due.puzzle_before,
            t=t,
        )
        parts = await LetterParts.gather(self.paragraphs, view)
        return letter_message(week, parts, notice, pictures, t) if has_news(week, parts) else None


@dataclass(frozen=True, slots=True)
class LetterSender:
    sender: DiscordSender
    places: Places
    readers: Readers
    letters: Subscriptions
    composer: LetterComposer
    limitations: Limitations
    servers: ServerAdmin

    def senders(self) -> Sequence[Sender[Any]]:
        return (Sender(LetterDue, self._post),)

    async def _post(self, due: LetterDue, notice: Notice) -> MessageRef | None:
        """Post a letter; if its channel was deleted, end the server's subscription.

        It contains only events that all readers of its channel may see.
        """
        locale = await self.limitations.locale(due.server)
        sees = place_visibility_at(
            Place(due.server, due.channel, locale), await self.places.channels_of(due.server)
        )
        rules = await self.servers.server(due.server)
        pictures = self.readers.pictures.with_theme(rules.theme or self.readers.pictures.theme)
        t = self.readers.texts.language(locale)
        message = await self.composer.letter(due, sees, notice.id, pictures, t)
        if message is None:
            return None
        created = discord.utils.snowflake_time(due.server)
        try:
            post = Post(message, (), new_game_mark(notice.id), created, pictures)
            return await self.sender.post(due.channel, notice, post)
        except PlaceClosed as refused:
            log.info("server %d gets no letter in channel %d: %s", due.server, due.channel, refused)
            if refused.gone:
                await self.letters.on_deleted_channel(due.server, due.channel)
            return None
