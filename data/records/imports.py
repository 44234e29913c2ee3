"""Games that people have brought along."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class ImportRecord:
    """A row of `imports`; `body` is empty where only what a list says was read."""

    id: int
    key: str
    names: tuple[str, ...]
    expires: datetime
    body: str = ""
