"""Forms of JSON in the columns of a person's settings."""

from collections.abc import Mapping
from dataclasses import fields
from typing import Annotated, Any, Final

from pydantic import BeforeValidator, SerializerFunctionWrapHandler, WrapSerializer

from bot.model.people.preferences import Preferences
from bot.model.settings import SettingValues
from bot.model.time.vacation import Day
from data.schema.columns import json_of

_OWN: Final = frozenset(field.name for field in fields(Preferences)) - {"settings"}


def _with_settings(stored: Mapping[str, Any]) -> dict[str, Any]:
    """Return stored preferences with the settings, stored at the same level, as a single field."""
    settings = {key: value for key, value in stored.items() if key not in _OWN}
    own = {key: value for key, value in stored.items() if key in _OWN}
    return {**own, "settings": SettingValues(settings)}


def _flat_preferences(preferences: Preferences, dump: SerializerFunctionWrapHandler) -> dict[str, Any]:
    own: dict[str, Any] = dump(preferences)
    del own["settings"]
    return {**preferences.settings.stored, **own}


PREFERENCES: Final = json_of(
    Annotated[Preferences, BeforeValidator(_with_settings), WrapSerializer(_flat_preferences)]
)
VACATION: Final = json_of(tuple[Day, ...])
