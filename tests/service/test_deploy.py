"""The files under deploy/ agree with the service, with one another, and with the schemas of what reads them."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import fields
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
import yaml

from service.cluster.arguments import Arguments, BadArgument, checked
from service.processes.common import FOLDER_VARIABLE
from service.settings import CONFIG_VARIABLE, Settings

ROOT = Path(__file__).resolve().parents[2]
DEPLOY = ROOT / "deploy"
FILES = sorted(path for path in DEPLOY.rglob("*") if path.is_file())
NO_SETTINGS = {"TILESIGHT_SITE", CONFIG_VARIABLE, FOLDER_VARIABLE}
"""Variables of ours that are no settings: the site is the proxy's."""
SECRETS = {"TILESIGHT_DATABASE_URL", "TILESIGHT_ACCESS_TOKEN", "POSTGRES_PASSWORD"}


def load(name: str) -> list[Any]:
    return list(yaml.safe_load_all((DEPLOY / name).read_text(encoding="utf-8")))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_every_variable_named_is_a_setting(path: Path) -> None:
    named = set(re.findall(r"TILESIGHT_[A-Z_]+[A-Z]", path.read_text(encoding="utf-8"))) - NO_SETTINGS
    known = {f"TILESIGHT_{name.upper()}" for name in Settings.model_fields}
    assert named <= known


@pytest.mark.parametrize("path", [path for path in FILES if path.suffix == ".yaml" or path.suffix == ".yml"])
def test_every_value_given_to_a_setting_can_be_used(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(CONFIG_VARIABLE, "")
    given = {
        name.removeprefix("TILESIGHT_").lower(): value
        for document in yaml.safe_load_all(path.read_text(encoding="utf-8"))
        for name, value in variables(document)
        if name.startswith("TILESIGHT_") and name not in NO_SETTINGS and isinstance(value, str) and "$" not in value
    }
    assert Settings(**given).refusal() is None or "access_token" not in given  # type: ignore[arg-type]


def variables(value: Any) -> Iterator[tuple[str, Any]]:
    """Every environment variable that a document gives, in whichever form."""
    if isinstance(value, dict):
        if isinstance(value.get("name"), str) and ("value" in value or "valueFrom" in value):
            yield value["name"], value.get("value", value.get("valueFrom"))
        for key, inner in value.items():
            if key in ("environment", "env_vars") and isinstance(inner, dict):
                yield from inner.items()
            else:
                yield from variables(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from variables(inner)


def test_the_compose_file_is_one() -> None:
    from check_jsonschema.builtin_schemas import get_builtin_schema
    from jsonschema import Draft7Validator

    (compose,) = load("docker-compose.yml")
    schema = get_builtin_schema("vendor.compose-spec")
    assert [error.message for error in Draft7Validator(schema).iter_errors(compose)] == []
    assert compose["services"]["app"]["deploy"]["replicas"] == 2
    assert "ports" not in compose["services"]["app"]
    assert "ports" not in compose["services"]["database"]


def test_the_compose_file_takes_its_secrets_from_outside() -> None:
    (compose,) = load("docker-compose.yml")
    for name, value in variables(compose):
        if name in SECRETS:
            assert "${" in value, name
    example = (DEPLOY / "compose.env.example").read_text(encoding="utf-8")
    asked = set(re.findall(r"\$\{([A-Z_]+)", (DEPLOY / "docker-compose.yml").read_text(encoding="utf-8")))
    assert asked == set(re.findall(r"^([A-Z_]+)=", example, re.MULTILINE))
    assert re.findall(r"^(?:TILESIGHT_ACCESS_TOKEN|POSTGRES_PASSWORD)=(.*)$", example, re.MULTILINE) == ["", ""]


def test_ports_agree() -> None:
    port = str(Settings.model_fields["port"].default)
    (serve,) = load("serve.yaml")
    assert str(serve["http_options"]["port"]) == port
    assert f"EXPOSE {port}" in (DEPLOY / "Dockerfile").read_text(encoding="utf-8")
    assert f"app {port}" in (DEPLOY / "Caddyfile").read_text(encoding="utf-8")
    compose = dict(variables(load("docker-compose.yml")[0]))
    assert compose["TILESIGHT_PORT"] == port
    (service,) = load("kubernetes/rayservice.yaml")
    assert str(serve_config(service)["http_options"]["port"]) == port
    worker = service["spec"]["rayClusterConfig"]["workerGroupSpecs"][0]["template"]["spec"]["containers"][0]
    assert {str(entry["containerPort"]) for entry in worker["ports"] if entry["name"] == "serve"} == {port}
    (ingress,) = load("kubernetes/ingress.yaml")
    backend = ingress["spec"]["rules"][0]["http"]["paths"][0]["backend"]["service"]
    assert (backend["name"], str(backend["port"]["number"])) == (f"{service['metadata']['name']}-serve-svc", port)
    policies = load("kubernetes/policies.yaml")
    assert [str(rule["ports"][0]["port"]) for rule in policies[1]["spec"]["ingress"] if "ports" in rule] == [port]


def serve_config(service: Any) -> Any:
    return yaml.safe_load(service["spec"]["serveConfigV2"])


def serve_configs() -> list[Any]:
    return [load("serve.yaml")[0], serve_config(load("kubernetes/rayservice.yaml")[0])]


@pytest.mark.parametrize("config", serve_configs(), ids=["serve.yaml", "rayservice.yaml"])
def test_a_serve_config_names_what_there_is(config: Any) -> None:
    (application,) = config["applications"]
    module, name = application["import_path"].split(":")
    source = (ROOT / (module.replace(".", "/") + ".py")).read_text(encoding="utf-8")
    assert f"\ndef {name}(" in source
    checked(application["args"])
    assert config["http_options"]["request_timeout_s"] is None
    if find_spec("ray") is not None:
        from ray.serve.schema import ServeDeploySchema

        assert ServeDeploySchema.model_validate(config).applications[0].name == "tilesight"


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"readers": 3}, "unknown argument 'readers'"),
        ({"api_replicas": "many"}, "argument api_replicas: expected int, got 'many'"),
        ({"min_readers": 0}, "argument min_readers: expected more than 0"),
        ({"min_readers": 9}, "max_readers 4 is less than min_readers 9"),
    ],
)
def test_a_wrong_argument_is_named(given: dict[str, Any], said: str) -> None:
    with pytest.raises(BadArgument, match=re.escape(said)):
        checked(given)


