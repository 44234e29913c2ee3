"""Uploaded files: names, types, sizes, signatures and ids."""

import pytest

from playground.values.clock import iso
from playground.values.signing import is_valid, sign
from playground.values.snowflakes import Snowflakes, is_snowflake
from playground.values.uploads import FileShelf, clean_name, content_type_of, picture_size

PNG = b"\x89PNG\r\n\x1a\n" + b"\0\0\0\rIHDR" + b"\0\0\x01\x02\0\0\x03\x04" + b"rest"
GIF = b"GIF89a" + b"\x02\x01\x04\x03" + b"rest"


@pytest.mark.parametrize(
    ("name", "clean"),
    [
        ("a b.png", "a_b.png"),
        ("Brett_1-2.txt", "Brett_1-2.txt"),
        ("größe.txt", "gr__e.txt"),
        ("../etc/passwd", "passwd"),
        ("c:\\x\\y.txt", "y.txt"),
        ("._hidden", "hidden"),
        ("...", "unknown"),
        ("", "unknown"),
    ],
)
def test_file_names_are_cleaned_like_on_discord(name: str, clean: str) -> None:
    assert clean_name(name) == clean


@pytest.mark.parametrize(
    ("name", "data", "kind", "size"),
    [
        ("a.txt", PNG, "image/png", (0x102, 0x304)),
        ("a", GIF, "image/gif", (0x102, 0x304)),
        ("a", GIF.replace(b"89a", b"87a"), "image/gif", (0x102, 0x304)),
        ("a.png", b"no picture", "image/png", None),
        ("a.json", b"{}", "application/json", None),
        ("a", b"x", "application/octet-stream", None),
        ("a", PNG[:23], "image/png", None),
        ("a", PNG[:24], "image/png", (0x102, 0x304)),
        ("a", GIF[:9], "image/gif", None),
        ("a", GIF[:10], "image/gif", (0x102, 0x304)),
    ],
)
def test_file_type_is_read_from_its_content(
    name: str, data: bytes, kind: str, size: tuple[int, int] | None
) -> None:
    assert (content_type_of(name, data), picture_size(data)) == (kind, size)


async def test_shelf_falls_back_for_missing_files() -> None:
    asked: list[str] = []

    async def fetch(attachment: str) -> bytes | None:
        asked.append(attachment)
        return b"old" if attachment == "2" else None

    shelf = FileShelf()
    shelf.put("1", b"new")
    assert [await shelf.get("1"), await shelf.get("2")] == [b"new", None]
    shelf.fall_back_on(fetch)
    assert [await shelf.get(number) for number in "123"] == [b"new", b"old", None]
    assert asked == ["2", "3"]
    assert shelf.unsaved_files() == {"1": b"new"}
    shelf.forget(["1", "9"])
    assert shelf.unsaved_files() == {}


NOON = 1_800_014_400.0


def test_signed_url_is_valid_for_a_day_from_its_half_day() -> None:
    path, _, query = sign("/cdn/1", NOON).partition("?")
    fields = dict(part.split("=") for part in query.strip("&").split("&"))
    issued = int(fields["is"], 16)
    assert (issued % 43_200, int(fields["ex"], 16) - issued) == (0, 86_400)
    assert 0 <= NOON - issued < 43_200
    assert is_valid(path, fields, issued + 86_399)
    assert not is_valid(path, fields, issued + 86_400)
    assert sign("/cdn/1", issued) == sign("/cdn/1", issued + 43_199) != sign("/cdn/1", issued + 43_200)
    for name, value in fields.items():
        assert not is_valid(path, fields | {name: "0"}, NOON)
        assert not is_valid(path, fields | {name: f"{value}0"}, NOON)
    assert not is_valid("/cdn/2", fields, NOON)
    assert not is_valid(path, {}, NOON)


class Hand:
    """A clock that the test moves."""

    moment = NOON

    def now(self) -> float:
        return self.moment


def test_ids_increase_and_encode_their_time() -> None:
    clock = Hand()
    snowflakes = Snowflakes(clock)
    first, second = int(snowflakes.mint()), int(snowflakes.mint())
    assert first >> 22 == round(NOON * 1000) - 1_420_070_400_000
    assert second == first + 1
    clock.moment -= 10
    assert int(snowflakes.mint()) == second + 1
    snowflakes.saw(str(second + 100))
    snowflakes.saw("5")
    assert int(snowflakes.mint()) == second + 101
    clock.moment = NOON + 60.123
    assert int(snowflakes.mint()) >> 22 == round((NOON + 60.123) * 1000) - 1_420_070_400_000


@pytest.mark.parametrize(
    ("value", "fits"),
    [
        *((value, True) for value in (0, 5, (1 << 63) - 1, "0", "5", "1" * 19)),
        *((value, False) for value in (-1, 1 << 63, True, None, 1.0, "", "-1", "x", "٣", "1" * 20)),
    ],
)
def test_ids_are_64_bit_numbers(value: object, fits: bool) -> None:
    assert is_snowflake(value) is fits


def test_timestamps_have_microseconds() -> None:
    assert iso(NOON + 0.25) == "2027-01-15T12:00:00.250000+00:00"
    assert iso(NOON) == "2027-01-15T12:00:00.000000+00:00"
