"""The actions that a person can take in a match now."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.features.engines.service.practice import Practice
from bot.features.matches.service.offers.offer_service import OfferService
from bot.features.web import protocol
from bot.features.web.pages.reader import Reader
from bot.model.match.match import Match, MatchPosition, PlayedPly
from bot.model.match.offers.offer_rules import FREE, OfferKind
from bot.model.match.permissions import is_plannable
from bot.model.ports import Clock
from rules.contract import Game
from rules.contract.capabilities import draws_by_agreement, series_of


@dataclass(frozen=True, slots=True)
class Possibilities:
    games: Mapping[str, Game]
    offers: OfferService
    practice: Practice
    clock: Clock

    async def of(
        self,
        match: Match,
        seat: int | None,
        reader: Reader,
        position: MatchPosition,
        plies: Sequence[PlayedPly],
    ) -> protocol.May:
        """Return the actions open to the person on a seat; `plies` are the last plies of the match."""
        explore = match.is_explorable and position.stop is None
        if seat is None or seat in match.retired:
            return protocol.May(explore=explore, dice=_verifiable(match))
        if not match.running:
            can_practise_again = match.is_practice and self.practice.is_offered
            rematch = not match.is_practice and self._can_be_played_again(match)
            return protocol.May(
                rematch=rematch, again=can_practise_again, explore=explore, dice=_verifiable(match)
            )
        possible = await self.offers.possible(reader.person.id, match.id)
        kinds = [kind for kind in possible if not (match.is_practice and kind is OfferKind.TAKE_BACK)]
        draw_is_offered = any(offer.what is OfferKind.DRAW and offer.by == seat for offer in match.offers)
        own_turn = match.turn == seat and position.stop is None
        game = self.games[match.key]
        return protocol.May(
            move=own_turn,
            undo=self._undo(match, seat, plies),
            resign=True,
            offers=tuple(
                protocol.OfferKindName(kind.value, reader.t(f"button.offer.{kind}")) for kind in kinds
            ),
            draw_with_move=own_turn and draws_by_agreement(game) and not draw_is_offered,
            claim=match.claimable and match.turn != seat,
            take_back=match.is_practice and match.plies > match.taken_over,
            plan=is_plannable(match, seat),
            explore=explore,
        )

    def _undo(self, match: Match, seat: int, plies: Sequence[PlayedPly]) -> int | None:
        """Return the number of the last ply if the person may undo it without consent."""
        last = plies[-1] if plies else None
        if match.is_practice or match.undo is None or match.undo.ply != match.plies:
            return None
        own = last is None or (last.seat == seat and last.automatic is None)
        return match.plies if own and self.clock() - match.updated <= FREE else None

    def _can_be_played_again(self, match: Match) -> bool:
        """Return whether a rematch is possible: only after the last game of a series."""
        if match.series_number is None:
            return True
        series = series_of(self.games[match.key])
        return series is not None and match.series_number >= series.games


def _verifiable(match: Match) -> bool:
    return match.outcome is not None and match.commitment is not None