def test_arguments_come_as_text_too() -> None:
    assert checked({"max_readers": "7", "reader_cpus": "1.5"}) == Arguments(max_readers=7, reader_cpus=1.5)


def test_no_file_serves_beyond_loopback_unasked() -> None:
    """Each says where it listens, so that the service can refuse to start without an access token."""
    for given in (load("serve.yaml")[0], load("docker-compose.yml")[0], *pods()):
        told = dict(variables(given))
        assert told["TILESIGHT_HOST"] == "0.0.0.0"
        assert "TILESIGHT_ALLOW_OPEN" not in told


def test_the_page_on_operation_lists_every_argument() -> None:
    page = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")
    for field in fields(Arguments):
        row = next((line for line in page.splitlines() if line.startswith("|") and f"`{field.name}`" in line), "")
        assert f"`{field.default}`" in row, field.name


def test_the_proxy_does_not_hold_back_events() -> None:
    caddy = (DEPLOY / "Caddyfile").read_text(encoding="utf-8")
    assert re.search(r"^\s*flush_interval -1$", caddy, re.MULTILINE)
    (ingress,) = load("kubernetes/ingress.yaml")
    annotations = ingress["metadata"]["annotations"]
    assert annotations["nginx.ingress.kubernetes.io/proxy-buffering"] == "off"
    largest = Settings.model_fields["max_photo_bytes"].default * Settings.model_fields["max_photos"].default
    body = int(annotations["nginx.ingress.kubernetes.io/proxy-body-size"].removesuffix("m")) * 1024 * 1024
    assert body > largest


def pods() -> list[Any]:
    cluster = load("kubernetes/rayservice.yaml")[0]["spec"]["rayClusterConfig"]
    groups = [cluster["headGroupSpec"], *cluster["workerGroupSpecs"]]
    return [group["template"] for group in groups]


def test_the_kubernetes_objects_keep_to_their_schemas() -> None:
    import kubernetes_validate

    version = kubernetes_validate.latest_version()
    for name in ("kubernetes/ingress.yaml", "kubernetes/policies.yaml"):
        for document in load(name):
            kubernetes_validate.validate(document, version, strict=True)
    for number, pod in enumerate(pods()):
        whole = {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": f"pod-{number}"}, **pod}
        kubernetes_validate.validate(whole, version, strict=True)


def test_every_pod_has_limits_probes_and_secrets_by_reference() -> None:
    for pod in pods():
        assert pod["spec"]["securityContext"]["runAsNonRoot"]
        for container in pod["spec"]["containers"]:
            resources = container["resources"]
            assert resources["limits"].keys() >= {"cpu", "memory"}
            assert resources["requests"]["memory"] == resources["limits"]["memory"]
            assert container["readinessProbe"]
            assert container["livenessProbe"]
            given = dict(variables(container))
            assert {name for name, value in given.items() if isinstance(value, dict)} == SECRETS & given.keys()
            assert given.keys() >= {"TILESIGHT_DATABASE_URL", "TILESIGHT_ACCESS_TOKEN"}


def test_the_workers_have_the_cores_that_the_application_asks_for() -> None:
    service = load("kubernetes/rayservice.yaml")[0]
    arguments = checked(serve_config(service)["applications"][0]["args"])
    (workers,) = service["spec"]["rayClusterConfig"]["workerGroupSpecs"]
    cores = float(workers["template"]["spec"]["containers"][0]["resources"]["limits"]["cpu"])
    least = arguments.api_replicas * arguments.api_cpus + arguments.min_readers * arguments.reader_cpus
    most = arguments.api_replicas * arguments.api_cpus + arguments.max_readers * arguments.reader_cpus
    assert workers["minReplicas"] * cores >= least
    assert workers["maxReplicas"] * cores >= most


def test_ray_is_the_same_everywhere() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    wanted = project["project"]["optional-dependencies"]["cluster"][0]
    version = load("kubernetes/rayservice.yaml")[0]["spec"]["rayClusterConfig"]["rayVersion"]
    assert re.search(rf">={re.escape(version.rpartition('.')[0])}\b", wanted)


def test_nothing_tells_ray_s_makers() -> None:
    (serve,) = load("serve.yaml")
    (service,) = load("kubernetes/rayservice.yaml")
    for given in (serve, *pods()):
        assert dict(variables(given))["RAY_USAGE_STATS_ENABLED"] == "0"
    assert service["spec"]["rayClusterConfig"]["headGroupSpec"]["rayStartParams"]["num-cpus"] == "0"
