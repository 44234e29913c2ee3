"""Games of an engine against itself, counted by role."""

import pytest

from engines import ENGINES
from engines.balance import SelfPlay, SelfPlayError, self_play, shipped_self_play
from engines.playing.opponents import opponent
from rules import GAMES


def counted(key: str, spec: str, games: int) -> SelfPlay:
    who = opponent(spec, ENGINES[key], lambda: 0.0)
    return self_play(GAMES[key], {}, None, who, spec, "1", games)


def test_every_game_is_counted_once_and_a_repetition_counts_the_same() -> None:
    told = counted("nine-mens-morris", "1/50n", 4)
    assert told.games == 4 == told.draws + sum(told.wins.values())
    assert set(told.wins) == {"white", "black"}
    assert told.plies > 4 * 18
    assert told == counted("nine-mens-morris", "1/50n", 4)


def test_what_is_counted_is_written_and_read() -> None:
    told = counted("hounds-and-jackals", "random", 2)
    assert SelfPlay.read(told.written()) == told
    for text in ("", "[]", '{"games":1}'):
        with pytest.raises(SelfPlayError):
            SelfPlay.read(text)


def test_a_share_comes_with_how_sure_it_is() -> None:
    told = SelfPlay({}, 2, "4", "1", 100, 4000, 10, {"white": 50, "black": 40})
    low, high = told.likely_share("white")
    assert low == pytest.approx(0.404, abs=0.001)
    assert high == pytest.approx(0.596, abs=0.001)


@pytest.mark.parametrize("key", GAMES)
def test_what_is_shipped_can_be_played(key: str) -> None:
    for told in shipped_self_play(key):
        state = GAMES[key].new(told.options, told.players)
        assert set(told.wins) == set(GAMES[key].roles(state.players))
        assert told.games <= told.draws + sum(told.wins.values())
