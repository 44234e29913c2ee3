import pytest

from bot.monitoring.status import DiskRoom

GB = 10**9


@pytest.mark.parametrize(
    ("free", "size", "scarce"),
    [
        (100 * GB, 4000 * GB, False),
        (GB // 2, 4000 * GB, True),
        (GB // 2, 2 * GB, False),
        (GB, 4000 * GB, False),
        (GB // 2, 5 * GB, False),
    ],
    ids=[
        "large, 100 GB free",
        "large, 0.5 GB free",
        "small, a quarter free",
        "large, a gigabyte free",
        "small, a tenth free",
    ],
)
def test_disk_room_is_scarce_below_a_gigabyte_and_a_tenth(free: int, size: int, scarce: bool) -> None:
    line = "the disk of /data is nearly full: 500 MB are free"
    assert DiskRoom("/data", free, size).troubles() == ((line,) if scarce else ())
