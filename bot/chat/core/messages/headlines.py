"""The first lines of messages about matches, series and challenges: the event, in plain text."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from bot.chat.core.messages.public_message import fitting_headline, headline
from bot.chat.core.words.game_names import game_name
from bot.chat.core.words.phrases import move_name, plain
from bot.kernel.outbox.notices import Notice
from bot.locale import Language
from bot.model.challenges.challenge import Challenge
from bot.model.event import DomainEvent
from bot.model.events.events import (
    MatchEnded,
    MatchRestored,
    MatchStarted,
    PliesTakenBack,
    ResultCorrected,
    SeatChanged,
)
from bot.model.match.match import EndedBy, Match, MatchPosition, PlayedPly, SeriesRecord, only_winners_remain
from bot.model.match.offers.match_offers import OpenOffer
from bot.model.match.substitutions import Substitution
from bot.model.people.players import HumanPlayer, Player
from rules.contract import Outcome

Names = Mapping[int, str]
_NameOf = Callable[[Player], str]
_CAUSES: Final[Mapping[EndedBy | None, str]] = {
    EndedBy.AGREEMENT: "headline.agreed",
    EndedBy.ABORT: "headline.aborted",
    EndedBy.ADJUDICATION: "headline.adjudicated",
}
_OF_NO_MOVE: Final[Mapping[type[DomainEvent], str]] = {
    MatchStarted: "headline.begins",
    PliesTakenBack: "headline.taken-back",
}


def board(
    notice: Notice,
    position: MatchPosition,
    plies: Sequence[PlayedPly],
    outcome: Outcome | None,
    t: Language,
) -> str:
    """Return a board's headline: the game, the latest event, and the result of a finished game.

    The turn is stated below, with the player's ping.
    """
    match = position.match

    def parts(name_of: _NameOf) -> tuple[str, ...]:
        result = "" if outcome is None else _result(match, outcome, name_of, t)
        return _title(match, t), _last_event(notice, position, plies, name_of, t), result

    return _fitting(parts, match.players, position.names, t)


def result(match: Match, outcome: Outcome, names: Names, t: Language) -> str:
    """Return the headline of a match's result."""

    def parts(name_of: _NameOf) -> tuple[str, ...]:
        return _title(match, t), _result(match, outcome, name_of, t)

    return _fitting(parts, match.players, names, t)


def offer(match: Match, open_offer: OpenOffer, names: Names, t: Language) -> str:
    """Return the headline of an offer."""

    def parts(name_of: _NameOf) -> tuple[str, ...]:
        return _title(match, t), t(
            f"headline.offer.{open_offer.what}", player=name_of(match.players[open_offer.by])
        )

    return _fitting(parts, match.players, names, t)


def seat(match: Match, substitution: Substitution, names: Names, t: Language) -> str:
    """Return the headline of an offered seat."""

    def parts(name_of: _NameOf) -> tuple[str, ...]:
        return _title(match, t), t("headline.seat-offered", player=name_of(HumanPlayer(substitution.leaver)))

    return _fitting(parts, (HumanPlayer(substitution.leaver),), names, t)


def reminder(kind: str, match: Match, seat: int, names: Names, t: Language) -> str:
    """Return the headline of a message about a player's time."""

    def parts(name_of: _NameOf) -> tuple[str, ...]:
        return _title(match, t), t(f"headline.{kind}", player=name_of(match.players[seat]))

    return _fitting(parts, match.players, names, t)


def challenge(challenge: Challenge, names: Names, t: Language) -> str:
    """Return the headline of a challenge's or a table's card."""

    def parts(name_of: _NameOf) -> tuple[str, ...]:
        by = name_of(HumanPlayer(challenge.challenger))
        if challenge.lobby:
            headline = t("headline.table", player=by)
        elif challenge.opponent is None:
            headline = t("headline.challenge-open", player=by)
        elif challenge.terms.against_engine:
            headline = t("headline.challenge-engine", player=by)
        else:
            headline = t("headline.challenge", player=by, opponent=name_of(HumanPlayer(challenge.opponent)))
        return game_name(challenge.terms, t), headline

    people = [challenge.challenger, *([] if challenge.opponent is None else [challenge.opponent])]
    return _fitting(parts, map(HumanPlayer, people), names, t)


