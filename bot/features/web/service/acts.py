"""People's actions in a match on the web page, with the services that the chat also uses."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from bot.chat.core.words import phrases
from bot.chat.core.words.game_names import game_name
from bot.chat.parts.matches.offer_confirmation import offer_confirmation
from bot.features.challenges.service.rematches import Rematches
from bot.features.engines.service.practice import Practice
from bot.features.matches.service.deadlines import Deadlines
from bot.features.matches.service.leaving.resignation import Resignations
from bot.features.matches.service.match_queries import MatchQueries
from bot.features.matches.service.offers.offer_service import OfferService
from bot.features.matches.service.plans.conditional_moves import ConditionalMovesService
from bot.features.matches.service.turns import Turns
from bot.features.matches.service.undo import Undo
from bot.features.web import protocol
from bot.features.web.pages.reader import Reader
from bot.features.web.pages.words import plain_lines
from bot.features.web.service.grants import BoardSession
from bot.model.challenges.challenge import Challenge, ChallengeStatus
from bot.model.match.match import Match
from bot.model.match.offers.match_offers import OpenOffer
from bot.model.match.offers.offer_rules import OfferKind
from bot.model.people.person import Place, Request
from bot.model.refusal import Refusal
from rules.contract import Game

REPLY_TIMEOUT: Final = 1.0
"""Seconds that a response waits for an engine's move; the stream announces later moves."""


@dataclass(frozen=True, slots=True)
class ActResult:
    """The outcome of an action as lines of text, and the number of a new match."""

    replies: tuple[str, ...] = ()
    repeated: bool = False
    opened: int | None = None


