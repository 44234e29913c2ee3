"""Settings from the environment and `.env`; an invalid setting stops the start with one clear line."""

import difflib
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal, TypeVar
from urllib.parse import urlsplit

from dotenv import dotenv_values
from pydantic import Field, SecretStr, ValidationError, field_validator, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from bot.address import Address
from bot.chat.delivery.refused_forms import RequestForm, read_forms
from bot.cluster.shard_request import ShardRequest
from bot.features.web.web_settings import WebVariables

PREFIX = "FERNPARTIE_"
ENV_FILE: Final = ".env"
DISCORD_API = "https://discord.com/api/v10"
DISCORD_GATEWAY = "wss://gateway.discord.gg/"
_FILE: Final = "_file"
"""The suffix of a field that names a file; the field without the suffix is read from it."""
_WORDS: Final = {
    "missing": "is not set",
    "bool_parsing": "must be true or false",
    "float_parsing": "must be a number",
    "finite_number": "must be a number",
    "int_parsing": "must be a whole number",
    "literal_error": "must be {expected}",
    "greater_than_equal": "must be at least {ge:g}",
    "less_than_equal": "must be at most {le:g}",
}
"""Messages for invalid values, by pydantic's error types, where pydantic's own do not suit an owner."""


_FOR_COMPOSE: Final = "VERSION"
"""A variable in the same `.env`, for `compose.yaml`."""
_MISSPELT: Final = 0.6
"""The similarity from which a name counts as a misspelling of another."""


class WrongSetting(Exception):
    """A setting is missing or invalid; the message is one line that names the variable."""


_Read = TypeVar("_Read", bound="DatabaseSettings")


class DatabaseSettings(BaseSettings):
    """The settings of the database; each field is the variable `FERNPARTIE_<FIELD>`.

    A secret is also read from the file that `FERNPARTIE_<FIELD>_FILE` names. An empty variable counts as
    unset.
    """

    model_config = SettingsConfigDict(env_prefix=PREFIX, env_file=ENV_FILE, extra="ignore", frozen=True)

    database_url: str = Field("sqlite:///fernpartie.db", repr=False)
    database_url_file: str = ""

    @model_validator(mode="before")
    @classmethod
    def _from_files(cls, given: object) -> object:
        if not isinstance(given, dict):
            return given
        values = {name: value for name, value in given.items() if not _is_empty(value)}
        fields = cls.model_fields
        in_files = (name.removesuffix(_FILE) for name in fields if name.endswith(_FILE))
        for name in (name for name in in_files if name in fields):
            if file := values.get(f"{name}_file"):
                if values.get(name):
                    variable = PREFIX + name.upper()
                    raise WrongSetting(f"{variable}_FILE: {variable} is set as well; set only one of them")
                values[name] = _secret_in(file, f"{PREFIX}{name.upper()}_FILE")
        return values


class Settings(WebVariables, DatabaseSettings):
    """All settings of a bot's owner, including the variables that features declare."""

    token: SecretStr
    token_file: str = ""
    shards: str = ""
    api_url: str = DISCORD_API
    gateway_url: str = DISCORD_GATEWAY
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"
    log_format: Literal["text", "json"] = "text"
    health_file: Path | None = None
    metrics: str | None = None
    draw_ahead: bool = True
    avoid: str = ""
    engine_processes: int | None = Field(default=None, ge=0, le=64)
    requests_per_second: float = Field(default=50.0, ge=1, allow_inf_nan=False)
    owner: int | None = Field(default=None, ge=1, le=2**63 - 1)
    privacy_url: str | None = None
    terms_url: str | None = None

    @field_validator("log_level", "log_format", mode="before")
    @classmethod
    def _any_case(cls, value: object, info: object) -> object:
        if not isinstance(value, str):
            return value
        return value.upper() if getattr(info, "field_name", "") == "log_level" else value.lower()

    @field_validator("token", mode="before")
    @classmethod
    def _one_word(cls, value: object) -> object:
        text = str(value).strip()
        if any(char.isspace() for char in text):
            raise ValueError("a token has no blanks in it")
        return text

    @field_validator("shards")
    @classmethod
    def _shards(cls, value: str) -> str:
        return ShardRequest.read(value).to_text()

    @field_validator("api_url", "gateway_url")
    @classmethod
    def _address(cls, value: str, info: object) -> str:
        schemes = ("http", "https") if getattr(info, "field_name", "") == "api_url" else ("ws", "wss")
        address = urlsplit(value)
        if address.scheme not in schemes or not address.netloc:
            raise ValueError(f"must be an address that begins with {schemes[0]}:// or {schemes[1]}://")
        return value

    @field_validator("metrics")
    @classmethod
    def _metrics(cls, value: str | None) -> str | None:
        if value is not None:
            Address.read(value)
        return value

    @property
    def metrics_address(self) -> Address | None:
        """Where to serve the metrics, None if they are not served."""
        return None if self.metrics is None else Address.read(self.metrics)

    @field_validator("avoid")
    @classmethod
    def _forms(cls, value: str) -> str:
        return ",".join(sorted(read_forms(value)))

    @property
    def avoided_forms(self) -> frozenset[RequestForm]:
        """The request forms to avoid."""
        return read_forms(self.avoid)

    @field_validator("privacy_url", "terms_url")
    @classmethod
    def _page(cls, value: str | None) -> str | None:
        address = urlsplit(value or "")
        if value is not None and (address.scheme not in {"http", "https"} or not address.netloc):
            raise ValueError("must be an address that begins with http:// or https://")
        return value


