"""Times of day and time zones as people type them."""

import re
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

_SPAN = re.compile(r"(\d{1,2})(?:[:.](\d{2}))?(?:uhr|h)?(?:-|–|to|bis)(\d{1,2})(?:[:.](\d{2}))?(?:uhr|h)?")  # noqa: RUF001  # dashes as people type them

_TIME = re.compile(r"(\d{1,2})(?:[:.](\d{2}))?(?:uhr|h)?")


def normalize_time(text: str) -> str:
    """Return `18:00` for `18`, `18.00`, `18 Uhr` and the like; any other text unchanged."""
    match = _TIME.fullmatch("".join(text.lower().split()))
    if match is None:
        return text.strip()
    hour, minute = match.groups()
    return f"{int(hour):02}:{int(minute or 0):02}"


def normalize_hours(text: str) -> str:
    """Return `22:00-07:00` for `22-7`, `22:00 to 7.00` and the like; any other text unchanged."""
    match = _SPAN.fullmatch("".join(text.lower().split()))
    if match is None:
        return text.strip()
    hour, minute, last_hour, last_minute = (part or "0" for part in match.groups())
    return f"{int(hour):02}:{int(minute):02}-{int(last_hour):02}:{int(last_minute):02}"


def normalize_zone(text: str) -> str:
    """Return the time zone's name for `europe/berlin`, `Berlin` or `new york`; anything else unchanged."""
    name = text.strip()
    try:
        return ZoneInfo(name).key
    except (ZoneInfoNotFoundError, ValueError, OSError):
        query = name.casefold().replace(" ", "_")
    zones = available_timezones()
    whole = [zone for zone in zones if zone.casefold() == query]
    cities = [zone for zone in zones if zone.casefold().rpartition("/")[2] == query]
    (zone_name,) = whole or (cities if len(cities) == 1 else [name])
    return zone_name
