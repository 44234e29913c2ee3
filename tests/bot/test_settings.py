import errno
import os
from collections.abc import Mapping
from pathlib import Path

import pytest
from pydantic_settings import DotEnvSettingsSource

from bot.address import Address
from bot.chat.delivery.refused_forms import RequestForm
from bot.settings import (
    PREFIX,
    Settings,
    UnknownSetting,
    WrongSetting,
    is_env_file_open,
    read_database_url,
    read_settings,
    unknown_settings,
)


@pytest.fixture(autouse=True)
def _bare(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    for name in [name for name in os.environ if name.startswith(PREFIX)]:
        monkeypatch.delenv(name)


def test_a_token_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FERNPARTIE_TOKEN", " abc ")
    settings = read_settings()
    assert settings.token.get_secret_value() == "abc"
    assert settings.database_url == "sqlite:///fernpartie.db"
    assert "abc" not in repr(settings)


def test_the_env_file_is_loaded(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("FERNPARTIE_TOKEN=abc\nFERNPARTIE_LOG_LEVEL=debug\n", encoding="utf-8")
    assert read_settings().log_level == "DEBUG"


def test_engines_can_be_disabled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FERNPARTIE_TOKEN", "abc")
    monkeypatch.setenv("FERNPARTIE_ENGINE_PROCESSES", "0")
    assert read_settings().engine_processes == 0


@pytest.mark.parametrize(
    ("value", "address"),
    [
        ("", None),
        ("127.0.0.1:9400", Address("127.0.0.1", 9400)),
        ("[::1]:9400", Address("::1", 9400)),
        ("bot.example:80", Address("bot.example", 80)),
        (":9400", Address(None, 9400)),
    ],
)
def test_metrics_have_an_address_or_none(
    monkeypatch: pytest.MonkeyPatch, value: str, address: Address | None
) -> None:
    monkeypatch.setenv("FERNPARTIE_TOKEN", "abc")
    assert read_settings().metrics_address is None
    monkeypatch.setenv("FERNPARTIE_METRICS", value)
    assert read_settings().metrics_address == address


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("TOKEN", None),
        ("SHARDS", "4/4"),
        ("TOKEN", ""),
        ("TOKEN", "two\twords"),
        ("API_URL", "discord.com"),
        ("GATEWAY_URL", "http://localhost"),
        ("LOG_LEVEL", "loud"),
        ("LOG_FORMAT", "xml"),
        ("REQUESTS_PER_SECOND", "many"),
        ("OWNER", str(2**63)),
        ("PRIVACY_URL", "privacy.md"),
        ("TERMS_URL", "ftp://here"),
        ("WEB", "8090"),
        ("WEB_PROXIES", "everybody"),
        ("METRICS", "on"),
        ("METRICS", "9400"),
        ("METRICS", "127.0.0.1"),
        ("METRICS", "127.0.0.1:0"),
        ("METRICS", ":94000"),
        ("METRICS", "http://127.0.0.1:9400"),
        ("METRICS", "127.0.0.1:9400/metrics"),
    ],
)
def test_an_invalid_setting_is_named_in_one_line(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str | None
) -> None:
    monkeypatch.setenv("FERNPARTIE_TOKEN", "abc")
    if value is None:
        monkeypatch.delenv(PREFIX + name)
    else:
        monkeypatch.setenv(PREFIX + name, value)
    with pytest.raises(WrongSetting) as wrong:
        read_settings()
    assert str(wrong.value).startswith(PREFIX + name + ": ")
    assert "\n" not in str(wrong.value)


