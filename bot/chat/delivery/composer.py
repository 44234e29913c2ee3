"""Make the message of a notice as it is true now, and say where it belongs."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import discord

from bot.chat.core import custom_ids
from bot.chat.core.app_context import AppContext
from bot.chat.core.messages import layouts
from bot.chat.core.messages.public_message import PublicMessage
from bot.chat.core.words import rating_text
from bot.chat.delivery.discord_sender import Post, nonce
from bot.chat.features.boards import board_message, series_message
from bot.chat.features.challenges import challenge_card, host_messages
from bot.chat.features.challenges.services import Cards
from bot.chat.features.following.followed_message import (
    closed_mark,
    closed_message,
    followed_mark,
    followed_message,
)
from bot.chat.features.offers import offer_messages, time_messages
from bot.chat.features.tables import seat_card
from bot.chat.features.tournaments import tournament_card
from bot.locale import Language
from bot.play.domain.challenges import Challenge, ChallengeStatus
from bot.play.domain.matches import Match, MatchPosition, PlayedPly
from bot.play.domain.outbox.events import (
    ChallengeDeclined,
    ChallengeExpired,
    ChallengeMade,
    DeadlineNear,
    DeadlinePassed,
    DiceRolled,
    LobbyReady,
    MatchStalled,
    MatchStarted,
    MoreTimeGiven,
    OfferMade,
    PliesTakenBack,
    PlyPlayed,
    SeatOffered,
    SeriesEnded,
    TermsChanged,
)
from bot.play.domain.outbox.instructions import TellFollower
from bot.play.domain.outbox.notices import Notice
from bot.play.domain.people.person import Place
from bot.play.domain.refusal import Refusal
from bot.play.domain.substitutions import SubstitutionStatus
from bot.play.matches.shown_boards import shows_board

LONG: Final = 100
"""With this ply a game is long: its server is offered to keep fewer pictures."""
MOST_TOLD: Final = 20
"""The most plies in one message to a follower, with those of a last event; more would not fit."""


@dataclass(frozen=True, slots=True)
class Composed:
    """A message and what it is about: a match, or a challenge that has none yet."""

    post: Post
    match: Match | None
    place: Place


class Composer:
    """Makes messages out of notices."""

    def __init__(self, app: AppContext) -> None:
        self._app = app
        does = app.services
        self._cards = Cards(
            app.games, does.people, does.settings, app.readers, does.practice, does.tournaments
        )

    async def compose(self, notice: Notice) -> Composed | None:
        """Return the message of a notice; None where there is nothing left to tell."""
        match notice.event:
            case SeriesEnded() as ended:
                return await self._series(notice, ended)
            case OfferMade() as made:
                return await self._offer(notice, made)
            case SeatOffered() as offered:
                return await self._seat(notice, offered)
            case ChallengeMade() as card:
                return await self._card(notice, card)
            case ChallengeDeclined() | ChallengeExpired() | LobbyReady() | TermsChanged() as word:
                return await self._to_challenger(notice, word.challenge)
            case _:
                return await self._of_plies(notice)

    async def again(self, message: discord.Message) -> PublicMessage | None:
        """Return what a board or a card of the bot's says by now; None for any other message."""
        notice_id, challenge_id = _marked(layouts.custom_ids(message), self._app.epochs.current)
        if notice_id is not None:
            notice = await self._app.outbox.notice(notice_id)
            composed = None if notice is None or not shows_board(notice.kind) else await self.compose(notice)
            return None if composed is None else composed.post.message
        if challenge_id is None:
            return None
        challenge = await self._app.services.challenges.get(challenge_id)
        return await self.card(challenge)

    async def card(self, challenge: Challenge) -> PublicMessage:
        """Return the card of a challenge as everyone reads it."""
        return await challenge_card.public_card(self._cards, challenge)

    async def reader(self, notice: Notice, about: Match | Challenge) -> tuple[AppContext, Language]:
        """Return the context and the language for whom a notice is: one person, or everyone."""
        app, t = await self._app.everyone(about)
        return (app, t) if notice.recipient is None else await self._app.reader(notice.recipient, t.code)

    async def _of_plies(self, notice: Notice) -> Composed | None:
        """Return what tells of a match by a certain ply, if that was not taken back meanwhile."""
        if notice.match is None:
            return None
        try:
            match notice.event:
                case DeadlineNear() | DeadlinePassed() | MatchStalled() | MoreTimeGiven():
                    return await self._word(
                        notice, await self._app.services.matches.shown(notice.match, notice.ply)
                    )
                case TellFollower() as told:
                    return await self._followed(notice, told)
                case _:
                    return await self._board(notice, notice.match)
        except Refusal as refusal:
            if refusal.reason != "unknown-ply":
                raise
            return None  # Taken back meanwhile: there is nothing left to tell.

    async def _offer(self, notice: Notice, told: OfferMade) -> Composed:
        match = await self._app.services.matches.get(told.match)
        app, t = await self.reader(notice, match)
        offer = offer_messages.offer_of(told)
        message = await offer_messages.offer_message(app.services.people, app.games, match, offer, t)
        # Who is told of it with a move has been called by the move.
        called = () if told.with_move else offer_messages.asked(match, offer)
        return _about(match, notice, message, called, offer_messages.offer_mark(match.id, offer), app, t)

    async def _seat(self, notice: Notice, told: SeatOffered) -> Composed | None:
        number = told.substitution
        offer = await self._app.services.substitutions.get(number)
        if offer.status is not SubstitutionStatus.OPEN:
            return None
        position = await self._app.services.matches.shown(told.match)
        app, t = await self.reader(notice, position.match)
        played = await app.services.tournaments.of_challenge(position.match.challenge)
        engines = played is None and await app.services.practice.is_offered_in(position.match.place)
        message = await seat_card.seat_card(app.services.people, position, offer, t, played, engines=engines)
        called = notice.calls if offer.wanted is None else (offer.wanted, *notice.calls)
        return _about(position.match, notice, message, called, seat_card.card_mark(number), app, t)

    async def _word(self, notice: Notice, position: MatchPosition) -> Composed | None:
        """Tell something about time, unless the game has gone on since."""
        match = position.match
        if time_messages.is_outdated(notice, match) or _has_left(notice, match):
            return None
        app, t = await self.reader(notice, match)
        message = await time_messages.message(app.services.people, notice, position, t)
        called = time_messages.called_by(notice, match)
        return _about(match, notice, message, called, time_messages.mark_of(notice, match), app, t)

    async def _series(self, notice: Notice, ended: SeriesEnded) -> Composed:
        record = await self._app.services.matches.series(ended.series)
        match = await self._app.services.matches.get(record.games[-1])
        app, t = await self.reader(notice, match)
        names = await self._app.services.people.names(set(match.people))
        ratings = await self._app.services.ratings.changes_by(match)
        uncounted = rating_text.uncounted(match, self._app.games[match.key], t)
        message = series_message.series_end(record, names, t, ratings, uncounted)
        return _about(match, notice, message, (), series_message.series_mark(record.id), app, t)

    async def _board(self, notice: Notice, match_id: int) -> Composed | None:
        plies = since(notice), notice.ply or 0
        view = await self._app.services.matches.board_view(match_id, *plies, notice.recipient)
        position, match = view.position, view.position.match
        if _has_left(notice, match):
            return None
        app = self._app.painted(view.theme, mirrored=view.mirrored)
        t = self._app.texts.language(view.locale)
        seat = None if notice.recipient is None else match.seat_of(notice.recipient)
        message = board_message.board_message(app.pictures, notice, view, t, seat)
        if await self._is_long(notice, match):
            command = f"{t('command.server')} {t('command.server.pictures')}"
            message = replace(message, body=f"{message.body}\n{t('game.long-thread', command=command)}")
        mover = (match.mover,) if match.mover is not None and await self._calls(notice, position) else ()
        called = tuple(dict.fromkeys((*mover, *notice.calls)))
        return _about(match, notice, message, called, board_message.board_mark(match.id, notice), app, t)

    async def _followed(self, notice: Notice, told: TellFollower) -> Composed | None:
        """Compose a follower's message about the plies since the last one; None where they play by now.

        A few plies are left to the next notice if one is on its way.
        """
        following, reader = self._app.services.following, notice.recipient
        last = None if reader is None else await following.told_plies(reader, told.match)
        since = told.since if last is None else min(told.since, last)
        view = await self._app.services.matches.board_view(told.match, since, told.plies, reader)
        match = view.position.match
        waits = last is not None and told.plies - since < MOST_TOLD and match.plies > told.plies
        if reader in match.people or (waits and not told.over):
            return None
        app, t = self._app.painted(view.theme), self._app.texts.language(view.locale)
        message = followed_message(app.pictures, notice, told, view, t)
        return _about(match, notice, message, (), followed_mark(notice, told), app, t)

    async def no_longer_followed(self, notice: Notice, match: Match, reader: int) -> Composed:
        """Compose the message that a follower can no longer see a match; it hides how the match stands."""
        app, t = await self._app.reader(reader, match.place.locale)
        return _about(match, notice, closed_message(notice, match, t), (), closed_mark(notice, match), app, t)

    async def _is_long(self, notice: Notice, match: Match) -> bool:
        """Return whether with a board a thread has become long in which all keep their pictures."""
        server = match.place.server
        if notice.recipient is not None or match.thread is None or server is None:
            return False
        if not since(notice) < LONG <= (notice.ply or 0):
            return False
        return not (await self._app.services.servers.server(server)).few_pictures

    async def _calls(self, notice: Notice, position: MatchPosition) -> bool:
        """Return whether it is this notice that calls the one whose turn it is now."""
        match, told = position.match, notice.ply or 0
        # Asked of the match, not of the position alone: one that was resigned calls nobody any more.
        if not pings(notice) or not notice.tell.in_public:
            return False
        if notice.lost is not None:
            # They may have been called then, and the message of the restore calls them anyway.
            return False
        if position.stop is not None or match.turn != position.state.turn:
            return False
        if match.plies == told:
            return True
        # Those who have left since then call nobody: without this notice nobody would call the mover.
        plies: Sequence[PlayedPly] = await self._app.services.matches.plies(match.id, told, match.plies)
        return all(ply.move is None for ply in plies)

    async def _card(self, notice: Notice, made: ChallengeMade) -> Composed:
        challenge = await self._app.services.challenges.get(made.challenge)
        app, t = await self.reader(notice, challenge)
        played = None
        if challenge.status is ChallengeStatus.ACCEPTED and challenge.accepted_by is None:
            # Nobody was asked: a tournament has begun it.
            played = await app.services.tournaments.of_challenge(challenge.id)
        if played is not None:
            tournament = await app.services.tournaments.get(played.tournament)
            said = tournament_card.game_card(tournament, played, t)
            return _about(challenge, notice, said, (), tournament_card.game_mark(played), app, t)
        message = await challenge_card.card(self._cards, app.pictures, challenge, t)
        if notice.uncertain and challenge.commitment is not None:
            message = replace(message, closing=t("dice.again-card"))
        guests = challenge.invited if challenge.opponent is None else (challenge.opponent,)
        mark = challenge_card.card_mark(challenge)
        if made.role is None or notice.recipient is not None:
            return _about(challenge, notice, message, guests, mark, app, t)
        calls = t("challenge.calls-role", role=f"<@&{made.role}>")
        message = replace(message, closing="\n".join(part for part in (message.closing, calls) if part))
        composed = _about(challenge, notice, message, guests, mark, app, t)
        return replace(composed, post=replace(composed.post, roles=(made.role,)))

    async def _to_challenger(self, notice: Notice, number: int) -> Composed | None:
        """Tell a challenger something about their challenge, unless it is outdated."""
        challenge = await self._app.services.challenges.get(number)
        app, t = await self.reader(notice, challenge)
        message = await host_messages.message(self._cards, notice, challenge, t)
        if message is None:
            return None
        return _about(challenge, notice, message, notice.calls, host_messages.mark_of(notice), app, t)


