"""Every setting of the service, its default, and where it may come from.

A setting is taken, in this order, from the command line, from the environment (``TILESIGHT_`` and the name in
capitals), from a TOML file (that of ``TILESIGHT_CONFIG``, else ``config.toml`` in the user's configuration directory,
where there is one), else its default. An empty ``TILESIGHT_CONFIG`` reads no file.
"""

from __future__ import annotations

import ipaddress
import os
import re
from pathlib import Path
from typing import Annotated, Any, Literal

import platformdirs
from pydantic import Field, SecretStr, ValidationError, field_validator, model_validator
from pydantic_settings import (
    BaseSettings,
    NoDecode,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
    TomlConfigSettingsSource,
)

from service.plain_words import plain

SHORTEST_TOKEN = 16
MIB = 1024 * 1024
CONFIG_VARIABLE = "TILESIGHT_CONFIG"

TextList = Annotated[tuple[str, ...], NoDecode]


class SettingsError(ValueError):
    """A setting has a value that cannot be used; the message names the setting and what was expected."""


def cores() -> int:
    """Processor cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return max(1, len(os.sched_getaffinity(0)))
    return max(1, os.cpu_count() or 1)


def config_file() -> Path | None:
    """The settings file that is read, None for none.

    Raises:
        SettingsError: the environment names a file that is not there.
    """
    named = os.environ.get(CONFIG_VARIABLE)
    if named is None:
        usual = Path(platformdirs.user_config_dir("tilesight", appauthor=False)) / "config.toml"
        return usual if usual.exists() else None
    if named and (not Path(named).exists() or Path(named).is_dir()):
        raise SettingsError(f"{CONFIG_VARIABLE} names {named}, which is no file: expected a TOML file, or '' for none")
    return Path(named) if named else None


def default_data_dir() -> Path:
    """The folder of the book and of retained photos, in the user's data directory."""
    return Path(platformdirs.user_data_dir("tilesight", appauthor=False))


