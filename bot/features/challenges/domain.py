"""The terms proposed for a challenge, and the reasons to refuse a challenge."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.model.challenges.terms import Terms
from bot.model.match import substitutions
from bot.model.match.match import Match
from bot.model.servers.server_rules import ServerRules
from engines.balance import measured
from rules.contract import Game
from rules.contract.capabilities import first_game_options, named_boards, series_of
from rules.contract.series import TieBreak

FIRST_GAMES: Final = 3
"""The number of games that a person must have finished before the bot proposes rated games."""
_TWO: Final = 2


@dataclass(frozen=True, slots=True)
class Experience:
    """The number of games that a person has finished, and their keys."""

    finished: int = 0
    games: frozenset[str] = frozenset()

    @classmethod
    def after(cls, finished: Sequence[Match]) -> "Experience":
        """Return a person's experience from finished games; games without a result do not count."""
        matches = [match for match in finished if not match.is_aborted]
        return cls(len(matches), frozenset(match.key for match in matches))


def propose_terms(
    game: Game, options: Mapping[str, str], rules: ServerRules, experience: Experience
) -> Terms:
    """Return the proposed terms, with the given options already chosen."""
    values = {
        **{option.key: option.default for option in game.options},
        **_for_a_first_game(game, experience),
        **options,
    }
    usual = rules.terms(game.key)
    return replace(
        usual,
        options=values,
        clock=rules.proposed_clock,
        rated=usual.rated and experience.finished >= FIRST_GAMES,
        tie_break=proposed_series(game, values),
    )


def is_one_sided(game: Game, options: Mapping[str, str]) -> bool:
    """Return whether, by the measured games, one side almost certainly wins more than its fair share."""
    run = measured(game, options, min(game.seats))
    return run is not None and run.harder_role is not None


def offers_choice(game: Game) -> bool:
    """Return whether challenges of a game offer to divide and choose: one of its boards is one-sided."""
    return max(game.seats) == _TWO and any(is_one_sided(game, board) for board in named_boards(game) or ({},))


def proposed_series(game: Game, options: Mapping[str, str]) -> TieBreak | None:
    """Return the series with swapped sides of a one-sided game, None if a single game is proposed."""
    series = series_of(game)
    if series is None or not series.swap or not is_one_sided(game, options):
        return None
    return series.tie_breaks[0]


def _for_a_first_game(game: Game, experience: Experience) -> Mapping[str, str]:
    return {} if game.key in experience.games else first_game_options(game)


REASONS: Final[Mapping[str, tuple[str, ...]]] = {
    "unknown-role": ("game", "role", "allowed"),
    "too-many-games": ("limit",),
    "unknown-reason": ("reason", "allowed"),
    "role-not-played": ("game", "role", "allowed"),
    "unknown-tie-break": ("tie_break", "allowed"),
    "self-challenge": (),
    "too-many-challenges": ("limit",),
    "opponent-too-many-games": ("limit",),
    "channel-full": ("limit",),
    "too-many-changes": ("limit",),
    "own-challenge": (),
    "not-your-challenge": (),
    "not-yours-to-change": (),
    "not-the-challenger": (),
    "too-many-invited": ("players", "invited"),
    "lobby-full": (),
    "lobby-closed": (),
    "already-joined": (),
    "not-joined": (),
    "lobby-too-few": ("have", "needed"),
    "lobby-wrong-number": ("have", "allowed"),
    "party-full": (),
    "no-parties": (),
    "not-the-host": (),
    "host-cannot-leave": (),
    "not-a-lobby": (),
    "no-series": ("game",),
    "choose-side": ("challenge",),
    "word-without-dice": (),
    "word-empty": (),
    "word-too-long": ("limit",),
    "game-running": (),
    "series-running": (),
    "rematch-begun": ("game",),
    "lobby-not-countered": (),
    "not-declined": (),
    "engine-at-table": (),
    "engine-no-series": (),
    "engine-no-choice": (),
    "practice-rematch": (),
    "unknown-challenge": (),
    "challenge-closed": ("status",),
    "challenge-expired": (),
    "terms-changed": ("challenge",),
    **substitutions.REASONS,
}
"""All refusal reasons of challenges, with the names of their details."""
