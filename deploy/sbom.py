"""The bill of materials of a release, CycloneDX 1.6: what is installed with the package, what is in the phone app.

    python deploy/sbom.py [--extra postgres] [--out sbom.json]

Python's part is what the package asks for, as installed in the environment that runs this; the app's is its lock file;
the nets are components of their own. The same release in the same environment gives the same bytes.
"""

from __future__ import annotations

import argparse
import base64
import json
import os
import sys
import tomllib
import uuid
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path
from typing import Any
from urllib.parse import quote

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = "tilesight"
LICENCE = "AGPL-3.0-or-later"
EPOCH = 1_580_601_600
"""The date of archives built without SOURCE_DATE_EPOCH, as the build backend takes it."""
IN_THE_APP = ("svelte", "dexie", "workbox-window", "workbox-precaching", "workbox-routing")
"""Node packages, with what they ask for, of which code ends up in the built app; the others only build it."""
_LONGEST_LICENCE = 80
_HASHES = {"sha1": "SHA-1", "sha256": "SHA-256", "sha384": "SHA-384", "sha512": "SHA-512"}

Json = dict[str, Any]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--extra", action="append", default=[])
    parser.add_argument("--out", type=Path)
    given = parser.parse_args()
    text = json.dumps(bill(tuple(given.extra)), ensure_ascii=False, indent=1, sort_keys=True) + "\n"
    if given.out is None:
        sys.stdout.write(text)
    else:
        given.out.write_text(text, encoding="utf-8")


def bill(extras: tuple[str, ...] = (), root: Path = ROOT) -> Json:
    """The whole document."""
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    own = project["version"]
    lines = [*project["dependencies"], *(line for extra in extras for line in project["optional-dependencies"][extra])]
    direct = [Requirement(line) for line in lines]
    wanted = closure(direct)
    components = [
        *(python_component(name) for name in sorted(wanted)),
        *npm_components(json.loads((root / "service/web/package-lock.json").read_text(encoding="utf-8"))),
        *model_components(json.loads((root / "models/tiles.json").read_text(encoding="utf-8"))),
    ]
    when = datetime.fromtimestamp(int(os.environ.get("SOURCE_DATE_EPOCH", EPOCH)), UTC)
    subject = {
        "type": "application", "bom-ref": PACKAGE, "name": PACKAGE, "version": own,
        "purl": f"pkg:pypi/{PACKAGE}@{own}", "licenses": [{"license": {"id": LICENCE}}],
    }  # fmt: skip
    asks = {PACKAGE: {canonicalize_name(each.name) for each in direct if holds(each)}, **wanted}
    depends = [
        {"ref": PACKAGE if name == PACKAGE else python_ref(name), "dependsOn": sorted(map(python_ref, asked))}
        for name, asked in sorted(asks.items())
    ]
    identity = json.dumps([subject, components], sort_keys=True, ensure_ascii=False)
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, identity)}",
        "version": 1,
        "metadata": {"timestamp": when.isoformat(timespec="seconds").replace("+00:00", "Z"), "component": subject},
        "components": components,
        "dependencies": depends,
    }


def closure(direct: Iterable[Requirement]) -> dict[str, set[str]]:
    """Every distribution asked for, directly or not, and what each of them asks for, on this machine.

    Raises:
        SystemExit: one of them is not installed.
    """
    found: dict[str, set[str]] = {}
    open_ = [requirement for requirement in direct if holds(requirement)]
    done: set[tuple[str, frozenset[str]]] = set()
    while open_:
        wanted = open_.pop()
        name, extras = canonicalize_name(wanted.name), frozenset(wanted.extras)
        if (name, extras) in done:
            continue
        done.add((name, extras))
        asked = list(requirements(name, extras))
        found.setdefault(name, set()).update(canonicalize_name(each.name) for each in asked)
        open_.extend(asked)
    return found