class Settings(BaseSettings):
    """The settings of one service; frozen once read."""

    model_config = SettingsConfigDict(env_prefix="TILESIGHT_", extra="forbid", frozen=True, hide_input_in_errors=True)

    host: str = Field(default="127.0.0.1", description="Address to listen on.")
    port: int = Field(default=8000, ge=0, le=65535, description="Port to listen on; 0 takes a free one.")
    workers: int = Field(
        default=1, ge=1, le=256, description="Processes that serve; every limit holds for all of them together."
    )
    public_url: str | None = Field(
        default=None, description="Address of links and QR codes, where a proxy stands before."
    )
    data_dir: Path = Field(default_factory=default_data_dir, description="Folder of the book and of retained photos.")
    database_url: str = Field(default="", description="Database of the book; empty: SQLite in data_dir.")
    web: bool = Field(default=True, description="Serve the phone app at /.")

    access_token: SecretStr | None = Field(default=None, description="Token that every caller must show.")
    allow_open: bool = Field(default=False, description="Allow listening beyond this machine without an access token.")
    allowed_hosts: TextList = Field(
        default=(),
        description="Host names that requests may use; empty: any, or only this "
        "machine's own names where it listens on loopback without a token.",
    )
    cors_origins: TextList = Field(default=(), description="Origins whose pages may call the API; empty: none.")
    trusted_proxies: TextList = Field(default=(), description="Addresses whose X-Forwarded-For is believed.")

    inference_workers: int = Field(default_factory=cores, ge=1, le=256, description="Photos read at the same time.")
    inference_queue: int = Field(default=8, ge=0, le=10_000, description="Photos that may wait; over it, 503.")
    inference_timeout_s: float = Field(default=30.0, gt=0, le=600, description="Longest wait for one reading.")

    max_photo_bytes: int = Field(default=32 * MIB, ge=1024, description="Largest photo.")
    max_photos: int = Field(default=4, ge=1, le=16, description="Most photos of one hand in a request.")
    max_json_bytes: int = Field(default=MIB, ge=1024, description="Largest JSON body.")
    max_import_bytes: int = Field(default=64 * MIB, ge=1024, description="Largest book to import.")
    max_uploads: int = Field(default=16, ge=1, description="Photo requests received at the same time.")
    max_uploads_per_address: int = Field(default=6, ge=1, description="The same for one address.")
    body_timeout_s: float = Field(default=60.0, gt=0, description="Longest time a body may take to arrive.")
    body_idle_timeout_s: float = Field(default=10.0, gt=0, description="Longest silence inside a body.")
    max_connections: int = Field(
        default=1000, ge=1, description="Connections open at the same time, watchers included."
    )

    rate_store: Literal["auto", "memory", "database"] = Field(
        default="auto",
        description="Where rates are counted: the memory of this machine, or the PostgreSQL database for several "
        "machines; auto: the database on a cluster, else memory.",
    )
    rate_per_minute: int = Field(
        default=1200, ge=0, description="Requests a minute for one token or address; 0: no limit."
    )
    photo_rate_per_minute: int = Field(default=120, ge=0, description="Photo requests a minute, the same way.")

    keep_photos: bool = Field(
        default=False, description="Keep photos, re-encoded without metadata, under data_dir/photos."
    )
    photo_days: int = Field(default=7, ge=1, le=3650, description="Days after which a kept photo is deleted.")

    log_level: Literal["debug", "info", "warning", "error"] = Field(
        default="info", description="Least level that is logged."
    )
    log_format: Literal["json", "text"] = Field(default="json", description="Form of a log line on standard error.")

    @field_validator("allowed_hosts", "cors_origins", "trusted_proxies", mode="before")
    @classmethod
    def _split(cls, value: object) -> object:
        if isinstance(value, str):
            return tuple(part.strip() for part in value.split(",") if part.strip())
        return value

    @field_validator("access_token")
    @classmethod
    def _long_enough(cls, value: SecretStr | None) -> SecretStr | None:
        if value is not None and len(value) < SHORTEST_TOKEN:
            raise ValueError(f"the token has {len(value)} characters, expected at least {SHORTEST_TOKEN}")
        if value is not None and not re.fullmatch("[!-~]([ -~]*[!-~])?", value.get_secret_value()):
            # Headers carry nothing else unchanged.
            raise ValueError("the token begins or ends with a blank, or is not plain ASCII, expected neither")
        return value

    @field_validator("public_url")
    @classmethod
    def _web_address(cls, value: str | None) -> str | None:
        if value and not re.fullmatch(r"https?://\S{1,240}", value):
            raise ValueError(f"'{hide_password(value[:80])}' is no web address: expected http(s)://host[:port][/path]")
        return value

    @field_validator("cors_origins")
    @classmethod
    def _origins(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        for origin in value:
            scheme, _, rest = origin.partition("://")
            if scheme not in ("http", "https") or not rest or "/" in rest or "*" in rest:
                raise ValueError(f"'{hide_password(origin)}' is no origin: expected http(s)://host[:port]")
        return value

    @model_validator(mode="before")
    @classmethod
    def _drop_empty(cls, values: Any) -> Any:
        if isinstance(values, dict):
            return {key: value for key, value in values.items() if not (key == "access_token" and value == "")}
        return values

    @model_validator(mode="after")
    def _default_database(self) -> Settings:
        if not self.database_url:
            path = (self.data_dir.expanduser() / "tilesight.db").absolute()
            object.__setattr__(self, "database_url", f"sqlite:///{path}")
        return self

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        file = config_file()
        read = () if file is None else (TomlConfigSettingsSource(settings_cls, file),)
        return init_settings, env_settings, *read

    @property
    def loopback_only(self) -> bool:
        """Whether only this machine can connect."""
        return is_loopback(self.host)

    @property
    def sqlite(self) -> bool:
        """Whether the book is a file of this machine."""
        return self.database_url.startswith("sqlite")

    def refusal(self) -> str | None:
        """Why these settings must not be served, or None."""
        if self.access_token is None and not self.loopback_only and not self.allow_open:
            return (
                f"refusing to listen on {self.host} without an access token: set TILESIGHT_ACCESS_TOKEN "
                f"({SHORTEST_TOKEN} characters or more), or pass --open where everybody on the network may use it"
            )
        if self.rate_store == "database" and self.sqlite:
            return "refusing to count rates in SQLite: rate_store = database needs a postgresql:// database"
        return None

    def shown(self) -> dict[str, object]:
        """Every setting as plain values, secrets hidden, for ``serve --show-config``."""
        values: dict[str, object] = {}
        for name in type(self).model_fields:
            value = getattr(self, name)
            if isinstance(value, SecretStr):
                value = "********"
            elif isinstance(value, Path):
                value = str(value)
            elif isinstance(value, tuple):
                value = list(value)
            elif name == "database_url":
                value = hide_password(str(value))
            values[name] = value
        return values


def is_loopback(host: str) -> bool:
    """Whether an address to listen on is reachable from this machine alone."""
    if host.lower() == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


_PASSWORD_FIELD = re.compile(r"([?&;][a-z]*pass[a-z]*=)[^&;]*", re.IGNORECASE)
_LOGIN = re.compile(r"\A((?:[^:/@]*:/{1,2})?+[^:]*):.*@", re.DOTALL)
"""Scheme and user before a password; one slash too few is a slip that still shows it."""


def hide_password(url: str) -> str:
    """An address with its password replaced by stars, written well or not."""
    return _LOGIN.sub(r"\1:****@", _PASSWORD_FIELD.sub(r"\1****", url))


def load_settings(**given: object) -> Settings:
    """The settings, with ``given`` (those not None) before everything else.

    Raises:
        SettingsError: a value cannot be used, or the file cannot be read.
    """
    try:
        return Settings(**{name: value for name, value in given.items() if value is not None})  # type: ignore[arg-type]
    except ValidationError as error:
        first = error.errors()[0]
        name = ".".join(str(part) for part in first["loc"]) or "settings"
        raise SettingsError(f"setting {name}: {plain(first, Settings.model_fields)}") from None
    except SettingsError:
        raise
    except (OSError, ValueError) as error:
        raise SettingsError(f"settings file {config_file()}: {error}") from None