def _has_left(notice: Notice, match: Match) -> bool:
    """Return whether a notice is for someone whose seat somebody else has by now."""
    return notice.recipient is not None and match.seat_of(notice.recipient) is None


def _about(
    subject: Match | Challenge,
    notice: Notice,
    message: PublicMessage,
    called: tuple[int, ...],
    mark: str,
    app: AppContext,
    t: Language,
) -> Composed:
    match = subject if isinstance(subject, Match) else None
    text_id = "place.closed-challenge" if match is None else "place.closed"
    said = _rerouted(notice, message, subject.place, text_id, t)
    known = nonce(notice, subject.created, app.epochs.current)
    return Composed(Post(said, called, mark, known, app, place=subject.place), match, subject.place)


def _rerouted(
    notice: Notice, message: PublicMessage, place: Place, text_id: str, t: Language
) -> PublicMessage:
    """Have a message say why it comes to one person, where it could not be told where it belongs."""
    if not notice.rerouted:
        return message
    closing = "\n".join(part for part in (message.closing, t(text_id, where=f"<#{place.channel}>")) if part)
    return replace(message, closing=closing)


def _marked(on_message: frozenset[str], epoch: int) -> tuple[int | None, int | None]:
    """Return the notice of a board, or the challenge of a card, that a message's buttons name.

    Those of another epoch may name something else by now.
    """
    notice = challenge = None
    for custom_id in on_message:
        try:
            press = custom_ids.read(custom_id)
            if press.epoch != epoch:
                continue
            if press.verb == "more" and press.rest.count(":") == 1:
                notice = press.numbers(2)[1]
            elif press.verb in {"accept", "engine-level", "leave"}:
                (challenge,) = press.numbers(1)
        except custom_ids.MalformedId:
            continue
    return notice, challenge


def pings(notice: Notice) -> bool:
    """Return whether a notice calls the one to act."""
    event = notice.event
    return event.pings if isinstance(event, PlyPlayed | DiceRolled | PliesTakenBack) else True


def since(notice: Notice) -> int:
    """Return after how many plies the notice's tale begins."""
    match notice.event:
        case MatchStarted():
            return 0
        case PlyPlayed(since=number) | DiceRolled(since=number):
            return number
        case _:
            return notice.ply or 0
