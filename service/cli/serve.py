"""``tilesight serve``: the API and the phone app."""

from __future__ import annotations

import json
import os
import socket
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from service.cli.engines import Engine, EngineOption, need_ray
from service.cli.errors import DONE, BadUse
from service.cli.output import error_line

if TYPE_CHECKING:
    import uvicorn

    from service.settings import Settings

_GRACE_S = 15
_HEALTHCHECK_S = 60
_APP = "service.api.app:create_app_from_environment"


def serve(
    host: Annotated[
        str | None, typer.Option("--host", metavar="ADDRESS", help="Address to listen on [127.0.0.1].")
    ] = None,
    port: Annotated[int | None, typer.Option("--port", metavar="N", help="Port to listen on [8000].")] = None,
    db: Annotated[
        str | None, typer.Option("--db", metavar="URL", help="Database of the book [SQLite in the data directory].")
    ] = None,
    workers: Annotated[int | None, typer.Option("--workers", metavar="N", help="Processes that serve [1].")] = None,
    data_dir: Annotated[
        str | None, typer.Option("--data-dir", metavar="DIR", help="Folder of the book and of kept photos.")
    ] = None,
    config: Annotated[str | None, typer.Option("--config", metavar="FILE", help="Settings file (TOML).")] = None,
    open_to_all: Annotated[
        bool, typer.Option("--open", help="Listen beyond this machine without an access token.")
    ] = False,
    engine: EngineOption = Engine.LOCAL,
    show_config: Annotated[bool, typer.Option("--show-config", help="Print the settings and leave.")] = False,
) -> int:
    """Serve the HTTP API and the phone app."""
    from service.settings import CONFIG_VARIABLE, SettingsError, load_settings

    if config is not None:
        if not Path(config).is_file():
            raise BadUse(f"--config {config}: no such file")
        os.environ[CONFIG_VARIABLE] = config
    given = {
        "host": host,
        "port": port,
        "database_url": db,
        "workers": workers,
        "data_dir": data_dir,
        "allow_open": True if open_to_all else None,
    }
    try:
        settings = load_settings(**given)
    except SettingsError as error:
        raise BadUse(str(error)) from None
    if show_config:
        for name, value in settings.shown().items():
            typer.echo(f"# {name} =" if value is None else f"{name} = {json.dumps(value, ensure_ascii=False)}")
        return DONE
    if refusal := settings.refusal():
        raise BadUse(refusal)
    if engine is Engine.RAY:
        need_ray()
    # Serving processes read their settings anew, from the environment.
    for name, value in given.items():
        if value is not None:
            os.environ[f"TILESIGHT_{name.upper()}"] = str(value)
    if engine is Engine.RAY:
        return run_on_cluster(settings)
    check(settings)
    return run(settings)


def check(settings: Settings) -> None:
    """Refuse to start on what would only fail later: damaged models, a database that cannot be used.

    Raises:
        BadUse: with what is wrong.
    """
    from service.book import open_book
    from service.engine import ModelError, check_models

    try:
        check_models()
    except ModelError as error:
        raise BadUse(str(error)) from None
    try:
        open_book(settings.database_url).close()
    except Exception as error:
        from service.settings import hide_password

        raise BadUse(f"the database {hide_password(settings.database_url)} cannot be used: {error}") from None


def run_on_cluster(settings: Settings) -> int:
    """Serve from a Ray cluster until a signal ends it."""
    from service.cluster.deployments import cluster_refusal
    from service.cluster.running import ClusterError, named, run

    if refusal := cluster_refusal(settings):
        raise BadUse(refusal)
    check(settings)
    if not named():
        # The proxy of a cluster would wait for a port in use for long, and takes none that is only free.
        with _listen(settings.host, settings.port) as free:
            settings = settings.model_copy(update={"port": free.getsockname()[1]})

    def announce() -> None:
        for address in _addresses(settings.host, settings.port):
            error_line(f"serving on {address}")

    try:
        run(settings, started=announce)
    except ClusterError as error:
        raise BadUse(str(error)) from None
    return DONE


def run(settings: Settings) -> int:
    """Listen and serve until a signal ends it; what was begun is finished first."""
    from inspect import signature

    import uvicorn

    from service.api.http_head import TimedHead
    from service.logs import configure
    from service.processes.common import share, shared_folder

    listener = _listen(settings.host, settings.port)
    port = listener.getsockname()[1]
    arguments: dict[str, Any] = {
        "factory": True,
        "host": settings.host.strip("[]"),
        "port": port,
        "workers": settings.workers,
        "log_config": None,
        "access_log": False,
        "server_header": False,
        "proxy_headers": bool(settings.trusted_proxies),
        "forwarded_allow_ips": list(settings.trusted_proxies) or None,
        "limit_concurrency": settings.max_connections,
        "timeout_keep_alive": 15,
        "timeout_graceful_shutdown": _GRACE_S,
        # The other parser, taken where it happens to be installed, sets no bound to the size of a request's head.
        "http": TimedHead,
        "h11_max_incomplete_event_size": 32 * 1024,
    }
    for address in _addresses(settings.host, port):
        error_line(f"serving on {address}")
    if settings.workers > 1:
        configure(settings.log_level, settings.log_format)
        if "timeout_worker_healthcheck" in signature(uvicorn.Config).parameters:
            # A process that loads models on a busy machine is slow to say that it lives.
            arguments["timeout_worker_healthcheck"] = _HEALTHCHECK_S
        # Each takes its part of the connections: one process cannot see those of another.
        arguments["limit_concurrency"] = share(settings.max_connections, settings.workers)
        with shared_folder():
            _supervise(uvicorn.Config(_APP, **arguments), listener)
        return DONE
    server = uvicorn.Server(uvicorn.Config(_APP, **arguments))
    server.run(sockets=[listener])
    if not server.started:
        raise BadUse("the service could not start; the log above says why")
    return DONE


def _supervise(config: uvicorn.Config, listener: socket.socket) -> None:
    """Serve by several processes that share a socket which listens already: a caller who comes before the first of
    them is up waits for it, as with one process, and is not turned away."""
    from inspect import signature

    import uvicorn
    from uvicorn.supervisors import Multiprocess

    given: dict[str, Any] = {"sockets": [listener]}
    if "target" in signature(Multiprocess).parameters:
        given["target"] = uvicorn.Server(config).run
    with suppress(KeyboardInterrupt):
        Multiprocess(config, **given).run()


def _listen(host: str, port: int) -> socket.socket:
    name = host.strip("[]")
    try:
        family = socket.getaddrinfo(name, port, type=socket.SOCK_STREAM)[0][0]
        listener = socket.create_server((name, port), family=family, backlog=512)
    except OSError as error:
        raise BadUse(f"cannot listen on {host} port {port}: {error.strerror or error}") from None
    listener.set_inheritable(True)
    return listener


def _addresses(host: str, port: int) -> list[str]:
    """Where a phone finds the service: for a wildcard address, this machine's own as well."""
    shown = f"[{host}]" if ":" in host and not host.startswith("[") else host
    if host not in ("0.0.0.0", "::"):
        return [f"http://{shown}:{port}"]
    found = [f"http://localhost:{port}"]
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Nothing is sent: connecting a datagram socket only chooses the outgoing address.
            probe.connect(("192.0.2.1", 9))
            found.append(f"http://{probe.getsockname()[0]}:{port}")
        except OSError:
            pass
    return found