@pytest.mark.parametrize(
    ("name", "value", "text"),
    [
        ("LOG_LEVEL", "loud", "must be 'DEBUG', 'INFO', 'WARNING' or 'ERROR'"),
        ("DRAW_AHEAD", "maybe", "must be true or false"),
        ("REQUESTS_PER_SECOND", "many", "must be a number"),
        ("REQUESTS_PER_SECOND", "0", "must be at least 1"),
        ("REQUESTS_PER_SECOND", "inf", "must be a number"),
        ("ENGINE_PROCESSES", "two", "must be a whole number"),
        ("ENGINE_PROCESSES", "100", "must be at most 64"),
        ("TOKEN", "", "is not set"),
        ("SHARDS", "{x}", "leave it empty, or write auto, or numbers and their total such as 0-3/8"),
    ],
)
def test_an_invalid_setting_is_explained(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, text: str
) -> None:
    monkeypatch.setenv("FERNPARTIE_TOKEN", "abc")
    monkeypatch.setenv(PREFIX + name, value)
    with pytest.raises(WrongSetting) as wrong:
        read_settings()
    assert str(wrong.value) == f"{PREFIX}{name}: {text}"


def test_the_database_url_needs_no_token(monkeypatch: pytest.MonkeyPatch) -> None:
    assert read_database_url() == "sqlite:///fernpartie.db"
    monkeypatch.setenv("FERNPARTIE_TOKEN_FILE", "which/nobody/may/read")
    monkeypatch.setenv("FERNPARTIE_DATABASE_URL", "sqlite:///there.db")
    assert read_database_url() == "sqlite:///there.db"


