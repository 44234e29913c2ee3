"""The FIDE Dutch system, as implemented by gacrux, for a field of entrants."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Final

from gacrux.crosstabledutch import crosstable_dutch
from gacrux.gacruxexeptions import GacruxError
from gacrux.pairingdutch import pairing_dutch

from bot.features.tournaments.domain.pairings import LOSS, WIN, Crosstable, Pairing

_LETTERS: Final = {(True, False): "WL", (False, True): "LW", (False, False): "DD"}
_PARAMETERS: Final[Mapping[str, object]] = {"experimental": (), "verbose": 0}


class _WithoutRoles(crosstable_dutch):  # type: ignore[misc]  # the library is without types
    def color_preference(self, cod: int, csq: str) -> str:
        """Return no preference: in pairs of games each player has both roles."""
        del cod, csq
        return "nc"


class _Pairs(pairing_dutch):  # type: ignore[misc]  # the library is without types
    def get_crosstable(self, experimental: object, checkonly: object, verbose: object) -> crosstable_dutch:
        """Return the criteria for comparing possible opponents."""
        return _WithoutRoles(experimental, checkonly, verbose)


def dutch_round(field: Crosstable, *, pairs: bool) -> list[tuple[int, ...]]:
    """Return the pairs of the next round, by seat, and the bye; empty if the rules allow no round.

    Forfeited games do not count for the roles, but their pairings are not repeated either.
    """
    place = {entrant: place for place, entrant in enumerate(field.entrants, start=1)}
    system = _Pairs if pairs else pairing_dutch
    try:
        brackets = system(
            _chess_tournament(field, place, pairs=pairs), field.round + 1, _PARAMETERS
        ).compute_pairing(checkonly=False)
    except GacruxError:
        return []
    boards = sorted(
        (pair for bracket in brackets for pair in bracket["pairs"]), key=lambda pair: int(pair["board"])
    )
    # No entrant has the number 0.
    return [
        tuple(field.entrants[seat - 1] for seat in (int(pair["w"]), int(pair["b"])) if seat)
        for pair in boards
    ]


def _chess_tournament(field: Crosstable, place: Mapping[int, int], *, pairs: bool) -> dict[str, object]:
    """Return a field in the library's format: a tournament in Chess-JSON."""
    number, points = field.round + 1, Decimal(2 * WIN if pairs else WIN)
    met: dict[tuple[int, frozenset[int]], list[Pairing]] = {}
    for pairing in field.pairings:
        met.setdefault((pairing.round, frozenset(pairing.seats)), []).append(pairing)
    return {
        "tournamentType": "Swiss",
        "teamTournament": False,
        # The exception for the last round, in which roles matter less, is unused.
        "numRounds": number + 1,
        "currentRound": number,
        "topColor": "w",
        "scoreSystem": {
            "game": {"W": points, "P": points, "D": points / 2, "L": Decimal(LOSS), "Z": Decimal(LOSS)},
        },
        "competitors": [
            {
                "cid": place[entrant],
                "rank": place[entrant],
                "random": place[entrant],
                "present": entrant not in field.withdrawn,
            }
            for entrant in field.entrants
        ],
        "gameList": [_game(games, place) for games in met.values()],
        "prohibited": [
            {"firstRound": 1, "lastRound": number, "competitors": [place[entrant] for entrant in two]}
            for _, two in met
            if len(two) == 2
        ],
    }


def _game(games: Sequence[Pairing], place: Mapping[int, int]) -> dict[str, object]:
    """Return the games of a pair in a round, which count together, as one game; a bye has no opponent."""
    seats = games[0].seats
    points = [sum(game.points_of(entrant) for game in games) for entrant in seats]
    letters = "P" if len(seats) == 1 else _LETTERS[points[0] > points[1], points[0] < points[1]]
    sides = [
        {"cid": place[entrant], "result": letter, "score": Decimal(score)}
        for entrant, letter, score in zip(seats, letters, points, strict=True)
    ]
    return {
        "round": games[0].round,
        "white": sides[0],
        "black": sides[1] if len(seats) == 2 else {"cid": 0},
        "played": games[0].is_bye or any(game.played for game in games),
        "rated": False,
    }