@dataclass(frozen=True, slots=True)
class UnknownSetting:
    """A variable `FERNPARTIE_...` that is not a setting, and the setting with the most similar name."""

    name: str
    nearest: str
    misspelt: bool
    """Whether the names are similar enough for a misspelling."""

    def __str__(self) -> str:
        return f"{self.name}: there is no such setting; the nearest is {self.nearest}"


def unknown_settings() -> tuple[UnknownSetting, ...]:
    """Return the unknown variables of this process and of `.env`, sorted by name.

    Raises WrongSetting if `.env` is unreadable.
    """
    with _readable_env_file():
        in_file = dotenv_values(ENV_FILE, encoding="utf-8", interpolate=False)
    known_names = {name.upper() for name in Settings.model_fields}
    actual = {name.upper() for name in (*os.environ, *in_file)}
    names = {name.removeprefix(PREFIX) for name in actual if name.startswith(PREFIX)}
    return tuple(_unknown(name, known_names) for name in sorted(names - known_names - {_FOR_COMPOSE}))


def _unknown(name: str, names: set[str]) -> UnknownSetting:
    likeness = {setting: difflib.SequenceMatcher(None, name, setting).ratio() for setting in sorted(names)}
    nearest = max(likeness, key=lambda other: likeness[other])
    return UnknownSetting(PREFIX + name, PREFIX + nearest, likeness[nearest] >= _MISSPELT)


def is_env_file_open() -> bool:
    """Return whether other users of this machine may read or write `.env`, which holds the token."""
    try:
        mode = Path(ENV_FILE).stat().st_mode
    except OSError:
        return False
    return os.name == "posix" and bool(mode & (stat.S_IRWXG | stat.S_IRWXO))


def _is_empty(value: object) -> bool:
    return isinstance(value, str) and not value.strip()


def _secret_in(file: str, variable: str) -> str:
    """Return a file's content without surrounding whitespace. Raises WrongSetting."""
    try:
        secret = Path(file).read_text(encoding="utf-8-sig").strip()
    except OSError as error:
        raise WrongSetting(f"{variable}: cannot read {file}: {error.strerror or error}") from error
    except ValueError:
        # The error would repeat the value.
        raise WrongSetting(f"{variable}: {file} is not a text") from None
    if not secret:
        raise WrongSetting(f"{variable}: {file} is empty")
    return secret


def read_settings() -> Settings:
    """Return the settings of this process. Raises WrongSetting."""
    return _read(Settings)


def read_database_url() -> str:
    """Return the database's address, for operations without Discord. Raises WrongSetting."""
    return _read(DatabaseSettings).database_url


@contextmanager
def _readable_env_file() -> Iterator[None]:
    """Raise WrongSetting if the block finds `.env` unreadable."""
    try:
        yield
    except OSError as error:
        raise WrongSetting(f"{ENV_FILE}: cannot be read: {error.strerror or error}") from error
    except UnicodeDecodeError:
        # The error would repeat the value.
        raise WrongSetting(f"{ENV_FILE}: is not a text in UTF-8") from None


def _read(settings: type[_Read]) -> _Read:
    # A misspelt address would create an empty database next to the real one.
    for unknown in unknown_settings():
        if unknown.misspelt:
            raise WrongSetting(str(unknown))
    try:
        with _readable_env_file():
            return settings()  # type: ignore[call-arg]  # the fields come from the environment
    except ValidationError as error:
        first = error.errors(include_input=False)[0]
        reason = _WORDS.get(first["type"], first["msg"].removeprefix("Value error, "))
        reason = reason.format_map(first.get("ctx", {}))
        # Errors about several variables name them themselves.
        names = [PREFIX + str(field).upper() for field in first["loc"]]
        raise WrongSetting(": ".join([*names, reason])) from None