@pytest.mark.parametrize("name", ["TOKEN", "DATABASE_URL"])
class TestSecretsInFiles:
    @pytest.fixture(autouse=True)
    def _token(self, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
        if name != "TOKEN":
            monkeypatch.setenv("FERNPARTIE_TOKEN", "abc")

    @pytest.mark.parametrize(
        "content",
        [
            "postgresql://a:b@c/d",
            "postgresql://a:b@c/d\n",
            "\n postgresql://a:b@c/d \r\n",
            "\ufeffpostgresql://a:b@c/d",
        ],
    )
    def test_a_secret_is_read_from_its_file(
        self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str, content: str
    ) -> None:
        (tmp_path / "secret").write_bytes(content.encode())
        monkeypatch.setenv(f"{PREFIX}{name}_FILE", str(tmp_path / "secret"))
        settings = read_settings()
        secret = settings.token.get_secret_value() if name == "TOKEN" else settings.database_url
        assert secret == "postgresql://a:b@c/d"
        assert "a:b" not in repr(settings)

    def test_an_empty_variable_counts_as_unset(
        self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str
    ) -> None:
        (tmp_path / "secret").write_text("inside", encoding="utf-8")
        (tmp_path / ".env").write_text(f"{PREFIX}{name}=\n{PREFIX}{name}_FILE=secret\n", encoding="utf-8")
        settings = read_settings()
        assert "inside" in {settings.token.get_secret_value(), settings.database_url}
        monkeypatch.setenv(f"{PREFIX}{name}_FILE", "")
        monkeypatch.setenv(f"{PREFIX}{name}", "set")
        settings = read_settings()
        assert "set" in {settings.token.get_secret_value(), settings.database_url}

    def test_a_secret_and_its_file_are_mutually_exclusive(
        self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str
    ) -> None:
        (tmp_path / "secret").write_text("inside", encoding="utf-8")
        monkeypatch.setenv(f"{PREFIX}{name}_FILE", str(tmp_path / "secret"))
        monkeypatch.setenv(f"{PREFIX}{name}", "set")
        with pytest.raises(
            WrongSetting, match=f"^{PREFIX}{name}_FILE: {PREFIX}{name} is set as well; [^\n]*$"
        ):
            read_settings()

    @pytest.mark.parametrize(
        ("content", "text"),
        [
            (None, "No such file or directory"),
            (b"", "is empty"),
            (b" \n", "is empty"),
            (b"ab\xff", "is not a text"),
        ],
    )
    def test_an_invalid_secret_file_is_named_in_one_line(
        self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str, content: bytes | None, text: str
    ) -> None:
        file = tmp_path / "secret"
        if content is not None:
            file.write_bytes(content)
        monkeypatch.setenv(f"{PREFIX}{name}_FILE", str(file))
        with pytest.raises(WrongSetting, match=f"^{PREFIX}{name}_FILE: [^\n]*{text}$") as wrong:
            read_settings()
        assert str(file) in str(wrong.value)
        assert "ab" not in str(wrong.value).replace(str(file), "")

    def test_a_folder_as_a_secret_file_is_refused(
        self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str
    ) -> None:
        monkeypatch.setenv(f"{PREFIX}{name}_FILE", str(tmp_path))
        with pytest.raises(WrongSetting, match="Is a directory"):
            read_settings()


@pytest.mark.parametrize("empty", ["", " "])
def test_an_empty_value_falls_back_to_the_default(monkeypatch: pytest.MonkeyPatch, empty: str) -> None:
    monkeypatch.setenv("FERNPARTIE_TOKEN", "abc")
    usual = read_settings()
    for field in set(Settings.model_fields) - {"token"}:
        monkeypatch.setenv(f"{PREFIX}{field.upper()}", empty)
    assert read_settings() == usual


def test_an_env_file_not_in_utf_8_is_refused_in_one_line(tmp_path: Path) -> None:
    (tmp_path / ".env").write_bytes("FERNPARTIE_TOKEN=abc".encode("utf-16"))
    with pytest.raises(WrongSetting, match=r"^\.env: is not a text in UTF-8$"):
        read_settings()


def test_an_unreadable_env_file_is_refused_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied", ".env")

    monkeypatch.setattr(DotEnvSettingsSource, "_read_env_files", refuse)
    with pytest.raises(WrongSetting, match=r"^\.env: cannot be read: Permission denied$"):
        read_settings()


@pytest.mark.parametrize(
    ("name", "nearest"),
    [
        ("FERNPARTIE_DATABSE_URL", "FERNPARTIE_DATABASE_URL"),
        ("FERNPARTIE_DATABASE", "FERNPARTIE_DATABASE_URL"),
        ("fernpartie_database", "FERNPARTIE_DATABASE_URL"),
        ("FERNPARTIE_TOKEN_FILES", "FERNPARTIE_TOKEN_FILE"),
        ("FERNPARTIE_SHARD", "FERNPARTIE_SHARDS"),
        ("FERNPARTIE_WEB_ULR", "FERNPARTIE_WEB_URL"),
        ("FERNPARTIE_CLIENT_SECRETS", "FERNPARTIE_CLIENT_SECRET"),
    ],
)
def test_a_misspelt_setting_in_the_env_file_is_refused(tmp_path: Path, name: str, nearest: str) -> None:
    (tmp_path / ".env").write_text(f"FERNPARTIE_TOKEN=abc\n{name}=secret\n", encoding="utf-8")
    text = f"{name.upper()}: there is no such setting; the nearest is {nearest}"
    for read in (read_settings, read_database_url):
        with pytest.raises(WrongSetting) as raised:
            read()
        assert str(raised.value) == text


def test_a_misspelt_environment_variable_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FERNPARTIE_DATABASE_ULR", "postgresql://somewhere/else")
    with pytest.raises(WrongSetting, match=r"DATABASE_ULR: .* FERNPARTIE_DATABASE_URL$"):
        read_database_url()


def test_an_unknown_setting_is_reported_and_ignored(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FERNPARTIE_TOKEN", "abc")
    monkeypatch.setenv("FERNPARTIE_COLOURS", "blue")
    monkeypatch.setenv("FERNPARTIE_VERSION", "0.9.0")
    assert read_settings().token.get_secret_value() == "abc"
    (unknown,) = unknown_settings()
    assert unknown == UnknownSetting("FERNPARTIE_COLOURS", unknown.nearest, misspelt=False)


@pytest.mark.skipif(os.name != "posix", reason="only POSIX has these rights")
@pytest.mark.parametrize(("mode", "is_open"), [(0o600, False), (0o400, False), (0o640, True), (0o604, True)])
def test_an_env_file_open_to_others_is_detected(tmp_path: Path, mode: int, is_open: bool) -> None:
    assert not is_env_file_open()
    (tmp_path / ".env").touch()
    (tmp_path / ".env").chmod(mode)
    assert is_env_file_open() is is_open


def test_the_web_page_needs_both_addresses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FERNPARTIE_TOKEN", "abc")
    assert read_settings().web_page("") is None
    monkeypatch.setenv("FERNPARTIE_WEB", "127.0.0.1:8090")
    with pytest.raises(WrongSetting, match=r"^FERNPARTIE_WEB_URL: is not set; "):
        read_settings()
    monkeypatch.setenv("FERNPARTIE_WEB_URL", "https://games.example/board/")
    page = read_settings().web_page("")
    assert page is not None
    assert page.link("abc", 7) == "https://games.example/board/#t=abc&game=7"
    monkeypatch.delenv("FERNPARTIE_WEB")
    with pytest.raises(WrongSetting, match=r"^FERNPARTIE_WEB: is not set; "):
        read_settings()


def test_the_client_secret_is_read_from_a_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("hush\n", encoding="utf-8")
    monkeypatch.setenv("FERNPARTIE_TOKEN", "abc")
    monkeypatch.setenv("FERNPARTIE_CLIENT_SECRET_FILE", str(tmp_path / "secret"))
    secret = read_settings().client_secret
    assert secret is not None
    assert secret.get_secret_value() == "hush"


@pytest.mark.parametrize(
    "url",
    [
        "http://games.example",
        "games.example",
        "ftp://games.example",
        "https://",
        "https://a@games.example",
        "https://games.example/?a=1",
        "https://games.example:none",
    ],
)
def test_a_public_web_page_needs_https(monkeypatch: pytest.MonkeyPatch, url: str) -> None:
    monkeypatch.setenv("FERNPARTIE_TOKEN", "abc")
    monkeypatch.setenv("FERNPARTIE_WEB_URL", url)
    with pytest.raises(WrongSetting, match=r"^FERNPARTIE_WEB_URL: must be an address that begins with https"):
        read_settings()


@pytest.mark.parametrize("url", ["http://127.0.0.1:8090", "http://localhost:1", "http://[::1]:8090"])
def test_the_web_page_may_be_local(monkeypatch: pytest.MonkeyPatch, url: str) -> None:
    monkeypatch.setenv("FERNPARTIE_TOKEN", "abc")
    monkeypatch.setenv("FERNPARTIE_WEB", ":8090")
    monkeypatch.setenv("FERNPARTIE_WEB_URL", url)
    page = read_settings().web_page("")
    assert page is not None
    assert not page.is_secure


def test_every_variable_sets_its_setting(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    given: Mapping[str, tuple[str, object]] = {
        "DATABASE_URL": ("postgresql://x/y", "postgresql://x/y"),
        "SHARDS": (" 0-1/4 ", "0,1/4"),
        "API_URL": ("http://127.0.0.1:1/api", "http://127.0.0.1:1/api"),
        "GATEWAY_URL": ("ws://127.0.0.1:2/", "ws://127.0.0.1:2/"),
        "LOG_LEVEL": ("warning", "WARNING"),
        "LOG_FORMAT": ("JSON", "json"),
        "HEALTH_FILE": (str(tmp_path), tmp_path),
        "DRAW_AHEAD": ("false", False),
        "AVOID": ("threads, nonces", "nonces,threads"),
        "ENGINE_PROCESSES": ("0", 0),
        "REQUESTS_PER_SECOND": ("2.5", 2.5),
        "OWNER": ("4711", 4711),
        "PRIVACY_URL": ("https://x.test/privacy", "https://x.test/privacy"),
        "TERMS_URL": ("http://x.test/terms", "http://x.test/terms"),
    }
    monkeypatch.setenv("FERNPARTIE_TOKEN", "abc")
    defaults = read_settings()
    for name, (text, _) in given.items():
        monkeypatch.setenv(PREFIX + name, text)
    settings = read_settings()
    for name, (_, value) in given.items():
        assert getattr(settings, name.lower()) == value, name
        assert getattr(defaults, name.lower()) != value, name
    assert settings.avoided_forms == {RequestForm.THREAD, RequestForm.NONCE}
    assert defaults.avoided_forms == frozenset()
