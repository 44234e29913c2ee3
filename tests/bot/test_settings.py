from pathlib import Path

import pytest

from bot.address import Address
from bot.settings import PREFIX, WrongSetting, read_settings


@pytest.fixture(autouse=True)
def _bare(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    for name in (
        "TOKEN",
        "DATABASE_URL",
        "API_URL",
        "GATEWAY_URL",
        "LOG_LEVEL",
        "LOG_FORMAT",
        "HEALTH_FILE",
        "METRICS",
    ):
        monkeypatch.delenv(PREFIX + name, raising=False)


def test_a_token_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FERNPARTIE_TOKEN", " abc ")
    settings = read_settings()
    assert settings.token.get_secret_value() == "abc"
    assert settings.database_url == "sqlite:///fernpartie.db"
    assert "abc" not in repr(settings)


def test_the_env_file_is_read(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("FERNPARTIE_TOKEN=abc\nFERNPARTIE_LOG_LEVEL=debug\n", encoding="utf-8")
    assert read_settings().log_level == "DEBUG"


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
def test_the_metrics_have_an_address_or_none(
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
        ("TOKEN", "two words"),
        ("API_URL", "discord.com"),
        ("GATEWAY_URL", "http://localhost"),
        ("LOG_LEVEL", "loud"),
        ("LOG_FORMAT", "xml"),
        ("REQUESTS_PER_SECOND", "many"),
        ("REQUESTS_PER_SECOND", "0"),
        ("PRIVACY_URL", "privacy.md"),
        ("TERMS_URL", "ftp://here"),
        ("METRICS", "on"),
        ("METRICS", "9400"),
        ("METRICS", "127.0.0.1"),
        ("METRICS", "127.0.0.1:0"),
        ("METRICS", ":94000"),
        ("METRICS", "http://127.0.0.1:9400"),
        ("METRICS", "127.0.0.1:9400/metrics"),
    ],
)
def test_a_wrong_setting_is_named_in_one_line(
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
