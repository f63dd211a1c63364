"""Settings: where they come from, what is refused, what is shown."""

from __future__ import annotations

import re
from pathlib import Path

import platformdirs
import pytest

from service.settings import Settings, SettingsError, hide_password, is_loopback, load_settings


@pytest.fixture(autouse=True)
def no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    file = tmp_path / "config.toml"
    file.touch()
    monkeypatch.setenv("TILESIGHT_CONFIG", str(file))
    return file


def test_defaults_keep_to_this_machine(tmp_path: Path) -> None:
    settings = Settings(data_dir=tmp_path)
    assert settings.loopback_only
    assert settings.refusal() is None
    assert settings.database_url == f"sqlite:///{tmp_path / 'tilesight.db'}"
    assert not settings.keep_photos
    assert settings.cors_origins == ()


def test_given_comes_before_environment_before_file(no_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    no_file.write_text('port = 1001\nhost = "127.0.0.2"\nmax_photos = 2\n', encoding="utf-8")
    monkeypatch.setenv("TILESIGHT_PORT", "1002")
    monkeypatch.setenv("TILESIGHT_HOST", "127.0.0.3")
    settings = load_settings(host="127.0.0.4", port=None)
    assert (settings.host, settings.port, settings.max_photos) == ("127.0.0.4", 1002, 2)


def test_lists_are_parted_by_commas(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TILESIGHT_CORS_ORIGINS", "https://a.example, http://b.example:8080")
    monkeypatch.setenv("TILESIGHT_ALLOWED_HOSTS", "mahjong.local")
    settings = load_settings()
    assert settings.cors_origins == ("https://a.example", "http://b.example:8080")
    assert settings.allowed_hosts == ("mahjong.local",)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PORT", "many"),
        ("PORT", "70000"),
        ("ACCESS_TOKEN", "short"),
        ("CORS_ORIGINS", "*"),
        ("CORS_ORIGINS", "https://a.example/path"),
        ("LOG_LEVEL", "loud"),
        ("INFERENCE_WORKERS", "0"),
    ],
)
def test_a_wrong_value_names_its_setting_and_keeps_secrets(
    name: str, value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(f"TILESIGHT_{name}", value)
    with pytest.raises(SettingsError, match=name.lower()) as caught:
        load_settings()
    if name == "ACCESS_TOKEN":
        assert value not in str(caught.value)


def test_a_short_token_is_told_as_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TILESIGHT_ACCESS_TOKEN", "short")
    with pytest.raises(SettingsError) as caught:
        load_settings()
    assert str(caught.value) == "setting access_token: the token has 5 characters, expected at least 16"
    monkeypatch.setenv("TILESIGHT_ACCESS_TOKEN", "")
    assert load_settings().access_token is None


def test_a_file_that_is_named_has_to_be_there(no_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    no_file.unlink()
    for missing in (no_file, no_file.parent):
        monkeypatch.setenv("TILESIGHT_CONFIG", str(missing))
        with pytest.raises(SettingsError, match=f"TILESIGHT_CONFIG names {re.escape(str(missing))}, which is no file"):
            load_settings()


def test_an_empty_name_reads_no_file_and_none_the_users_own(no_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(platformdirs, "user_config_dir", lambda *_, **__: str(no_file.parent))
    no_file.write_text("port = 1001", encoding="utf-8")
    monkeypatch.setenv("TILESIGHT_CONFIG", "")
    assert load_settings().port == 8000
    monkeypatch.delenv("TILESIGHT_CONFIG")
    assert load_settings().port == 1001
    no_file.unlink()
    assert load_settings().port == 8000


def test_a_broken_or_unknown_file_entry_is_an_error(no_file: Path) -> None:
    no_file.write_text("port = ", encoding="utf-8")
    with pytest.raises(SettingsError, match=r"config\.toml"):
        load_settings()
    no_file.write_text("prot = 1\n", encoding="utf-8")
    with pytest.raises(SettingsError) as caught:
        load_settings()
    assert str(caught.value) == "setting prot: is unknown (did you mean port?)"
    no_file.write_text("port = 'many'\n", encoding="utf-8")
    with pytest.raises(SettingsError) as caught:
        load_settings()
    assert str(caught.value) == "setting port: expected a whole number, got text"


def test_listening_beyond_this_machine_wants_a_token_or_a_word() -> None:
    assert load_settings(host="0.0.0.0").refusal()
    assert load_settings(host="192.168.1.5").refusal()
    assert load_settings(host="0.0.0.0", access_token="a token of some length").refusal() is None
    assert load_settings(host="0.0.0.0", allow_open=True).refusal() is None


def test_what_is_shown_hides_secrets() -> None:
    shown = load_settings(
        access_token="a token of some length", database_url="postgresql://club:secret@db/tiles"
    ).shown()
    assert "a token of some length" not in str(shown)
    assert "secret" not in str(shown)
    assert shown["database_url"] == "postgresql://club:****@db/tiles"
    assert set(shown) == set(Settings.model_fields)


@pytest.mark.parametrize(
    ("host", "local"),
    [("127.0.0.1", True), ("localhost", True), ("::1", True), ("[::1]", True), ("127.9.9.9", True),
     ("0.0.0.0", False), ("::", False), ("192.168.0.2", False), ("club.example", False)],
)  # fmt: skip
def test_loopback(host: str, local: bool) -> None:
    assert is_loopback(host) is local


def test_a_url_without_password_stays() -> None:
    assert hide_password("sqlite:////data/tilesight.db") == "sqlite:////data/tilesight.db"
    assert hide_password("postgresql://db/tiles") == "postgresql://db/tiles"
    assert hide_password("postgresql://u@db:5432/tiles?connect_timeout=3") == (
        "postgresql://u@db:5432/tiles?connect_timeout=3"
    )


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://u:SECRET@db/tiles",
        "postgresql:/u:SECRET@db/tiles",
        "postgresql:u:SECRET@db/tiles",
        "u:SECRET@db/tiles",
        "postgresql://u:SEC@SECRET@db/tiles",
        "postgresql://u@db/tiles?sslmode=require&password=SECRET",
        "postgresql://u@db/tiles?sslpassword=SECRET&sslmode=require",
    ],
)
def test_a_password_is_hidden_wherever_it_stands(url: str) -> None:
    hidden = hide_password(url)
    assert "SECRET" not in hidden
    assert "****" in hidden
    assert "db/tiles" in hidden


def test_a_device_is_a_settings_file_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TILESIGHT_CONFIG", "/dev/null")
    assert load_settings().port == 8000


@pytest.mark.parametrize("name", ["public_url", "cors_origins"])
def test_a_refused_address_does_not_show_its_password(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TILESIGHT_CONFIG", "")
    with pytest.raises(SettingsError) as caught:
        load_settings(**{name: "ftp://u:SECRET@h/x"})
    assert "SECRET" not in str(caught.value)


@pytest.mark.parametrize("token", ["麻将" * 10, " a token of some length", "a token of some length "])
def test_a_token_that_no_header_carries_is_refused(token: str) -> None:
    with pytest.raises(
        SettingsError, match="access_token: the token begins or ends with a blank, or is not plain ASCII"
    ):
        load_settings(access_token=token)


@pytest.mark.parametrize("address", ["javascript:alert(1)", "https://", "https://a b", "http://" + "a" * 300])
def test_links_lead_to_a_web_address(address: str) -> None:
    with pytest.raises(SettingsError, match=r"public_url: .* is no web address"):
        load_settings(public_url=address)
    assert load_settings(public_url="https://club.example/tiles").public_url == "https://club.example/tiles"
