"""Engine self-play, counted by role."""

import pytest

from engines import ENGINES
from engines.balance import SelfPlay, SelfPlayError, measured, self_play, shipped_self_play
from engines.playing.opponents import opponent
from rules import GAMES


def run_of(key: str, spec: str, games: int) -> SelfPlay:
    player = opponent(spec, ENGINES[key], lambda: 0.0)
    return self_play(GAMES[key], {}, None, player, spec, "1", games)


def test_each_game_counts_once_and_results_repeat() -> None:
    games = run_of("nine-mens-morris", "1/50n", 4)
    assert games.games == 4 == games.draws + sum(games.wins.values())
    assert set(games.wins) == {"white", "black"}
    assert games.plies > 4 * 18
    assert games == run_of("nine-mens-morris", "1/50n", 4)


def test_self_play_line_round_trips() -> None:
    games = run_of("hounds-and-jackals", "random", 2)
    assert SelfPlay.read(games.to_line()) == games
    for text in ("", "[]", '{"games":1}'):
        with pytest.raises(SelfPlayError):
            SelfPlay.read(text)


def test_share_has_a_confidence_interval() -> None:
    games = SelfPlay({}, 2, "4", "1", 100, 4000, 10, {"white": 50, "black": 40})
    low, high = games.likely_share("white")
    assert low == pytest.approx(0.404, abs=0.001)
    assert high == pytest.approx(0.596, abs=0.001)


@pytest.mark.parametrize(
    ("wins", "harder"),
    [
        ((0, 98), "attackers"),
        ((98, 0), "defenders"),
        ((86, 100), None),
        ((3, 5), None),
        ((24, 36), None),
    ],
)
def test_harder_role_needs_certainty(wins: tuple[int, int], harder: str | None) -> None:
    wins_by_role = dict(zip(("attackers", "defenders"), wins, strict=True))
    assert SelfPlay({}, 2, "4", "1", sum(wins) + 9, 4000, 9, wins_by_role).harder_role == harder


def test_no_single_role_is_harder_among_several() -> None:
    wins = {"red": 60, "yellow": 0, "green": 0}
    assert SelfPlay({}, 3, "4", "1", 60, 4000, 0, wins).harder_role is None


def test_measure_uses_the_nearest_level() -> None:
    game, brandubh = GAMES["hnefatafl"], {"board": "brandubh-7"}
    levels = {run.level for run in shipped_self_play("hnefatafl") if run.options == brandubh}
    assert {1, 2} <= levels
    for level in levels:
        run = measured(game, brandubh, 2, level)
        assert run is not None
        assert run.level == level
    default_run = measured(game, brandubh, 2)
    assert default_run is not None
    assert default_run.level == max(levels)


@pytest.mark.parametrize("key", GAMES)
def test_shipped_self_play_has_playable_options_and_roles(key: str) -> None:
    for entry in shipped_self_play(key):
        state = GAMES[key].new(entry.options, entry.players)
        assert set(entry.wins) == set(GAMES[key].roles(state.players))
        assert entry.games <= entry.draws + sum(entry.wins.values())
