from rules.games.tafl.history import NOTHING_SEEN


def test_positions_are_counted_however_old() -> None:
    keys = [(bytes((number,)), 0) for number in range(100)]
    history = NOTHING_SEEN
    for key in (*keys, keys[0]):
        history = history.after(key)
    assert [history.count(key) for key in keys] == [2, *[1] * 99]