def to_challenger(kind: str, challenge: Challenge, names: Names, by: int | None, t: Language) -> str:
    """Return the headline of a message about a person's challenge, after an action of `by`."""

    def parts(name_of: _NameOf) -> tuple[str, ...]:
        return game_name(challenge.terms, t), t(
            f"headline.{kind}", player="" if by is None else name_of(HumanPlayer(by))
        )

    return _fitting(parts, [] if by is None else [HumanPlayer(by)], names, t)


def series(record: SeriesRecord, game: str, names: Names, t: Language) -> str:
    """Return the headline for the end of a series; `game` is the name of its game or board."""

    def parts(name_of: _NameOf) -> tuple[str, ...]:
        winner_text = (
            ""
            if record.winner is None
            else t("headline.won", n=1, winner=name_of(HumanPlayer(record.winner)))
        )
        return game, t("headline.series-over"), winner_text

    return _fitting(parts, [] if record.winner is None else [HumanPlayer(record.winner)], names, t)


def _fitting(
    parts: Callable[[_NameOf], Sequence[str]], players: Iterable[Player], names: Names, t: Language
) -> str:
    people = list(dict.fromkeys(players))

    def make(short: Sequence[str]) -> str:
        short_names = dict(zip(people, short, strict=True))
        return " · ".join(part for part in parts(short_names.__getitem__) if part)

    return headline([fitting_headline(make, [plain(player, names, t) for player in people])])


def _title(match: Match, t: Language) -> str:
    return t("headline.game", game=game_name(match, t), number=match.id)


def _last_event(  # noqa: PLR0911  # a case each
    notice: Notice, position: MatchPosition, plies: Sequence[PlayedPly], name_of: _NameOf, t: Language
) -> str:
    match = position.match
    if isinstance(notice.event, SeatChanged):
        return t("headline.seat-changed", player=name_of(match.players[notice.event.seat]))
    if isinstance(notice.event, MatchRestored):
        return _restore_headline(notice, position, t)
    if notice.kind in _OF_NO_MOVE:
        return t(_OF_NO_MOVE[notice.kind])
    if isinstance(notice.event, MatchEnded | ResultCorrected):
        return ""
    last = next((ply for ply in reversed(plies) if ply.seat is not None), None)
    if last is None or last.seat is None:
        return ""
    who = name_of(match.players[last.seat])
    if last.move is not None:
        return t("headline.ply", player=who, move=move_name(last.state.game, last.move, t))
    # After the end of the game, the result already names the player.
    return t("headline.leaves", player=who) if position.match.outcome is None else ""


def _restore_headline(notice: Notice, position: MatchPosition, t: Language) -> str:
    if not notice.ply:
        return t("headline.restored-start")
    if position.round is not None:
        return t("headline.restored-round", number=position.round)
    return t("headline.restored", number=notice.ply)


def _result(match: Match, outcome: Outcome, name_of: _NameOf, t: Language) -> str:
    """Return the result with its emoji."""
    sign = "🚫" if match.is_aborted else "🏁" if outcome.winners else "🤝"
    return f"{sign} {_verdict(match, outcome, name_of, t)}"


def _verdict(match: Match, outcome: Outcome, name_of: _NameOf, t: Language) -> str:
    """Return the result, with its cause unless the rules ended the game."""
    winners = t("list.and").join(name_of(match.players[seat]) for seat in outcome.winners)
    losers = [seat for seat in range(len(match.players)) if seat not in outcome.winners]
    text = t("headline.won", n=len(outcome.winners), winner=winners)
    plain = t("headline.no-result") if match.is_aborted else text if winners else t("headline.draw")
    if match.resigned is not None:
        return t("headline.won-resigned", won=plain, loser=name_of(match.players[match.resigned]))
    if match.first_outcome is not None:
        return t("headline.corrected", result=plain)
    if match.ended_by is EndedBy.TIMEOUT:
        late = name_of(match.players[losers[0]]) if len(losers) == 1 else ""
        return t("headline.won-timeout" if late else "headline.won-on-time", won=plain, loser=late)
    if match.ended_by in _CAUSES:
        return t(_CAUSES[match.ended_by], result=plain)
    if only_winners_remain(outcome, len(match.players), match.retired):
        return t("headline.won-left", won=plain)
    return plain
