from rules.games.tafl.history import NOTHING_SEEN


def test_positions_are_counted_however_long_ago_they_were() -> None:
    sights = [(bytes((number,)), 0) for number in range(100)]
    seen = NOTHING_SEEN
    for sight in (*sights, sights[0]):
        seen = seen.after(sight)
    assert [seen.count(sight) for sight in sights] == [2, *[1] * 99]
