"""Builds a release of the committed state: source archive, wheel, bill of materials, checksums.

    python deploy/release.py [--out release] [--extra postgres]

Needs git, npm and, in the environment that runs it, hatchling and what the package asks for (which the bill lists).
Archives carry the date of the commit (or SOURCE_DATE_EPOCH) and are the same bytes whenever and wherever they are built
of it with the same Node, zlib and build backend. The wheel is made of the source archive, without npm.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, default=Path("release"))
    parser.add_argument("--extra", action="append", default=[])
    given = parser.parse_args()
    out: Path = given.out.resolve()
    out.mkdir(parents=True, exist_ok=True)
    if any(out.iterdir()):
        raise SystemExit(f"{out} is not empty")
    environment = {**os.environ, "SOURCE_DATE_EPOCH": os.environ.get("SOURCE_DATE_EPOCH") or date_of_commit()}
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder) / "tree"
        check_out(tree)
        built = build(tree, out, "sdist", {**environment, "TILESIGHT_WEB": "require"})
        with tarfile.open(built) as archive:
            archive.extractall(folder, filter="data")
        build(Path(folder) / built.name.removesuffix(".tar.gz"), out, "wheel", {**environment, "TILESIGHT_WEB": "skip"})
    bill = [sys.executable, str(ROOT / "deploy" / "sbom.py"), "--out", str(out / "sbom.cdx.json")]
    subprocess.run([*bill, *(f"--extra={extra}" for extra in given.extra)], check=True, env=environment)
    sums = "".join(f"{sha256(file)}  {file.name}\n" for file in sorted(out.iterdir()))
    (out / "SHA256SUMS").write_text(sums, encoding="ascii")
    sys.stdout.write(sums)


def date_of_commit() -> str:
    """When the committed state was committed, in seconds since 1970."""
    told = subprocess.run(["git", "log", "-1", "--format=%ct"], cwd=ROOT, check=True, capture_output=True, text=True)
    return told.stdout.strip()


def check_out(tree: Path) -> None:
    """The committed state as files, without anything else that lies about."""
    tree.mkdir()
    archive = subprocess.run(["git", "archive", "HEAD"], cwd=ROOT, check=True, capture_output=True)
    subprocess.run(["tar", "x", "-C", str(tree)], input=archive.stdout, check=True)


def build(tree: Path, out: Path, target: str, environment: dict[str, str]) -> Path:
    """Build one archive of a tree; its file."""
    before = set(out.iterdir())
    command = [sys.executable, "-m", "hatchling", "build", "-t", target, "-d", str(out)]
    subprocess.run(command, cwd=tree, check=True, env=environment, stdout=subprocess.DEVNULL)
    (made,) = set(out.iterdir()) - before
    return made


def sha256(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


if __name__ == "__main__":
    main()
