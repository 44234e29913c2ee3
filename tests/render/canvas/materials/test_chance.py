"""Random numbers for materials: reproducible by seed, and within their bounds."""

from render.canvas.materials.chance import TextureChance


def test_a_seed_always_gives_the_same_numbers() -> None:
    first, second = TextureChance(7), TextureChance(7)
    assert [first.between(0, 1) for _ in range(50)] == [second.between(0, 1) for _ in range(50)]
    assert TextureChance(7).between(0, 1) != TextureChance(8).between(0, 1)


def test_floats_cover_the_whole_range() -> None:
    chance = TextureChance(3)
    floats = [chance.between(-2.0, 2.0) for _ in range(400)]
    assert not [number for number in floats if not (-2.0 <= number < 2.0)]
    for low in (-2.0, -1.0, 0.0, 1.0):
        assert 60 < sum(low <= number < low + 1 for number in floats) < 140


def test_integers_include_both_ends() -> None:
    chance = TextureChance(11)
    assert {chance.whole(1, 6) for _ in range(200)} == {1, 2, 3, 4, 5, 6}