@dataclass(frozen=True, slots=True)
class Acts:
    """Executes people's requests. A repeated request is answered without any change."""

    games: Mapping[str, Game]
    matches: MatchQueries
    turns: Turns
    undo: Undo
    resignations: Resignations
    offers: OfferService
    deadlines: Deadlines
    lines: ConditionalMovesService
    rematches: Rematches
    practice: Practice

    async def move(self, session: BoardSession, reader: Reader, body: protocol.PlayMove) -> ActResult:
        """Play a move, on request with a draw offer. Raises Refusal and RulesError."""
        request, match_id = request_of(session, body), session.match.id
        turn = await self.turns.take_turn(
            request, match_id, body.move, body.plies, offer_draw=body.draw, taken_back=body.taken_back
        )
        t, match = reader.t, turn.match
        lines = [phrases.move_sentence(turn, t)]
        if body.draw and not turn.repeated:
            lines.append(t("offer.sent.draw", number=match_id))
        lines += phrases.automatic_plies(turn, self.games[match.key], t)
        if match.is_practice:
            replies = await self.practice.play_replies(match_id, REPLY_TIMEOUT)
            lines += phrases.ply_sentences(match, self.games[match.key], replies, t)
        return ActResult(plain_lines("\n".join(lines), turn.names, t), turn.repeated)

    async def take_back(self, session: BoardSession, reader: Reader, body: protocol.UndoPly) -> ActResult:
        """Undo the last ply; in practice, the person's last ply and the plies after it. Raises Refusal."""
        request, match_id = request_of(session, body), session.match.id
        if session.match.is_practice:
            await self.practice.take_back(request, match_id, body.plies, body.taken_back)
        else:
            await self.undo.undo(request, match_id, body.plies, body.taken_back)
        return _outcome(reader.t("undo.done", number=match_id), reader)

    async def resign(self, session: BoardSession, _reader: Reader, body: protocol.SimpleRequest) -> ActResult:
        """Resign the match. Raises Refusal."""
        await self.resignations.resign(request_of(session, body), session.match.id)
        return ActResult()

    async def claim(self, session: BoardSession, reader: Reader, body: protocol.SimpleRequest) -> ActResult:
        """Claim the win over the player whose time is up. Raises Refusal."""
        await self.deadlines.claim(request_of(session, body), session.match.id)
        return _outcome(reader.t("claim.done", number=session.match.id), reader)

    async def offer(self, session: BoardSession, reader: Reader, body: protocol.MakeOffer) -> ActResult:
        """Make an offer. Raises Refusal."""
        kind, match_id = _kind(body.kind), session.match.id
        outcome = await self.offers.offer(request_of(session, body), match_id, kind)
        if outcome.match.is_practice:
            await self.practice.play_replies(match_id, REPLY_TIMEOUT)
        if outcome.done:
            return _outcome(reader.t(f"offer.done.{kind}", number=match_id), reader)
        text = offer_confirmation(outcome.match, kind, session.person.id, reader.t)
        names = (await self.matches.display_position(match_id)).names
        return ActResult(plain_lines(text, names, reader.t))

    async def answer(self, session: BoardSession, reader: Reader, body: protocol.AnswerOffer) -> ActResult:
        """Answer an offer, or withdraw the person's own. Raises Refusal "no-offer" for a lapsed one."""
        kind, request = _kind(body.kind), request_of(session, body)
        if body.answer == "withdraw":
            await self.offers.withdraw(request, session.match.id, kind)
            return _outcome(reader.t("offer.withdrawn-private"), reader)
        open_offer = _find(await self.matches.get(session.match.id), kind)
        if open_offer is not None and open_offer.by != body.seat:
            # Another player has made an offer of the same kind in the meantime.
            raise Refusal("no-offer")
        accepts = body.answer == "accept"
        after = await self.offers.answer(request, session.match.id, kind, accepts)
        agreed = "agreed" if _find(after, kind) is not None else "accepted"
        text_id = f"offer.{agreed if accepts else 'declined'}-private"
        return _outcome(reader.t(text_id), reader)

    async def rematch(self, session: BoardSession, reader: Reader, body: protocol.SimpleRequest) -> ActResult:
        """Ask for a rematch, or accept one. Raises Refusal and RulesError."""
        challenge = await self.rematches.rematch(request_of(session, body), session.match.id)
        began = challenge.match if challenge.status is ChallengeStatus.ACCEPTED else None
        names = (await self.matches.display_position(session.match.id)).names
        return ActResult(plain_lines(_rematch_text(challenge, reader), names, reader.t), opened=began)

    async def again(self, session: BoardSession, _reader: Reader, body: protocol.SimpleRequest) -> ActResult:
        """Start the next practice match, with swapped sides. Raises Refusal."""
        place = Place(None, session.match.place.channel, session.match.place.locale)
        match = await self.practice.once_more(request_of(session, body), session.match.id, place)
        await self.practice.play_replies(match.id, REPLY_TIMEOUT)
        return ActResult(opened=match.id)

    async def plan(self, session: BoardSession, reader: Reader, body: protocol.AddLine) -> ActResult:
        """Plan a line for the present position. Raises Refusal."""
        if body.taken_back != (await self.matches.get(session.match.id)).taken_back:
            raise Refusal("position-changed")
        await self.lines.add(request_of(session, body), session.match.id, body.moves, body.plies)
        return _outcome(reader.t("web.planned"), reader)

    async def delete_plan(
        self, session: BoardSession, reader: Reader, body: protocol.DeleteLines
    ) -> ActResult:
        """Delete all planned lines. Raises Refusal."""
        await self.lines.delete(request_of(session, body), session.match.id)
        return _outcome(reader.t("web.plan-deleted"), reader)


def request_of(session: BoardSession, body: object) -> Request:
    """Return the request of a message; its id depends on the person, the match and the message's content."""
    words = f"{session.person.id} {session.match.id} {body}"
    return Request(f"web-{hashlib.sha256(words.encode()).hexdigest()[:40]}", session.person)


def _outcome(text_id: str, reader: Reader) -> ActResult:
    return ActResult(plain_lines(text_id, {}, reader.t))


def _kind(text: str) -> OfferKind:
    if text not in set(OfferKind):
        raise Refusal("no-offer")
    return OfferKind(text)


def _find(match: Match, kind: OfferKind) -> OpenOffer | None:
    return next((offer for offer in match.offers if offer.what is kind), None)


def _rematch_text(challenge: Challenge, reader: Reader) -> str:
    t, game = reader.t, game_name(challenge.terms, reader.t)
    if challenge.status is ChallengeStatus.ACCEPTED:
        return t("rematch.begins", game=game, number=challenge.match)
    if challenge.challenger != reader.person.id:
        return t("rematch.joined", host=phrases.mention(challenge.challenger), game=game)
    return t("rematch.asked", game=game, where=f"<#{challenge.place.channel}>")
