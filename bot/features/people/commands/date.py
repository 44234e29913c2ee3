"""Parse typed dates: 2026-12-24, 24.12.2026, 24.12., today, tomorrow."""

import re
from datetime import date, timedelta
from typing import Final

from bot.locale import Texts
from bot.model.refusal import Refusal

LONGEST: Final = 40
_ISO: Final = re.compile(r"(?P<year>\d{4})-(?P<month>\d{1,2})-(?P<day>\d{1,2})", re.ASCII)
_DOTTED: Final = re.compile(r"(?P<day>\d{1,2})\.\s*(?P<month>\d{1,2})\.?\s*(?P<year>\d{4})?", re.ASCII)
_AHEAD: Final = {"date.today": timedelta(), "date.tomorrow": timedelta(days=1)}


def read_date(typed: str, today: date, texts: Texts) -> date:
    """Return the typed day; without a year, the next such day. Raises Refusal "unknown-date".

    Words such as today are understood in every language of `texts`.
    """
    query = typed.strip().lower()
    for text_id, ahead in _AHEAD.items():
        if query in {language(text_id) for language in texts.languages.values()}:
            return today + ahead
    match = _ISO.fullmatch(query) or _DOTTED.fullmatch(query)
    if match is None:
        raise Refusal("unknown-date", date=typed[:LONGEST])
    try:
        return _the_day(match["year"], int(match["month"]), int(match["day"]), today)
    except ValueError:
        raise Refusal("unknown-date", date=typed[:LONGEST]) from None


def _the_day(year: str | None, month: int, day: int, today: date) -> date:
    """Return a day of a year, or the next such day. Raises ValueError for a nonexistent day."""
    if year is not None:
        return date(int(year), month, day)
    # A leap day recurs within eight years.
    for ahead in range(9):
        try:
            candidate = date(today.year + ahead, month, day)
        except ValueError:
            continue
        if candidate >= today:
            return candidate
    raise ValueError(f"{day}.{month}.")