def holds(requirement: Requirement, extras: Iterable[str] = ()) -> bool:
    """Whether a requirement is one on this machine, with these extras of whom it belongs to."""
    marker = requirement.marker
    return marker is None or any(marker.evaluate({"extra": extra}) for extra in (*extras, ""))


def requirements(name: str, extras: frozenset[str]) -> Iterator[Requirement]:
    """What an installed distribution asks for on this machine."""
    try:
        lines = metadata.requires(name) or []
    except metadata.PackageNotFoundError:
        raise SystemExit(f"{name} is not installed: install the package with what it asks for first") from None
    for line in lines:
        requirement = Requirement(line)
        if holds(requirement, extras):
            yield requirement


def python_ref(name: str) -> str:
    return f"pkg:pypi/{name}@{metadata.version(name)}"


def python_component(name: str) -> Json:
    """An installed distribution."""
    told = metadata.metadata(name)
    component: Json = {
        "type": "library", "bom-ref": python_ref(name), "purl": python_ref(name), "name": name,
        "version": metadata.version(name), "scope": "required",
    }  # fmt: skip
    if summary := told.get("Summary"):
        component["description"] = summary
    if licences := python_licences(told):
        component["licenses"] = licences
    return component


def python_licences(told: metadata.PackageMetadata) -> list[Json]:
    """The licence as the distribution states it: an expression, else its classifiers, else a short text."""
    if expression := told.get("License-Expression"):
        return [{"expression": expression}]
    classified = [line.rpartition(" :: ")[2] for line in told.get_all("Classifier") or () if line.startswith("License")]
    if classified:
        return [{"license": {"name": name}} for name in classified]
    text = (told.get("License") or "").strip()
    return [{"license": {"name": text}}] if text and len(text) <= _LONGEST_LICENCE and "\n" not in text else []


def npm_components(lock: Json) -> Iterator[Json]:
    """Every package of the app's lock file; `scope` tells what is in the built app from what only builds it."""
    packages: dict[str, Json] = {
        path.rpartition("node_modules/")[2]: entry for path, entry in sorted(lock["packages"].items()) if path
    }
    bundled = in_the_app(packages)
    seen: set[str] = set()
    for path, entry in sorted(lock["packages"].items()):
        if not path or "version" not in entry:
            continue
        name = path.rpartition("node_modules/")[2]
        purl = f"pkg:npm/{quote(name, safe='/')}@{entry['version']}"
        if purl in seen:
            continue
        seen.add(purl)
        component: Json = {
            "type": "library", "bom-ref": purl, "purl": purl, "name": name, "version": entry["version"],
            "scope": "required" if name in bundled else "excluded",
        }  # fmt: skip
        if entry.get("integrity"):
            component["hashes"] = [digest(each) for each in entry["integrity"].split()]
        if isinstance(entry.get("license"), str):
            component["licenses"] = [{"expression": entry["license"]}]
        yield component


def in_the_app(packages: dict[str, Json]) -> set[str]:
    """The names of the packages whose code may be in the built app."""
    found: set[str] = set()
    open_ = list(IN_THE_APP)
    while open_:
        name = open_.pop()
        if name not in found and name in packages:
            found.add(name)
            open_.extend(packages[name].get("dependencies", {}))
    return found


def digest(integrity: str) -> Json:
    """A hash of a lock file as CycloneDX writes it."""
    algorithm, _, text = integrity.partition("-")
    return {"alg": _HASHES[algorithm], "content": base64.b64decode(text).hex()}


def model_components(card: Json) -> Iterator[Json]:
    """The nets of the model card."""
    for part in ("detector", "namer"):
        net = card[part]
        yield {
            "type": "machine-learning-model", "bom-ref": f"model:{net['file']}", "name": net["file"],
            "version": card["id"], "scope": "required", "hashes": [{"alg": "SHA-256", "content": net["sha256"]}],
            "licenses": [{"license": {"id": card["licence"]}}],
        }  # fmt: skip


if __name__ == "__main__":
    main()
